"""A developer has an app told of events, tries it out, and lets time pass in a test mall."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.events.webhooks.receiver import Receiver
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_console import Journey

pytestmark = pytest.mark.one_store


def settle(way: Journey, email: str) -> tuple[str, str]:
    """Sign up, register an app and make a test mall; return where the app and the mall are."""
    way.sign_up(email)
    way.open("/developers/apps/new")
    way.write(name="Stock keeper", redirect_uris="https://app.example.com/callback")
    way.tick("mall.read_product")
    way.tick("mall.read_order")
    way.press("Register the app")
    client_id, _, _ = way.copied()
    app = f"/developers/apps/{client_id}"
    way.open(f"{app}/webhooks")
    way.look()
    way.open(f"{app}/deliveries")
    way.look()
    way.open(f"/developers/malls?app={client_id}")
    Select(way.browser.find_element(By.NAME, "content")).select_by_value("empty")
    way.press("Create the test mall")
    way.press("Go to the test mall")
    return app, way.browser.current_url.removeprefix(way.start)


def test_webhooks_are_set_up_tried_and_sent_again(
    mall: DemoServer, receiver: Receiver, browser: webdriver.Chrome, width: int
) -> None:
    way = Journey(browser, mall.demo.developers_url)
    app, home = settle(way, f"webhooks{width}@example.com")
    way.look()

    # where, of what, with which keys
    way.open(f"{app}/webhooks")
    way.write(address="http://app.example.com/hooks")
    way.press("Save the address")
    way.look()
    field = browser.find_element(By.NAME, "address")
    field.clear()
    field.send_keys(f"https://127.0.0.1:{receiver.port}/hooks")
    way.press("Save the address")
    way.look()
    first = way.copied()
    way.press("Go to webhooks")
    way.tick("e90001")
    way.tick("e90023")
    way.press("Save the events")
    way.look()
    way.press("Create new keys")
    way.look()
    second = way.copied()
    way.press("Go to webhooks")

    # a test, in the list, once more
    Select(browser.find_element(By.NAME, "event")).select_by_value("90023")
    way.press("Send the test")
    way.look()
    assert "received" in browser.find_element(By.CSS_SELECTOR, "#came + p").text
    [tested] = receiver.taken()
    way.open(f"{app}/deliveries")
    way.look()
    link = browser.find_element(By.CSS_SELECTOR, "tbody a")
    browser.get(str(link.get_attribute("href")))
    way.press("Send another test")
    way.look()
    [again] = receiver.taken()

    # time passes, and calls go wrong
    way.open(home)
    way.press("+ 1 week")
    way.look()
    way.open(f"{home}/faults")
    way.look()
    way.press("Load the script")
    way.look()
    way.press("Remove all rules")

    assert (len(first), len(second)) == (2, 2)
    assert set(first).isdisjoint(second)
    assert tested.headers["X-API-Key"] == second[0]
    assert len(tested.headers["Webhook-Signature"].split()) == 2
    assert (tested.event_no, again.event_no) == (90023, 90023)
    assert way.faults == {}
