"""`espirec import`: scenes that others made become a folder of scenes to be asked."""

from __future__ import annotations

import argparse
from pathlib import Path

from espire_dsl.cli.output import OK, UsageError, say
from espire_dsl.cli.parser import Subparsers, add_command

_EXAMPLES = """\
  espirec import clevr CLEVR_val_scenes.json -o scenes      scenes of the world clevr
  espirec import boxes scans/*.json -o scenes --world room  boxes, as scenes of your world room
  espirec compile families/ --from scenes -o tasks          ask families about them"""

_DETAILS = """\
Reads scenes from files, checks all of them, and writes them to scenes.jsonl in a new folder.

  clevr   the scene files of CLEVR: objects with 3d_coords, pixel_coords, shape, size, color, material
  boxes   oriented boxes with labels, and cameras, in one JSON form: docs/importing.md documents it

`espirec compile FAMILIES --from SCENES` asks families about them in the place of drawn scenes. A family is
asked about the scenes of its world, and `--world` says of which world the scenes are.

The first thing that is wrong with a file is told, with the scene and the object that it is in, and nothing
is written then."""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "import",
        summary="read scenes that others made, to ask families about them",
        details=_DETAILS,
        examples=_EXAMPLES,
    )
    parser.add_argument("form", choices=("clevr", "boxes"), metavar="FORM", help="clevr or boxes")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files to read")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="SCENES", help="the new folder to write"
    )
    parser.add_argument(
        "--world",
        metavar="NAME",
        help="the world that the scenes are of (default: clevr; of boxes what the file says, or scan)",
    )
    parser.add_argument(
        "--picture", type=_size, metavar="WxH", help="how large CLEVR's pictures are (default: 480x320)"
    )


def run(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.error import EspireError
    from espire_dsl.diagnostics.report import counted
    from espire_dsl.importing.files import read_sources, write_folder
    from espire_dsl.importing.values import NAME

    if args.world is not None and not NAME.test(args.world):
        raise UsageError(f"--world: it must be {NAME.words}")
    if args.picture is not None and args.form != "clevr":
        raise UsageError("--picture is about scenes of CLEVR; boxes say how large pictures are themselves")
    told = {"world": args.world, "picture": args.picture}
    try:
        scenes = read_sources(args.form, args.files, **{k: v for k, v in told.items() if v is not None})
        write_folder(scenes, args.output)
    except EspireError as error:
        raise UsageError(str(error)) from None
    worlds = ", ".join(sorted({scene.world for scene in scenes}))
    say(f"wrote {counted(len(scenes), 'scene')} of {worlds} to {args.output}")
    return OK


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text} is no size; write it as 480x320")
    return int(width), int(height)
