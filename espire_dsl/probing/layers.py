"""The layer at which a model is looked at, chosen by rule and with its reasons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from espire_dsl.probing.axes import AXES
from espire_dsl.probing.geometry import LayerGeometry

LAST: Final = 0.95
"""The part of the depth beyond which layers serve the next word, and are not chosen."""
NEAR_PEAK: Final = 0.9
"""The part of its peak from which on a coherence counts as near it."""
_PLATEAU: Final = 0.1
"""How far the entanglement of neighbours may be off for a layer to be on a plateau."""


@frozen
class LayerChoice:
    """A layer, its mean of the coherences as parts of their peaks, the layers near any peak, and reasons."""

    layer: int
    score: float
    candidates: tuple[int, ...]
    reasons: tuple[str, ...]


def chosen_layer(layers: Sequence[LayerGeometry], given: int | None = None) -> LayerChoice:
    """The layer at which the coherences are nearest to their peaks, all axes together, and not among the
    last; or the one that is given. The embedding is never chosen."""
    blocks = [one for one in layers if one.layer > 0]
    depth = max(one.layer for one in blocks)
    allowed = [one for one in blocks if one.layer <= max(1, math.floor(LAST * depth))]
    peaks = {axis.name: _peak(blocks, axis.name) for axis in AXES}
    scores = {one.layer: _score(one, peaks) for one in blocks}
    best = max(allowed, key=lambda one: (scores[one.layer], -one.layer))
    taken = best if given is None else next(one for one in blocks if one.layer == given)
    near = tuple(
        one.layer
        for one in allowed
        if any(
            top is not None and (one.coherence[name] or 0) >= NEAR_PEAK * top
            for name, (_, top) in peaks.items()
        )
    )
    reasons = tuple(_reasons(taken, blocks, peaks, depth, given is not None))
    return LayerChoice(taken.layer, scores[taken.layer], near, reasons)


def _peak(blocks: Sequence[LayerGeometry], axis: str) -> tuple[int, float | None]:
    """The layer with the largest coherence of an axis; without a value where none is above zero."""
    known = [(one.coherence[axis] or 0.0, -one.layer) for one in blocks]
    value, layer = max(known)
    return -layer, value if value > 0 else None


def _score(one: LayerGeometry, peaks: dict[str, tuple[int, float | None]]) -> float:
    parts = [(one.coherence[name] or 0.0) / top for name, (_, top) in peaks.items() if top is not None]
    return sum(parts) / len(parts) if parts else 0.0


def _reasons(
    taken: LayerGeometry,
    blocks: Sequence[LayerGeometry],
    peaks: dict[str, tuple[int, float | None]],
    depth: int,
    given: bool,
) -> Iterator[str]:
    share = round(100 * taken.layer / depth)
    if given:
        yield f"layer {taken.layer} of {depth} ({share} %) was asked for"
    else:
        yield (
            f"layer {taken.layer} of {depth} ({share} %) has the largest mean of the three coherences, "
            f"each as a part of its peak, among layers up to {round(100 * LAST)} % of the depth"
        )
    for name, (layer, top) in peaks.items():
        if top is None:
            yield f"{name}: no layer has a coherence above zero"
        else:
            here = taken.coherence[name] or 0.0
            share = round(100 * here / top)
            yield f"{name}: {here:.3f} here, {share} % of its peak {top:.3f} at layer {layer}"
    yield _about_entanglement(taken, blocks)


def _about_entanglement(taken: LayerGeometry, blocks: Sequence[LayerGeometry]) -> str:
    if taken.vd_ei is None:
        return "VD-EI has no value here: it takes pairs of all four of above, below, far and close"
    around = [one.vd_ei for one in blocks if abs(one.layer - taken.layer) == 1 and one.vd_ei is not None]
    swing = max((abs(value - taken.vd_ei) for value in around), default=0.0)
    word = "on a plateau" if swing <= _PLATEAU else "not on a plateau"
    return f"VD-EI is {taken.vd_ei:.3f} here and {word}: neighbouring layers differ by up to {swing:.3f}"
