"""A new mall delivers abroad: the merchant switches it on, a shopper orders to another country."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into
from tests.journeys.test_new_mall import BUYER
from tests.journeys.test_own_carrier import open_mall, sell_apron

pytestmark = pytest.mark.one_store
ABROAD = {
    **BUYER,
    "receiver_name": "Anna Schmidt",
    "receiver_cellphone": "+49 30 1234567",
    "receiver_zipcode": "10117",
    "receiver_address1": "Unter den Linden 1",
    "receiver_address_city": "Berlin",
    "receiver_address_state": "Brandenburg",
}


def test_an_order_goes_to_another_country(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    home = open_mall(mall, browser, f"abroad{width}")
    sell_apron(browser, home)

    browser.get(f"{home}/")
    follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "Linen apron"))
    follow(browser, one(browser, 'button[value="cart"]'))
    browser.get(f"{home}/checkout")
    inland = chromium.present(browser, '[name="receiver_country_code"]')

    browser.get(f"{home}/admin/settings/shipping")
    with chromium.another_page(browser):  # the choice shows its fields
        Select(one(browser, 'main [name="shipping_type"]')).select_by_value("B")
    look(browser)
    follow(browser, one(browser, 'main button.primary[type="submit"]'))
    saved = one(browser, "main [role=status]").text

    browser.get(f"{home}/checkout")
    look(browser)
    country = Select(one(browser, 'main [name="receiver_country_code"]'))
    first = country.first_selected_option.text
    country.select_by_visible_text("독일")
    for name, text in ABROAD.items():
        type_into(browser, name, text)
    with chromium.another_page(browser):
        one(browser, 'button[value="order"]').send_keys(Keys.ENTER)
    look(browser)
    order = browser.current_url.split("/orders/")[1].partition("?")[0]
    shown = one(browser, "main aside").text
    one(browser, '.languages button[lang="en"]').send_keys(Keys.ENTER)
    in_english = one(browser, "html[lang=en] main aside").text
    browser.get(f"{home}/admin/orders/{order}")
    look(browser)
    office = one(browser, "main").text

    assert inland == []
    assert saved == "The settings were saved."
    assert first == "대한민국"
    address = "Anna Schmidt\n10117 Unter den Linden 1\nBerlin Brandenburg\n"
    assert f"{address}독일\n+49 30 1234567" in shown
    assert f"{address}Germany\n+49 30 1234567" in in_english
    assert "10117 Unter den Linden 1 Berlin Brandenburg\nGermany" in office
    assert chromium.widths_that_do_not_fit(browser) == []
