"""The fast evaluator: many rows at once, which share what they can. Functions mean the same as for one.

A row is a scene of a batch and a binding of a family's variables.
"""

from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Column, Order, ThingColumn, ThingSetColumn, TypeColumn, value_of
from espire_dsl.program.arrays.decisions import decide_rows
from espire_dsl.program.arrays.functions import has_batched_form
from espire_dsl.program.arrays.steps import BatchedStep
from espire_dsl.program.batched.engine import ColumnOutcome
from espire_dsl.program.batched.evaluate import (
    Request,
    columns_of,
    evaluate_program,
    evaluate_requests,
    evaluate_rows,
    things_column,
    together,
    values_column,
)
from espire_dsl.program.batched.results import RowResults

__all__ = [
    "BatchedStep",
    "Column",
    "ColumnOutcome",
    "Order",
    "Request",
    "RowResults",
    "SceneBatch",
    "ThingColumn",
    "ThingSetColumn",
    "TypeColumn",
    "columns_of",
    "decide_rows",
    "evaluate_program",
    "evaluate_requests",
    "evaluate_rows",
    "has_batched_form",
    "things_column",
    "together",
    "value_of",
    "values_column",
]
