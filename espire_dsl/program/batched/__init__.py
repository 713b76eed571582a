"""The fast evaluator: many rows at once, in NumPy. It agrees with the reference bit for bit.

A row is a scene of a batch and a binding of a family's variables.
"""

from espire_dsl.program.batched.batch import SceneBatch
from espire_dsl.program.batched.columns import Column, Order, Thing, Things, TypeColumn
from espire_dsl.program.batched.decisions import decide_rows
from espire_dsl.program.batched.engine import Outcome
from espire_dsl.program.batched.evaluate import (
    Request,
    columns_of,
    evaluate_program,
    evaluate_requests,
    evaluate_rows,
)
from espire_dsl.program.batched.functions import has_batched_form
from espire_dsl.program.batched.results import RowResults, value_of
from espire_dsl.program.batched.steps import Step

__all__ = [
    "Column",
    "Order",
    "Outcome",
    "Request",
    "RowResults",
    "SceneBatch",
    "Step",
    "Thing",
    "Things",
    "TypeColumn",
    "columns_of",
    "decide_rows",
    "evaluate_program",
    "evaluate_requests",
    "evaluate_rows",
    "has_batched_form",
    "value_of",
]
