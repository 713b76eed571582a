"""Tries OpenGL: `python -m espire_sim.gl.child PLATFORM` paints a cube and looks at it.

It prints one line, what came of it, and ends with 1 where nothing good did.
"""

from __future__ import annotations

import sys

import numpy as np

from espire_dsl.scene.camera import look_at
from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import Texture
from espire_sim.gl.error import GlError
from espire_sim.gl.painter import nearest, paint
from espire_sim.gl.probe import WORKS
from espire_sim.rendering.view import View


def main(platform: str) -> int:
    """Paints a red cube before nothing, seen from 2 m, and checks its middle and a corner of the picture."""
    cube = Shape(Form.BOX, np.zeros(3), np.eye(3) * 0.2)
    red = Texture("plain", (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0)
    textured = TexturedScene((cube,), (red,), (1,), {1: "cube"})
    view = View.of(look_at((2.0, 0.0, 0.0), (0.0, 0.0, 0.0), width=32, height=24))
    try:
        picture = paint(platform, textured, view, (), smooth=False)
        places, depths = nearest(platform, textured, view)
    except GlError as error:
        print(" ".join(str(error).split()))
        return 1
    r, g, b = picture[12, 16].tolist()
    seen = places[12, 16] == 0 and abs(depths[12, 16] - 1.8) < 1e-3 and places[0, 0] == -1
    if not (seen and r > 60 and max(g, b) < 20):
        print(f"the driver paints something else than what is there: {(r, g, b)}")
        return 1
    print(WORKS)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
