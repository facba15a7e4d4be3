"""A developer comes with nothing and leaves with a call that works, on a desk and on a phone."""

import shlex
import ssl
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.accessible import barriers
from tests.journeys.running import Running

FITS = "return document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def mall() -> Iterator[Running]:
    """A running installation."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data")
        yield running
        running.kill()


class Journey:
    """A browser, and what was in the way on the pages it has been to."""

    def __init__(self, browser: webdriver.Chrome, start: str) -> None:
        self.browser = browser
        self.start = start
        self.seen: list[str] = []
        self.in_the_way: dict[str, list[str]] = {}

    def open(self, path: str) -> None:
        self.browser.get(self.start + path)

    def look(self) -> None:
        """Look at the page that is shown."""
        title = self.browser.title
        self.seen.append(title)
        found = barriers(self.browser)
        if not self.browser.execute_script(FITS):
            found.append("it is broader than the window")
        if found:
            self.in_the_way[title] = found

    def write(self, **fields: str) -> None:
        for name, text in fields.items():
            self.browser.find_element(By.NAME, name).send_keys(text)

    def tick(self, name: str) -> None:
        self.browser.find_element(By.CSS_SELECTOR, f'[name="{name}"]').click()

    def press(self, words: str) -> None:
        """Press the button or link that says so, in the page's content, and wait for its page."""
        xpath = f"//main//*[self::a or self::button][starts-with(normalize-space(), '{words}')]"
        with chromium.another_page(self.browser):
            self.browser.find_element(By.XPATH, xpath).click()

    def copied(self) -> list[str]:
        """Return what the page offers to copy."""
        buttons = self.browser.find_elements(By.CSS_SELECTOR, "[data-copy]")
        return [str(each.get_attribute("data-copy")) for each in buttons]


@pytest.mark.parametrize("width", [1440, 390])
def test_from_nothing_to_a_call_that_works(mall: Running, width: int) -> None:
    start = mall.demo.developers_url
    ca_file = str(mall.demo.ca_file)
    with chromium.opened(width=width) as browser, tempfile.TemporaryDirectory() as folder:
        way = Journey(browser, start)

        way.open("/")
        way.look()
        way.press("Sign up")
        way.look()
        way.write(email="kim@example.com", name="Kim Haneul", password="correct horse battery")
        way.press("Sign up")
        way.look()
        way.open("/developers/apps")
        way.look()
        way.open("/developers/malls")
        way.look()
        way.open("/developers")
        way.press("Register an app")
        way.look()
        way.write(name="Stock keeper " + "한글 " * 25, redirect_uris="no address")
        way.tick("mall.read_product")
        way.press("Register the app")
        way.look()
        field = browser.find_element(By.NAME, "redirect_uris")
        field.clear()
        field.send_keys("https://app.example.com/callback")
        way.press("Register the app")
        way.look()
        client_id, _, _ = way.copied()
        way.press("Next: create a test mall")
        way.look()
        chosen = Select(browser.find_element(By.NAME, "client_id")).first_selected_option
        assert chosen.get_attribute("value") == client_id
        way.press("Create the test mall")
        way.look()
        _, curl, _, _ = way.copied()
        certificate = browser.find_element(By.CSS_SELECTOR, "a[download]")
        address = str(certificate.get_attribute("href"))
        here = address.replace(start, mall.demo.local_url)
        saved = httpx.get(here, verify=ssl.create_default_context(cafile=ca_file))
        (Path(folder) / str(certificate.get_attribute("download"))).write_bytes(saved.content)
        said = subprocess.run(
            shlex.split(curl), cwd=folder, capture_output=True, text=True, timeout=30
        )
        way.press("Go to the test mall")
        way.look()
        app = f"/developers/apps/{client_id}"
        way.open(f"{app}/credentials")
        way.look()
        way.press("Create a new one")
        way.look()
        way.press("Go to the credentials")
        way.look()
        for path in (
            app,
            f"{app}/settings",
            f"{app}/version?to=2024-03-01",
            "/developers/apps",
            "/developers/malls",
            "/developers",
            "/developers/account",
            "/developers/none",
        ):
            way.open(path)
            way.look()

    products = msgspec.json.decode(said.stdout)["products"]
    assert len(products) == 10
    assert way.in_the_way == {}
