"""`espirec new`: writes a starter family that compiles."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from espire_dsl.cli.output import OK, UsageError, say
from espire_dsl.cli.parser import Subparsers, add_command

_EXAMPLES = """\
  espirec new pick.distance.mine                  writes mine.espire
  espirec new place.mine -o families/mine.espire --action place"""
_NAME = re.compile(r"[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*")

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
TEMPLATES = {"pick": _PICK, "place": _PLACE}


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "new",
        summary="write a starter family that compiles",
        details="Writes a family and an example of it into a new file, to be changed into what you need.",
        examples=_EXAMPLES,
    )
    parser.add_argument("name", metavar="NAME", help="the family's name, such as pick.distance.mine")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it")
    parser.add_argument("--action", choices=sorted(TEMPLATES), help="pick or place (default: from the name)")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.cli.atomic import create_text

    if not _NAME.fullmatch(args.name):
        raise UsageError(f"{args.name}: a name is words of small letters, digits and _ between dots")
    action = args.action or ("place" if args.name.startswith("place.") else "pick")
    path = args.output or Path(args.name.rsplit(".", 1)[-1] + ".espire")
    if path.suffix != ".espire":
        raise UsageError(f"{path}: families live in .espire files")
    try:
        create_text(path, TEMPLATES[action].format(name=args.name))
    except FileExistsError:
        raise UsageError(f"{path}: this file is there already, and is left as it is") from None
    say(f"wrote {path}; now try")
    for command in ("check", "test", "show sentences"):
        say(f"  espirec {command} {path}")
    return OK
