"""A merchant pays an app and takes the payment back, with a reason, in a real browser."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.commerce.application.charges import CHARGE
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_back_office import _sign_in

pytestmark = pytest.mark.one_store


def test_a_payment_is_made_and_taken_back_with_a_reason(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    created = mall.call("POST", "appstore/orders", json={"request": CHARGE})
    assert created.status_code == 201, created.text
    order = created.json()["order"]
    browser.get(order["confirmation_url"])
    _sign_in(browser, mall)
    browser.find_element(By.CSS_SELECTOR, "button[value=pay]").click()
    browser.find_element(By.CSS_SELECTOR, "[role=status]")
    faults = page_faults(browser)

    Select(browser.find_element(By.NAME, "reason")).select_by_visible_text("Too expensive")
    browser.find_element(By.NAME, "detail").send_keys("Half would do.")
    browser.find_element(By.CSS_SELECTOR, "button[value=refund]").click()
    message = browser.find_element(By.CSS_SELECTOR, "[role=status]").text

    assert "given back" in browser.find_element(By.TAG_NAME, "main").text, message
    assert faults == []
