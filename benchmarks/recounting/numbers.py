"""The numbers of the rules, written down a second time on purpose: metres, degrees, shares, pixels."""

LEAST_CANDIDATES, LEAST_CANDIDATES_RANK, LEAST_BOOKS_EASY = 3, 4, 2
MOST_RIGHT, MOST_CHANCE, MOST_MEAN_CHANCE = 0.5, 0.5, 0.35
LEAST_SCENES = 15

SHARE, LENGTH = 0.10, 0.05
"""Ranks, extremes and wrong answers of stated lengths: a tenth, and 5 cm."""
INSIDE = 0.05
"""Right answers of stated lengths: this share of the length within the boundary."""
FROM_CAMERA_INSIDE = 0.03
"""Slots seen from the camera: right answers, in metres."""
BOOK_SHARE, BOOK_LENGTH = 0.15, 0.02
"""Sizes of books: wrong answers beyond the tolerance."""
TOLERANCE, SIZE_TOLERANCE = 0.03, 0.01

ANGLE = 5.0
FLOOR = 0.05
FACING = 120.0
VISIBLE, PIXELS, PICTURE = 0.5, 150, 640 * 480
COLUMNS_APART = 10
"""Things counted from the viewer's left or right: pixels between the answer and any other."""
LEAST_SEEN = 60
"""Below so many pixels a thing is no candidate."""
MOST_UNDECIDED = 1 / 3
LEAST_LINES = 3
BESIDE = 0.10
SENSITIVE, LEAST_SUPPLY = 0.5, 0.1
LEVEL = 0.01

EPSILON = 1e-6
"""Records are rounded to a millionth or finer."""
ROUNDED = 1e-4
"""Shares in a manifest are rounded to four places."""


def step_of(length: float) -> float:
    """In which steps people say a length."""
    return 0.01 if length < 0.5 - EPSILON else 0.05 if length < 2.0 - EPSILON else 0.10


def is_spoken(length: float) -> bool:
    """Whether a length is of the steps in which people say lengths."""
    steps = length / step_of(length)
    return abs(steps - round(steps)) < EPSILON * 100
