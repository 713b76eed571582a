"""Whether a final state satisfies a task's instruction. Begin with `check.py`."""
