"""The threshold of free shipping, found and changed by mouse in a new mall, and counted."""

from urllib.parse import urlsplit

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium, office_menu
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into
from tests.journeys.test_product_in_few_clicks import Hand, of_a_new_mall

pytestmark = pytest.mark.one_store
MOST_CLICKS = 4
"""Of issue 38."""


def test_the_shipping_threshold_is_found_and_changed_in_four_clicks(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    of_a_new_mall(mall, browser, f"threshold{width}", "/admin/settings/shipping")
    # it has a threshold, which is changed
    Select(one(browser, "#f-shipping_fee_type")).select_by_visible_text("Free above an amount")
    WebDriverWait(browser, chromium.WAIT).until(
        lambda _: chromium.present(browser, "#f-free_shipping_price")
    )
    type_into(browser, "shipping_fee", "3000")
    type_into(browser, "free_shipping_price", "40000")
    follow(browser, one(browser, ".save-bar .primary"))
    office = browser.current_url.partition("/settings")[0]
    browser.get(office)
    hand = Hand(browser)

    # the drawer or the group of the menu, and the line in it
    hand.clicks += 2
    office_menu.go(browser, at=f"{urlsplit(office).path}/settings")
    one(browser, "#f-q").click()
    type_into(browser, "q", "free shipping threshold")
    with chromium.another_page(browser):
        browser.switch_to.active_element.send_keys(Keys.ENTER)
    look(browser)
    hand.follow(browser.find_element(By.PARTIAL_LINK_TEXT, "Free shipping threshold"))
    field = browser.switch_to.active_element
    assert field.get_attribute("value") == "40000"
    type_into(browser, "free_shipping_price", "50000")
    assert one(browser, ".save-bar-count").text == "Unsaved changes: 1"
    hand.follow(one(browser, ".save-bar .primary"))

    assert hand.clicks <= MOST_CLICKS
    assert one(browser, "main [role=status].done").text == "The settings were saved."
    assert one(browser, "#f-free_shipping_price").get_attribute("value") == "50000"
