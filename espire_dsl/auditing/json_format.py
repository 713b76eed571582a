"""An audit as JSON, with every count, for other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict

from espire_dsl.auditing.audit import AuditGroup, SuiteAudit
from espire_dsl.auditing.fairness import MOST_CHANCE
from espire_dsl.auditing.rates import LEAST_EXCESS, SIGNIFICANCE, ShortcutRate
from espire_dsl.auditing.spread import AnswerSpread


def json_of(audits: Sequence[SuiteAudit]) -> str:
    """The whole report, with the thresholds of what is flagged."""
    report = {
        "significance": SIGNIFICANCE,
        "least_excess": LEAST_EXCESS,
        "most_chance": MOST_CHANCE,
        "flagged": sum(len(audit.flagged) for audit in audits),
        "suites": [
            {
                "suite": audit.suite,
                "tasks": audit.tasks,
                "flagged": len(audit.flagged),
                "fairness": asdict(audit.fairness),
                "tags": [asdict(split) for split in audit.tags],
                "groups": [_group(group) for group in audit.groups],
            }
            for audit in audits
        ],
    }
    return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _group(group: AuditGroup) -> dict[str, Any]:
    return {
        "family": group.family,
        "type": group.type,
        "tasks": group.tasks,
        "flagged": bool(group.flagged),
        "shortcuts": [{**_rate(rate), **_test(rate)} for rate in group.rates.tested],
        "by_definition": [
            {"type": defined.type, **_rate(defined.rate), "reason": defined.reason}
            for defined in group.rates.defined
        ],
        "spread": _spread(group.spread),
        "farther_is_higher": None if group.split is None else asdict(group.split),
        "fairness": asdict(group.fairness),
    }


def _rate(rate: ShortcutRate) -> dict[str, Any]:
    return {
        "shortcut": rate.shortcut,
        "tasks": rate.tasks,
        "hits": rate.hits,
        "rate": rate.rate,
        "chance": rate.chance,
        "interval": list(rate.interval),
    }


def _test(rate: ShortcutRate) -> dict[str, Any]:
    return {"p": rate.p, "p_holm": rate.corrected, "flagged": rate.flagged}


def _spread(spread: AnswerSpread) -> dict[str, Any]:
    return {
        "templates": _keyed(spread.templates),
        "answers": _keyed(spread.answers),
        "places": [asdict(place) for place in spread.places],
        "mean_place": spread.mean_place,
        "options": _keyed(spread.options),
        "yes_no": {("no", "yes")[answer]: count for answer, count in spread.yes_no.items()},
        "values": dict(spread.values),
    }


def _keyed(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(key): count for key, count in counts.items()}
