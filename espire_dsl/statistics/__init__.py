"""What is in a task set: counts and spreads."""
