"""Records the signatures that the project calls, from a checkout of a vendor's source, by `ast` alone.

    python -m tests.sim.signatures.record curobo ../curobo --commit ec2bfa9
    python -m tests.sim.signatures.record isaacsim ../IsaacSim

Nothing is imported. Names, parameters, kinds and return types are kept, and the commit that they were read
from; no code, and of a default only that there is one. sources.toml says what is recorded.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
_KINDS = {
    "property": "property",
    "cached_property": "property",
    "staticmethod": "static",
    "classmethod": "class",
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Checkout:
    """A vendor's repository at a commit; a bare one will do."""

    def __init__(self, folder: Path, commit: str) -> None:
        self.folder = folder
        self.commit = self._git("rev-parse", f"{commit}^{{commit}}").strip()

    def tree(self, file: str) -> ast.Module:
        return ast.parse(self._git("show", f"{self.commit}:{file}"))

    def files_with(self, text: str) -> list[str]:
        found = self._git("grep", "-l", "--fixed-strings", text, self.commit, "--", "*.py")
        return [line.split(":", 1)[1] for line in found.splitlines()]

    def _git(self, *arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(self.folder), *arguments], capture_output=True, check=True)
        return done.stdout.decode()


def recorded(source: dict[str, Any], checkout: Checkout) -> dict[str, Any]:
    """All that sources.toml asks for of one vendor."""
    modules: dict[str, dict[str, Any]] = {}
    classes: dict[str, Any] = {}
    for module, names in source["modules"].items():
        offered = modules.setdefault(module, {})
        for name, where in names.items():
            file, _, own = where.partition(":")
            found = _defined(checkout.tree(file), own or name)
            if isinstance(found, ast.ClassDef):
                offered[name] = {"kind": "class", "class": found.name}
                classes[found.name] = class_record(found, file)
            else:
                offered[name] = {"kind": "function", "signature": signature(found)}
    for name, file in source["classes"].items():
        found = _defined(checkout.tree(file), name)
        assert isinstance(found, ast.ClassDef)
        classes[name] = class_record(found, file)
    for module, used in source.get("uses", {}).items():
        modules[module] = used_record(checkout, module, used["calls"])
    return {
        "repository": source["repository"],
        "commit": checkout.commit,
        "modules": modules,
        "classes": classes,
    }


def class_record(found: ast.ClassDef, file: str) -> dict[str, Any]:
    """The public members of a class, those that it inherits left out, and its constructor."""
    members: dict[str, Any] = {}
    for node in found.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            members[node.target.id] = {"kind": "attribute", "type": ast.unparse(node.annotation)}
    for method in (node for node in found.body if isinstance(node, _Function)):
        members |= {name: value for name, value in _assigned(method).items() if name not in members}
    for method in (node for node in found.body if isinstance(node, _Function)):
        members[method.name] = _member(method)
    record: dict[str, Any] = {
        "file": file,
        "bases": [ast.unparse(base) for base in found.bases],
        "members": {
            name: value for name, value in sorted(members.items()) if name == "__init__" or name[0] != "_"
        },
    }
    if any("dataclass" in ast.unparse(decorator) for decorator in found.decorator_list):
        record["fields"] = [
            f"{node.target.id}{'' if node.value is None else ' = ...'}"
            for node in found.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        ]
    return record


def signature(function: _Function) -> str:
    """Parameters and return type, with `...` for every default."""
    arguments = function.args
    arguments.defaults = [ast.Constant(...) for _ in arguments.defaults]
    arguments.kw_defaults = [value and ast.Constant(...) for value in arguments.kw_defaults]
    returns = "" if function.returns is None else f" -> {ast.unparse(function.returns)}"
    return f"({ast.unparse(arguments)}){returns}"


def used_record(checkout: Checkout, module: str, calls: list[str]) -> dict[str, Any]:
    """How a vendor calls functions of a package whose source is not open, over all of its files."""
    keywords: dict[str, set[str]] = {call: set() for call in calls}
    most: dict[str, int] = dict.fromkeys(calls, 0)
    counts: dict[str, int] = dict.fromkeys(calls, 0)
    for file in checkout.files_with(module):
        for node in ast.walk(checkout.tree(file)):
            if isinstance(node, ast.Call):
                for call in calls:
                    if ast.unparse(node.func).endswith(f".{call}"):
                        keywords[call] |= {word.arg for word in node.keywords if word.arg}
                        most[call] = max(most[call], len(node.args))
                        counts[call] += 1
    return {
        call: {
            "kind": "used",
            "calls": counts[call],
            "signature": "(" + ", ".join(_used(most[call], keywords[call])) + ")",
        }
        for call in calls
    }


def _used(most: int, keywords: set[str]) -> Iterator[str]:
    yield from (f"given_{number}=..." for number in range(1, most + 1))
    if most:
        yield "/"
    if keywords:
        yield "*"
    yield from (f"{word}=..." for word in sorted(keywords))


def _defined(tree: ast.Module, name: str) -> ast.ClassDef | _Function:
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, *_Function.__args__)) and node.name == name:
            return node
    raise SystemExit(f"the file defines no {name}")


def _member(method: _Function) -> dict[str, Any]:
    decorators = [ast.unparse(decorator).rsplit(".", 1)[-1] for decorator in method.decorator_list]
    kind = next((_KINDS[name] for name in decorators if name in _KINDS), "method")
    record: dict[str, Any] = {"kind": kind}
    if kind == "property":
        record["type"] = "" if method.returns is None else ast.unparse(method.returns)
        passed_on = _passed_on(method)
        if passed_on:
            record["passes_on"] = passed_on
    else:
        record["signature"] = signature(method)
    return record


def _passed_on(method: _Function) -> str | None:
    """The names behind `self` that a property gives, if it does nothing else."""
    body = [
        node
        for node in method.body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    if len(body) == 1 and isinstance(body[0], ast.Return) and isinstance(body[0].value, ast.Attribute):
        names = ast.unparse(body[0].value)
        if names.startswith("self.") and names.replace(".", "").replace("_", "").isalnum():
            return names.removeprefix("self.")
    return None


def _assigned(method: _Function) -> dict[str, Any]:
    """What a method sets on `self`, with the class of it where that is plain."""
    found: dict[str, Any] = {}
    for node in ast.walk(method):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            if (
                isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id == "self"
            ):
                type_ = ""
                if isinstance(node, ast.AnnAssign):
                    type_ = ast.unparse(node.annotation)
                elif isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):  # type: ignore[union-attr]
                    type_ = node.value.func.id  # type: ignore[union-attr]
                if type_ or target.attr not in found:
                    found[target.attr] = {"kind": "attribute", "type": type_}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sources = tomllib.loads((HERE / "sources.toml").read_text(encoding="utf-8"))
    parser.add_argument("vendor", choices=sorted(sources))
    parser.add_argument("checkout", type=Path, help="the folder of the vendor's repository")
    parser.add_argument("--commit", default="HEAD", help="what to read (default: HEAD)")
    options = parser.parse_args()
    record = recorded(sources[options.vendor], Checkout(options.checkout, options.commit))
    text = json.dumps(record, indent=1, sort_keys=True) + "\n"
    (HERE / f"{options.vendor}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
