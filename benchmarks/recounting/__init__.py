"""An independent witness: counts again what a task set says, from its files alone.

Nothing in here knows the compiler; it has NumPy and the numbers of the rules, and shares no code with what
it checks.
"""
