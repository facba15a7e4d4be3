"""A real browser, without a screen and with a profile of its own."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

_FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --ignore-certificate-errors"""
WAIT = 20
_SCRIPT_WAIT = 120
"""Seconds for a script, such as axe-core on a page of the reference on a busy machine."""
DESK, PHONE = 1440, 390
WIDTHS = (DESK, PHONE)
"""Pixels that windows are wide: on a desk, on a phone."""


class Element(WebElement):
    """An element of a page, which is scrolled to where a bar that stays in view covers it."""

    def click(self) -> None:
        """Click the element, as people do who scroll until nothing covers it."""
        try:
            super().click()
        except ElementClickInterceptedException:
            self.parent.execute_script("arguments[0].scrollIntoView({block: 'center'})", self)
            super().click()


class Browser(webdriver.Chrome):
    """Chromium whose commands to load a page return when that page is there, as a whole.

    The driver returns before that now and then, above all after `refresh`. The next command then
    reads the page that is left, or starts a navigation that Chromium queues behind the first one
    and never starts.
    """

    _web_element_cls = Element

    def get(self, url: str) -> None:
        """Load a page; one that is shown already may be asked for another place in it."""
        page, hash_sign, _ = url.partition("#")
        if hash_sign and self.current_url.partition("#")[0] == page:
            super().get(url)
            return
        with another_page(self):
            super().get(url)

    def refresh(self) -> None:
        """Load the page that is shown again."""
        with another_page(self):
            super().refresh()


@contextmanager
def opened(*, width: int = DESK) -> Iterator[webdriver.Chrome]:
    """Open a new browser that nobody has used; one narrower than 500 pixels is a phone."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as profile:
        for word in (*_FLAGS.split(), f"--user-data-dir={profile}", f"--window-size={width},900"):
            options.add_argument(word)
        browser = Browser(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            browser.implicitly_wait(WAIT)
            browser.set_script_timeout(_SCRIPT_WAIT)
            if width < 500:
                _emulate(browser, width)
            yield browser
        finally:
            browser.quit()


def present(browser: webdriver.Chrome, selector: str) -> list[WebElement]:
    """Return the elements of a page that a selector of CSS finds now.

    Unlike `find_elements`, which waits WAIT seconds for the first one: where there may be none.
    """
    script = "return [...document.querySelectorAll(arguments[0])]"
    found: list[WebElement] = browser.execute_script(script, selector)
    return found


def widths_that_do_not_fit(browser: webdriver.Chrome) -> list[int]:
    """Return the widths of windows in which the page that is shown sticks out of the window."""
    present = PHONE if _has_width(browser, PHONE) else DESK
    too_narrow = []
    for width in sorted(WIDTHS, key=lambda each: each != present):
        if width != present:
            _emulate(browser, width)
            waiting = WebDriverWait(browser, WAIT, poll_frequency=0.02)
            waiting.until(partial(_has_width, width=width))
        if browser.execute_script("return document.documentElement.scrollWidth") > width:
            too_narrow.append(width)
    if present == PHONE:
        _emulate(browser, PHONE)
    else:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return too_narrow


def _has_width(browser: webdriver.Chrome, width: int) -> bool:
    """Say whether the style sheets of the page apply to a window of this width."""
    found: bool = browser.execute_script(f"return matchMedia('(width: {width}px)').matches")
    return found


@contextmanager
def tall(browser: webdriver.Chrome) -> Iterator[None]:
    """Show the page in a window as high as the page, so that a mouse reaches all of it at once."""
    width, height = browser.execute_script(
        "return [innerWidth, document.documentElement.scrollHeight]"
    )
    _emulate(browser, width, height)
    try:
        yield
    finally:
        _emulate(browser, width)


def _emulate(browser: webdriver.Chrome, width: int, height: int = 0) -> None:
    phone = width < 500
    metrics = {
        "width": width,
        "height": height or (844 if phone else 900),
        "deviceScaleFactor": 2 if phone else 1,
        "mobile": phone,
    }
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


@contextmanager
def another_page(browser: webdriver.Chrome) -> Iterator[None]:
    """Wait at the end of the block until the browser shows another page, as a whole."""
    before = browser.find_element(By.TAG_NAME, "html")
    yield
    # the driver says now and then that the page is between two documents: asked again, it knows
    ignored = [WebDriverException]
    waiting = WebDriverWait(browser, WAIT, poll_frequency=0.02, ignored_exceptions=ignored)
    waiting.until(staleness_of(before))
    # elements behind what was parsed so far are missing otherwise
    waiting.until(lambda _: browser.execute_script("return document.readyState") == "complete")
