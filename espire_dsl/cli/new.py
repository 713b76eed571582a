"""`espirec new`: writes a starter family, a starter world or a starter asset, that checks."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from espire_dsl.cli.new_world import WORLD
from espire_dsl.cli.output import OK, UsageError, say
from espire_dsl.cli.parser import Subparsers, add_command

_EXAMPLES = """\
  espirec new pick.distance.mine                  writes mine.espire
  espirec new place.mine -o families/mine.espire --action place
  espirec new world kitchen                       writes kitchen.espire
  espirec new asset red_mug                       writes red_mug.espire"""
_NAME = re.compile(r"[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*")
_WORD = re.compile(r"[a-z][a-z_0-9]*")

_PICK = '''\
espire 1

family {name} {{
  """Books by how far they are from something on the table."""
  spec        distance coarse, reference O
  world       tabletop
  action      pick
  candidates  books

  let O in near
  let R in {{ Closest, Farthest }}

  program     filter_distance(candidates, R, to: O)

  say "{{{{ Pick }}}} a book that is {{{{ R.of(O) }}}}."
  say "Which book is {{{{ R.of(O) }}}}? {{{{ Pick }}}} it."
  say "Of all the books on the table, {{{{ pick }}}} one {{{{ R.of(O) }}}}."
}}

example "the nearer of two books" of {name} {{
  scene {{
    viewer at (0, -1)
    table at (0, 0)
    near teddy_bear bear at (-0.4, 0)
    book a at (-0.2, 0)
    book b at (0.3, 0)
  }}
  given O = bear
  given R = Closest
  expect {{ a }}
}}
'''

_PLACE = '''\
espire 1

family {name} {{
  """Slots by how far they are from something on the shelf."""
  spec        distance coarse, reference O
  world       shelf
  action      place
  candidates  slots

  let O in near
  let R in {{ LessThan(d), MoreThan(d) }} where d in 20 cm .. 150 cm step 5 cm

  program     filter_distance(candidates, R, to: O)

  say "{{{{ Place }}}} the book in a slot {{{{ R.of(O) }}}}."
  say "Find a slot {{{{ R.of(O) }}}} and {{{{ place }}}} the book there."
  say "The book belongs in a slot {{{{ R.of(O) }}}}: {{{{ place }}}} it there."
}}

example "the slot beside and the slot far away" of {name} {{
  scene {{
    viewer at (0, -2)
    shelf at (0, 0, 1)
    slot s1 at (-0.5, 0, 1) in shelf row 1 column 1
    slot s2 at (0, 0, 1) in shelf row 1 column 2
    slot s3 at (0.5, 0, 1) in shelf row 1 column 3
    near pagoda tower at (-0.5, 0, 1) in s1
  }}
  given O = tower
  given R = MoreThan(50 cm)
  expect {{ s3 }}
}}
'''
_ASSET = """\
espire 2

# The lengths are depth (towards the front), width and height; `at` is the middle of a part, from the middle
# of the ground below the thing. docs/entries.md lists all that an asset can say.
asset {name} is near {{
  name      "{words}"
  size      12 cm, 16 cm, 10 cm
  front     +x
  labels    colour: "red"
  part      cylinder(10 cm, 10 cm, 8 cm), at: (0, 0, 4 cm), paint: red
  part      ball(10 cm, 10 cm, 4 cm), at: (0, 0, 8 cm), paint: white
  part      box(2 cm, 2 cm, 2 cm), at: (5 cm, 0, 5 cm), paint: black
}}
"""
TEMPLATES = {"pick": _PICK, "place": _PLACE}
STARTERS = {"world": (WORLD, ("check", "test", "compile")), "asset": (_ASSET, ("check", "fmt"))}
"""What `espirec new SORT NAME` writes, and the commands to try next."""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "new",
        summary="write a starter family, world or asset that compiles",
        details="Writes a family and an example of it, a world with a family, or an asset into a new file, "
        "to be changed into what you need.",
        examples=_EXAMPLES,
    )
    parser.add_argument(
        "words",
        nargs="+",
        metavar="NAME",
        help="the family's name, such as pick.distance.mine; or `world` or `asset` and its name",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it")
    parser.add_argument("--action", choices=sorted(TEMPLATES), help="pick or place (default: from the name)")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.cli.atomic import create_text

    name, text, commands = _starter(args.words, args.action)
    path = args.output or Path(name.rsplit(".", 1)[-1] + ".espire")
    if path.suffix != ".espire":
        raise UsageError(f"{path}: families and assets live in .espire files")
    try:
        create_text(path, text)
    except FileExistsError:
        raise UsageError(f"{path}: this file is there already, and is left as it is") from None
    say(f"wrote {path}; now try")
    for command in commands:
        say(f"  espirec {command} {path}")
    return OK


def _starter(words: list[str], action: str | None) -> tuple[str, str, tuple[str, ...]]:
    """The name, the text, and the commands to try next."""
    name = words[-1]
    if len(words) > 2 or (len(words) == 2 and words[0] not in STARTERS):
        known = " or ".join(f"`espirec new {sort} NAME`" for sort in STARTERS)
        raise UsageError(f"{' '.join(words)}: write `espirec new NAME` for a family, {known}")
    if len(words) == 2:
        if not _WORD.fullmatch(name):
            article = "an" if words[0] == "asset" else "a"
            raise UsageError(
                f"{name}: the name of {article} {words[0]} is small letters, digits and _, a letter first"
            )
        text, commands = STARTERS[words[0]]
        return name, text.format(name=name, words=name.replace("_", " ")), commands
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name}: a name is words of small letters, digits and _ between dots")
    action = action or ("place" if name.startswith("place.") else "pick")
    return name, TEMPLATES[action].format(name=name), ("check", "test", "show sentences")
