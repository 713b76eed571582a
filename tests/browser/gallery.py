"""What the tests do in a gallery, in their own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from espire_dsl.tasks.files import TaskSet


@frozen
class Gallery:
    """A gallery in a browser."""

    chrome: webdriver.Chrome
    folder: Path
    task_set: TaskSet

    def open(self, hash: str = "") -> None:
        """Load the page anew, at an address after the #."""
        self.chrome.get("about:blank")
        self.chrome.get((self.folder / "index.html").as_uri() + hash)
        self.until("return document.documentElement.dataset.ready === 'yes'")

    def run(self, script: str, *arguments: Any) -> Any:
        return self.chrome.execute_script(script, *arguments)

    def until(self, script: str, *arguments: Any) -> None:
        """Wait until a script says yes."""
        WebDriverWait(self.chrome, 20, 0.05).until(lambda _: self.run(script, *arguments))

    def one(self, selector: str) -> WebElement:
        return self.chrome.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.chrome.find_elements(By.CSS_SELECTOR, selector)

    def cards(self) -> list[str]:
        """The ids of the tasks on the page."""
        ids: list[str] = self.run("return [...document.querySelectorAll('.card')].map((c) => c.dataset.task)")
        return ids

    def status(self) -> str:
        return self.one("#status").text

    def choose(self, facet: str, value: str) -> None:
        self.run(
            "[...document.querySelectorAll(`[data-facet=${arguments[0]}] input[type=checkbox]`)]"
            ".find((box) => box.value === arguments[1]).click()",
            facet,
            value,
        )

    def count(self, facet: str, value: str) -> int:
        """The number beside an option."""
        text = self.run(
            "return [...document.querySelectorAll(`[data-facet=${arguments[0]}] input[type=checkbox]`)]"
            ".find((box) => box.value === arguments[1]).closest('label').querySelector('.count').textContent",
            facet,
            value,
        )
        return int(text.replace(",", ""))

    def search(self, words: str) -> None:
        field = self.one("#words")
        field.clear()
        field.send_keys(words)

    def keys(self, *keys: str) -> None:
        ActionChains(self.chrome).send_keys(*keys).perform()

    def hover(self, element: WebElement) -> None:
        ActionChains(self.chrome).move_to_element(element).perform()

    def is_detail_open(self) -> bool:
        return bool(self.run("return document.getElementById('detail').open"))

    def instruction(self) -> str:
        return self.one("#instruction").text
