"""The protocols on Inspect AI: its models asked by our loops, our scripted models and tasks offered to it.

Nothing else of this package imports this room, and it needs the extra `eval`.
"""
