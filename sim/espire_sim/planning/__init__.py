"""Plans for the robot: where to grasp and where to put, and a path there that touches nothing."""
