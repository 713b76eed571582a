"""A small tunnel: four angles of each thing and three sizes, without pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.resources import resource_path

_FEWER = {
    "phase.espire": (("times 12", "times 2"), ("22.5 deg", "90 deg"), ("337.5", "270")),
    "size.espire": (
        ("times 4", "times 1"),
        ("step 2 cm", "step 10 cm"),
        ("315 deg step 45", "270 deg step 90"),
    ),
    "probe.espire": (("quota       800", "quota       20"),),
}


@pytest.fixture(scope="session")
def tunnel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of its task set."""
    source = tmp_path_factory.mktemp("tunnel")
    (source / "espire.toml").write_text("", encoding="utf-8")
    for path in (resource_path("families") / "spatialtunnel").glob("*.espire"):
        text = path.read_text(encoding="utf-8")
        for old, new in _FEWER.get(path.name, ()):
            assert old in text
            text = text.replace(old, new)
        (source / path.name).write_text(text, encoding="utf-8")
    out = source / "out"
    options = ["--backend", "none", "--workers", "1", "--scenes", "30"]
    assert main(["compile", str(source), "-o", str(out), *options]) == 0
    return out
