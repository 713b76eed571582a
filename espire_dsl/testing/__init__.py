"""Tests inside the language: runs examples and laws, and draws the scenes that laws are tried on."""
