"""The core library: every reasoning type and every function, each declared once with its meaning."""
