"""What is found in the templates of a family, and where."""

from __future__ import annotations

import pytest

from espire_dsl.diagnostics.registry import lookup
from espire_dsl.diagnostics.value import Diagnostic, Findings, Span
from espire_dsl.wording.checks import FrameOf, TemplateUse, check_templates
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import VIEWER, Said, SaidFrame, SaidLength, SaidThing, SaidType
from tests.pace import within
from tests.wording.inventory import FRAME, SUCCULENTS

NEAR = SaidType("LessThan", (SaidLength(0.3),), "distance")
FAR = SaidType("MoreThan", (SaidLength(1.2),), "distance")
THINGS: list[Said] = [FRAME, SUCCULENTS, VIEWER]
SHIFT = 100
"""Where the template begins in the file."""


def owner(binding: object) -> SaidFrame:
    assert isinstance(binding, dict)
    return SaidFrame("intrinsic", binding["O"])


def no_frame(_binding: object) -> None:
    return None


def use(text: str, *, names_frame: bool = False) -> TemplateUse:
    return TemplateUse(
        text, Span("f.espire", SHIFT, SHIFT + len(text)), lambda index: SHIFT + index, names_frame
    )


def check(
    lexicon: Lexicon,
    *templates: TemplateUse | str,
    types: list[Said] | None = None,
    required: tuple[str, ...] = (),
    frame_of: FrameOf = no_frame,
) -> list[Diagnostic]:
    findings = Findings()
    uses = [use(t) if isinstance(t, str) else t for t in templates]
    samples = {"R": types or [NEAR, FAR], "O": THINGS}
    check_templates(uses, samples, required, frame_of, lexicon, findings)
    for finding in findings:
        assert lookup(finding.code) is not None
    return list(findings)


def marked(text: str, finding: Diagnostic) -> str:
    return text[finding.primary.span.start - SHIFT : finding.primary.span.end - SHIFT]


GOOD = "{{ Pick }} a book {{ R }} {{ O }}."


def test_good_templates_give_nothing(lexicon: Lexicon) -> None:
    found = check(
        lexicon,
        GOOD,
        "From the items on the table, find a book {{ R.of(O) }} and {{ pick }} it.",
        "One of the books is {{ R }} {{ O }}: {{ pick }} it.",
        "{{ O.be | capital }} {{ O }} here?\n    If so, {{ pick }} “what is {{ R }} {{ O }}.”",
        required=("R", "O"),
    )
    assert found == []


@pytest.mark.parametrize(
    ("template", "code", "part", "help_says"),
    [
        ("Take {{ R }} {{ O }.", "E0401", "}", None),
        ("Take {{ R }}\n{{ O", "E0401", "O", None),
        ("Take {{ R }} {% if O.plural %}{{ O }}.", "E0401", ".", None),
        ("Take {{ R O }}.", "E0401", "O", None),
        ("Take {{ R }} {{ Oo }}.", "E0402", "Oo", "did you mean `O`?"),
        ("Take {{ R }} {% if O.plural %}{{ elsewhere }}{% endif %}.", "E0402", "elsewhere", "`held`"),
        ("Take {{ R }} {{ O.posessive }}.", "E0403", "posessive", "did you mean `possessive`?"),
        ("Take {{ R }} {{ O | captal }}.", "E0404", "captal", "did you mean `capital`?"),
        ("Take {{ R }} {{- O | zzzzzzz }}.", "E0404", "zzzzzzz", "`ordinal`"),
        ("Take {% for x in R %}{% endfor %}.", "E0405", "for", "`if`"),
        ("Take {{ R }} {{ O.plural ** 2 }}.", "E0405", "**", None),
        ("Take {{ R }} {{ ((((((((( O ))))))))) }}.", "E0406", "(", None),
        ("Take {{ R }} {{ O }}, {{ frame }}.", "E0409", "frame", "say naming frame"),
        ("Take the {{ R.adjective }} book by {{ O }}.", "E0411", "adjective", "`of`"),
        ("Take {{ R.of(O) }} at {{ O.number }}.", "E0411", "number", "`possessive`"),
        ("{{ '' if O.plural else 'Take it.' }}", "E0412", None, None),
        ("{{ R.of(O, O) }}.", "E0414", None, None),
        ("{{ R.of(R) }}.", "E0414", None, None),
        ("{{ O.plural }}.", "E0414", None, None),
        ("Take an book {{ R }} {{ O }}.", "W0401", "an book", None),
        ("An book {{ R }} {{ O }}.", "W0401", "An book", None),
        ("Wait a hour {{ R }} {{ O }}.", "W0401", "a hour", None),
        ("Take a  book {{ R }} {{ O }}.", "W0402", "  ", None),
        ("Take a book {{ R }}  {{ O }}.", "W0402", "  ", None),
        ("Take {{ R }} {{ O }} .", "W0403", " .", None),
        ("Take {{ R }} {{ O }},.", "W0403", ",.", None),
        ("Take the the {{ R }} {{ O }}.", "W0404", "the the", None),
        ("Take a book {{ R }} the {{ O }}.", "W0404", None, None),
        ("Take {{ R }} {{ O }}", "W0405", None, None),
        ("{ Pick } {{ R }} {{ O }}.", "W0406", "{", None),
    ],
)
def test_each_finding(
    lexicon: Lexicon, template: str, code: str, part: str | None, help_says: str | None
) -> None:
    found = check(lexicon, template)
    assert [finding.code for finding in found] == [code]
    if part is not None:
        start = found[0].primary.span.start - SHIFT
        assert marked(template, found[0]) == part
        assert template[start:].startswith(part)
    if help_says is not None:
        assert help_says in (found[0].help or "")


