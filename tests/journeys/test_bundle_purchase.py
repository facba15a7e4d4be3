"""A guest of a new mall buys two bundles by mouse: sizes, cart, checkout, payment, order."""

from decimal import Decimal
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into
from tests.journeys.test_new_mall import BUYER
from tests.journeys.trial import Trial

pytestmark = pytest.mark.one_store
_ON_SALE = {"display": "T", "selling": "T", "supply_price": "1.00"}
_CUP = {**_ON_SALE, "product_name": "Cup", "price": "9000.00"}
_SHIRT = {
    **_ON_SALE, "product_name": "Shirt", "price": "21000.00", "has_option": "T",
    "options": [{"name": "Size", "value": "S,L"}],
}  # fmt: skip
_SETS = Decimal(2)
_PRICE = Decimal(9000 * 2 + 21000) / 2
"""Of two cups and a shirt at half their price, in KRW."""


def _made(trial: Trial, path: str, method: str = "POST", **request: Any) -> Any:
    answer = trial.call(method, path, json={"request": request})
    assert answer.is_success, answer.text
    return answer.json()


def _track(trial: Trial, product: int, units: int) -> list[str]:
    """Set the stock of each variant of a product, in units; return the codes."""
    variants = trial.call("GET", f"products/{product}/variants").json()["variants"]
    codes = [each["variant_code"] for each in variants]
    for code in codes:
        stock = f"products/{product}/variants/{code}/inventories"
        _made(trial, stock, "PUT", use_inventory="T", display_soldout="T", quantity=units)
    return codes


def _units(trial: Trial, product: int) -> list[int]:
    path = f"products/{product}/variants"
    variants = trial.call("GET", path, params={"embed": "inventories"}).json()["variants"]
    return [each["inventories"]["quantity"] for each in variants]


def test_a_guest_chooses_the_parts_and_pays_the_price_of_the_page(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    trial = Trial(mall)
    mall.openmall("gateway", "test", "--mall", trial.mall_id, "--on")
    trial.refresh()
    cup = _made(trial, "products", **_CUP)["product"]["product_no"]
    shirt = _made(trial, "products", **_SHIRT)["product"]["product_no"]
    cups, shirts = _track(trial, cup, 7), _track(trial, shirt, 3)
    components = [
        {"product_no": cup, "purchase_quantity": 2},
        {"product_no": shirt, "purchase_quantity": 1},
    ]
    _made(
        trial, "bundleproducts", product_name="Kitchen set", bundle_product_components=components,
        bundle_product_sales={"discount_value": "50.00", "discount_type": "P"},
        display="T", selling="T",
    )  # fmt: skip

    browser.get(mall.demo.base_url.replace(mall.demo.mall_id, trial.mall_id))
    follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "Kitchen set"))
    look(browser)
    shown = one(browser, "main").text
    Select(one(browser, 'select[name="part"]')).select_by_value(shirts[1])
    type_into(browser, "quantity", f"{_SETS}")
    follow(browser, one(browser, 'button[value="cart"]'))
    look(browser)
    cart = one(browser, "main").text
    follow(browser, one(browser, 'a[href="/checkout"]'))
    for name, text in BUYER.items():
        type_into(browser, name, text)
    look(browser)
    follow(browser, one(browser, 'button[value="order"]'))
    follow(browser, one(browser, 'button[value="approved"]'))
    look(browser)
    told = one(browser, "main").text
    order_id = browser.current_url.split("/orders/")[1].partition("?")[0]

    order = trial.call("GET", f"orders/{order_id}", params={"embed": "items"}).json()["order"]
    [item] = order["items"]
    assert f"{_PRICE:,.0f}" in shown
    assert "Shirt x1 (Size: L)" in cart
    assert f"{_SETS * _PRICE:,.0f}" in cart
    assert f"{_SETS * _PRICE:,.0f}" in told
    assert (order["paid"], item["quantity"]) == ("T", _SETS)
    assert Decimal(item["payment_amount"]) == _SETS * _PRICE
    assert [each["variant_code"] for each in item["product_bundle_list"]] == [cups[0], shirts[1]]
    assert (_units(trial, cup), _units(trial, shirt)) == ([3], [3, 1])
    assert chromium.widths_that_do_not_fit(browser) == [], width
