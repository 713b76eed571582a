"""The analysis of a model's states on pairs: the geometry of every layer, the layer that is looked at, and
the differences there along their principal components. Layers are read one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.axes import AXES, CATEGORIES
from espire_dsl.probing.geometry import LayerGeometry, Projection, layer_geometry, projection
from espire_dsl.probing.layers import LayerChoice, chosen_layer
from espire_dsl.probing.pairs import Pairs
from espire_dsl.probing.states import States
from espire_dsl.scene.rotation import Array
from espire_dsl.tasks.files import read_json

FORMAT = "espire analysis of states"


@frozen(eq=False)
class Analysis:
    """`layers` are all, the embedding first; `counts` are pairs by category; `projected` is of the chosen
    layer, with the category of each point."""

    model: str
    digest: str
    counts: Mapping[str, int] = field(hash=False)
    layers: tuple[LayerGeometry, ...]
    choice: LayerChoice
    projected: Projection
    categories: tuple[str, ...]

    @property
    def chosen(self) -> LayerGeometry:
        return next(one for one in self.layers if one.layer == self.choice.layer)

    def to_json(self) -> dict[str, Any]:
        """All of it but the points, which have a file of their own."""
        return {
            "format": FORMAT,
            "model": self.model,
            "pairs": self.digest,
            "counts": dict(self.counts),
            "choice": asdict(self.choice),
            "chosen": asdict(self.chosen),
            "categories": list(CATEGORIES),
            "variance": list(self.projected.variance),
            "layers": [asdict(one) for one in self.layers],
        }


def analysed(pairs: Pairs, states: States, layer: int | None = None) -> Analysis:
    """The analysis of states, at a layer that is given or chosen."""
    depth = states.manifest.layers - 1
    if depth < 1:
        raise UsageError(f"{states.folder}: it has no states of layers; extract without --no-states")
    if layer is not None and not 1 <= layer <= depth:
        raise UsageError(f"layer {layer}: the model has layers 1 to {depth}")
    categories = tuple(pair.category for pair in pairs.pairs)
    found = [layer_geometry(n, _deltas(states, n), categories) for n in range(depth + 1)]
    choice = chosen_layer(found, layer)
    counts = Counter(categories)
    return Analysis(
        states.manifest.model,
        pairs.digest,
        {category: counts[category] for category in CATEGORIES},
        tuple(found),
        choice,
        projection(_deltas(states, choice.layer), categories),
        categories,
    )


def _deltas(states: States, layer: int) -> Array:
    """The state of each pair's second question less that of its first."""
    both = states.layer(layer)
    deltas: Array = both[:, 1] - both[:, 0]
    return deltas


@frozen
class Summary:
    """What is compared between models: the numbers of an analysis at its layer."""

    model: str
    layer: int
    depth: int
    coherence: Mapping[str, float | None] = field(hash=False)
    vd_ei: float | None

    @property
    def values(self) -> dict[str, float | None]:
        return {**self.coherence, "vd_ei": self.vd_ei}


def summary_of(analysis: Analysis) -> Summary:
    chosen = analysis.chosen
    depth = analysis.layers[-1].layer
    return Summary(analysis.model, chosen.layer, depth, chosen.coherence, chosen.vd_ei)


def read_summary(path: Path) -> Summary:
    """The summary of an analysis that was written."""
    try:
        data = read_json(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError("its format is another one")
        chosen = data["chosen"]
        coherence = {axis.name: _number(chosen["coherence"][axis.name]) for axis in AXES}
        depth = int(data["layers"][-1]["layer"])
        return Summary(str(data["model"]), int(chosen["layer"]), depth, coherence, _number(chosen["vd_ei"]))
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise UsageError(f"{path}: this is no analysis.json of `espirec probe analyse`: {error}") from None


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
