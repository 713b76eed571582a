"""The starter file of `espirec new world`: a world with a parameter, and a family that is asked in it."""

from __future__ import annotations

WORLD = '''\
espire 2

world {name}(most: Int in 4 .. 8 = 6) {{
  """A table with a bear, a jar somewhere left of it, and some books."""
  levels    few, many
  floor     8 m, 8 m
  furniture table, of: table

  # What stands at a place, and what stands on the side of something.
  let turn = uniform(-30 deg .. 30 deg)
  put       bear: teddy_bear, at: (0 m, 10 cm), turned: turn
  put       jar: ceramic_jar, left_of: bear, distance: 5 cm .. 40 cm

  # What is strewn over the table: how many, in which poses, how far apart.
  items     book, of: book, count: {{ few: 4, many: most }}
  pose      book, standing
  pose      book, lying
  scatter   book, over: top(inset: 2 cm), gap: 5 cm

  camera    world, above: 50 cm .. 1 m, before: 30 cm .. 80 cm, aim: front_edge
  see       {{ book, near }}, part: 0.3, whole: true
  require   all(b in books, distance(b, to: bear) > 5 cm)
}}

family point.{name}.distance {{
  """Books by how far they are from the bear or the jar."""
  spec        distance coarse, reference O
  world       {name}(most: 7)
  candidates  books

  let O in near
  let R in {{ Closest, Farthest }}

  program     filter_distance(candidates, R, to: O)

  say "Point to the book that is {{{{ R.of(O) }}}}."
  say "Which book is {{{{ R.of(O) }}}}?"
}}

law {name}_has_four_books(s: Scene in {name}) {{
  count(books(s)) >= 4
}}
'''
