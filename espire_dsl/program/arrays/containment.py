"""What is inside of what, along the edges of the scene graph, and what a view shows, for many rows."""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult, Function
from espire_dsl.program.arrays.columns import Bools, ThingSetColumn
from espire_dsl.scene.visibility import is_visible


def _insides(batch: SceneBatch) -> Bools:
    """Which thing is inside of which, directly or in something that is, (scenes, places, places)."""

    def compute() -> Bools:
        found = np.zeros((len(batch.scenes), batch.size, batch.size), dtype=bool)
        for number, scene in enumerate(batch.scenes):
            for source, target, key in scene.edges:
                if key == "in":
                    found[number, batch.place(number, source), batch.place(number, target)] = True
        for _ in range(batch.size):
            farther = found | (found @ found)
            if (farther == found).all():
                break
            found = farther
        return found

    return batch.remember("insides", compute)


def _contents(call: BatchedCall) -> BatchedResult:
    return BatchedResult(ThingSetColumn(_insides(call.batch)[call.scenes, :, call.place("of")]))


def _inside(call: BatchedCall) -> BatchedResult:
    return BatchedResult(_insides(call.batch)[call.scenes, call.place("a"), call.place("of")])


def _in_view(call: BatchedCall) -> BatchedResult:
    mask, cameras = call.mask("xs"), call.scalars("camera")
    for camera in dict.fromkeys(cameras.tolist()):
        shown = _shown(call.batch, camera)[call.scenes]
        mask = np.where((cameras == camera)[:, None], mask & shown, mask)
    return BatchedResult(ThingSetColumn(mask))


def _shown(batch: SceneBatch, camera: str) -> Bools:
    return batch.remember(
        ("shown", camera), lambda: batch.spread([is_visible(n, camera) for n in batch.nodes], False, np.bool_)
    )


CONTAINMENT: Final[dict[str, Function]] = {"contents": _contents, "inside": _inside, "in_view": _in_view}
