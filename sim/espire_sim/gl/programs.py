"""Compiles the packaged shaders."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

_VERSION: Final = "#version 140\n"


def build(gl: Any, vertex: str, fragment: str) -> int:
    """The program of two shaders, each with the shapes before it."""
    parts = [
        _compiled(gl, gl.GL_VERTEX_SHADER, f"{vertex}.vert"),
        _compiled(gl, gl.GL_FRAGMENT_SHADER, f"{fragment}.frag"),
    ]
    program = gl.glCreateProgram()
    for part in parts:
        gl.glAttachShader(program, part)
    gl.glLinkProgram(program)
    if not gl.glGetProgramiv(program, gl.GL_LINK_STATUS):
        raise RuntimeError(f"{vertex} and {fragment}: {_text(gl.glGetProgramInfoLog(program))}")
    for part in parts:
        gl.glDeleteShader(part)
    return int(program)


def _compiled(gl: Any, kind: int, name: str) -> int:
    shader = gl.glCreateShader(kind)
    gl.glShaderSource(shader, _VERSION + _source("shapes") + _source(name))
    gl.glCompileShader(shader)
    if not gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS):
        raise RuntimeError(f"{name}: {_text(gl.glGetShaderInfoLog(shader))}")
    return int(shader)


@cache
def _source(name: str) -> str:
    return files("espire_sim.gl").joinpath("shaders", f"{name}.glsl").read_text(encoding="utf-8")


def _text(log: bytes | str) -> str:
    return log.decode(errors="replace") if isinstance(log, bytes) else log
