"""A developer comes with nothing and leaves with a call that works, on a desk and on a phone."""

import shlex
import ssl
import subprocess
from pathlib import Path

import httpx
import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import url_contains
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.accessibility import page_faults
from tests.journeys.app_website import website
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store


class Journey:
    """A browser, and the faults of the pages it has been to."""

    def __init__(self, browser: webdriver.Chrome, start: str) -> None:
        self.browser = browser
        self.start = start
        self.faults: dict[str, list[str]] = {}
        """Title of a page -> its faults, for pages that have some."""

    def open(self, path: str) -> None:
        self.browser.get(self.start + path)

    def look(self) -> None:
        """Look at the page that is shown."""
        if found := page_faults(self.browser):
            self.faults[self.browser.title] = found

    def sign_up(self, email: str) -> None:
        self.open("/developers/sign-up")
        self.write(email=email, name="Kim Haneul", password="correct horse battery")
        self.press("Sign up")
        self.write(password="correct horse battery")
        self.press("Sign in")

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


def test_from_nothing_to_a_call_that_works(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    start = mall.demo.developers_url
    ca_file = str(mall.demo.ca_file)
    way = Journey(browser, start)

    way.open("/")
    way.look()
    way.press("Create an account")
    way.look()
    way.write(
        email=f"console{width}@example.com", name="Kim Haneul", password="correct horse battery"
    )
    way.press("Sign up")
    way.look()
    way.write(password="correct horse battery")
    way.press("Sign in")
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
    (tmp_path / str(certificate.get_attribute("download"))).write_bytes(saved.content)
    called = subprocess.run(
        shlex.split(curl), cwd=tmp_path, capture_output=True, text=True, timeout=30
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

    products = msgspec.json.decode(called.stdout)["products"]
    assert len(products) == 10
    assert way.faults == {}


def test_the_install_link_installs_the_app(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    with website() as home:
        way.sign_up(f"install{width}@example.com")
        way.open("/developers/apps/new")
        way.write(name="Installed by link", redirect_uris=f"{home}/callback")
        way.tick("mall.read_product")
        way.press("Register the app")
        client_id, _, _ = way.copied()
        way.open(f"/developers/apps/{client_id}/install")
        way.press("Open it")
        way.write(mall="demo")
        way.press("Continue")
        way.write(user_id=mall.demo.admin.user_id, password=mall.demo.admin.password)
        way.press("Sign in")
        asked = browser.find_element(By.TAG_NAME, "main").text
        browser.find_element(By.CSS_SELECTOR, "button[value=allow]").click()
        WebDriverWait(browser, chromium.WAIT).until(url_contains("/callback?"))
        arrived = browser.current_url

    assert "Installed by link asks for access" in asked
    assert arrived.startswith(f"{home}/callback?code=")
    assert "&state=install-link&iss=https%3A%2F%2F" in arrived
