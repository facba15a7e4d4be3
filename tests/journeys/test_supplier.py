"""A user of a supplier changes their stock and ships their items, by mouse and keyboard."""

import os
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import Visitor

pytestmark = pytest.mark.one_store
SECRET = "correct horse"


def _shoot(browser: webdriver.Chrome, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        browser.save_screenshot(f"{folder}/{name}.png")


def test_a_supplier_keeps_stock_and_ships(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    def call(method: str, path: str, **request: object) -> dict[str, Any]:
        answer = mall.call(method, path, json={"request": request})
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()
        return found

    user = f"farm{width}"
    supplier = call("POST", "suppliers", supplier_name=f"Farm {width}")["supplier"]
    code = supplier["supplier_code"]
    call(
        "POST",
        "suppliers/users",
        user_id=user,
        supplier_code=code,
        password=SECRET,
        permission_shop_no=[1],
    )
    product = call(
        "POST",
        "products",
        product_name=f"Honey {width}",
        price="5000",
        supply_price="3000",
        display="T",
        selling="T",
        supplier_code=code,
    )["product"]
    number = product["product_no"]
    variants = mall.call("GET", f"products/{number}/variants").json()["variants"]
    stock = f"products/{number}/variants/{variants[0]['variant_code']}/inventories"
    call("PUT", stock, use_inventory="T", quantity=3)
    visitor = Visitor(browser, mall)
    visitor.go(f"/products/{number}")
    visitor.press("button[value=cart]", leads_to="/cart")
    visitor.press("a[href='/checkout']", leads_to="/checkout")
    for name, text in (
        ("buyer_name", "Buyer"),
        ("buyer_email", "buyer@example.com"),
        ("buyer_cellphone", "010-2222-2222"),
        ("receiver_name", "Min Kim"),
        ("receiver_address1", "1 Sejong-daero"),
    ):
        visitor.write(name, text)
    visitor.press("button[value=order]", leads_to="/payment")
    visitor.press("button[value=approved]", leads_to="?done=paid")
    order_id = browser.current_url.split("/orders/")[1].partition("?")[0]

    browser.get(f"{mall.demo.staff_url}/supplier-products")
    for name, text in (("user_id", user), ("password", SECRET)):
        browser.find_element(By.NAME, name).send_keys(text)
    browser.find_element(By.NAME, "password").send_keys(Keys.ENTER)
    WebDriverWait(browser, chromium.WAIT).until(lambda b: "supplier-products" in b.current_url)
    browser.get(f"{mall.demo.staff_url}/supplier-products")
    visitor.look("/admin/supplier-products")
    _shoot(browser, f"supplier-products-{width}")
    visitor.press("th a", leads_to=f"/{number}")
    visitor.write("quantity", "25")
    browser.find_element(By.NAME, "quantity").send_keys(Keys.ENTER)
    WebDriverWait(browser, chromium.WAIT).until(lambda b: "done=saved" in b.current_url)
    _shoot(browser, f"supplier-stock-{width}")
    visitor.go("/admin/supplier-orders")
    _shoot(browser, f"supplier-orders-{width}")
    visitor.write("tracking_no", "123456789")
    visitor.press("main form button.primary", leads_to="done=shipped")

    assert visitor.faults == {}
    assert mall.call("GET", stock).json()["inventory"]["quantity"] == 25
    items = mall.call("GET", f"orders/{order_id}?embed=items").json()["order"]["items"]
    assert [each["order_status"] for each in items] == ["N30"]
