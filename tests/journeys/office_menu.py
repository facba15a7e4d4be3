"""The frame of pages one works in, as people use it: its menu, and the menu of the profile."""

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys import chromium

_NAMED = """
    return [...document.querySelectorAll("nav.side a:not(.side-count)")]
        .filter((each) => each.textContent.trim() === arguments[0])[0] ?? null
"""
_AT = "return document.querySelector(`nav.side a:not(.side-count)[href='${arguments[0]}']`)"
_FOLD = "return arguments[0].closest('details:not([open])')?.querySelector('summary') ?? null"


def entry(browser: webdriver.Chrome, *, name: str = "", at: str = "") -> WebElement:
    """Return a line of the menu, in view: a drawer is opened, and a folded group unfolded.

    Raises AssertionError where the menu has no such line.
    """
    found: WebElement | None = browser.execute_script(_NAMED if name else _AT, name or at)
    assert found is not None, f"the menu has no {name or at}"
    if not browser.find_element(By.CSS_SELECTOR, "nav.side").is_displayed():
        browser.find_element(By.CSS_SELECTOR, ".bar-menu").click()
    fold: WebElement | None = browser.execute_script(_FOLD, found)
    if fold is not None:
        fold.click()
    return found


def is_offered(browser: webdriver.Chrome) -> bool:
    """Say whether assistive technology finds the menu, or the button that opens its drawer."""
    menu = browser.find_element(By.CSS_SELECTOR, "nav.side")
    if menu.is_displayed():
        return menu.aria_role == "navigation"
    button = browser.find_element(By.CSS_SELECTOR, ".bar-menu")
    return button.is_displayed() and button.aria_role == "button" and bool(button.accessible_name)


def go(browser: webdriver.Chrome, *, name: str = "", at: str = "") -> None:
    """Follow a line of the menu, and wait for its page."""
    line = entry(browser, name=name, at=at)
    with chromium.another_page(browser):
        line.click()


def sign_out(browser: webdriver.Chrome) -> None:
    """Sign out by the menu of the profile."""
    browser.find_element(By.CSS_SELECTOR, ".bar-profile").click()
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "#frame-profile .popup-act").click()
