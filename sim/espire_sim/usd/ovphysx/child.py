"""Settles stages in PhysX. Run by the Python of another environment, so it imports nothing of this project.

Each line that it reads is a request in JSON: {"stage": path, "step": s, "batch": steps, "quiet": batches,
"still": m/s and rad/s, "seconds": s}. Each line that it writes is the answer: {"seconds": s, "rested": bool,
"speeds": {path: m/s}, "poses": {path: [x, y, z, w, x, y, z]}}, or {"error": sentence}. The engine's own
messages go to the standard error. With the argument `check` it only starts the engine.
"""

import json
import os
import sys
from typing import Any

Request = dict[str, Any]
Answer = dict[str, Any]


def main(arguments: list[str]) -> None:
    # What the engine prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    engine = PhysxEngine()
    if arguments == ["check"]:
        engine.close()
        return
    try:
        for line in sys.stdin:
            answer = answer_to(engine, json.loads(line))
            print(json.dumps(answer), file=answers, flush=True)
    finally:
        engine.close()


def answer_to(engine: "PhysxEngine", request: Request) -> Answer:
    try:
        return engine.settle(request)
    except Exception as error:  # the other side only reads answers
        return {"error": f"{type(error).__name__}: {error}"}


class PhysxEngine:
    """PhysX on the processor; stages are attached one after another."""

    def __init__(self) -> None:
        import ovphysx
        import ovstage
        from ovphysx.samples.python_samples.schema_support import physx_schema_paths

        schemas = [str(path) for path in physx_schema_paths()] + [str(ovphysx.newton_schema_root())]
        ovstage.population.register_usd_schemas(schemas)
        ovphysx.PhysX.set_cpu_mode(True)
        self.ovstage = ovstage
        self.physx = ovphysx.PhysX()

    def close(self) -> None:
        self.physx.destroy()

    def settle(self, request: Request) -> Answer:
        stage = self.ovstage.Stage("espire")
        try:
            self.ovstage.population.open_usd(
                stage, request["stage"], ordinal=1, domains=self.ovstage.PopulationDomain.ALL
            )
            stage.advance_write_floor(ordinal=1).wait()
            self.physx.wait_task(self.physx.attach_ovstage(stage, read_ordinal=1))
            try:
                return self.run(stage, request)
            finally:
                self.physx.wait_task(self.physx.detach_ovstage())
        finally:
            stage.destroy()

    def run(self, stage: Any, request: Request) -> Answer:
        step, batch = request["step"], request["batch"]
        quiet = steps = 0
        while quiet < request["quiet"] and steps * step < request["seconds"]:
            for _ in range(batch):
                self.physx.step_sync(step)
            steps += batch
            speeds = self.speeds(stage)
            fastest = max(speeds.values(), default=0.0)
            quiet = quiet + 1 if fastest < request["still"] else 0
        turns = self.rows(stage, "orientation")
        poses = {
            path: [*place, turns[path][3], *turns[path][:3]]
            for path, place in self.rows(stage, "position").items()
        }
        rested = quiet >= request["quiet"]
        return {"seconds": steps * step, "rested": rested, "speeds": speeds, "poses": poses}

    def speeds(self, stage: Any) -> dict[str, float]:
        """The largest part of the velocity of each body, moving or turning."""
        turning = self.rows(stage, "angularVelocity")
        return {
            path: max(abs(part) for part in (*moving, *turning[path]))
            for path, moving in self.rows(stage, "linearVelocity").items()
        }

    def rows(self, stage: Any, attribute: str) -> dict[str, list[float]]:
        """One attribute of all bodies by path; the order of reading is not that of the file."""
        from ovphysx.types import ObjectScope, SimObjectType

        found: dict[str, list[float]] = {}
        with (
            self.ovstage.PathDictionary(stage) as names,
            self.physx.read_sync(SimObjectType.RIGID_BODY, [attribute], scope=ObjectScope.ALL) as result,
        ):
            for group in result.groups:
                if group.is_delete or group.is_array or not group.tensors:
                    continue
                values = group.tensors[0].numpy().tolist()
                found.update(zip(names.get_path_strings(group.prim_list), values, strict=True))
        return found


if __name__ == "__main__":
    main(sys.argv[1:])
