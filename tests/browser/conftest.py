"""A headless Chromium with a fresh profile, and galleries to open in it.

Where there is no browser the tests skip, unless ESPIRE_BROWSER_TESTS is `required`: then they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from attrs import evolve
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from espire_dsl.gallery.page import write_gallery
from espire_dsl.tasks.files import TaskSet
from tests.browser.gallery import Gallery
from tests.gallery.making import pictured_set, plain_set

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--window-size=1400,1000",
)
MANY = 5000


def _program(*names: str) -> str | None:
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    browser = _program("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    driver = _program("chromedriver")
    if browser is None or driver is None:
        problem = "there is no Chromium with its chromedriver here"
        if os.environ.get("ESPIRE_BROWSER_TESTS") == "required":
            pytest.fail(f"{problem}, and ESPIRE_BROWSER_TESTS says that it is required")
        pytest.skip(f"{problem} (on Debian: apt-get install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    chrome.set_script_timeout(30)
    yield chrome
    chrome.quit()


@pytest.fixture(scope="session")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TaskSet]:
    out = tmp_path_factory.mktemp("browser") / "set"
    made = pictured_set(out)
    write_gallery(out, made)
    return out, made


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TaskSet]:
    """Thousands of tasks, without pictures."""
    plain = plain_set()
    tasks = tuple(evolve(task, id=f"{n:016x}") for n, task in enumerate(islice(cycle(plain.tasks), MANY)))
    made = evolve(plain, tasks=tasks)
    out = tmp_path_factory.mktemp("many")
    write_gallery(out, made)
    return out, made


@pytest.fixture
def gallery(chrome: webdriver.Chrome, pictured: tuple[Path, TaskSet]) -> Iterator[Gallery]:
    """A gallery with pictures, opened; at the end nothing was complained of in the console."""
    yield from _opened(chrome, *pictured)


@pytest.fixture
def large_gallery(chrome: webdriver.Chrome, many: tuple[Path, TaskSet]) -> Iterator[Gallery]:
    yield from _opened(chrome, *many)


def _opened(chrome: webdriver.Chrome, out: Path, made: TaskSet) -> Iterator[Gallery]:
    opened = Gallery(chrome, out, made)
    opened.open()
    yield opened
    assert chrome.get_log("browser") == []
