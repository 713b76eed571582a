"""The table of commands, and that espirec starts without loading what it does not need."""

import argparse
import subprocess
import sys
from importlib import import_module

import pytest

from espire_dsl.cli.parser import COMMANDS, build_parser

HEAVY = {"lark", "numpy", "networkx", "jinja2", "hypothesis", "attr", "attrs"}
ORDER = [
    "new",
    "check",
    "fmt",
    "test",
    "show",
    "explain",
    "import",
    "compile",
    "stats",
    "validate",
    "audit",
    "score",
    "evaluate",
    "report",
    "people",
    "probe",
    "export",
    "view",
]


def test_commands_stand_in_the_order_in_which_people_meet_them() -> None:
    names = [name for name, _ in COMMANDS]
    assert names == ORDER


@pytest.mark.parametrize(("name", "module"), COMMANDS)
def test_each_command_registers_under_its_name_and_shows_examples(name: str, module: str) -> None:
    subparsers = argparse.ArgumentParser().add_subparsers()
    import_module(module).register(subparsers)
    [(registered, parser)] = subparsers.choices.items()
    assert registered == name
    assert parser.epilog is not None
    assert f"espirec {name}" in parser.epilog


def test_shared_options_may_stand_before_or_after_the_command() -> None:
    parser = build_parser()
    assert parser.parse_args(["--color", "never", "explain"]).color == "never"
    assert parser.parse_args(["explain", "--color", "never"]).color == "never"
    assert parser.parse_args(["explain"]).color == "auto"
    assert parser.parse_args(["--debug", "explain"]).debug is True
    assert parser.parse_args(["explain"]).debug is False


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from espire_dsl.cli import main; main(['--help']); "
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in ended.stderr.split()}
    assert "argparse" in loaded
    assert not loaded & HEAVY
