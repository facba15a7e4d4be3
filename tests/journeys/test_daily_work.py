"""A manager's day in a real browser, on a desk and a phone: a price, a parcel, an answer."""

from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys import chromium
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer
from tests.storefront.shopper_client import BUYER, RECEIVER

QUESTIONS = 6


pytestmark = pytest.mark.one_store


def look(browser: webdriver.Chrome) -> None:
    """Assert that the page that is shown has no faults."""
    assert page_faults(browser) == [], browser.current_url


def one(browser: webdriver.Chrome, selector: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, selector)


def type_into(browser: webdriver.Chrome, name: str, text: str) -> None:
    field = one(browser, f'main [name="{name}"]')
    field.clear()
    field.send_keys(text)


def follow(browser: webdriver.Chrome, element: WebElement) -> None:
    """Click what leads to another page, and wait for that page."""
    with chromium.another_page(browser):
        element.click()


def send(browser: webdriver.Chrome, deed: str) -> str:
    """Send the form that does a deed, and return what the next page says."""
    # a panel of the one form of a product, whose button saves all of them
    if chromium.present(browser, f'[data-panel="{deed}"]'):
        follow(browser, one(browser, ".save-bar .primary"))
    else:
        form = one(browser, f'form:has(input[name="deed"][value="{deed}"])')
        follow(browser, form.find_element(By.CSS_SELECTOR, "button[type=submit]"))
    message: str = one(browser, "[role=status]").text
    look(browser)
    return message


def rows_of(mall: DemoServer, path: str, **query: Any) -> list[dict[str, Any]]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer = mall.call("GET", f"{path}?{asked}")
    assert answer.status_code == 200, answer.text
    [rows] = [each for name, each in answer.json().items() if name != "links"]
    found: list[dict[str, Any]] = rows
    return found


def paid_order(mall: DemoServer, *variant_codes: str) -> str:
    """Place an order of a unit of each variant in the shop and pay it; return its number."""
    app = mall.demo.app("full")
    order = {
        "receiver": RECEIVER,
        "buyer": BUYER,
        "payment_method": "card",
        "variants": [{"variants_code": each, "quantity": 1} for each in variant_codes],
    }

    def post(path: str, request: dict[str, Any]) -> Any:
        answer = guest.post(f"/api/v2/{path}", json={"request": request})
        assert answer.is_success, answer.text
        return answer.json()

    with mall.new_client() as guest:
        guest.auth = (app.client_id, app.front_api_key)
        placed = post("orders", order)["order"]
        payment = post(f"testgateway/payments/{placed['payment_id']}", {"outcome": "approved"})
        for callback in payment["payment"]["callbacks"]:
            answer = guest.post(payment["payment"]["callback_url"], json=callback, auth=None)
            assert answer.status_code == 204, answer.text
    order_id: str = placed["order_id"]
    return order_id


def test_a_day_of_work(mall: DemoServer, browser: webdriver.Chrome) -> None:
    admin = f"{mall.demo.staff_url}"
    [product] = rows_of(mall, "products", custom_product_code="TW-TEAPOT-HILL", embed="variants")
    number = product["product_no"]
    price = int(float(product["price"])) + 500
    quantity = product["variants"][0]["quantity"] + 13
    long = {"request": {"product_name": "한글" * 60}}
    assert mall.call("PUT", f"products/{number + 1}", json=long).status_code in (200, 409)

    browser.get(f"{admin}/products")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))
    look(browser)
    type_into(browser, "keyword", product["product_name"])
    follow(browser, one(browser, "form[role=search] button"))
    look(browser)
    follow(browser, browser.find_element(By.LINK_TEXT, product["product_name"]))
    look(browser)
    type_into(browser, "price", str(price))
    messages = [send(browser, "details")]
    type_into(browser, "quantity-0", str(quantity))
    messages.append(send(browser, "stock"))

    [mug] = rows_of(mall, "products", custom_product_code="TW-MUG-SNOW", embed="variants")
    order = paid_order(mall, mug["variants"][0]["variant_code"])
    browser.get(f"{admin}/orders?tab=paid")
    look(browser)
    follow(browser, browser.find_element(By.LINK_TEXT, order))
    look(browser)
    one(browser, 'main a[href="#dialog-ship"]').click()
    look(browser)
    type_into(browser, "tracking_no", "4711-0815")
    messages.append(send(browser, "ship"))

    browser.get(f"{admin}/boards/{QUESTIONS}?reply_status=N")
    look(browser)
    link = one(browser, "tbody a")
    question = link.get_attribute("href") or ""
    follow(browser, link)
    look(browser)
    type_into(browser, "content", "Yes, by hand.")
    messages.append(send(browser, "answer"))

    assert messages == [
        "The product was saved.",
        "The variants were saved.",
        "The items were shipped.",
        "The answer was sent.",
    ]
    kept = mall.call("GET", f"products/{number}?embed=variants").json()["product"]
    assert (kept["price"], kept["variants"][0]["quantity"]) == (f"{price}.00", quantity)
    shipments = rows_of(mall, f"orders/{order}/shipments")
    assert "4711-0815" in [each["tracking_no"] for each in shipments]
    asked = int(question.rpartition("-")[2])
    answers = rows_of(mall, f"boards/{QUESTIONS}/articles", limit=100)
    assert [each["content"] for each in answers if each["parent_article_no"] == asked][-1] == (
        "Yes, by hand."
    )

    member = rows_of(mall, "orders", limit=1, member_type=2)[0]["member_id"]
    for path in (
        f"products/{number}?delete=1",
        f"products/{number + 1}",
        "products/new",
        "products/999999",
        "products?from=soon",
        "orders",
        "orders?tab=returning",
        f"orders/{order}",
        "customers",
        f"customers/{member}",
        "boards",
        "boards/4",
        f"{question.rpartition('/demo/')[2]}?delete=1",
    ):
        browser.get(f"{admin}/{path}")
        look(browser)


def test_a_return_is_accepted_after_its_preview(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    order = rows_of(mall, "orders", order_status="N40", limit=1, embed="items")[0]
    number = order["order_id"]
    item = next(each for each in order["items"] if each["order_status"] == "N40")
    asked = {
        "order_id": number,
        "reason_type": "K",
        "reason": "The seam is open",
        "request_pickup": "F",
        "items": [{"order_item_code": item["order_item_code"], "quantity": 1}],
    }
    answer = mall.call("POST", "returnrequests", json={"requests": [asked]})
    assert answer.status_code == 201, answer.text

    browser.get(f"{mall.demo.staff_url}/orders/{number}")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))
    look(browser)
    follow(browser, one(browser, 'form:has(input[name="claim"]) button'))
    look(browser)
    shown = one(browser, "main").text
    total = one(browser, ".facts dd strong").text
    button = one(browser, 'button[name="claim_status"][value="returned"]')
    words = button.text
    follow(browser, button)
    look(browser)
    message = one(browser, "[role=status]").text
    history = one(browser, '[aria-labelledby="history"]').text

    [claim] = mall.call("GET", f"orders/{number}?embed=return").json()["order"]["return"]
    [refunded] = claim["refund_amounts"]
    assert "Defective product" in shown
    assert "The seam is open" in shown
    assert message == "The request was accepted."
    assert words == f"Accept and refund {total}"
    assert total == f"{float(refunded['amount']):,.0f} KRW"
    assert f"Refunded\n{total}" in history
    assert [(each["quantity"], each["order_status"]) for each in claim["items"]] == [(1, "R40")]
