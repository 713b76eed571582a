"""Draws on an open OpenGL context: which shape is nearest in each pixel, and its colour there.

Two passes. The first draws the box around each shape, finds in each pixel whether and where its ray meets
the shape, and keeps the nearest; the second colours every pixel once. Before them, the first lamp's view is
drawn in the same way, for shadows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from espire_sim.appearance.prints.lookup import atlas_levels
from espire_sim.gl.programs import build
from espire_sim.gl.seeing import Seeing

FARTHEST: Final = 200.0  # metres, as in shaders/shapes.glsl

_CORNERS: Final = 36  # of the triangles of a box


@define(eq=False)
class Canvas:
    """`gl` is PyOpenGL's module; the context that it was opened on must stay current. `prints` is a texture
    of the atlas of prints."""

    gl: Any
    prints: int = field(init=False)
    _boxes: int = field(init=False)
    _colours: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._boxes = build(self.gl, "boxes", "nearest")
        self._colours = build(self.gl, "screen", "colours")
        self.prints = self._prints()
        self.gl.glBindVertexArray(self.gl.glGenVertexArrays(1))

    def shapes(self, records: NDArray[np.float32]) -> int:
        """A texture of the shapes."""
        gl = self.gl
        return self._texture(
            gl.GL_RGBA32F, records.shape[1], records.shape[0], gl.GL_RGBA, gl.GL_FLOAT, records
        )

    def nearest(self, shapes: int, count: int, seeing: Seeing) -> tuple[int, int]:
        """Textures of the numbers and of the depths of what is nearest, of the first `count` shapes."""
        gl = self.gl
        width, height = seeing.width, seeing.height
        numbers = self._texture(gl.GL_R32UI, width, height, gl.GL_RED_INTEGER, gl.GL_UNSIGNED_INT)
        depths = self._texture(gl.GL_DEPTH_COMPONENT32F, width, height, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT)
        frame = self._frame({gl.GL_COLOR_ATTACHMENT0: numbers, gl.GL_DEPTH_ATTACHMENT: depths}, width, height)
        gl.glClearBufferuiv(gl.GL_COLOR, 0, np.zeros(4, dtype=np.uint32))
        gl.glClearBufferfv(gl.GL_DEPTH, 0, np.ones(1, dtype=np.float32))
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_FRONT)
        self._use(self._boxes, seeing, {"shapes": shapes})
        self._matrix(self._boxes, "projection", seeing.projection)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLES, 0, _CORNERS, count)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glDeleteFramebuffers(1, [frame])
        return numbers, depths

    def colours(
        self,
        textures: Mapping[str, int],
        seeing: Seeing,
        fine: int,
        lamps: Sequence[tuple[Sequence[float], Sequence[float]]],
        lamp: Seeing,
    ) -> int:
        """A texture of the colours, of pixels that are `fine` pixels wide; lamps are positions and light."""
        gl = self.gl
        width, height = seeing.width // fine, seeing.height // fine
        picture = self._texture(gl.GL_RGBA8, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
        frame = self._frame({gl.GL_COLOR_ATTACHMENT0: picture}, width, height)
        self._use(self._colours, seeing, textures)
        self._matrix(self._colours, "lamp_projection", lamp.projection)
        for name, rows in (
            ("lamp_at", [at for at, _ in lamps]),
            ("lamp_light", [light for _, light in lamps]),
        ):
            place = gl.glGetUniformLocation(self._colours, name)
            gl.glUniform3fv(place, len(lamps), np.array(rows, dtype=np.float32))
        for name, number in (("lamps", len(lamps)), ("fine", fine)):
            gl.glUniform1i(gl.glGetUniformLocation(self._colours, name), number)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        gl.glDeleteFramebuffers(1, [frame])
        return picture

    def read(self, texture: int, format: int, kind: int, into: NDArray[Any]) -> None:
        """The content of a texture."""
        self.gl.glBindTexture(self.gl.GL_TEXTURE_2D, texture)
        self.gl.glGetTexImage(self.gl.GL_TEXTURE_2D, 0, format, kind, into)

    def drop(self, *textures: int) -> None:
        self.gl.glDeleteTextures(list(textures))

    def _texture(
        self, inner: int, width: int, height: int, format: int, kind: int, data: NDArray[Any] | None = None
    ) -> int:
        gl = self.gl
        texture = gl.glGenTextures(1)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
        for side in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, side, gl.GL_NEAREST)
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, inner, width, height, 0, format, kind, data)
        return int(texture)

    def _prints(self) -> int:
        """All levels of the atlas, of which shaders fetch single pixels."""
        gl = self.gl
        levels = atlas_levels()
        texture = gl.glGenTextures(1)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST_MIPMAP_NEAREST)
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAX_LEVEL, len(levels) - 1)
        for level, picture in enumerate(levels):
            height, width = picture.shape
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, level, gl.GL_R8, width, height, 0, gl.GL_RED, gl.GL_UNSIGNED_BYTE, picture
            )
        return int(texture)

    def _frame(self, attached: Mapping[int, int], width: int, height: int) -> int:
        gl = self.gl
        frame = gl.glGenFramebuffers(1)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, frame)
        for point, texture in attached.items():
            gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, point, gl.GL_TEXTURE_2D, texture, 0)
        if gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) != gl.GL_FRAMEBUFFER_COMPLETE:
            raise RuntimeError("the driver cannot draw into textures of the kinds that pictures need")
        gl.glViewport(0, 0, width, height)
        return int(frame)

    def _use(self, program: int, seeing: Seeing, textures: Mapping[str, int]) -> None:
        gl = self.gl
        gl.glUseProgram(program)
        for unit, (name, texture) in enumerate(textures.items()):
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
            gl.glUniform1i(gl.glGetUniformLocation(program, name), unit)
        gl.glActiveTexture(gl.GL_TEXTURE0 + len(textures))
        gl.glUniform3f(gl.glGetUniformLocation(program, "eye"), *seeing.eye.tolist())
        gl.glUniform1i(gl.glGetUniformLocation(program, "parallel"), int(seeing.parallel))
        self._matrix(program, "origins", seeing.origins)
        self._matrix(program, "rays", seeing.rays)

    def _matrix(self, program: int, name: str, matrix: NDArray[np.float64]) -> None:
        place = self.gl.glGetUniformLocation(program, name)
        self.gl.glUniformMatrix3fv(place, 1, True, np.ascontiguousarray(matrix, dtype=np.float32))
