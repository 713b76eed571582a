"""A double of the child that runs PhysX: it answers in the same way, without an engine.

What it does with bodies is told by the id of the scene: they stay, fall by half a metre, still move, or
have no number for a pose; or the child itself fails, hangs or dies.
"""

from __future__ import annotations

import json
import sys
import time

from pxr import Usd, UsdGeom, UsdPhysics


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        stage = Usd.Stage.Open(request["stage"])
        wish = json.loads(stage.GetPrimAtPath("/World").GetCustomDataByKey("espire"))["id"]
        if wish == "dies":
            sys.exit(3)
        if wish == "hangs":
            time.sleep(60)
        if wish == "fails":
            print(json.dumps({"error": "ValueError: no"}), flush=True)
            continue
        poses = {}
        for prim in stage.Traverse():
            if prim.HasAPI(UsdPhysics.RigidBodyAPI):
                matrix = UsdGeom.XformCache().GetLocalToWorldTransform(prim)
                turn = matrix.ExtractRotationQuat()
                place = [*matrix.ExtractTranslation()]
                if wish == "falls":
                    place[2] -= 0.5
                if wish == "diverges":
                    place[0] = float("nan")
                poses[str(prim.GetPath())] = [*place, turn.GetReal(), *turn.GetImaginary()]
        speeds = dict.fromkeys(poses, 1.0 if wish == "moves" else 0.0)
        answer = {"seconds": request["batch"] * request["step"], "rested": wish != "moves"}
        print(json.dumps({**answer, "speeds": speeds, "poses": poses}), flush=True)


if __name__ == "__main__":
    main()
