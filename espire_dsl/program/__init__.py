"""Typed programs on scenes: the reference evaluator, which is to be read, with a trace of every step."""
