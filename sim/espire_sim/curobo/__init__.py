"""Planning with cuRobo 0.8 on a GPU: its world, its robot on a floating base, and the planner.

Not run on a GPU yet: see docs/isaac.md. Begin with `planner.CuroboPlanner`; nothing of cuRobo is imported
before a plan is asked for.
"""
