"""A newcomer comes to developers' start page and makes a call by the keyboard alone."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_console import Journey

pytestmark = pytest.mark.one_store
PASSWORD = "correct horse battery"
MOST_TABS = 60
"""Presses of the tab key from the beginning of a page's content to anything in it."""
_IS_AT = """
const at = document.activeElement;
return at.name === arguments[0] || at.textContent.trim().startsWith(arguments[0]);
"""


def test_the_keyboard_leads_from_the_start_page_to_a_call_that_works(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    address = f"keys{browser.session_id[:12]}@example.com"

    way.open("/developers")
    _press(browser, "Create an account")
    _write(browser, email=address, name="Kim Haneul", password=PASSWORD)
    _enter(browser)
    _write(browser, password=PASSWORD)
    _enter(browser)
    _press(browser, "Register an app")
    _write(browser, name="Stock keeper", redirect_uris="https://app.example.com/callback")
    _reach(browser, "mall.read_product")
    _keys(browser, Keys.SPACE)
    _press(browser, "Register the app")
    _press(browser, "Next: create a test mall")
    _press(browser, "Create the test mall")
    _keys(browser, "/")
    _keys(browser, "list_products")
    listed = browser.find_element(By.ID, "palette-results")
    WebDriverWait(browser, chromium.WAIT).until(lambda _: "GET products" in listed.text)
    _enter(browser)
    heading = browser.find_element(By.TAG_NAME, "h1").text
    _skip(browser)
    _reach(browser, "Try it")
    _keys(browser, Keys.ENTER)
    _reach(browser, "Send")
    _keys(browser, Keys.ENTER)
    tried = browser.find_element(By.ID, "tried")
    WebDriverWait(browser, chromium.WAIT).until(lambda _: tried.text)

    assert heading == "Retrieve a list of products"
    assert tried.text.startswith("Response 200")
    assert '"product_no":' in tried.text


def _keys(browser: webdriver.Chrome, keys: str) -> None:
    ActionChains(browser).send_keys(keys).perform()


def _enter(browser: webdriver.Chrome) -> None:
    """Press Enter, and wait for the page that it leads to."""
    with chromium.another_page(browser):
        _keys(browser, Keys.ENTER)


def _skip(browser: webdriver.Chrome) -> None:
    """Go to the content of a page that was just opened, by its first link."""
    _keys(browser, Keys.TAB)
    assert browser.execute_script("return document.activeElement.matches('.skip')")
    _keys(browser, Keys.ENTER)


def _reach(browser: webdriver.Chrome, name: str) -> None:
    """Press the tab key until what is called so, or begins so, has the focus."""
    for _ in range(MOST_TABS):
        _keys(browser, Keys.TAB)
        if browser.execute_script(_IS_AT, name):
            return
    raise AssertionError(f"{name} is not reached in {MOST_TABS} presses of the tab key")


def _press(browser: webdriver.Chrome, words: str) -> None:
    """Press Enter on a link or button of the content."""
    if browser.execute_script("return document.activeElement === document.body"):
        _skip(browser)
    _reach(browser, words)
    _enter(browser)


def _write(browser: webdriver.Chrome, **fields: str) -> None:
    """Type into fields of the content, in their order."""
    for name, text in fields.items():
        _reach(browser, name)
        _keys(browser, text)
