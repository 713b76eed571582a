"""The analysis of states finds the geometry that was put in, and agrees with plain loops."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.analysis import analysed, read_summary, summary_of
from espire_dsl.probing.axes import AXES, CATEGORIES
from espire_dsl.probing.comparison import compared
from espire_dsl.probing.geometry import coherence, layer_geometry, projection
from espire_dsl.probing.layers import chosen_layer
from espire_dsl.probing.pairs import read_pairs
from espire_dsl.probing.source import source_table
from espire_dsl.probing.states import create_layer, layer_path, mapped_layer, read_states
from espire_dsl.reporting.statistics import sampled_correlation
from tests.probing import making, plainly


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.floats(-0.9, 0.9), st.floats(0.01, 3))
@settings(max_examples=40, deadline=None)
def test_it_agrees_with_plain_loops(seed: int, each: int, entangled: float, noise: float) -> None:
    asked = making.pairs(each)
    deltas = making.deltas(asked, making.directions(entangled), noise, seed)
    categories = [pair.category for pair in asked.pairs]
    found = layer_geometry(3, deltas, categories)
    slow = deltas.tolist()
    for axis in AXES:
        assert found.coherence[axis.name] == pytest.approx(
            plainly.coherence(slow, categories, axis.name), abs=1e-6
        )
    assert found.vd_ei == pytest.approx(plainly.vd_ei(slow, categories), abs=1e-6)
    means = {c: plainly.mean_of(slow, categories, c) for c in CATEGORIES}
    for row, one in zip(found.cosines, CATEGORIES, strict=True):
        for value, other in zip(row, CATEGORIES, strict=True):
            assert value == pytest.approx(plainly.cosine(means[one], means[other]), abs=1e-6)


@pytest.mark.parametrize("each", [2, 4, 9])
def test_components_agree_with_plain_loops_and_singular_values(each: int) -> None:
    asked = making.pairs(each)
    deltas = making.deltas(asked, making.directions(0.3), 0.7, 5, scale=2.0)
    categories = [pair.category for pair in asked.pairs]
    found = projection(deltas, categories)
    assert found.variance[0] == pytest.approx(plainly.first_component(deltas.tolist()), abs=1e-6)
    left, lengths, _ = np.linalg.svd(deltas - deltas.mean(axis=0), full_matrices=False)
    wanted = left[:, :3] * lengths[:3]
    assert found.points.shape == (6 * each, 3)
    for component in range(3):
        along, other = found.points[:, component], wanted[:, component]
        assert np.allclose(along, other, atol=1e-6) or np.allclose(along, -other, atol=1e-6)
    assert list(found.variance) == sorted(found.variance, reverse=True)


@given(st.integers(0, 2**32 - 1), st.integers(2, 20))
@settings(max_examples=30, deadline=None)
def test_coherence_knows_directions_and_no_lengths(seed: int, number: int) -> None:
    dice = np.random.default_rng(seed)
    vectors = dice.normal(size=(number, 7))
    lengths = dice.uniform(0.1, 50, size=(number, 1))
    found = coherence(vectors)
    assert found is not None
    assert -1 / (number - 1) - 1e-9 <= found <= 1
    assert coherence(vectors * lengths) == pytest.approx(found, abs=1e-9)
    assert coherence(vectors[::-1]) == pytest.approx(found, abs=1e-9)
    assert coherence(-vectors) == pytest.approx(found, abs=1e-9)
    assert coherence(np.repeat(vectors[:1], number, axis=0)) == pytest.approx(1)


def geometry(
    entangled: float, noise: float, scale: float = 1.0
) -> tuple[dict[str, float | None], float | None]:
    asked = making.pairs(100)
    deltas = making.deltas(asked, making.directions(entangled), noise, 11, scale)
    found = layer_geometry(1, deltas, [pair.category for pair in asked.pairs])
    return dict(found.coherence), found.vd_ei


@pytest.mark.parametrize("entangled", [0.6, 0.3, 0.0, -0.4])
def test_entanglement_that_was_put_in_is_found(entangled: float) -> None:
    """VD-EI is the cosine of the two axes; unit noise leaves a coherence of a half."""
    found, vd_ei = geometry(entangled, noise=1.0)
    assert vd_ei == pytest.approx(entangled, abs=0.05)
    assert all(value == pytest.approx(0.5, abs=0.08) for value in found.values())


def test_noise_has_neither_coherence_nor_entanglement() -> None:
    found, vd_ei = geometry(0.6, noise=1.0, scale=0.0)
    assert all(value == pytest.approx(0, abs=0.02) for value in found.values())
    assert vd_ei is not None
    assert abs(vd_ei) < 0.6 * 0.6


def test_opposites_point_away_from_one_another(tmp_path: Path) -> None:
    asked = making.pairs(40)
    layers = [making.deltas(asked, making.directions(0.5), 0.5, n) for n in range(4)]
    states = read_states(making.write_states(tmp_path / "states", asked, layers), asked)
    found = analysed(asked, states)
    cosines = dict(zip(CATEGORIES, found.chosen.cosines, strict=True))
    for axis in AXES:
        there = CATEGORIES.index(axis.opposite)
        assert cosines[axis.canonical][there] == pytest.approx(-1, abs=0.05)
    points = found.projected.points
    named = np.array(found.categories)
    assert points[named == "far"][:, 0].mean() > 0 > points[named == "close"][:, 0].mean()


def test_the_layer_with_all_three_axes_is_chosen_and_not_among_the_last(tmp_path: Path) -> None:
    """Coherence grows up to the end, and layer 20 is beyond 95 % of 20."""
    asked = making.pairs(30)
    scales = [0.0, *(0.1 * n for n in range(1, 21))]
    layers = [making.deltas(asked, making.directions(0.4), 1.0, 2, scale) for scale in scales]
    states = read_states(making.write_states(tmp_path / "states", asked, layers), asked)
    found = analysed(asked, states)
    assert found.choice.layer == 19
    assert found.choice.candidates[-1] == 19
    assert any("95 % of the depth" in reason for reason in found.choice.reasons)
    assert any("at layer 20" in reason for reason in found.choice.reasons)
    assert analysed(asked, states, 7).choice.layer == 7
    with pytest.raises(UsageError, match="layers 1 to 20"):
        analysed(asked, states, 21)


def test_a_peak_in_the_middle_is_chosen() -> None:
    asked = making.pairs(30)
    categories = [pair.category for pair in asked.pairs]
    layers = [
        layer_geometry(
            n, making.deltas(asked, making.directions(0.2), 1.0, 4, 2 - abs(n - 6) / 6), categories
        )
        for n in range(13)
    ]
    assert chosen_layer(layers).layer == 6


def test_an_axis_without_pairs_has_no_value(tmp_path: Path) -> None:
    asked = making.pairs(10, categories=("left", "right"))
    layers = [making.deltas(asked, making.directions(0.0), 0.3, n) for n in range(3)]
    found = analysed(asked, read_states(making.write_states(tmp_path / "states", asked, layers), asked))
    assert found.chosen.coherence["horizontal"] == pytest.approx(0.9, abs=0.05)
    assert (found.chosen.coherence["vertical"], found.chosen.vd_ei) == (None, None)
    assert found.chosen.cosines[CATEGORIES.index("far")][0] is None


@pytest.mark.slow
def test_files_tell_the_same_and_stay_the_same(
    tmp_path: Path, tunnel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probe", "pairs", str(tunnel), "-o", str(tmp_path / "p.jsonl"), "--family", "*probe*"]) == 0
    asked = read_pairs(tmp_path / "p.jsonl")
    layers = [making.deltas(asked, making.directions(0.5), 0.8, n) for n in range(6)]
    states = making.write_states(tmp_path / "states", asked, layers, "tiny <b>")
    capsys.readouterr()
    for name in ("one", "two"):
        command = [
            "probe",
            "analyse",
            str(tunnel),
            str(states),
            "--family",
            "*probe*",
            "-o",
            str(tmp_path / name),
        ]
        assert main(command) == 0
    told = capsys.readouterr().out
    assert "Coh_H" in told
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert set(files) == {
        *("analysis.json", "analysis.html", "layers.csv", "points.csv"),
        *("cosines.svg", "pca2.svg", "pca3.svg", "layers.svg"),
    }
    page = files["analysis.html"].decode()
    assert "tiny &lt;b&gt;" in page
    assert "source: RoboRefer-2B-SFT" in page
    assert "default-src 'none'" in page
    data = json.loads(files["analysis.json"])
    assert sum(data["counts"].values()) == len(asked.pairs) == 30
    summary = read_summary(tmp_path / "one" / "analysis.json")
    assert summary.values["vd_ei"] == data["chosen"]["vd_ei"]
    assert main(["probe", "compare", *[str(tmp_path / n / "analysis.json") for n in ("one", "two")]]) == 0
    assert "+0.000" in capsys.readouterr().out


def broken(folder: Path, what: str) -> None:
    if what == "nan":
        mapped = mapped_layer(layer_path(folder, 1), "r+")
        mapped[7, 3] = np.nan
        mapped.flush()
    elif what == "width":
        create_layer(layer_path(folder, 2), 60, 7)
    elif what == "layer":
        layer_path(folder, 1).unlink()
    elif what == "cut":
        path = layer_path(folder, 1)
        path.write_bytes(path.read_bytes()[:-50])
    elif what == "rubbish":
        layer_path(folder, 1).write_bytes(b"\xff" * 100)
    elif what == "pairs":
        path = folder / "questions.jsonl"
        path.write_text("\n".join(path.read_text("utf-8").split("\n")[:-3]) + '\n{"quest', "utf-8")


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("nan", "layer_01.safetensors: the states of 1 pairs are not finite, the first is pair 3"),
        ("width", "layer 2 is 60 x 7, and states.json says 60 x 24"),
        ("layer", "layer 1 of 3 is missing"),
        ("cut", "its size is not what its header says"),
        ("rubbish", "its header is longer than it may be"),
        ("pairs", "2 of 60 questions have no states yet"),
    ],
)
def test_broken_states_are_told(tmp_path: Path, what: str, told: str) -> None:
    asked = making.pairs(5)
    layers = [making.deltas(asked, making.directions(0.5), 0.8, n) for n in range(3)]
    folder = making.write_states(tmp_path / "states", asked, layers)
    analysed(asked, read_states(folder, asked))
    broken(folder, what)
    with pytest.raises(UsageError) as raised:
        analysed(asked, read_states(folder, asked))
    assert told in str(raised.value)


def test_states_of_another_set_are_told(tmp_path: Path) -> None:
    asked = making.pairs(5)
    folder = making.write_states(
        tmp_path / "states", asked, [making.deltas(asked, making.directions(0), 1, 0)] * 2
    )
    with pytest.raises(UsageError, match="the states of another set of pairs"):
        read_states(folder, making.pairs(6))
    with pytest.raises(UsageError, match="no folder of states"):
        read_states(tmp_path, asked)


def test_correlations_have_n_and_p() -> None:
    """The source's own values: coherence of distance against accuracy where the shortcut misleads."""
    coherence_of, accuracy = source_table("coherence").rows, source_table("existing").rows
    models = [model for model in coherence_of if model in accuracy]
    one = [coherence_of[model]["distance"] or 0 for model in models]
    other = [accuracy[model]["embspatial_counter"] or 0 for model in models]
    found = sampled_correlation(one, other)
    assert found is not None
    wanted = stats.spearmanr(one, other)
    assert (found.n, found.rho) == (16, pytest.approx(wanted.statistic))
    assert found.p == pytest.approx(wanted.pvalue, abs=0.004)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=10, max_size=20))
