"""The semantics once more, of one scene at a time and in plain Python: what the implementation on arrays is
compared with. It has its own constants, and imports nothing of `espire_dsl.program.arrays`."""
