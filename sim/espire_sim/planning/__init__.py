"""Plans for the robot: where to grasp and where to put, and a way there that touches nothing."""
