"""The robot: a Franka Panda on a base that floats. What it is, how it moves, and its model for collisions."""
