"""The palette by the keyboard alone, and the menu of a phone by touch."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium, office_menu, page_walk
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store
CHOSEN = "#palette [role=option][aria-selected=true]"
_FOUND = """
const list = document.getElementById("palette-results");
const typed = document.querySelector("#palette input[name=q]").value;
return list.dataset.for === typed && list.textContent.includes(arguments[0]);
"""
"""Whether the results are those of all that was typed, and have a text."""


def press(browser: webdriver.Chrome, *keys: str) -> None:
    """Press keys where the focus is."""
    browser.switch_to.active_element.send_keys(*keys)


def chosen(browser: webdriver.Chrome, containing: str) -> WebElement:
    """Wait until a result with this text is there, choose it by the arrow, and return it."""
    wait = WebDriverWait(browser, chromium.WAIT, poll_frequency=0.05)
    wait.until(lambda _: browser.execute_script(_FOUND, containing))
    for _ in range(30):
        option = browser.find_element(By.CSS_SELECTOR, CHOSEN)
        if containing in option.text:
            return option
        press(browser, Keys.ARROW_DOWN)
    raise AssertionError(f"{containing} was never chosen")


def go_to(browser: webdriver.Chrome, typed: str, containing: str) -> str:
    """Open the palette, type, choose, and return the address that Enter leads to."""
    press(browser, Keys.CONTROL, "k")
    browser.find_element(By.CSS_SELECTOR, "#palette[open]")
    press(browser, typed)
    chosen(browser, containing)
    with chromium.another_page(browser):
        press(browser, Keys.ENTER)
    return str(browser.current_url)


def test_settings_records_and_actions_are_opened_by_the_keyboard(mall: DemoServer) -> None:
    product = mall.call("GET", "products/66").json()["product"]
    order = mall.call("GET", "orders?limit=1").json()["orders"][0]["order_id"]
    office = mall.demo.staff_url
    with chromium.opened() as browser:
        page_walk.office(browser, mall)
        browser.get(office)

        threshold = go_to(browser, "free shipping", "Shipping")
        of_product = go_to(browser, product["product_name"], product["product_name"])
        of_order = go_to(browser, order, order)
        action = go_to(browser, "new coupon", "New coupon")
        # what was opened is there before anything is typed, by identifiers alone
        press(browser, Keys.CONTROL, "k")
        chosen(browser, order)
        faults = page_faults(browser)
        kept = browser.execute_script(
            "return Object.entries(localStorage)"
            ".filter(([key]) => key.startsWith('openmall opened'))"
        )
        press(browser, Keys.ESCAPE)
        closed = not browser.find_element(By.ID, "palette").is_displayed()
        # the field of the header, reached by Tab, is a plain search
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, ".bar-search input").send_keys("세금", Keys.ENTER)
        korean = browser.find_element(By.TAG_NAME, "main").text

    assert threshold.startswith(f"{office}/settings/shipping")
    assert of_product.startswith(f"{office}/products/{product['product_no']}")
    assert of_order.startswith(f"{office}/orders/{order}")
    assert action == f"{office}/coupons/new"
    assert closed
    assert faults == []
    assert "Prices on product pages" in korean
    [(_, ids)] = kept
    assert f"order:{order}:1" in ids
    assert product["product_name"] not in ids


def test_a_phone_has_the_menu_in_a_drawer(mall: DemoServer) -> None:
    office = mall.demo.staff_url
    with chromium.opened(width=chromium.PHONE) as browser:
        page_walk.office(browser, mall)
        browser.get(office)
        nav = browser.find_element(By.CSS_SELECTOR, "nav.side")
        hidden = not nav.is_displayed()
        height = browser.find_element(By.CSS_SELECTOR, "header.bar").size["height"]
        browser.find_element(By.CSS_SELECTOR, ".bar-menu").click()
        groups = [
            each.text
            for each in nav.find_elements(
                By.CSS_SELECTOR, ".side-section > ul > li > a:first-child"
            )
        ]
        faults = page_faults(browser)
        browser.find_element(By.CSS_SELECTOR, "nav.side .side-head button").click()
        shut = not nav.is_displayed()
        office_menu.go(browser, name="Carriers")
        carriers = browser.current_url
        browser.find_element(By.CSS_SELECTOR, ".bar-find").click()
        browser.find_element(By.CSS_SELECTOR, "#palette[open] input").send_keys("export orders")
        chosen(browser, "Export orders")
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, CHOSEN).click()
        exported = browser.current_url

    assert (hidden, shut) == (True, True)
    assert height <= 56
    assert len(groups) == 10
    assert groups[0] == "Home"
    assert groups[-1] == "Settings"
    assert carriers == f"{office}/carriers"
    assert exported == f"{office}/transfers?kind=orders"
    assert faults == []


def test_without_a_script_menu_profile_and_search_are_there(mall: DemoServer) -> None:
    office = mall.demo.staff_url
    with chromium.opened(width=chromium.PHONE) as browser:
        page_walk.office(browser, mall)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.get(f"{office}/orders")
        browser.find_element(By.CSS_SELECTOR, ".bar-menu").click()
        browser.find_element(By.CSS_SELECTOR, "nav.side li.open details[open] a")
        browser.find_element(By.CSS_SELECTOR, "nav.side a[href$='/products']").click()
        opened = browser.current_url
        browser.find_element(By.CSS_SELECTOR, ".bar-find").click()
        browser.find_element(By.CSS_SELECTOR, "main input[name=q]").send_keys("carrier", Keys.ENTER)
        browser.find_element(By.CSS_SELECTOR, "main a[href$='/carriers']")
        browser.find_element(By.CSS_SELECTOR, ".bar-profile").click()
        browser.find_element(By.CSS_SELECTOR, "#frame-profile a[href$='/account']").click()
        account = browser.current_url

    assert opened == f"{office}/products"
    assert account == f"{office}/account"
