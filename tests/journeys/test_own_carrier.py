"""A new mall ships with a carrier of its own, and sells a product at a sale price for a period."""

from datetime import date, timedelta

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_catalogue import unfold
from tests.journeys.test_daily_work import follow, look, one, type_into
from tests.journeys.test_new_mall import ACCOUNT, BUYER, PASSWORD

pytestmark = pytest.mark.one_store
TRACK = "https://van.example.com/track?no={number}"


def _enter(browser: webdriver.Chrome, name: str, text: str) -> None:
    """Type a text into a field and press Enter."""
    type_into(browser, name, text)
    with chromium.another_page(browser):
        one(browser, f'main [name="{name}"]').send_keys(Keys.ENTER)


def _value(browser: webdriver.Chrome, name: str) -> str:
    return one(browser, f'main [name="{name}"]').get_attribute("value") or ""


def _save_sale(browser: webdriver.Chrome, price: str) -> None:
    """Type a sale price for three days, as the browser takes dates, and save the product."""
    unfold(browser, "sale_price")
    type_into(browser, "sale_price", price)
    today = date.today()
    for name, day in (("sale_from", today - timedelta(1)), ("sale_to", today + timedelta(1))):
        one(browser, f'main [name="{name}"]').send_keys(f"{day:%m%d%Y}")
    follow(browser, one(browser, ".save-bar .primary"))
    look(browser)


def open_mall(mall: DemoServer, browser: webdriver.Chrome, mall_id: str) -> str:
    """Make a mall as the README does, and sign in; return the address of its shop."""
    mall.openmall("mall", "create", mall_id, "--name", "Fresh linen")
    mall.openmall(
        "manager", "create", "founder", "--mall", mall_id, "--password-stdin",
        given=f"{PASSWORD}\n",
    )  # fmt: skip
    home = mall.demo.base_url.replace(mall.demo.mall_id, mall_id)
    browser.get(f"{home}/admin/payments")
    one(browser, "#user_id").send_keys("founder")
    with chromium.another_page(browser):
        one(browser, "#password").send_keys(PASSWORD, Keys.ENTER)
    for name, text in ACCOUNT.items():
        type_into(browser, name, text)
    follow(browser, one(browser, 'form:has(input[value="add"]) button.primary'))
    return home


def sell_apron(browser: webdriver.Chrome, home: str) -> str:
    """Make a product that the shop sells; return the address of its page in the back office."""
    browser.get(f"{home}/admin/products/new")
    for name, text in (("product_name", "Linen apron"), ("price", "39,000"), ("supply_price", "0")):
        type_into(browser, name, text)
    for name in ("display", "selling"):
        Select(one(browser, f'main [name="{name}"]')).select_by_value("T")
    follow(browser, one(browser, "main form button.primary"))
    return browser.current_url.partition("?")[0]


def test_a_parcel_goes_by_an_own_carrier_at_a_sale_price(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    home = open_mall(mall, browser, f"vans{width}")

    browser.get(f"{home}/admin/carriers")
    look(browser)
    follow(browser, one(browser, '.page-head a[href$="/carriers/new"]'))
    type_into(browser, "shipping_carrier", "Our van")
    _enter(browser, "track_shipment_url", "javascript:alert(1)")
    look(browser)
    refused = one(browser, "#f-track_shipment_url-problem").text
    kept = _value(browser, "track_shipment_url"), _value(browser, "shipping_carrier")
    _enter(browser, "track_shipment_url", TRACK)
    look(browser)
    listed = one(browser, "main table").text

    browser.get(sell_apron(browser, home))
    _save_sale(browser, "12,50")
    comma = one(browser, "#f-sale_price-problem").text, _value(browser, "sale_price")
    _save_sale(browser, "29,000")
    saved = one(browser, "main [role=status]").text

    browser.get(f"{home}/")
    on_sale = one(browser, "main").text
    follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "Linen apron"))
    follow(browser, one(browser, 'button[value="cart"]'))
    browser.get(f"{home}/checkout")
    for name, text in BUYER.items():
        type_into(browser, name, text)
    follow(browser, one(browser, 'button[value="order"]'))
    order = browser.current_url.split("/orders/")[1].partition("?")[0]
    to_pay = one(browser, "main .notice").text

    browser.get(f"{home}/admin/orders/{order}")
    follow(browser, one(browser, 'form:has(input[name="deed"][value="pay"]) button'))
    one(browser, 'main a[href="#dialog-ship"]').click()
    one(browser, 'main [name="shipping_company_code"]').send_keys("Our van")
    _enter(browser, "tracking_no", "A 1/7")
    look(browser)
    office = one(browser, 'main a[rel~="noopener"]').get_attribute("href")
    browser.get(f"{home}/orders/{order}")
    look(browser)
    parcel = one(browser, 'li:has(a[rel~="noopener"])').text
    link = one(browser, 'main a[rel~="noopener"]').get_attribute("href")

    assert refused == "Enter a web address that begins with http:// or https://."
    assert kept == ("javascript:alert(1)", "Our van")
    assert "Our van" in listed
    assert comma == (
        "Write the number like 1250.50 or 1,250.50: a comma only separates thousands.",
        "12,50",
    )
    assert saved == "The sale price was saved."
    assert "29,000" in on_sale
    assert "29,000" in to_pay
    assert parcel.startswith("Our van A 1/7")
    assert link == office == "https://van.example.com/track?no=A%201%2F7"
