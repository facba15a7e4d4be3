"""Somebody comes from an ad, buys, and the shop's report names the ad: in a real browser."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer

SEARCHED = "https://search.naver.com/search.naver?query=%EA%B7%B8%EB%A6%87"
PASSWORD = "correct horse battery"
PRODUCT = "/products/7"
_PATIENCE = 90


pytestmark = pytest.mark.one_store


class Visitor:
    """A browser, and the faults of the pages it has been to."""

    def __init__(self, browser: webdriver.Chrome, mall: DemoServer) -> None:
        self.browser = browser
        self.base_url = mall.demo.base_url
        self.faults: dict[str, list[str]] = {}

    def come(self, path: str) -> None:
        """Come from a search engine."""
        self.browser.execute_cdp_cmd(
            "Page.navigate",
            {
                "url": self.base_url + path,
                "referrer": SEARCHED,
                "referrerPolicy": "unsafeUrl",
            },
        )
        self.look(path.partition("?")[0])

    def go(self, path: str) -> None:
        self.browser.get(self.base_url + path)
        self.look(path)

    def look(self, name: str) -> None:
        """Look at the page that is shown."""
        if found := page_faults(self.browser):
            self.faults[name] = found

    def write(self, name: str, text: str) -> None:
        field = self.browser.find_element(By.NAME, name)
        field.clear()
        field.send_keys(text)

    def press(self, selector: str, *, leads_to: str) -> None:
        """Press a button, and wait for where it leads."""
        button = self.browser.find_element(By.CSS_SELECTOR, selector)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        WebDriverWait(self.browser, chromium.WAIT).until(
            lambda browser: leads_to in browser.current_url
        )
        self.look(leads_to)


def test_from_an_ad_to_a_paid_order_to_the_report(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    ad, member = f"leaflet{width}", f"visitor{width}"
    asked = f"utm_source={ad}&utm_medium=cpc&utm_campaign=spring&utm_term=bowls"

    visitor = Visitor(browser, mall)
    visitor.come(f"/?{asked}")
    visitor.go("/search?q=%EA%B7%B8%EB%A6%87")
    visitor.go(PRODUCT)
    visitor.press("button[value=cart]", leads_to="/cart")
    visitor.press("a[href='/checkout']", leads_to="/checkout")
    visitor.go("/join?next=/checkout")
    person = {"member_id": member, "password": PASSWORD, "name": "김하나"}
    for name, text in {**person, "email": f"{member}@example.com"}.items():
        visitor.write(name, text)
    for name in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, name).click()
    visitor.press("main button.primary", leads_to="/checkout?done=joined")
    visitor.write("receiver_address1", "서울 중구 세종대로 110")
    visitor.press("button[value=order]", leads_to="/payment")
    visitor.press("button[value=approved]", leads_to="?done=paid")
    order_id = browser.current_url.split("/orders/")[1].partition("?")[0]
    for path in (
        "/categories/2", f"/orders/{order_id}", "/orders", "/account", "/account/leave",
        "/wishlist", "/coupons", "/points", "/boards", "/boards/4", "/boards/5/write",
        "/sign-in", "/nowhere", "/shop2",
        f"/orders/{order_id}/claim?kind=cancel&item={order_id}-01",
    ):  # fmt: skip
        visitor.go(path)

    assert visitor.faults == {}
    order = mall.call("GET", f"orders/{order_id}").json()["order"]
    assert (order["paid"], order["member_id"]) == ("T", member)
    [reported] = _reported(mall, order_id)
    source = {name: reported[name] for name in ("ad", "keyword", "medium", "campaign")}
    assert source == {"ad": ad, "keyword": "bowls", "medium": "cpc", "campaign": "spring"}
    assert reported["order_amount"] > 0


def _reported(mall: DemoServer, order_id: str) -> list[dict[str, Any]]:
    """Return what the report says of an order, once the visit has been made sense of."""
    today = datetime.now(UTC)
    asked = {
        "mall_id": "demo",
        "order_id": order_id,
        "start_date": f"{today - timedelta(1):%Y-%m-%d}",
        "end_date": f"{today + timedelta(1):%Y-%m-%d}",
    }
    headers = {"Authorization": f"Bearer {mall.demo.app('full').access_token}"}
    patience = time.monotonic() + _PATIENCE
    found: list[dict[str, Any]] = []
    while not found and time.monotonic() < patience:
        time.sleep(1)
        answer = mall.client.get("/sales/orderdetails", params=asked, headers=headers)
        assert answer.status_code == 200, answer.text
        found = answer.json()["orderdetails"]
    return found


def test_a_browser_proves_by_itself_that_no_machine_writes(mall: DemoServer) -> None:
    prevention = {"member_scope": "A", "apply_scope": "post_actions"}
    board = {"request": {"spam_auto_prevention": prevention}}
    changed = mall.call("PUT", "boards/5", json=board)
    assert changed.status_code == 200, changed.text

    with chromium.opened(width=chromium.PHONE) as browser:
        visitor = Visitor(browser, mall)
        visitor.go("/boards/5/write")
        written = {"writer": "Hana", "password": "sesame", "title": "Hello", "content": "All"}
        for name, text in written.items():
            visitor.write(name, text)
        visitor.press("main button.primary", leads_to="?done=written")
        titles = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".rows a")]

    assert titles[0] == "Hello"
    assert visitor.faults == {}
