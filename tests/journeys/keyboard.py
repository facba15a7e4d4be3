"""A keyboard alone: Tab, Enter, Space, arrows and text, as people use a page without a mouse."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium

_STOP = (Path(__file__).parent / "keyboard_stop.js").read_text()
"""What is wrong with the control that has the focus, and whether it is the wanted one."""
MOST_STOPS = 140
"""Presses of Tab after which a control counts as out of reach."""
_SETTLE = chromium.WAIT
"""Seconds that a page may take to scroll to the focus."""


class Keyboard:
    """Keys pressed where the focus is; what does as much as a click is counted.

    No element is clicked, and none is given the focus by a script. An activation is Enter or Space
    on a control, Enter that sends the form of a field, and a shortcut. Choices by arrows in a list
    count apart. At each stop of Tab the control has to be in view, covered by nothing, and marked.
    """

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser
        self.activations = self.choices = self.fields = self.stops = 0

    def reach(self, selector: str, text: str = "", *, back: bool = False) -> WebElement:
        """Press Tab until a control of a selector and with a text has the focus; return it.

        Raises AssertionError where that takes more than MOST_STOPS, where a stop is out of view,
        covered or not marked, and where the focus is lost.
        """
        passed: list[str] = []
        while not self._stop(selector, text)["wanted"]:
            assert len(passed) < MOST_STOPS, f"no Tab leads to {selector} {text}, but to {passed}"
            self._tab(back=back)
            passed.append(self._checked(selector, text)["name"])
        self._checked(selector, text)
        return self.browser.switch_to.active_element

    def is_at(self, selector: str, text: str = "") -> WebElement:
        """Return the control that has the focus without a key; it has to be the wanted one."""
        WebDriverWait(self.browser, chromium.WAIT, poll_frequency=0.05).until(
            lambda _: self._stop(selector, text)["wanted"],
            f"the focus is at {self._stop(selector, text)['name']}, not at {selector} {text}",
        )
        self._checked(selector, text)
        return self.browser.switch_to.active_element

    def skip(self) -> None:
        """Skip to the content by the first link of the page, which costs an activation."""
        self.reach(".skip")
        self.press(Keys.ENTER)

    def press(self, key: str) -> None:
        """Press a key that does what a click does, and stays on the page with a focus."""
        self.activations += 1
        self.keys(key)

    def keys(self, *keys: str) -> None:
        """Press keys one after the other where the focus is; nothing is counted."""
        webdriver.ActionChains(self.browser).send_keys(*keys).perform()

    @contextmanager
    def leading(self) -> Iterator[None]:
        """Press in the block what leads to another page."""
        with chromium.another_page(self.browser):
            yield

    def follow(self, key: str = Keys.ENTER) -> None:
        """Press what leads to another page."""
        with self.leading():
            self.press(key)

    def type(self, text: str) -> None:
        """Type into the field that has the focus, in place of its text."""
        self.fields += 1
        chain = webdriver.ActionChains(self.browser).key_down(Keys.CONTROL).send_keys("a")
        chain.key_up(Keys.CONTROL).send_keys(text).perform()

    def fill(self, name: str, text: str) -> None:
        """Reach a field and type into it."""
        self.reach(f'main [name="{name}"], dialog[open] [name="{name}"]')
        self.type(text)

    def choose(self, value: str) -> None:
        """Choose a line of the list that has the focus by arrows."""
        self.choices += 1
        field = self.browser.switch_to.active_element
        for key in (Keys.ARROW_DOWN, Keys.ARROW_UP):
            for _ in range(40):
                before = field.get_attribute("value")
                if before == value:
                    return
                self.keys(key)
                if field.get_attribute("value") == before:
                    break
        raise AssertionError(f"the arrows do not lead to {value}")

    def add_files(self, files: list[str]) -> None:
        """Give files to the field that has the focus, as if a key had opened its dialog.

        That dialog is the system's and out of a driver's reach: the field gets the paths.
        """
        self.activations += 1
        self.browser.switch_to.active_element.send_keys("\n".join(files))

    def palette(self, typed: str, containing: str) -> None:
        """Go to what the palette finds: two activations, the shortcut and Enter, and a field."""
        self.activations += 1
        chain = webdriver.ActionChains(self.browser).key_down(Keys.CONTROL).send_keys("k")
        chain.key_up(Keys.CONTROL).perform()
        self.is_at("#palette input")
        self.type(typed)
        found = partial(self._chosen, typed, containing)
        WebDriverWait(self.browser, chromium.WAIT, poll_frequency=0.05).until(found)
        self.follow()

    def _chosen(self, typed: str, containing: str, _: Any) -> bool:
        """Press the arrow until the line that Enter follows has a text."""
        script = """
            const list = document.getElementById("palette-results");
            const line = list.querySelector("[aria-selected=true]");
            return list.dataset.for === arguments[0] && line ? line.textContent : null;
        """
        line = self.browser.execute_script(script, typed)
        if line is None:
            return False
        if containing in line:
            return True
        self.keys(Keys.ARROW_DOWN)
        return False

    def has_focus(self) -> None:
        """Assert that the page has not lost the focus after what was pressed."""
        name = self.browser.execute_script("return document.activeElement?.tagName ?? 'BODY'")
        assert name != "BODY", f"the focus is lost on {self.browser.current_url}"

    def _tab(self, *, back: bool) -> None:
        self.stops += 1
        chain = webdriver.ActionChains(self.browser)
        if back:
            chain.key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        else:
            chain.send_keys(Keys.TAB).perform()

    def _stop(self, selector: str, text: str) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.execute_script(_STOP, selector, text)
        return found

    def _checked(self, selector: str, text: str) -> dict[str, Any]:
        """Return the stop once the page has scrolled to it and nothing is wrong with it."""
        stop = self._stop(selector, text)
        if stop["faults"]:
            waiting = WebDriverWait(self.browser, _SETTLE, poll_frequency=0.05)
            try:
                waiting.until(lambda _: not self._stop(selector, text)["faults"])
            except Exception as late:
                stop = self._stop(selector, text)
                raise AssertionError(
                    f"{self.browser.current_url}: {stop['name']}: {', '.join(stop['faults'])}"
                ) from late
            stop = self._stop(selector, text)
        return stop
