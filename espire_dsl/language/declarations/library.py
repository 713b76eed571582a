"""The worlds of the shipped library, which every file sees."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.declarations.worlds import compile_world
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.library import library_folder, load_library, parsed_file
from espire_dsl.syntax import tree


@cache
def library_declarations() -> Mapping[str, tree.Declaration]:
    """The worlds of the library as they are written, by name."""
    return {
        item.name.text: item
        for path in sorted(library_folder().glob("*.espire"))
        for item in parsed_file(path)[0].items
        if isinstance(item, tree.Declaration) and item.what == "world"
    }


@cache
def library_world(name: str) -> Template | None:
    """A world of the library; None where there is none of this name."""
    declared = library_declarations()
    library = load_library()
    scope = Scope(Findings(), library.catalogue, library.kinds)
    return compile_world(declared[name], declared, scope) if name in declared else None
