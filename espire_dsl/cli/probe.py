"""`espirec probe`: shortcuts in what models answer, and in what they hold inside."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.output import OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command, add_selection, positive

if TYPE_CHECKING:
    from espire_dsl.reporting.plots import Figure

_EXAMPLES = """\
  espirec probe score tunnel mine.jsonl -o scores      v, gap, heat maps and curves
  espirec probe pairs tunnel -o pairs.jsonl            the pairs, for a runner of one's own
  espirec probe extract tunnel --model MODEL -o states run a model of transformers on the pairs
  espirec probe analyse tunnel states -o analysis      coherence, entanglement, PCA, layers
  espirec probe compare one/analysis.json two/analysis.json"""
_NO_FIGURES = "matplotlib is not installed, so there are no figures: pip install 'espire-dsl[report]'"


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "probe",
        summary="find shortcuts in what models answer, and in what they hold inside",
        details="score    how sure a model is of the right word, where a shortcut helps and where not\n"
        "pairs    questions that differ in the order of two things alone, as a file\n"
        "extract  run a model on the pairs: how likely a yes is, and hidden states of every layer\n"
        "analyse  how far the states of an axis point one way, and how far axes are entangled\n"
        "compare  analyses of models side by side\n"
        "docs/spatialtunnel.md tells all of it.",
        examples=_EXAMPLES,
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    _add_score(actions.add_parser("score", help="scores of yes/no questions by probability"))
    _add_pairs(actions.add_parser("pairs", help="write the pairs of a set"))
    _add_extract(actions.add_parser("extract", help="run a model on pairs"))
    _add_analyse(actions.add_parser("analyse", help="look at hidden states"))
    _add_compare(actions.add_parser("compare", help="put models side by side"))


def _add_score(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="OUT", help="a task set")
    parser.add_argument(
        "predictions",
        type=Path,
        metavar="FILE",
        help="predictions with p_yes or answer, or the folder of a run",
    )
    parser.add_argument("-o", dest="target", type=Path, metavar="SCORES", help="a folder for all files")
    parser.add_argument("--model", metavar="NAME", help="what the model is called in files")
    parser.add_argument("--exact", action="store_true", help="by exact match, even where p_yes is known")
    parser.add_argument("--answered-only", action="store_true", help="leave out questions without an answer")
    parser.add_argument(
        "--band",
        type=_part,
        default=0.0,
        metavar="PART",
        help="leave out of both sides what is less than this part of the picture's height apart: 0.05",
    )
    parser.add_argument("--grid", nargs=2, metavar=("A", "B"), help="the swept values of a heat map")
    parser.add_argument("--curve", metavar="S", help="the swept value of a curve")
    parser.add_argument("--json", action="store_true", help="for programs")
    add_selection(parser)
    parser.set_defaults(act=_score)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="OUT", help="a task set, or a .jsonl file of pairs")
    add_selection(parser)


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    _add_source(parser)
    parser.add_argument(
        "-o", dest="target", type=Path, required=True, metavar="FILE", help="a new .jsonl file"
    )
    parser.set_defaults(act=_pairs)


def _add_extract(parser: argparse.ArgumentParser) -> None:
    _add_source(parser)
    parser.add_argument("-o", dest="target", type=Path, required=True, metavar="STATES", help="a folder")
    parser.add_argument("--model", required=True, metavar="NAME", help="a name on the hub, or a folder")
    parser.add_argument(
        "--batch", type=positive, default=8, metavar="N", help="questions at once (default: 8)"
    )
    parser.add_argument("--device", default="auto", metavar="NAME", help="cpu, cuda, ... (default: auto)")
    parser.add_argument(
        "--dtype",
        choices=("auto", "float32", "bfloat16", "float16"),
        default="auto",
        help="of the weights (default: as the model says)",
    )
    parser.add_argument(
        "--keep",
        choices=("float16", "float32"),
        default="float16",
        help="how states are kept (default: float16)",
    )
    parser.add_argument("--no-states", action="store_true", help="only how likely a yes is")
    parser.add_argument("--revision", metavar="NAME", help="of a model on the hub")
    parser.set_defaults(act=_extract)


def _add_analyse(parser: argparse.ArgumentParser) -> None:
    _add_source(parser)
    parser.add_argument("states", type=Path, metavar="STATES", help="a folder of `espirec probe extract`")
    parser.add_argument("-o", dest="target", type=Path, metavar="ANALYSIS", help="a folder for all files")
    parser.add_argument("--layer", type=positive, metavar="L", help="look at this layer (default: chosen)")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(act=_analyse)


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("analyses", type=Path, nargs="+", metavar="FILE", help="analysis.json of models")
    parser.add_argument(
        "--accuracy",
        type=Path,
        metavar="CSV",
        help="accuracy of each model where the shortcut misleads (columns model, accuracy), to be correlated",
    )
    parser.add_argument("-o", dest="target", type=Path, metavar="FILE", help="a .html page")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(act=_compare)


def run(args: argparse.Namespace) -> int:
    from espire_dsl.tasks.error import TaskSetError

    act: Callable[[argparse.Namespace], int] = args.act
    try:
        return act(args)
    except TaskSetError as error:
        raise UsageError(str(error)) from None


def _score(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.probing.score_files import scores_csv, scores_json, scores_text
    from espire_dsl.probing.score_page import score_figures, score_html
    from espire_dsl.probing.scores import Layout
    from espire_dsl.probing.scoring import scored_answers

    layout = None
    if args.grid or args.curve:
        layout = Layout(tuple(args.grid) if args.grid else None, args.curve)
    scores = scored_answers(
        args.folder,
        args.predictions,
        suite=args.suite,
        family=args.family,
        exact=args.exact,
        answered_only=args.answered_only,
        band=args.band,
        layout=layout,
    )
    write(scores_json(scores, args.model) if args.json else harmless(scores_text(scores)))
    if args.target is not None:
        figures, note = _drawn(lambda: dict(score_figures(scores)))
        texts = {
            "scores.json": scores_json(scores, args.model),
            "scores.csv": scores_csv(scores),
            "scores.html": score_html(scores, figures, args.model, note),
        }
        _write(args.target, texts, figures)
    return OK


def _pairs(args: argparse.Namespace) -> int:
    from espire_dsl.cli.atomic import create_text
    from espire_dsl.probing.pairs import pair_line, read_pairs

    found = read_pairs(args.source, family=args.family, suite=args.suite)
    create_text(args.target, "".join(map(pair_line, found.pairs)))
    write(f"{len(found.pairs)} pairs in {args.target}\n")
    return OK


def _extract(args: argparse.Namespace) -> int:
    from importlib.util import find_spec

    from espire_dsl.cli.progress import Progress
    from espire_dsl.probing.pairs import read_pairs

    missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
    if missing:
        raise UsageError(f"{missing[0]} is not installed: pip install 'espire-dsl[probe]'")
    from espire_dsl.probing.extraction import extract
    from espire_dsl.probing.models import load_model

    found = read_pairs(args.source, family=args.family, suite=args.suite)
    model = load_model(args.model, device=args.device, dtype=args.dtype, revision=args.revision)
    progress = Progress.on_stderr()
    done = extract(
        found,
        model,
        args.target,
        batch=args.batch,
        keep_states=not args.no_states,
        kept_as={"float16": "F16", "float32": "F32"}[args.keep],
        report=progress,
        say=say,
    )
    progress.end()
    write(f"{done} questions in {args.target}\n")
    return OK


def _analyse(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.probing.analysis import analysed
    from espire_dsl.probing.analysis_files import analysis_text, layers_csv, points_csv
    from espire_dsl.probing.analysis_page import analysis_figures, analysis_html
    from espire_dsl.probing.pairs import read_pairs
    from espire_dsl.probing.states import read_states

    pairs = read_pairs(args.source, family=args.family, suite=args.suite)
    analysis = analysed(pairs, read_states(args.states, pairs), args.layer)
    told = json.dumps(analysis.to_json(), indent=2, allow_nan=False) + "\n"
    write(told if args.json else harmless(analysis_text(analysis)))
    if args.target is not None:
        figures, note = _drawn(lambda: analysis_figures(analysis))
        texts = {
            "analysis.json": told,
            "layers.csv": layers_csv(analysis),
            "points.csv": points_csv(analysis),
            "analysis.html": analysis_html(analysis, figures, note),
        }
        _write(args.target, texts, figures)
    return OK


def _compare(args: argparse.Namespace) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.probing.analysis import read_summary
    from espire_dsl.probing.analysis_page import comparison_html
    from espire_dsl.probing.comparison import compared, read_accuracies
    from espire_dsl.tasks.writing import write_whole

    accuracy = None if args.accuracy is None else read_accuracies(args.accuracy)
    found = compared([read_summary(path) for path in args.analyses], accuracy)
    write(json.dumps(found.to_json(), indent=2) + "\n" if args.json else harmless(str(found)))
    if args.target is not None:
        if args.target.suffix != ".html":
            raise UsageError("models side by side are a page: -o FILE.html")
        write_whole(args.target, comparison_html(found).encode())
    return OK


def _drawn(draw: Callable[[], dict[str, Figure]]) -> tuple[dict[str, Figure], str | None]:
    """Figures by the names of their files, or why there are none."""
    from espire_dsl.reporting.plots import is_available

    if is_available():
        return draw(), None
    say(f"espirec: {_NO_FIGURES}")
    return {}, _NO_FIGURES


def _write(folder: Path, texts: Mapping[str, str], figures: Mapping[str, Figure]) -> None:
    from espire_dsl.tasks.writing import write_whole

    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: this is a file; all files go to a folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(folder / name, text.encode("utf-8"))
    for name, figure in figures.items():
        write_whole(folder / name, figure.svg)
    say(f"espirec: wrote {len(texts) + len(figures)} files to {folder}")


def _part(text: str) -> float:
    value = float(text)
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError("it must be a part of the height, from 0 to below 1")
    return value
