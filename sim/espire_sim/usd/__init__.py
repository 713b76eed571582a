"""Scenes as USD stages: written, read back equal, and checked. Needs `pxr`: extra `usd`, or Isaac Sim.

Begin with `write.write_stage`, `read.read_stage` and `lint.problems_of`. Nothing is imported here, as Isaac
Sim brings its own `pxr`, which can be imported only once its application runs.
"""
