"""The tables of core functions and reasoning types: complete, documented, and consistent."""

import re
from string import Formatter

import pytest

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS, GROUPS
from espire_dsl.language.core.function import CoreFunction
from espire_dsl.language.core.functions import FUNCTIONS, ROOMS
from espire_dsl.language.core.signature import parse_signature
from espire_dsl.language.families.spec import ASPECTS, GRANULARITIES
from espire_dsl.language.inference.margins import UNIT_OF_MARGIN
from espire_dsl.language.types import FRAME_KINDS, LABEL, TYPE_OF_WORD, Reasoning
from espire_dsl.wording.lexicon import Words

functions = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda f: f.name)
constructors = pytest.mark.parametrize("constructor", CONSTRUCTORS.values(), ids=lambda c: c.name)
CONTEXT = {"here"}


@functions
def test_a_printed_signature_reads_back(function: CoreFunction) -> None:
    assert parse_signature(str(function.signature)) == function.signature


@functions
def test_a_function_says_what_it_means(function: CoreFunction) -> None:
    assert function.meaning.endswith(".")
    assert function.worded
    assert function.worded == function.worded.strip()


@functions
def test_words_mention_parameters_only(function: CoreFunction) -> None:
    mentioned = {field for _, field, _, _ in Formatter().parse(function.worded) if field is not None}
    assert mentioned <= {p.name for p in function.signature.parameters}


@functions
def test_parameters_differ_and_defaults_come_last(function: CoreFunction) -> None:
    parameters = function.signature.parameters
    assert len({p.name for p in parameters}) == len(parameters)
    optional = [p.default is not None for p in parameters]
    assert optional == sorted(optional)
    words = FRAME_KINDS | CONTEXT | TYPE_OF_WORD.keys()
    assert all(p.default in words or p.type == LABEL for p in parameters if p.default)
    assert not any(p.variadic for p in parameters[:-1])


@functions
def test_a_reasoning_step_declares_what_a_spec_can_declare(function: CoreFunction) -> None:
    takes_type = any(isinstance(p.type, Reasoning) for p in function.signature.parameters)
    assert function.aspect in (*ASPECTS, None)
    assert function.granularity in (*GRANULARITIES, None)
    if function.aspect:
        assert takes_type or function.granularity
    assert not function.labels or function.signature.result == LABEL


def test_no_function_is_lost_between_the_rooms() -> None:
    declared = [v for room in ROOMS.values() for v in vars(room).values() if isinstance(v, CoreFunction)]
    assert len({f.name for f in declared}) == len(FUNCTIONS)
    assert not FUNCTIONS.keys() & CONSTRUCTORS.keys()


@constructors
def test_a_reasoning_type_says_what_it_means_and_belongs_to_a_group(constructor: Constructor) -> None:
    assert constructor.meaning.endswith(".")
    assert constructor.granularity in GRANULARITIES
    assert constructor.frames <= FRAME_KINDS
    assert constructor.unit in (*UNIT_OF_MARGIN, None)
    assert not constructor.candidates.empty
    assert any(constructor.name in group.constructors for group in GROUPS.values())


def test_each_group_is_taken_by_a_function() -> None:
    taken = {str(p.type) for f in FUNCTIONS.values() for p in f.signature.parameters}
    assert GROUPS.keys() <= taken


def test_every_reasoning_type_can_be_said_and_nothing_else() -> None:
    assert Words.load().constructors() == CONSTRUCTORS.keys()


@constructors
def test_what_takes_a_rank_an_hour_or_a_measure_is_fine(constructor: Constructor) -> None:
    exact = {"Ordinal", "Clock", "Int"} & {p.type.name for p in constructor.parameters}
    if exact or constructor.tolerance is not None:
        assert constructor.granularity == "fine"


def test_the_suite_has_about_fifty_reasoning_types() -> None:
    assert 50 <= len(CONSTRUCTORS) <= 60
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", name) for name in CONSTRUCTORS)
