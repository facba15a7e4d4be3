"""A manager's day in a real browser, on a desk and a phone: a price, a parcel, an answer."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys import chromium
from tests.journeys.accessible import barriers
from tests.journeys.running import Running

QUESTIONS = 6


@pytest.fixture
def mall() -> Iterator[Running]:
    """A running demo mall for each width: the journey ships an order, and may find only one."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data")
        yield running
        running.kill()


@pytest.fixture(params=[1440, 390])
def browser(request: pytest.FixtureRequest) -> Iterator[webdriver.Chrome]:
    """A browser of one width."""
    with chromium.opened(width=request.param) as opened:
        yield opened


def seen(browser: webdriver.Chrome) -> None:
    """The page before us is whole for everybody, and nothing sticks out of it."""
    assert barriers(browser) == [], browser.current_url
    broad = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert broad <= 0, browser.current_url


def one(browser: webdriver.Chrome, selector: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, selector)


def typed(browser: webdriver.Chrome, name: str, text: str) -> None:
    field = one(browser, f'main [name="{name}"]')
    field.clear()
    field.send_keys(text)


def followed(browser: webdriver.Chrome, element: WebElement) -> None:
    """Click what leads to another page, and wait for that page."""
    with chromium.another_page(browser):
        element.click()


def sent(browser: webdriver.Chrome, deed: str) -> str:
    """Send the form that does a deed, and return what the next page says."""
    form = one(browser, f'form:has(input[name="deed"][value="{deed}"])')
    followed(browser, form.find_element(By.CSS_SELECTOR, "button[type=submit]"))
    said: str = one(browser, "[role=status]").text
    seen(browser)
    return said


def listed(mall: Running, path: str, **query: Any) -> list[dict[str, Any]]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer = mall.call("GET", f"{path}?{asked}")
    assert answer.status_code == 200, answer.text
    [rows] = [each for name, each in answer.json().items() if name != "links"]
    found: list[dict[str, Any]] = rows
    return found


def test_a_day_of_work(mall: Running, browser: webdriver.Chrome) -> None:
    admin = f"{mall.demo.base_url}/admin"
    [product] = listed(mall, "products", custom_product_code="TW-TEAPOT-HILL", embed="variants")
    number = product["product_no"]
    price = int(float(product["price"])) + 500
    quantity = product["variants"][0]["quantity"] + 13
    long = {"request": {"product_name": "한글" * 60}}
    assert mall.call("PUT", f"products/{number + 1}", json=long).status_code in (200, 409)

    browser.get(f"{admin}/products")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    followed(browser, one(browser, "button.primary"))
    seen(browser)
    typed(browser, "keyword", product["product_name"])
    followed(browser, one(browser, "form[role=search] button"))
    seen(browser)
    followed(browser, browser.find_element(By.LINK_TEXT, product["product_name"]))
    seen(browser)
    typed(browser, "price", str(price))
    told = [sent(browser, "details")]
    typed(browser, "quantity-0", str(quantity))
    told.append(sent(browser, "stock"))

    order = listed(mall, "orders", order_status="N10", limit=1)[0]["order_id"]
    browser.get(f"{admin}/orders?tab=paid")
    seen(browser)
    followed(browser, browser.find_element(By.LINK_TEXT, order))
    seen(browser)
    typed(browser, "tracking_no", "4711-0815")
    told.append(sent(browser, "ship"))

    browser.get(f"{admin}/boards/{QUESTIONS}?reply_status=N")
    seen(browser)
    link = one(browser, "tbody a")
    question = link.get_attribute("href") or ""
    followed(browser, link)
    seen(browser)
    typed(browser, "content", "Yes, by hand.")
    told.append(sent(browser, "answer"))

    assert told == [
        "The product was saved.",
        "The stock was saved.",
        "The items were shipped.",
        "The answer was sent.",
    ]
    kept = mall.call("GET", f"products/{number}?embed=variants").json()["product"]
    assert (kept["price"], kept["variants"][0]["quantity"]) == (f"{price}.00", quantity)
    shipments = listed(mall, f"orders/{order}/shipments")
    assert "4711-0815" in [each["tracking_no"] for each in shipments]
    asked = int(question.rpartition("-")[2])
    answers = listed(mall, f"boards/{QUESTIONS}/articles", limit=100)
    assert [each["content"] for each in answers if each["parent_article_no"] == asked][-1] == (
        "Yes, by hand."
    )

    member = listed(mall, "orders", limit=1, member_type=2)[0]["member_id"]
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
        f"{question.rpartition('/admin/')[2]}?delete=1",
    ):
        browser.get(f"{admin}/{path}")
        seen(browser)


def test_a_return_is_accepted_after_its_preview(mall: Running, browser: webdriver.Chrome) -> None:
    order = listed(mall, "orders", order_status="N40", limit=1, embed="items")[0]
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

    browser.get(f"{mall.demo.base_url}/admin/orders/{number}")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    followed(browser, one(browser, "button.primary"))
    seen(browser)
    followed(browser, one(browser, 'form:has(input[name="claim"]) button'))
    seen(browser)
    shown = one(browser, "main").text
    total = one(browser, ".facts dd strong").text
    button = one(browser, 'button[name="claim_status"][value="returned"]')
    words = button.text
    followed(browser, button)
    seen(browser)
    said = one(browser, "[role=status]").text
    history = one(browser, '[aria-labelledby="history"]').text

    [claim] = mall.call("GET", f"orders/{number}?embed=return").json()["order"]["return"]
    [refunded] = claim["refund_amounts"]
    assert "Defective product" in shown
    assert "The seam is open" in shown
    assert said == "The request was accepted."
    assert words == f"Accept and refund {total}"
    assert total == f"{float(refunded['amount']):,.0f} KRW"
    assert f"Refunded · {total}" in history
    assert [(each["quantity"], each["order_status"]) for each in claim["items"]] == [(1, "R40")]
