"""A customer signs in over the page of a foreign provider, in a real browser."""

import os
from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.events.webhooks.receiver import Receiver
from tests.journeys import chromium, foreign_provider
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import Visitor

pytestmark = pytest.mark.one_store


@pytest.fixture
def issuer(mall: DemoServer, receiver: Receiver) -> Iterator[str]:
    """A provider with which the demo shop is registered."""
    with foreign_provider.running(receiver.certificate, receiver.key) as address:
        _set(
            mall,
            use_openid_login="T",
            openid_name="Mock ID",
            openid_issuer=address,
            openid_client_id="demo-shop",
            openid_client_secret="secret of the shop",
        )
        yield address
        _set(mall, use_openid_login="F")


def _set(mall: DemoServer, **request: str) -> None:
    answer = mall.call("PUT", "socials/openid", json={"request": request})
    assert answer.status_code == 200, answer.text


def _provider_page(visitor: Visitor, user: str) -> None:
    """Sign in at the page of the provider that the browser is led to."""
    browser = visitor.browser
    WebDriverWait(browser, chromium.WAIT).until(lambda b: "/oauth2/authorize" in b.current_url)
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, f"button[value={user}]").click()


def _shoot(visitor: Visitor, name: str) -> None:
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        visitor.browser.save_screenshot(f"{folder}/{name}.png")


def test_from_the_sign_in_page_over_the_provider_to_the_account(
    mall: DemoServer, browser: webdriver.Chrome, width: int, issuer: str
) -> None:
    member, button = f"social{width}", "form[action='/sign-in/with/openid'] button"
    visitor = Visitor(browser, mall)
    browser.get(mall.demo.base_url + "/sign-in?next=/account")
    visitor.look("/sign-in")
    _shoot(visitor, f"sign-in-{width}")

    # the first time, they join
    browser.find_element(By.CSS_SELECTOR, button).click()
    _provider_page(visitor, "hana")
    assert "/sign-in/first" in browser.current_url
    visitor.look("/sign-in/first")
    _shoot(visitor, f"first-{width}")
    assert browser.find_element(By.NAME, "name").get_attribute("value") == "Hana"
    assert browser.find_element(By.NAME, "email").get_attribute("value") == "hana@example.com"
    visitor.write("member_id", member)
    # each width joins, and an address is one customer's
    visitor.write("email", f"{member}@example.com")
    for name in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, name).click()
    visitor.press("button[value=join]", leads_to="/account?done=joined")
    _shoot(visitor, f"account-{width}")

    # the next time, they are known
    visitor.press("form[action='/sign-out'] button", leads_to="done=signed-out")
    visitor.go("/sign-in?next=/account")
    browser.find_element(By.CSS_SELECTOR, button).click()
    _provider_page(visitor, "hana")
    assert "/account?done=signed-in" in browser.current_url
    linked = mall.call("GET", f"customers/{member}/social").json()["social"]
    assert linked["social_member_code"] == "hana"

    # who cancels is told so
    visitor.press("form[action='/sign-out'] button", leads_to="done=signed-out")
    visitor.go("/sign-in")
    browser.find_element(By.CSS_SELECTOR, button).click()
    WebDriverWait(browser, chromium.WAIT).until(lambda b: "/oauth2/authorize" in b.current_url)
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "button[value=deny]").click()
    assert browser.find_element(By.CSS_SELECTOR, "[role=alert]").text
    visitor.look("/sign-in/return")
    _shoot(visitor, f"cancelled-{width}")
    assert visitor.faults == {}


def test_a_manager_signs_in_over_the_provider_of_the_organisation(
    mall: DemoServer, width: int, issuer: str
) -> None:
    office, admin = mall.demo.staff_url, mall.demo.admin
    with chromium.opened(width=width) as browser:
        visitor = Visitor(browser, mall)
        visitor.base_url = office
        browser.get(f"{office}/staff-sign-in")
        for name, text in (("user_id", admin.user_id), ("password", admin.password)):
            browser.find_element(By.NAME, name).send_keys(text)
        browser.find_element(By.NAME, "password").submit()
        WebDriverWait(browser, chromium.WAIT).until(lambda b: "staff-sign-in" in b.current_url)
        visitor.write("provider_name", "Our ID")
        visitor.write("issuer", issuer)
        visitor.write("client_id", "demo-staff")
        visitor.write("client_secret", "secret of the staff")
        visitor.press("button[value=save]", leads_to="done=saved")
        _shoot(visitor, f"staff-provider-{width}")
        visitor.go("/account/accounts")
        visitor.write("current", admin.password)
        browser.find_element(By.CSS_SELECTOR, "button[value=link]").click()
        browser.find_element(By.CSS_SELECTOR, "main a.button.primary").click()
        _provider_page(visitor, "minsu")
        WebDriverWait(browser, chromium.WAIT).until(lambda b: "done=linked" in b.current_url)
        visitor.look("/account/accounts?done=linked")
        _shoot(visitor, f"staff-accounts-{width}")
    with chromium.opened(width=width) as later:
        again = Visitor(later, mall)
        later.get(f"{office}/orders")
        again.look("/sign-in")
        _shoot(again, f"staff-button-{width}")
        later.find_element(By.CSS_SELECTOR, "a[href^='/demo/sign-in/with']").click()
        _provider_page(again, "minsu")
        WebDriverWait(later, chromium.WAIT).until(lambda b: b.current_url == f"{office}/orders")
        later.delete_all_cookies()
        later.get(f"{office}/sign-in/with")
        _provider_page(again, "hana")
        alert = later.find_element(By.CSS_SELECTOR, "[role=alert]").text
        again.look("/sign-in/return")

    assert "No manager of this shop has this account." in alert or "운영자가 없습니다" in alert
    assert visitor.faults == again.faults == {}
