"""`espirec audit` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.auditing.making import saved, task

BIASED = [task(n, template=n % 3) for n in range(20)]
FAIR = [task(n, id=f"fair{n}", family="pick.fair", answers=["abc"[n % 3]]) for n in range(21)]
CLOSEST = [task(n, id=f"near{n}", family="pick.distance.viewer.extreme") for n in range(5)]


def test_flagged_families_are_marked_and_told_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(saved(tmp_path, [*BIASED, *FAIR, *CLOSEST]))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "suite hand: 46 tasks"
    [biased] = [line for line in lines if "pick.mine" in line and "!100 %" in line]
    assert biased.split()[:5] == ["!", "pick.mine", "20", "33", "%"]
    fair = [line for line in lines if "pick.fair" in line and "%" in line]
    assert fair
    assert not any("!" in line for line in fair)
    assert any("first candidate" in line and "84 % .. 100 %" in line for line in lines[-3:])
    assert any("Closest" in line and "the question is which one is nearest" in line for line in lines)
    assert any(line.split() == ["pick.mine", "7", "7", "6", "1", "0.00"] for line in lines)


def test_columns_are_aligned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["audit", str(saved(tmp_path, [*BIASED, *FAIR])), "--details"])
    lines = capsys.readouterr().out.split("\n\n")[1].splitlines()[1:]
    assert len(lines) == 1 + 2 * 6
    assert len({line.index(" .. ") for line in lines[1:]}) == 1
    assert {line.index(" .. ") - line.rindex(" %", 0, line.index(" .. ")) for line in lines[1:]} == {2}
    assert "95 % interval" in lines[0]


def test_marked_lines_are_coloured_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(saved(tmp_path, [*BIASED, *FAIR]))
    main(["audit", out, "--color", "always"])
    lines = capsys.readouterr().out.splitlines()
    assert all(("\x1b[" in line) == ("!" in line) for line in lines)
    assert any("\x1b[" in line for line in lines)
    main(["audit", out, "--color", "never"])
    assert "\x1b" not in capsys.readouterr().out


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["audit", str(saved(tmp_path, [task(1, family="pick.\x1b[31m")]))])
    assert "\x1b" not in capsys.readouterr().out


def test_strict_makes_a_flag_an_exit_code(tmp_path: Path) -> None:
    out = str(saved(tmp_path, [*BIASED, *FAIR]))
    assert main(["audit", out, "--strict"]) == 1
    assert main(["audit", out]) == 0
    assert main(["audit", out, "--strict", "--family", "pick.fair"]) == 0


def test_a_fair_set_is_said_to_be_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(saved(tmp_path, FAIR)), "--strict"]) == 0
    assert capsys.readouterr().out.endswith("hand: no shortcut is right well above chance\n")


def test_json_says_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(saved(tmp_path, [*BIASED, *CLOSEST])), "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    [suite] = report["suites"]
    assert report["flagged"] == suite["flagged"] > 0
    by_family = {group["family"]: group for group in suite["groups"]}
    first = by_family["pick.mine"]["shortcuts"][0]
    assert (first["shortcut"], first["tasks"], first["hits"], first["rate"]) == ("first", 20, 20, 1.0)
    assert first["chance"] == pytest.approx(1 / 3)
    assert first["interval"][0] == pytest.approx(0.839, abs=1e-3)
    assert first["p"] == pytest.approx(3.0**-20)
    assert first["p_holm"] > first["p"]
    assert first["flagged"] is True
    assert by_family["pick.mine"]["spread"]["templates"] == {"0": 7, "1": 7, "2": 6}
    assert by_family["pick.distance.viewer.extreme"]["by_definition"][0]["type"] == "Closest"


def test_suites_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = [task(1, suite="other")]
    out = str(saved(tmp_path, [*FAIR, *other]))
    main(["audit", out])
    assert capsys.readouterr().out.count("suite ") == 2
    main(["audit", out, "--suite", "other", "--by", "type"])
    said = capsys.readouterr().out
    assert said.startswith("suite other: 1 tasks")
    assert "pick.mine Closest" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--suite", "nothing"], "no suite `nothing` in this task set; it has hand"),
        (["--family", "place.*"], "no family fits `place.*`"),
    ],
)
def test_a_choice_of_nothing_is_an_error(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(saved(tmp_path, FAIR)), *options]) == 2
    assert words in capsys.readouterr().err


def test_an_empty_set_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(saved(tmp_path, []))]) == 2
    assert "has no tasks" in capsys.readouterr().err


def test_a_folder_that_is_no_task_set_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert main(["audit", str(folder)]) == 2
        assert "this is no task set" in capsys.readouterr().err


def test_a_broken_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = saved(tmp_path, FAIR)
    (out / "tasks.jsonl").write_text("{}\n", encoding="utf-8")
    assert main(["audit", str(out)]) == 2
    assert "tasks.jsonl:1: not a task" in capsys.readouterr().err


def test_fairness_is_told_by_family_and_by_tag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = [task(n, tags={"by_eye": n < 15}, instruction=f"Take {n % 4}.") for n in range(20)]
    main(["audit", str(saved(tmp_path, tasks))])
    said = capsys.readouterr().out
    assert "a blind choice is right: 33 % on average over 20 tasks, 33 % at most, above 50 % in 0" in said
    lines = [line.split() for line in said[said.index("how fair") :].splitlines()]
    names = ["family", "tasks", "chance", "most", "above", "50", "%", "by", "eye", "templates"]
    assert lines[4][:10] == names
    assert ["pick.mine", "20", "33", "%", "33", "%", "0", "75", "%", "1", "4", "1"] in lines
    assert ["by_eye:", "no", "5", "33", "%", "33", "%", "0", "0", "%", "1", "4", "1"] in lines


def test_tags_of_very_many_values_are_only_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["audit", str(saved(tmp_path, [task(n, tags={"n": f"value {n}"}) for n in range(30)]))])
    assert ["n:", "30", "values", "30"] in [line.split() for line in capsys.readouterr().out.splitlines()]


def test_fairness_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(
        [
            "audit",
            str(saved(tmp_path, [task(n, tags={"by_eye": True}) for n in range(2)])),
            "--format",
            "json",
        ]
    )
    [suite] = json.loads(capsys.readouterr().out)["suites"]
    assert suite["fairness"] == suite["groups"][0]["fairness"] == suite["tags"][0]["fairness"]
    assert suite["fairness"]["by_eye"] == {"holds": 2, "tasks": 2}
    assert suite["fairness"]["chance"]["tenths"][3] == 2