def test_a_slip_is_shown_in_a_sentence(lexicon: Lexicon) -> None:
    [finding] = check(lexicon, "Take a book {{ R }} the {{ O }}.")
    assert finding.notes == (
        "for instance: Take a book less than 30 centimetres away from the the picture frame.",
    )


def test_one_finding_of_a_kind_for_a_template(lexicon: Lexicon) -> None:
    assert [f.code for f in check(lexicon, "A hour, a apple, the the, of of {{ R }} {{ O }}.")] == [
        "W0401",
        "W0404",
    ]


def test_a_name_that_is_unknown_twice_is_one_finding(lexicon: Lexicon) -> None:
    found = check(lexicon, "{{ Oo }} {{ Oo }} {{ Rr }}.")
    assert [(f.code, f.help) for f in found] == [
        ("E0402", "did you mean `O`?"),
        ("E0402", "did you mean `R`?"),
    ]


def test_the_end_of_a_finding_goes_through_the_map_of_places(lexicon: Lexicon) -> None:
    """With escapes in the file, a character of the template takes two in the file."""
    text = 'Take "{{ Oo }}" {{ R }}.'
    template = TemplateUse(text, Span("f", 0, 2 * len(text)), lambda index: 2 * index)
    [finding] = check(lexicon, template)
    at = text.index("Oo")
    assert (finding.primary.span.start, finding.primary.span.end) == (2 * at, 2 * (at + 1) + 1)


def test_line_ends_keep_places(lexicon: Lexicon) -> None:
    text = "Take {{ R }}\r\n  {{ Oo }}\r."
    [finding] = check(lexicon, text)
    assert marked(text, finding) == "Oo"


def test_what_the_answer_depends_on_must_be_said(lexicon: Lexicon) -> None:
    found = check(lexicon, "{{ Pick }} a book.", required=("R", "O"))
    assert [(f.code, "`R`" in f.message, "`O`" in f.message) for f in found] == [
        ("E0407", False, True),
        ("E0407", True, False),
    ]


@pytest.mark.parametrize(
    "template",
    [
        "{% if O.plural %}Take these.{% else %}Take it.{% endif %}",
        "{{ 'Take these.' if O.plural else 'Take it.' }}",
        "{% if O.plural and O.kind == 'near' %}Take these.{% endif %} Now.",
    ],
)
def test_a_name_in_a_condition_is_not_said(lexicon: Lexicon, template: str) -> None:
    assert "E0407" in [f.code for f in check(lexicon, template, required=("O",))]


CHOSEN = "{% if R.constructor == 'Left' %}Take the left{% else %}Take the other{% endif %} side of {{ O }}."


@pytest.mark.parametrize(
    ("names", "codes"), [(("Left", "Right"), []), (("Left", "Right", "Front"), ["E0407"])]
)
def test_a_type_that_chooses_the_text_is_said(
    lexicon: Lexicon, names: tuple[str, ...], codes: list[str]
) -> None:
    types: list[Said] = [SaidType(name, (), "orientation") for name in names]
    assert [f.code for f in check(lexicon, CHOSEN, types=types, required=("R", "O"))] == codes


def test_a_length_that_no_text_says_is_missed(lexicon: Lexicon) -> None:
    lengths: list[Said] = [SaidType("LessThan", (SaidLength(d),), "distance") for d in (0.2, 0.4)]
    text = "Take a book {{ 'near' if R.constructor == 'LessThan' else R }} {{ O }}."
    assert [f.code for f in check(lexicon, text, types=lengths, required=("R", "O"))] == ["E0407"]


@pytest.mark.parametrize(
    "template", ["{{ R.of(O) }}.", "{{ O.possessive }}.", "{{ 'x' ~ O }}.", "{{ O|a }}."]
)
def test_a_name_can_be_said_in_any_form(lexicon: Lexicon, template: str) -> None:
    assert check(lexicon, template, required=("O",)) == []


