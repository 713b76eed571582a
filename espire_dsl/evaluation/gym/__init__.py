"""Episodes as a Gymnasium environment, for those who train policies (extra `gym`).

Importing this registers it: `gymnasium.make("espire_dsl.evaluation.gym:espire/Execution-v0", set=OUT)`.
"""

from __future__ import annotations

from typing import Final

import gymnasium

from espire_dsl.evaluation.gym.env import ExecutionEnv

ENVIRONMENT: Final = "espire/Execution-v0"

gymnasium.register(ENVIRONMENT, entry_point="espire_dsl.evaluation.gym.env:ExecutionEnv")

__all__ = ["ENVIRONMENT", "ExecutionEnv"]
