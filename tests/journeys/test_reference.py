"""A developer finds an operation, reads it and tries it, on a desk and on a phone."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_console import Journey

REFERENCE = "/developers/reference"


pytestmark = pytest.mark.one_store


def test_an_operation_is_found_read_and_tried(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    _create_test_mall(way, f"reference{width}@example.com")

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
    answered = _send(way)
    way.look()
    limit = browser.find_element(By.NAME, "p-limit").get_attribute("value")
    browser.find_element(By.NAME, "token").send_keys("nobodys")
    refused = _send(way)
    token = browser.find_element(By.NAME, "token").get_attribute("value")
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
    assert answered.startswith("Answered 200")
    assert answered.count('"product_no":') == 1
    assert limit == "1"
    assert refused.startswith("Answered 401")
    assert token == "nobodys"
    assert way.faults == {}


def _send(way: Journey) -> str:
    """Send the form, and return what the page says then, without having left it."""
    region = way.browser.find_element(By.ID, "tried")
    before = region.text
    button = way.browser.find_element(By.XPATH, "//form[@data-answers]//button")
    way.browser.execute_script("arguments[0].scrollIntoView()", button)
    button.click()
    WebDriverWait(way.browser, chromium.WAIT).until(lambda _: region.text not in ("", before))
    return str(region.text)


def _create_test_mall(way: Journey, email: str) -> None:
    way.sign_up(email)
    way.press("Register an app")
    way.write(name="Stock keeper", redirect_uris="https://app.example.com/callback")
    way.tick("mall.read_product")
    way.press("Register the app")
    way.press("Next: create a test mall")
    way.press("Create the test mall")
