"""Why there can be no plan, whatever would be tried."""

from __future__ import annotations

from espire_sim.interfaces import Plan, PlanStatus


class CannotPlanError(Exception):
    """A scene in which the robot cannot start, a goal that makes no sense, or an engine that fails."""

    def __init__(self, status: PlanStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status

    @property
    def plan(self) -> Plan:
        """How planning ends."""
        return Plan(self.status, detail=str(self))