class TestFrames:
    def test_naming_it_by_the_lexicon(self, lexicon: Lexicon) -> None:
        named = use("{{ Pick }} a book {{ R }} {{ O }}, {{ frame }}.", names_frame=True)
        assert check(lexicon, named, frame_of=owner) == []

    def test_naming_it_by_its_owner(self, lexicon: Lexicon) -> None:
        named = use("{{ Pick }} a book, going by where {{ O.possessive }} front is.", names_frame=True)
        assert check(lexicon, named, frame_of=owner) == []

    def test_not_naming_it(self, lexicon: Lexicon) -> None:
        [finding] = check(lexicon, use("{{ Pick }} a book on the left.", names_frame=True), frame_of=owner)
        assert finding.code == "E0408"

    @pytest.mark.parametrize(
        ("words", "codes"), [("as you see it", []), ("on your side", []), ("over yonder", ["E0408"])]
    )
    def test_the_viewer_is_spoken_to(self, lexicon: Lexicon, words: str, codes: list[str]) -> None:
        named = use(f"Take a book {words}.", names_frame=True)
        found = check(lexicon, named, frame_of=lambda _: SaidFrame("relative"))
        assert [f.code for f in found] == codes

    @pytest.mark.parametrize("frame", [SaidFrame("absolute"), None])
    def test_nothing_to_name(self, lexicon: Lexicon, frame: SaidFrame | None) -> None:
        named = use("Take a book {{ R }} {{ O }}, as you see it.", names_frame=True)
        assert [f.code for f in check(lexicon, named, frame_of=lambda _: frame)] == ["E0413"]

    def test_a_frame_without_an_owner_is_a_finding_only_where_it_is_named(self, lexicon: Lexicon) -> None:
        def lost(_binding: object) -> SaidFrame:
            return SaidFrame("intrinsic", None)

        assert check(lexicon, GOOD, frame_of=lost) == []
        for text in (GOOD, "Take a book {{ R }} {{ O }}, {{ frame }}."):
            found = check(lexicon, use(text, names_frame=True), frame_of=lost)
            assert [f.code for f in found] == ["E0414"]

    def test_each_reference_is_tried(self, lexicon: Lexicon) -> None:
        named = use("Take a book by the picture frame.", names_frame=True)
        assert [f.code for f in check(lexicon, named, frame_of=owner)] == ["E0408"]


class TestTwins:
    @pytest.mark.parametrize(
        ("first", "second"),
        [
            (GOOD, GOOD),
            (GOOD, "{{ Pick }} a book {{ R }} {{ O }}!"),
            (GOOD, "Grab a book {{ R }} {{ O }}."),
            ("Take a book {{ R.of(O) }}.", "Take a book more than 1.2 metres away from {{ O }}."),
            ("Look at {{ O }} {{ R }}.", "Look at {{ O if O.plural else 'it' }} {{ R }}."),
        ],
    )
    def test_found(self, lexicon: Lexicon, first: str, second: str) -> None:
        [finding] = check(lexicon, first, second)
        assert finding.code == "E0410"
        assert len(finding.secondary) == 1

    def test_templates_that_differ(self, lexicon: Lexicon) -> None:
        assert check(lexicon, GOOD, "Take a book {{ R.of(O) }}, please.") == []


def test_a_bad_template_does_not_hide_the_next(lexicon: Lexicon) -> None:
    assert [f.code for f in check(lexicon, "{{ Oo }}.", "{{ R }} {{ O }}")] == ["E0402", "W0405"]


def test_types_without_words_are_findings(lexicon: Lexicon) -> None:
    [finding] = check(lexicon, GOOD, types=[SaidType("Sideways")])
    assert finding.code == "E0414"
    assert "`Sideways`" in finding.message


def test_a_suite_is_checked_in_no_time(lexicon: Lexicon) -> None:
    """The size of the suite: 65 families of 3 or 4 templates for thirty bindings each."""
    things: list[Said] = [SaidThing(f"thing {letter}") for letter in "abcdefghijklmno"]
    with within(40):
        for family in range(65):
            uses = [
                use(f"{{{{ Pick }}}} book number {family} {{{{ R }}}} {{{{ O }}}}."),
                use(f"Find book {family} {{{{ R.of(O) }}}} and {{{{ pick }}}} it."),
                use(f"Book {family} is {{{{ R }}}} {{{{ O }}}}: {{{{ pick }}}} it."),
            ]
            findings = Findings()
            check_templates(uses, {"R": [NEAR, FAR], "O": things}, ("R", "O"), no_frame, lexicon, findings)
            assert not findings.items
