"""Doubles can do no more than what was recorded, and the project imports nothing that was not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import espire_sim
from espire_sim.curobo import PINNED
from tests.sim.signatures.reading import Vendor, signature_of, vendor
from tests.sim.signatures.record import class_record, signature
from tests.sim.signatures.strict import NotTheVendorsError, inside, strict

ROOT = Path(espire_sim.__file__).parent
ADAPTERS = [*sorted((ROOT / "curobo").glob("*.py")), *sorted((ROOT / "isaac").glob("*.py"))]

SOURCE = '''
class Base:
    def hello(self, name: str, *, loud: bool = False) -> bool:
        """Says hello."""
        return loud

class Thing(Base):
    def __init__(self, size: int = 3) -> None:
        self.size = size
        self.part = Part()
    @property
    def whole(self) -> int:
        """Passed on."""
        return self.part.whole
    @staticmethod
    def make(count: int) -> "Thing":
        return Thing(count)

class Part:
    pass
'''


@pytest.fixture
def toy() -> Vendor:
    classes = {
        node.name: class_record(node, "toy.py")
        for node in ast.parse(SOURCE).body
        if isinstance(node, ast.ClassDef)
    }
    return Vendor("toy", {"commit": "0", "modules": {}, "classes": classes})


def test_signatures_are_recorded_without_defaults_and_bound_as_they_are() -> None:
    (function,) = ast.parse("def f(a, b: int = 3, *c, d, e='secret', **g) -> list[int]: pass").body
    assert isinstance(function, ast.FunctionDef)
    text = signature(function)
    assert text == "(a, b: int=..., *c, d, e=..., **g) -> list[int]"
    found = signature_of(text)
    assert list(found.parameters) == ["a", "b", "c", "d", "e", "g"]
    found.bind(1, d=2)
    with pytest.raises(TypeError):
        found.bind(1)


def test_what_the_vendor_has_is_played(toy: Vendor) -> None:
    @strict(toy)
    class Thing:
        def __init__(self, size: int = 1) -> None:
            self.size = size

        def hello(self, name: str, loud: bool = False) -> bool:
            return loud and bool(name)

        @staticmethod
        def make(count: int) -> Thing:
            return Thing(size=count)

    assert Thing.make(count=4).size == 4
    assert Thing(5).hello("you", loud=True) is True


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda thing: thing.hello(), NotTheVendorsError, "missing a required argument: 'name'"),
        (lambda thing: thing.hello("you", True), NotTheVendorsError, "too many positional arguments"),
        (lambda thing: thing.hello("you", quiet=True), NotTheVendorsError, "quiet"),
        (lambda thing: thing.goodbye(), AttributeError, "Thing of toy has no goodbye"),
        (lambda thing: thing.whole, AttributeError, "Part of toy has no whole"),
        (lambda thing: setattr(thing, "colour", 1), NotTheVendorsError, "no attribute colour"),
        (lambda thing: type(thing)(width=3), NotTheVendorsError, "width"),
        (lambda thing: thing.make(3), NotImplementedError, "does not play make"),
        (lambda thing: thing.hello("nobody"), NotTheVendorsError, "gives bool, and not NoneType"),
    ],
)
def test_what_the_vendor_does_not_have_fails(toy: Vendor, call: object, error: type, words: str) -> None:
    @strict(toy)
    class Part:
        pass

    @strict(toy)
    class Thing:
        def __init__(self, size: int = 1) -> None:
            self.size = size
            self.part = inside(Part)

        def hello(self, name: str, loud: bool = False) -> bool | None:
            return None if name == "nobody" else loud

    with pytest.raises(error, match=words):
        call(Thing())  # type: ignore[operator]


def test_a_double_of_what_is_not_there_cannot_be_made(toy: Vendor) -> None:
    with pytest.raises(NotTheVendorsError, match="toy has no class Nothing"):

        @strict(toy)
        class Nothing:
            pass

    with pytest.raises(NotTheVendorsError, match=r"toy has no Thing\.more"):

        @strict(toy)
        class Thing:
            def more(self) -> None: ...

    with pytest.raises(NotTheVendorsError, match="is a property, and not a method"):

        @strict(toy)
        class Thing:  # type: ignore[no-redef]
            def whole(self) -> int: ...

    with pytest.raises(NotTheVendorsError, match="has no parameter shout"):

        @strict(toy)
        class Thing:  # type: ignore[no-redef]
            def hello(self, name: str, shout: bool) -> bool: ...


def test_properties_that_lead_nowhere_are_known() -> None:
    curobo = vendor("curobo")
    assert not curobo.resolves("MotionPlanner", "attachment_manager")
    assert curobo.resolves("MotionPlanner", "trajopt_solver.core.attachment_manager")
    assert curobo.resolves("MotionPlanner", "joint_names")


def test_signatures_were_read_from_the_commit_that_is_to_be_installed() -> None:
    assert vendor("curobo").commit.startswith(PINNED)
    assert PINNED in (ROOT.parents[1] / "docs" / "isaac.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", ADAPTERS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_adapters_import_what_was_recorded(file: Path) -> None:
    names = {"curobo": vendor("curobo"), "isaacsim": vendor("isaacsim"), "omni": vendor("isaacsim")}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in names:
            for alias in node.names:
                names[node.module.split(".")[0]].offered(node.module, alias.name)
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in names:
                    assert alias.name in names[alias.name.split(".")[0]].record["modules"]