@settings(max_examples=15, deadline=None)
def test_random_orders_agree_with_those_of_another_library(values: list[tuple[int, int]]) -> None:
    """Also where most values are equal, so that the usual approximation says nothing."""
    one, other = zip(*values, strict=True)
    found = sampled_correlation(one, other)
    if len(set(one)) < 2 or len(set(other)) < 2:
        assert found is None
        return
    assert found is not None
    ranks = stats.rankdata(other)
    wanted = stats.permutation_test(
        (stats.rankdata(one),),
        lambda order: round(abs(np.corrcoef(order, ranks)[0, 1]), 9),
        permutation_type="pairings",
        alternative="greater",
        n_resamples=1500,
        rng=0,
    )
    assert found.p == pytest.approx(wanted.pvalue, abs=0.06)


def test_a_correlation_takes_three_models(tmp_path: Path) -> None:
    asked = making.pairs(5)
    summaries = []
    for number in range(4):
        layers = [making.deltas(asked, making.directions(0.1 * number), 1.0, number)] * 3
        folder = making.write_states(tmp_path / str(number), asked, layers, f"m{number}")
        summaries.append(summary_of(analysed(asked, read_states(folder, asked))))
    with pytest.raises(UsageError, match="takes 3 models"):
        compared(summaries, {"m0": 0.1, "m1": 0.2, "other": 0.3})
    found = compared(summaries, {"m0": 0.1, "m1": 0.2, "m2": 0.3, "m3": 0.5})
    assert found.correlations["vd_ei"].n == 4
    assert found.correlations["vd_ei"].p is not None


def test_memory_is_that_of_a_layer_whatever_their_number(tmp_path: Path) -> None:
    asked = making.pairs(50)
    one = making.deltas(asked, making.directions(0.4, 1_024), 1.0, 0)
    folder = making.write_states(tmp_path / "states", asked, [one] * 25)
    tracemalloc.start()
    analysed(asked, read_states(folder, asked))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    layer = 2 * len(asked.pairs) * 1_024 * 8
    assert most < 6 * layer
