"""Pages of reports in a browser: nothing is refused by their policy, and marks lie where points are."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium import webdriver

from espire_dsl.evaluation.run import Run
from espire_dsl.reporting.page import report_html
from espire_dsl.reporting.plots import figures, is_available
from espire_dsl.reporting.report import report_of
from espire_dsl.reporting.transcript import transcript_html
from tests.reporting.making import PICTURE, executed, located, manifest, write_run

BOXES = """
return [...document.querySelectorAll('.view')].map((view) => {
  const [a, b] = [view.querySelector('img'), view.querySelector('svg')].map((e) => e.getBoundingClientRect());
  return [a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height, a.width];
});
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports") / "run"
    name = Run.begin(folder, manifest(), alone=False).keep(PICTURE)
    return write_run(
        folder,
        [located("a", at=2, pictures=(name,))],
        [executed("a", at=2, status=True, pictures={"world": name, "wrist": name})],
    )


def test_a_report_with_figures_needs_nothing_but_itself(
    chrome: webdriver.Chrome, run: Path, tmp_path: Path
) -> None:
    report = report_of([run], paper=True)
    drawn = list(figures(report.tables)) if is_available() else []
    (tmp_path / "report.html").write_text(report_html(report, drawn), encoding="utf-8")
    chrome.get((tmp_path / "report.html").as_uri())
    assert chrome.get_log("browser") == []
    assert len(chrome.find_elements("css selector", "table")) == len(report.tables)
    seen = "return [...document.images].filter((image) => image.complete && image.naturalWidth > 100).length"
    assert chrome.execute_script(seen) == len(drawn)


@pytest.mark.parametrize("width", [390, 1400])
def test_marks_lie_over_the_pictures(chrome: webdriver.Chrome, run: Path, tmp_path: Path, width: int) -> None:
    (tmp_path / "task.html").write_text(transcript_html([run], "a"), encoding="utf-8")
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 700}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        chrome.get((tmp_path / "task.html").as_uri())
        boxes = chrome.execute_script(BOXES)
        assert len(boxes) == 6
        for *gaps, wide in boxes:
            assert max(map(abs, gaps)) < 1
            assert wide > 40, "the picture is as large as its place"
        assert chrome.get_log("browser") == []
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
