"""`espirec view`: where the gallery of a task set is, or one task as text and as a marked picture."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.output import OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command, add_task_set

if TYPE_CHECKING:
    from espire_dsl.tasks.forms.form import Form
    from espire_dsl.tasks.task import Task

_EXAMPLES = """\
  espirec view out                     open the gallery, or say where it is
  espirec view out 219d1e              one task; the beginning of its id is enough
  espirec view out 219d1e --picture answers.png"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "view",
        summary="look at a task set, or at one task",
        details="Without a task: opens the gallery where there is a display, and says where it is.\n"
        "With a task: its sentence, program, steps and answers, and a picture with the answers\n"
        "marked, where the set has pictures.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    parser.add_argument("task", nargs="?", metavar="TASK", help="the id of a task, or the beginning of one")
    parser.add_argument("--no-open", action="store_true", help="only say where the gallery is")
    parser.add_argument(
        "--picture", type=Path, metavar="PATH", help="where the marked picture goes (OUT/.view/TASK.png)"
    )


def run(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.error import UnknownNameError
    from espire_dsl.tasks.error import TaskSetError

    try:
        return _view_set(args) if args.task is None else _view_task(args)
    except (TaskSetError, UnknownNameError) as error:
        raise UsageError(str(error)) from None


def _view_set(args: argparse.Namespace) -> int:
    if args.picture is not None:
        raise UsageError("--picture needs a task: espirec view OUT TASK --picture PATH")
    page = _page(args.folder)
    write(f"{page}\n")
    if not args.no_open and sys.stdout.isatty() and _has_display(os.environ, sys.platform):
        import webbrowser

        webbrowser.open(page.resolve().as_uri())
    return OK


def _page(folder: Path) -> Path:
    """The gallery of a set, which is written as `espirec compile` does if there is none; that of shards
    always is, as it is none of their set's files."""
    from espire_dsl.gallery.extract import write_extract
    from espire_dsl.gallery.page import write_gallery
    from espire_dsl.gallery.shown_scenes import on_a_page
    from espire_dsl.tasks.files import GALLERY, TaskSet
    from espire_dsl.tasks.folders import SHARDS
    from espire_dsl.tasks.stored import StoredSet

    stored = StoredSet(folder)
    if SHARDS in stored.manifest:
        page, shown = write_extract(stored)
        if shown < len(stored.scenes):
            say(f"note: the page shows the first {shown} of {len(stored.scenes)} scenes")
        return page
    if not (folder / GALLERY).is_file():
        whole = TaskSet(stored.manifest, stored.tasks, stored.scenes)
        about = [task.scene for task in stored.tasks]
        write_gallery(folder, on_a_page(whole, about, stored.scenes.ids), stored.form)
    return folder / GALLERY


def _has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Whether a window can be opened here: always on a desktop system, elsewhere where a display is named."""
    if platform in ("darwin", "win32"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _view_task(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.gallery.text import text_of
    from espire_dsl.tasks.stored import StoredSet

    stored = StoredSet(args.folder)
    task = stored.tasks[args.task]
    write(harmless(text_of(task)))
    return _draw(task, stored.form, args.picture)


def _draw(task: Task, form: Form, picture: Path | None) -> int:
    from espire_dsl.gallery.marked import write_marked

    target = write_marked(task, form, picture)
    if target is not None:
        write(f"\npicture with the answers marked: {target}\n")
    else:
        say("no picture: this set was compiled without pictures, or the answers are not things in it")
    return OK
