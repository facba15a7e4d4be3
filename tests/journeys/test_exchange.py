"""A buyer asks for another variant, and the merchant sends a third one, by mouse and keyboard."""

from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import Visitor

pytestmark = pytest.mark.one_store
BUYER = {
    "buyer_name": "Buyer",
    "buyer_email": "buyer@example.com",
    "buyer_cellphone": "010-2222-2222",
    "receiver_name": "Min Kim",
    "receiver_address1": "1 Sejong-daero",
}


def test_buyer_and_merchant_choose_what_an_item_is_exchanged_for(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    number, codes = _offer(mall, f"Scarf {width}")
    visitor = Visitor(browser, mall)
    visitor.go(f"/products/{number}")
    Select(browser.find_element(By.NAME, "variant_code")).select_by_value(codes["Sand"])
    visitor.press("button[value=cart]", leads_to="/cart")
    visitor.press("a[href='/checkout']", leads_to="/checkout")
    for name, text in BUYER.items():
        visitor.write(name, text)
    visitor.press("button[value=order]", leads_to="/payment")
    visitor.press("button[value=approved]", leads_to="?done=paid")
    order = browser.current_url.split("/orders/")[1].partition("?")[0]
    _send(mall, order)

    visitor.go(f"/orders/{order}")
    visitor.press("a[href*='kind=exchange']", leads_to="/claim?")
    offered = _options(browser, "variant")
    # Sand is chosen: one key down is Ink
    browser.find_element(By.NAME, "variant").send_keys(Keys.ARROW_DOWN)
    Select(browser.find_element(By.NAME, "reason_type")).select_by_index(1)
    visitor.write("reason", "Too pale")
    visitor.press("form.fields button.primary", leads_to="done=asked")

    browser.get(f"{mall.demo.staff_url}/orders/{order}")
    browser.find_element(By.NAME, "user_id").send_keys(mall.demo.admin.user_id)
    browser.find_element(By.NAME, "password").send_keys(mall.demo.admin.password)
    with chromium.another_page(browser):
        browser.find_element(By.NAME, "password").send_keys(Keys.ENTER)
    visitor.look("/admin/orders")
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, 'form:has(input[name="claim"]) button').click()
    visitor.look("/admin/orders, preview")
    choice = browser.find_element(By.NAME, "variant-0")
    wished = Select(choice).first_selected_option.get_attribute("value")
    choices = _options(browser, "variant-0")
    choice.send_keys(Keys.ARROW_DOWN)
    chosen = Select(choice).first_selected_option.get_attribute("value")
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, 'button[value="exchanged"]').click()
    visitor.look("/admin/orders, exchanged")
    visitor.go(f"/orders/{order}")

    assert visitor.faults == {}
    assert offered == choices == list(codes.values())
    assert (wished, chosen) == (codes["Ink"], codes["Moss"])
    [claim] = _exchanges(mall, order)
    assert [each["variant_code"] for each in claim["exchanged_items"]] == [codes["Moss"]]
    items = mall.call("GET", f"orders/{order}/items").json()["items"]
    assert [each["option_value"] for each in items] == ["Colour=Sand", "Colour=Moss"]
    assert "Moss" in browser.find_element(By.TAG_NAME, "main").text


def _options(browser: webdriver.Chrome, name: str) -> list[str]:
    found = Select(browser.find_element(By.NAME, name)).options
    return [str(each.get_attribute("value")) for each in found]


def _exchanges(mall: DemoServer, order: str) -> list[dict[str, Any]]:
    answer = mall.call("GET", f"orders/{order}?embed=exchange").json()
    found: list[dict[str, Any]] = answer["order"]["exchange"]
    return found


def _offer(mall: DemoServer, name: str) -> tuple[int, dict[str, str]]:
    """Put a product in three colours on sale; return its number, and colour -> variant code."""
    new = {
        "product_name": name, "price": "11000", "supply_price": "5000", "display": "T",
        "selling": "T", "has_option": "T",
        "options": [{"name": "Colour", "value": "Sand,Ink,Moss"}],
    }  # fmt: skip
    made = mall.call("POST", "products", json={"request": new})
    assert made.status_code == 201, made.text
    number = made.json()["product"]["product_no"]
    variants = mall.call("GET", f"products/{number}/variants").json()["variants"]
    return number, {each["options"][0]["value"]: each["variant_code"] for each in variants}


def _send(mall: DemoServer, order: str) -> None:
    """Let the parcel of an order arrive."""
    parcel = {"tracking_no": "1", "shipping_company_code": "0001", "status": "shipping"}
    path = f"orders/{order}/shipments"
    answer = mall.call("POST", path, json={"request": parcel})
    assert answer.status_code == 201, answer.text
    code = mall.call("GET", path).json()["shipments"][0]["shipping_code"]
    answer = mall.call("PUT", f"{path}/{code}", json={"request": {"status": "shipped"}})
    assert answer.status_code == 200, answer.text
