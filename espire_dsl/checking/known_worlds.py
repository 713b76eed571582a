"""Which worlds every file sees: those of the library, by name, with what they take.

They are kept beside what is known of checked files, so that checking a file need not read the library.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Span
from espire_dsl.language.declarations.inhabitants import Cameras, Inhabitants
from espire_dsl.language.declarations.library import library_declarations, library_world
from espire_dsl.language.declarations.signatures import Worlds, WorldSignature, signature_of, unsound
from espire_dsl.language.declarations.templates import WorldParameter
from espire_dsl.users_cache import cache_folder, read_entry, write_entry

_NOWHERE = Span("", 0, 0)
_FIELDS = ("name", "quantity", "low", "high", "choices", "default")


@cache
def known_worlds() -> Worlds:
    """The worlds of the library."""
    folder = cache_folder()
    kept = None if folder is None else folder / f"worlds-{compiler_hash()}.json"
    found = None if kept is None else _kept(kept)
    if found is None:
        found = _read_library()
        if kept is not None:
            _keep(kept, found.values())
    return found


def _read_library() -> dict[str, WorldSignature]:
    found = {}
    for name, declared in library_declarations().items():
        template = library_world(name)
        if template is None:
            found[name] = unsound(declared)
        else:
            known = signature_of(template)
            found[name] = evolve(known, template=None, kept=known.inhabitants, kept_cameras=known.cameras)
    return dict(sorted(found.items()))


def _kept(path: Path) -> dict[str, WorldSignature] | None:
    try:
        return {entry["name"]: _from_json(entry) for entry in read_entry(path)}
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _keep(path: Path, worlds: Iterable[WorldSignature]) -> None:
    told = [
        {
            "name": world.name,
            "levels": world.levels,
            "sound": world.sound,
            "parameters": [[getattr(p, name) for name in _FIELDS] for p in world.parameters],
            "has": _inhabitants_to_json(world.inhabitants),
            "cameras": None if world.cameras is None else [world.cameras.names, world.cameras.orthographic],
        }
        for world in worlds
    ]
    write_entry(path, told)


def _from_json(entry: dict[str, Any]) -> WorldSignature:
    return WorldSignature(
        entry["name"],
        tuple(
            WorldParameter(
                name,
                quantity,
                low,
                high,
                None if choices is None else tuple(choices),
                default,
                span=_NOWHERE,
            )
            for name, quantity, low, high, choices, default in entry["parameters"]
        ),
        tuple(entry["levels"]),
        bool(entry["sound"]),
        kept=_inhabitants_from_json(entry["has"]),
        kept_cameras=None if entry["cameras"] is None else Cameras(*map(tuple, entry["cameras"])),
    )


def _inhabitants_to_json(found: Inhabitants | None) -> Any:
    return None if found is None else [found.kinds, sorted(found.assets), found.held]


def _inhabitants_from_json(entry: Any) -> Inhabitants | None:
    if entry is None:
        return None
    kinds, assets, held = entry
    return Inhabitants(tuple((name, tuple(roles)) for name, roles in kinds), frozenset(assets), tuple(held))


def unknown_world(name: str, worlds: Iterable[str]) -> tuple[str, str]:
    """What to say of a world that nobody declares, and which was likely meant."""
    known = sorted(worlds)
    near = nearest(name, known)
    hint = f"did you mean `{near}`?" if near else f"known are: {', '.join(known) or 'none'}"
    return f"there is no world called `{name}` here, in files that this one uses, or in the library", hint
