"""Planning with cuRobo 0.8 on a GPU: its world, its robot on a floating base, and the planner.

Not run on a GPU yet: see docs/isaac.md. Begin with `planner.CuroboPlanner`; nothing of cuRobo is imported
before a plan is asked for.
"""

from __future__ import annotations

from typing import Final

PINNED: Final = "ec2bfa9"
"""The commit of cuRobo that the calls are written for. The release 0.8.0 is older, and fails to plan once it
is warmed up; its connector of graphs lets configurations pass that touch something."""
