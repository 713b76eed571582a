"""Paints pictures with OpenGL where there is a driver: the same shapes and the same look as by rays.

Only colours are painted here. What is seen where is always found by rays, whatever paints.
"""
