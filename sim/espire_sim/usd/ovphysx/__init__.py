"""A second engine for the same stages: NVIDIA's PhysX through `ovphysx`, in a process of its own.

The engine is large, of an early version and under a licence of its own, and brings another NumPy and USD; so
it lives in another environment, whose Python is asked to run `child.py`. Only text goes back and forth.
"""
