"""Prompts as versioned files, and what makes messages of them."""
