"""Passkeys in a real browser, with the virtual authenticator of WebDriver."""

import os

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.select import Select

from tests.journeys import chromium, office_menu
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store
PASSKEYS = "/account/passkeys"


def _press(browser: webdriver.Chrome, label: str) -> None:
    with chromium.another_page(browser):
        browser.find_element(By.XPATH, f"//button[normalize-space()='{label}']").click()


def _heading(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "h1").text


def _said(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.CSS_SELECTOR, "[role=status]").text


def _shoot(browser: webdriver.Chrome, name: str, width: int) -> None:
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        browser.save_screenshot(f"{folder}/{name}-{width}.png")


def _authenticator(browser: webdriver.Chrome) -> None:
    options = VirtualAuthenticatorOptions()
    options.protocol = VirtualAuthenticatorOptions.Protocol.CTAP2
    options.transport = VirtualAuthenticatorOptions.Transport.INTERNAL
    options.has_resident_key = True
    options.has_user_verification = True
    options.is_user_verified = True
    options.is_user_consenting = True
    browser.add_virtual_authenticator(options)


def test_a_passkey_from_its_registration_to_its_removal(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    office, admin = mall.demo.staff_url, mall.demo.admin
    user_id = f"passkey{width}"
    mall.openmall(
        "manager", "create", user_id, "--mall", mall.demo.mall_id, "--password-stdin",
        given=f"{admin.password}\n",
    )  # fmt: skip
    _authenticator(browser)
    faults = {}

    browser.get(office + PASSKEYS)
    faults["sign-in"] = page_faults(browser)
    _shoot(browser, "sign-in", width)
    browser.find_element(By.NAME, "user_id").send_keys(user_id)
    browser.find_element(By.NAME, "password").send_keys(admin.password)
    _press(browser, "Sign in")
    browser.find_element(By.NAME, "name").send_keys("Laptop")
    browser.find_element(By.NAME, "current").send_keys(admin.password)
    _press(browser, "Continue")
    faults["new"] = page_faults(browser)
    _shoot(browser, "new", width)
    _press(browser, "Create the passkey")
    codes = browser.find_element(By.CSS_SELECTOR, "pre").text.split()
    browser.find_element(By.LINK_TEXT, "I have kept them").click()
    added = _said(browser)
    faults[PASSKEYS] = page_faults(browser)
    too_narrow = chromium.widths_that_do_not_fit(browser)
    _shoot(browser, "passkeys", width)

    # without a password
    office_menu.sign_out(browser)
    browser.get(f"{office}/sign-in?next=/demo{PASSKEYS}")
    _press(browser, "Sign in with a passkey")
    known = browser.find_element(By.CSS_SELECTOR, "ul.rows").text

    # as the second step
    office_menu.sign_out(browser)
    browser.get(f"{office}/sign-in?next=/demo{PASSKEYS}")
    browser.find_element(By.NAME, "user_id").send_keys(user_id)
    browser.find_element(By.NAME, "password").send_keys(admin.password)
    _press(browser, "Sign in")
    browser.find_element(By.NAME, "code")
    asked = _heading(browser)
    faults["second step"] = page_faults(browser)
    _shoot(browser, "second-step", width)
    _press(browser, "Use a passkey")
    second = _heading(browser)

    Select(browser.find_element(By.NAME, "passkey")).select_by_visible_text("Laptop")
    browser.find_element(By.NAME, "current_removing").send_keys(admin.password)
    _press(browser, "Remove")
    removed = _said(browser)
    office_menu.sign_out(browser)
    browser.get(f"{office}/sign-in?next=/demo{PASSKEYS}")
    _press(browser, "Sign in with a passkey")
    refused = browser.find_element(By.ID, "problem").text

    assert len(codes) == 10
    assert added == "The passkey was added. You can sign in with it from now on."
    assert "Laptop" in known
    assert "Last used" in known
    assert (asked, second) == ("Two-step sign-in", "Passkeys")
    assert removed == "The passkey was removed."
    assert refused == "This passkey was not accepted. Try again, or sign in another way."
    assert too_narrow == []
    assert faults == {page: [] for page in faults}
