"""`espirec compile`: makes a task set of families."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.check import show_findings
from espire_dsl.cli.output import FINDINGS, INTERRUPTED, OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command, positive
from espire_dsl.memory import check_room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from espire_dsl.importing.files import ImportedScenes
    from espire_dsl.pipeline.options import CompileOptions
    from espire_dsl.tasks.suites import Suite

_EXAMPLES = """\
  espirec compile families/ -o tasks                          all suites, 15 tasks a type
  espirec compile families/ -o tasks --suite espire --seed 7  one suite, another set
  espirec compile mine.espire -o try --limit 10               a quick look at a family
  espirec compile families/ --from scenes -o tasks            about scenes that were imported
  espirec compile families/ -o tasks --dry-run                what would be made
  espirec compile --resume -o tasks                           go on after an interruption
  espirec compile families/ -o tasks --shards 16              a large set, in shards of Parquet
  espirec compile families/ -o tasks --engine ray --address 10.0.0.1:6379    on a Ray cluster"""

_DETAILS = """\
Draws scenes, lets them come to rest, looks at them, finds every question that can be asked about them,
samples with balance, asks a motion planner whether the robot can do it, and paints the pictures.
The result depends on the families, the catalogue and the options, but not on the engine and its workers.
Work that was done is kept in OUT/.cache: a run that was stopped goes on where it was, and after a change only
what depends on it is done again.

Every option may also stand in the section [compile] of the file espire.toml at the root of the families,
under its name without dashes (per_type = 5); what the command line says wins.

Exits with 1 when a type stays below its quota, or when a part of the work had to be given up as it failed
twice; what there is, is written all the same, and the manifest says what is missing."""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers, "compile", summary="make a task set of families", details=_DETAILS, examples=_EXAMPLES
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="the folder to write")
    which = parser.add_argument_group("what to make")
    which.add_argument(
        "--from", metavar="SCENES", help="ask about the scenes that `espirec import` wrote, and draw none"
    )
    which.add_argument("--seed", type=_whole, metavar="N", help="default: 0")
    which.add_argument(
        "--per-type",
        type=positive,
        metavar="N",
        help="tasks a type, of families that state no quota (default: 15)",
    )
    which.add_argument("--limit", type=positive, metavar="N", help="at most so many tasks a suite")
    which.add_argument(
        "--scenes",
        type=positive,
        metavar="N",
        help="scenes a suite, in all worlds (default: as many as the tasks need, at most 600)",
    )
    which.add_argument("--suite", metavar="NAME", help="only this suite")
    which.add_argument("--family", metavar="PATTERN", help="only these, * stands for anything")
    which.add_argument("--level", metavar="LEVEL", help="only scenes of this level")
    how = parser.add_argument_group("how to make it")
    how.add_argument(
        "--backend",
        metavar="NAME",
        help="mujoco (default), isaac, none (geometry only, the default for imported scenes), or another one "
        "that is installed",
    )
    how.add_argument(
        "--resolution", metavar="WxH", help="of pictures (default: as worlds say, mostly 640x480)"
    )
    how.add_argument(
        "--no-images", action="store_true", default=None, help="paint no pictures; tasks are the same"
    )
    how.add_argument(
        "--paint",
        metavar="WAY",
        help="rays (default), gl, auto (gl where there is one), or photo (photographs, much slower)",
    )
    how.add_argument(
        "--shards",
        type=positive,
        metavar="N",
        help="write N shards in the place of a file for every picture, for large sets",
    )
    how.add_argument("--shard-format", metavar="FORMAT", help="parquet (default), or webdataset: tars")
    how.add_argument(
        "--engine",
        metavar="NAME",
        help="where the work is done: local (default, processes of this machine), ray (a Ray cluster), or "
        "another one that is installed",
    )
    how.add_argument(
        "--address",
        metavar="HOST:PORT",
        help="of the Ray cluster (default: $RAY_ADDRESS, else a cluster of this machine alone, for this run)",
    )
    how.add_argument(
        "--workers",
        type=positive,
        metavar="N",
        help="jobs at once (default: one a core, here or there)",
    )
    how.add_argument("--resume", action="store_true", help="go on with the run that was started in OUT")
    how.add_argument("--dry-run", action="store_true", help="say what would be made, and make nothing")
    how.add_argument("--force", action="store_true", help="write into a folder that holds other files")


def run(args: argparse.Namespace) -> int:
    check_room()
    from espire_dsl.catalogue.error import CatalogueError
    from espire_dsl.diagnostics.error import FindingsError
    from espire_dsl.importing.files import read_folder
    from espire_dsl.pipeline.imported import answerable
    from espire_dsl.tasks.error import TaskSetError
    from espire_dsl.tasks.suites import compiled_suites
    from espire_dsl.tasks.worlds import UnknownWorldError

    options = chosen_options(args)
    try:
        suites = compiled_suites(options.paths, suite=options.suite, family=options.family)
        imported = None
        if options.source is not None:
            imported = read_folder(options.source)
            suites, left_out = answerable(suites, imported)
            for name in left_out:
                say(f"note: {name} is left out: it asks for other scenes than the imported ones")
        if args.dry_run:
            from espire_dsl.cli.compile_plan import plan

            write(plan(suites, options.settings, args.output, imported))
            return OK
        return _make(suites, options, args, imported)
    except FindingsError as error:
        show_findings(error.findings, "text", args.color)
        return FINDINGS
    except (TaskSetError, UnknownWorldError, CatalogueError) as error:
        raise UsageError(str(error)) from None


def chosen_options(args: argparse.Namespace) -> CompileOptions:
    """The options of a command line, completed from the other places."""
    from espire_dsl.pipeline.options import OPTIONS, options_of

    said = {name: getattr(args, name) for name in OPTIONS if getattr(args, name) is not None}
    return options_of(args.paths, said, resume=args.output if args.resume else None)


def _make(
    suites: Sequence[Suite],
    options: CompileOptions,
    args: argparse.Namespace,
    imported: ImportedScenes | None,
) -> int:
    from espire_dsl.cli.progress import Progress
    from espire_dsl.diagnostics.report import counted
    from espire_dsl.pipeline.engine import engine_of
    from espire_dsl.pipeline.generate import falls_short
    from espire_dsl.pipeline.run import run
    from espire_dsl.pipeline.summary import summary

    progress = Progress.on_stderr()
    try:
        made = run(
            suites,
            options.settings,
            args.output,
            engine=engine_of(options.engine, args.workers),
            report=progress,
            force=args.force,
            remember=options.to_remember(),
            imported=imported,
            shards=options.shards,
        )
    except KeyboardInterrupt:
        progress.end()
        say(f"stopped; what is done is kept: espirec compile --resume -o {args.output} goes on")
        return INTERRUPTED
    progress.end()
    write(summary(suites, made))
    for notice in made.notices:
        say(f"note: {notice}")
    size = f"{len(made.tasks)} tasks about {len(made.scenes)} scenes"
    say(f"wrote {size} to {args.output}" if made.is_new else f"{args.output} is up to date: {size}")
    if made.given_up:
        again = f"espirec compile --resume -o {args.output} tries again"
        say(f"{counted(len(made.given_up), 'part')} of the work had to be given up; {again}")
    return FINDINGS if falls_short(suites, made) or made.given_up else OK


def _whole(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below zero")
    return value
