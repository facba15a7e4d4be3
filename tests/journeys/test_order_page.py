"""Orders by mouse: one sent in two clicks, two in four, one of two items paid back in five."""

from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium, page_walk
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import look, one, paid_order, rows_of
from tests.journeys.test_sales import product

pytestmark = pytest.mark.one_store


class Mouse:
    """Clicks in a browser, which are counted."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser
        self.clicks = 0

    def click(self, element: WebElement) -> None:
        """Click, and look at what is shown then."""
        self.clicks += 1
        element.click()
        look(self.browser)

    def follow(self, element: WebElement) -> None:
        """Click what leads to another page."""
        self.clicks += 1
        with chromium.another_page(self.browser):
            element.click()
        look(self.browser)


def of_two_products(mall: DemoServer) -> str:
    """Place a paid order of a unit of each of two products; return its number.

    The products are new: other tests of the shared mall may have reserved all units of its own.
    """
    codes = [product(mall, name)[1] for name in ("Journey plate", "Journey spoon")]
    return paid_order(mall, *codes)


def row_of(browser: webdriver.Chrome, order: str) -> WebElement:
    """Return the row of an order in the list."""
    return browser.find_element(By.XPATH, f"//main//tr[contains(., '{order}')]")


def items_of(mall: DemoServer, order: str) -> list[tuple[str, Any]]:
    items = rows_of(mall, f"orders/{order}/items")
    return [(each["order_item_code"], each["order_status"]) for each in items]


def test_an_order_is_sent_in_two_clicks(mall: DemoServer, browser: webdriver.Chrome) -> None:
    order = of_two_products(mall)
    page_walk.office(browser, mall)
    browser.get(f"{mall.demo.staff_url}/orders?tab=open")
    mouse = Mouse(browser)

    mouse.follow(row_of(browser, order).find_element(By.PARTIAL_LINK_TEXT, "Ship"))
    browser.switch_to.active_element.send_keys("4711-42")
    mouse.follow(one(browser, "#dialog-ship button.primary"))

    assert mouse.clicks == 2
    assert one(browser, "main [role=status]").text == "The items were shipped."
    assert {state for _, state in items_of(mall, order)} == {"N30"}
    [shipment] = rows_of(mall, f"orders/{order}/shipments")
    assert shipment["tracking_no"] == "4711-42"


def test_a_dialog_that_an_address_opened_is_gone_once_closed(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    order = of_two_products(mall)
    page_walk.office(browser, mall)
    browser.get(f"{mall.demo.staff_url}/orders?tab=open")
    mouse = Mouse(browser)

    mouse.follow(row_of(browser, order).find_element(By.PARTIAL_LINK_TEXT, "Ship"))
    dialog = one(browser, "#dialog-ship")
    assert dialog.is_displayed()
    mouse.click(dialog.find_element(By.CSS_SELECTOR, ".dialog-end [data-dialog-close]"))

    assert not dialog.is_displayed()


def test_two_orders_are_sent_from_the_list(mall: DemoServer, browser: webdriver.Chrome) -> None:
    orders = [of_two_products(mall) for _ in range(2)]
    page_walk.office(browser, mall)
    browser.get(f"{mall.demo.staff_url}/orders?tab=open")
    mouse = Mouse(browser)

    for order in orders:
        mouse.click(row_of(browser, order).find_element(By.CSS_SELECTOR, "input[type=checkbox]"))
    bar = one(browser, "[data-bulk]")
    assert bar.find_element(By.CLASS_NAME, "bulk-bar-count").text == "Selected: 2"
    mouse.follow(bar.find_element(By.XPATH, ".//button[. = 'Pack and ship']"))
    for at, order in enumerate(orders):
        one(browser, f"input[name='tracking-{order}']").send_keys(f"4711-{at}")
    mouse.follow(one(browser, "main button[value=ship-typed]"))

    assert mouse.clicks == 4
    assert "Shipped: 2 of 2." in one(browser, "main [role=status]").text
    for at, order in enumerate(orders):
        [shipment] = rows_of(mall, f"orders/{order}/shipments")
        assert shipment["tracking_no"] == f"4711-{at}"


def test_one_of_two_items_is_paid_back_in_five_clicks(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    order = of_two_products(mall)
    first, second = items_of(mall, order)
    page_walk.office(browser, mall)
    browser.get(f"{mall.demo.staff_url}/orders/{order}")
    look(browser)
    mouse = Mouse(browser)

    mouse.click(browser.find_element(By.XPATH, "//summary[contains(., 'More actions')]"))
    mouse.click(one(browser, 'main a[href="#dialog-cancel"]'))
    mouse.click(one(browser, f'#dialog-cancel input[value="{second[0]}"]'))
    # the reason by the keyboard: the first that there is
    one(browser, "#f-cancel-why").send_keys(Keys.ARROW_DOWN)
    mouse.follow(one(browser, "#dialog-cancel button.primary"))
    mouse.follow(browser.find_element(By.XPATH, "//main//button[starts-with(., 'Confirm')]"))

    assert mouse.clicks == 5
    assert one(browser, "main [role=status]").text == "The cancellation was saved."
    # the payment gateway pays back after the answer; until then the item awaits it (C41)
    WebDriverWait(browser, chromium.WAIT).until(
        lambda _: [state for _, state in items_of(mall, order)] == [first[1], "C40"]
    )
    [refund] = mall.call("GET", f"orders/{order}?embed=refunds").json()["order"]["refunds"]
    assert refund["status"] == "T"


def test_what_was_typed_wrongly_opens_its_dialog_again(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    order = of_two_products(mall)
    page_walk.office(browser, mall)
    browser.get(f"{mall.demo.staff_url}/orders/{order}")
    mouse = Mouse(browser)

    mouse.click(one(browser, 'main a[href="#dialog-ship"]'))
    for each in browser.find_elements(By.CSS_SELECTOR, "#dialog-ship input[type=checkbox]"):
        mouse.click(each)
    one(browser, "#f-tracking_no").send_keys("4711-43")
    mouse.follow(one(browser, "#dialog-ship button.primary"))

    dialog = one(browser, "#dialog-ship[open]")
    assert dialog.find_element(By.ID, "f-tracking_no").get_attribute("value") == "4711-43"
    assert dialog.find_element(By.CSS_SELECTOR, ".problem").text
    assert {state for _, state in items_of(mall, order)} == {"N10"}
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not dialog.is_displayed()
