"""A developer tests proposals alone: an app proposes, the console approves, webhooks arrive."""

import re
import ssl
import time
from typing import Any

import httpx
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.events.webhooks.receiver import Receiver
from tests.journeys.demo_server import WAIT, DemoServer
from tests.journeys.test_console import Journey

pytestmark = pytest.mark.one_store
SCOPES = ("mall.read_product", "mall.read_application", "mall.write_product.propose")
EVENTS = (91003, 91004, 91005, 91006)


def received(receiver: Receiver, *wanted: int) -> list[int]:
    """Return the events about plans that came, once these are among them."""
    found: list[int] = []
    deadline = time.monotonic() + WAIT
    while not set(wanted) <= set(found):
        assert time.monotonic() < deadline, found
        found += [each.event_no for each in receiver.taken() if each.event_no in EVENTS]
        time.sleep(0.1)
    return found


def shown(way: Journey) -> str:
    return way.browser.find_element(By.TAG_NAME, "main").text


def test_a_developer_tests_proposals_and_their_webhooks_alone(
    mall: DemoServer, receiver: Receiver, browser: webdriver.Chrome, width: int
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    way.sign_up(f"plans{width}@example.com")
    way.open("/developers/apps/new")
    way.write(name="Price keeper", redirect_uris="https://app.example.com/callback")
    for scope in SCOPES:
        way.tick(scope)
    way.press("Register the app")
    client_id, _, _ = way.copied()
    app = f"/developers/apps/{client_id}"
    way.open(f"{app}/plans")
    way.look()
    way.open(f"{app}/webhooks")
    way.write(address=f"https://127.0.0.1:{receiver.port}/hooks")
    way.press("Save the address")
    way.press("Go to webhooks")
    for event_no in EVENTS:
        way.tick(f"e{event_no}")
    way.press("Save the events")
    way.open(f"/developers/malls?app={client_id}")
    Select(browser.find_element(By.NAME, "content")).select_by_value("catalogue")
    way.press("Create the test mall")
    token, curl, _, _ = way.copied()
    origin = re.findall(r"https://[^/'\" ]+", curl)[0]
    mall_id = origin.removeprefix("https://").partition(".")[0]
    receiver.taken()
    api = httpx.Client(
        base_url=f"{mall.demo.local_url}/@{mall_id}/api/v2/admin",
        headers={"Authorization": f"Bearer {token}"},
        verify=ssl.create_default_context(cafile=str(mall.demo.ca_file)),
    )

    # where it may only propose
    way.open(app)
    way.look()
    only_proposes = shown(way)
    products = api.get("/products?limit=3&fields=product_no,price").json()["products"]

    def propose(*numbers: int) -> int:
        rows = [{"product_no": each, "price": "777.00"} for each in numbers]
        answer = api.put("/prices", json={"requests": rows})
        assert answer.status_code == 202, answer.text
        found: int = answer.json()["plan"]["plan_no"]
        return found

    def prices() -> list[str]:
        found: list[dict[str, Any]] = api.get("/products?limit=3&fields=price").json()["products"]
        return [each["price"] for each in found]

    # one is approved in part
    first = propose(*(each["product_no"] for each in products))
    way.open(f"{app}/plans")
    way.look()
    way.press("PUT prices")
    way.look()
    waiting = shown(way)
    way.write(objects="one")
    way.press("Approve")
    way.look()
    browser.find_element(By.NAME, "objects").clear()
    way.write(objects="1, 3", comment="Not the second one.")
    way.press("Approve")
    way.look()
    approved = shown(way)
    of_first = received(receiver, 91003, 91004, 91006)

    # another one is rejected
    propose(products[1]["product_no"])
    way.open(f"{app}/plans?mall={mall_id}&state=waiting")
    way.press("PUT prices")
    way.write(comment="Too cheap.")
    way.press("Reject")
    way.look()
    of_second = received(receiver, 91003, 91005)
    way.open(f"{app}/plans")
    way.look()
    listed = shown(way)
    way.open(f"{app}/writes")
    way.look()
    writes = shown(way)

    assert "mall.write_product.propose" in only_proposes
    assert mall_id in only_proposes
    assert "Waits for approval" in waiting
    assert "777.00" in waiting
    assert f"plans/{first}" in waiting
    assert "Approved 2 of 3 objects" in approved
    assert "Not the second one." in approved
    assert prices() == ["777.00", products[1]["price"], "777.00"]
    assert of_first == [91003, 91004, 91006]
    assert of_second == [91003, 91005]
    assert "Comment: Too cheap." in listed
    assert "Comment: Not the second one." in listed
    assert "undo_days" in writes
    assert way.faults == {}
