"""A developer finds an operation, reads it and tries it, on a desk and on a phone."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.running import Running
from tests.journeys.test_console import Journey

REFERENCE = "/developers/reference"


@pytest.fixture
def installation() -> Iterator[Running]:
    """A running installation."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data")
        yield running
        running.kill()


@pytest.mark.parametrize("width", [1440, 390])
def test_an_operation_is_found_read_and_tried(installation: Running, width: int) -> None:
    with chromium.opened(width=width) as browser:
        way = Journey(browser, installation.demo.developers_url)
        _with_a_mall(way)

        way.open(REFERENCE)
        way.look()
        way.write(q="GET products")
        way.press("Search")
        way.look()
        way.press("Retrieve a list of products")
        way.look()
        heading = browser.find_element(By.TAG_NAME, "h1").text
        browser.find_element(By.XPATH, "//form[@data-answers]//summary").click()
        way.write(**{"p-limit": "1"})
        told = _send(way)
        way.look()
        still = browser.find_element(By.NAME, "p-limit").get_attribute("value")
        browser.find_element(By.NAME, "token").send_keys("nobodys")
        refused = _send(way)
        kept = browser.find_element(By.NAME, "token").get_attribute("value")
        for path in (
            "/admin/2024-03-01",
            "/admin/2026-03-01/order",
            "/admin/2026-03-01/get-orders",
            "/admin/2026-03-01/post-products",
            "/storefront/2026-03-01/post-carts",
            "/none",
        ):
            way.open(REFERENCE + path)
            way.look()

    assert heading == "Retrieve a list of products"
    assert told.startswith("Answered 200")
    assert told.count('"product_no":') == 1
    assert still == "1"
    assert refused.startswith("Answered 401")
    assert kept == "nobodys"
    assert way.in_the_way == {}


def _send(way: Journey) -> str:
    """Send the form, and return what the page says then, without having left it."""
    region = way.browser.find_element(By.ID, "tried")
    before = region.text
    button = way.browser.find_element(By.XPATH, "//form[@data-answers]//button")
    way.browser.execute_script("arguments[0].scrollIntoView()", button)
    button.click()
    WebDriverWait(way.browser, chromium.WAIT).until(lambda _: region.text not in ("", before))
    return str(region.text)


def _with_a_mall(way: Journey) -> None:
    way.open("/developers/sign-up")
    way.write(email="kim@example.com", name="Kim Haneul", password="correct horse battery")
    way.press("Sign up")
    way.press("Register an app")
    way.write(name="Stock keeper", redirect_uris="https://app.example.com/callback")
    way.tick("mall.read_product")
    way.press("Register the app")
    way.press("Next: create a test mall")
    way.press("Create the test mall")
