"""A developer finds an operation by mouse and keyboard, reads it and tries it."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
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
    question = browser.find_element(By.CSS_SELECTOR, "main [name=q]")
    question.send_keys("GET products")
    way.press("Search")
    way.look()
    way.press("Retrieve a list of products")
    way.look()
    heading = browser.find_element(By.TAG_NAME, "h1").text
    columns = _columns(browser)
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
    assert columns == (3 if width == chromium.DESK else 1)
    assert answered.startswith("Response 200")
    assert answered.count('"product_no":') == 1
    assert limit == "1"
    assert refused.startswith("Response 401")
    assert token == "nobodys"
    assert way.faults == {}


def test_the_keyboard_finds_operations_and_fields(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    way.open(REFERENCE)

    _keys(browser, "/")
    _results(browser, "Admin API")
    way.look()
    _keys(browser, "update_inventories")
    by_id = _results(browser, "PUT inventories")
    way.look()
    with chromium.another_page(browser):
        _keys(browser, Keys.ENTER)
    operation = browser.find_element(By.TAG_NAME, "h1").text
    ActionChains(browser).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
    _results(browser, "Admin API")
    _keys(browser, "safety_inventory")
    by_field = _results(browser, "safety_inventory")
    _keys(browser, Keys.ARROW_DOWN)
    chosen = browser.find_element(By.CSS_SELECTOR, "#palette [aria-selected=true]")
    name = chosen.find_element(By.CSS_SELECTOR, ".palette-name").text
    with chromium.another_page(browser):
        _keys(browser, Keys.ENTER)
    second = browser.find_element(By.TAG_NAME, "h1").text
    # a letter of a field is no command
    browser.find_element(By.CSS_SELECTOR, "main [name=q], .bar-find, .bar [name=q]")
    browser.execute_script("document.querySelector('.bar-find').click()")
    _keys(browser, "a/b")
    typed = browser.find_element(By.CSS_SELECTOR, "#palette [name=q]").get_attribute("value")
    _keys(browser, Keys.ESCAPE)
    is_open = browser.execute_script("return document.getElementById('palette').open")

    assert operation == by_id[0] == "Update the quantities of variants"
    assert second == name == by_field[1]
    assert typed == "a/b"
    assert not is_open
    assert way.faults == {}


def _keys(browser: webdriver.Chrome, keys: str) -> None:
    ActionChains(browser).send_keys(keys).perform()


def _results(browser: webdriver.Chrome, contained: str) -> list[str]:
    """Return the names that the dialog offers once one of its lines has a text."""
    listed = browser.find_element(By.ID, "palette-results")
    WebDriverWait(browser, chromium.WAIT).until(lambda _: contained in listed.text)
    names = listed.find_elements(By.CSS_SELECTOR, ".palette-name")
    return [each.text for each in names]


def _columns(browser: webdriver.Chrome) -> int:
    """Return the number of columns: 3 where samples beside the description stay in view."""
    count: int = browser.execute_script(
        """
        const at = (name) => document.querySelector(name).getBoundingClientRect();
        const parts = [".side", ".reference-text", ".reference-samples"].map(at);
        if (!parts[0].width) return 1;
        if (!parts.every((each, at) => !at || each.left >= parts[at - 1].right)) return 1;
        document.querySelector("#status-codes").scrollIntoView();
        const samples = at(".reference-samples");
        scrollTo(0, 0);
        return samples.top >= 0 && samples.bottom <= innerHeight ? 3 : 2;
        """
    )
    return count


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
