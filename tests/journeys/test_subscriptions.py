"""Somebody subscribes in a browser; the clock of the test mall moves, and the card is charged."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import PASSWORD, Visitor
from tests.journeys.test_sandbox import Trial

pytestmark = pytest.mark.one_store
_PATIENCE = 90
_RULE = {
    "subscription_shipments_name": "Aprons",
    "product_binding_type": "A",
    "use_discount": "F",
    "subscription_shipments_cycle_type": "T",
    "subscription_shipments_cycle": ["1M"],
    "use_order_price_condition": "F",
}


class Subscriber(Visitor):
    """Hana in the shop of a test mall."""

    def __init__(self, browser: webdriver.Chrome, trial: Trial) -> None:
        super().__init__(browser, trial.running)
        port = trial.running.demo.base_url.rpartition(":")[2]
        self.base_url = f"https://{trial.mall_id}.openmall.localhost:{port}"
        self.trial = trial

    def sign_in(self) -> None:
        self.go("/sign-in?next=/subscriptions")
        self.write("member_id", "hana")
        self.write("password", PASSWORD)
        self.press("main button.primary", leads_to="/subscriptions")

    def choose(self, card: str, *, path: str = "") -> None:
        """Choose how a test card behaves."""
        if path:
            self.go(path)
        self.browser.find_element(By.CSS_SELECTOR, f"input[value={card}]").click()
        self.press("main button.primary", leads_to="/cards?done=card")

    def page_says(self, path: str, *texts: str) -> bool:
        """Return whether a page has one of the texts."""
        self.go(path)
        return any(each in self.browser.page_source for each in texts)

    def later(self, days: int) -> None:
        """Move the clock of the mall, which ends every session."""
        self.trial.run("mall", "clock", self.trial.mall_id, "--forward", f"{days}d")
        self.trial.refresh()

    def orders(self) -> list[Any]:
        """Return the orders of the mall, the oldest first."""
        today = datetime.now(UTC)
        found: list[Any] = []
        for at in range(2):
            start, end = today + timedelta(80 * at - 2), today + timedelta(80 * at + 77)
            dates = {"start_date": f"{start:%Y-%m-%d}", "end_date": f"{end:%Y-%m-%d}"}
            answer = self.trial.call("GET", "orders", params={**dates, "embed": "items"})
            assert answer.status_code == 200, answer.text
            found += reversed(answer.json()["orders"])
        return found

    def paid(self) -> list[str]:
        return [each["paid"] for each in self.orders()]


def _wait(seen: Callable[[], Any], hoped: Any) -> None:
    patience = time.monotonic() + _PATIENCE
    while seen() != hoped and time.monotonic() < patience:
        time.sleep(1)
    assert seen() == hoped


def test_a_subscription_is_charged_skipped_declined_and_charged_again(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    trial = Trial(mall)
    mall.openmall("gateway", "test", "--mall", trial.mall_id, "--on")
    trial.refresh()
    apron = {"product_name": "Apron", "price": "10000.00", "supply_price": "5000.00"}
    shown = {"display": "T", "selling": "T"}
    made = trial.call("POST", "products", json={"request": {**apron, **shown}})
    product = made.json()["product"]["product_no"]
    trial.call("POST", "subscription/shipments/setting", json={"request": _RULE})
    hana = Subscriber(browser, trial)
    hana.go("/join?next=/cards")
    person = {"member_id": "hana", "password": PASSWORD, "name": "김하나"}
    for name, text in {**person, "email": "hana@example.com"}.items():
        hana.write(name, text)
    for name in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, name).click()
    hana.press("main button.primary", leads_to="/cards?done=joined")
    browser.find_element(By.NAME, "agree_recurring_charges").click()
    hana.press("button[value=add]", leads_to="/cards/")
    card = browser.current_url.partition(hana.base_url)[2]
    hana.choose("approved")

    hana.go(f"/products/{product}")
    hana.press(f"a[href='/products/{product}/subscribe']", leads_to="/subscribe")
    hana.write("receiver_zipcode", "04524")
    hana.write("receiver_address1", "서울 중구 세종대로 110")
    Select(browser.find_element(By.NAME, "method_id")).select_by_index(0)
    browser.find_element(By.NAME, "agree_recurring_charges").click()
    hana.press("main button.primary", leads_to="/subscriptions?done=subscribed")
    assert chromium.widths_that_do_not_fit(browser) == []
    # the first delivery is ordered and charged by the worker itself
    hana.later(1)
    _wait(hana.paid, ["T"])

    hana.sign_in()
    hana.press("button[value=skip]", leads_to="done=skipped")
    hana.later(32)
    time.sleep(12)
    assert hana.paid() == ["T"]

    hana.sign_in()
    hana.choose("declined", path=card)
    hana.later(31)
    _wait(hana.paid, ["T", "F"])
    hana.sign_in()
    retried = ("tried again", "다시 시도")
    _wait(lambda: hana.page_says("/subscriptions", *retried), True)
    hana.choose("approved", path=card)
    hana.later(3)
    _wait(hana.paid, ["T", "T"])
    hana.sign_in()

    assert hana.faults == {}
