"""Paints pictures by tracing paths of light, with Mitsuba and Open Image Denoise: photographs of a scene.

Only colours are painted here. What is seen where is always found by rays, whatever paints.
"""
