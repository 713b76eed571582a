"""Meshes of assets: files are looked over before they are read, read with trimesh, and quantized.

After that a mesh is whole numbers, so that pictures, hulls and what touches are the same everywhere.
"""
