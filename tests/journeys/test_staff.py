"""Staff with few rights in a real browser: invited by mail, with a role and two-step sign-in."""

import re

import pyotp
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.journeys import chromium, office_menu
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store
PASSWORD = "chosen by myself"


def _type(browser: webdriver.Chrome, field: str, text: str) -> None:
    browser.find_element(By.NAME, field).send_keys(text)


def _press(browser: webdriver.Chrome, label: str) -> None:
    browser.find_element(By.XPATH, f"//button[normalize-space()='{label}']").click()


def _heading(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "h1").text


def _said(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.CSS_SELECTOR, "[role=status]").text


def _sign_in(browser: webdriver.Chrome, user_id: str, password: str) -> None:
    _type(browser, "user_id", user_id)
    _type(browser, "password", password)
    _press(browser, "Sign in")


def _link_in_mail(mall: DemoServer) -> str:
    options = ("--mall", mall.demo.mall_id, "--recipient", "hana@example.com", "--json")
    found = re.search(
        r"https://admin\.\S+/demo/password\?token=[\w.%-]+",
        mall.openmall("messages", "list", *options),
    )
    assert found
    return found[0]


def test_staff_with_few_rights(mall: DemoServer) -> None:
    office = mall.demo.staff_url
    manager = mall.demo.admin
    with chromium.opened() as head, chromium.opened() as invited:
        head.get(f"{office}/roles")
        _sign_in(head, manager.user_id, manager.password)
        _type(head, "name", "Shipping desk")
        Select(head.find_element(By.NAME, "area_orders")).select_by_visible_text("View and edit")
        Select(head.find_element(By.NAME, "area_products")).select_by_visible_text("View")
        _press(head, "Add the role")
        role_added = _said(head)
        faults = {"/admin/roles": page_faults(head)}

        head.get(f"{office}/managers")
        _type(head, "user_id", "hana")
        _type(head, "name", "Hana Kim")
        Select(head.find_element(By.NAME, "manager_type")).select_by_visible_text("Shipping desk")
        _type(head, "email", "hana@example.com")
        _press(head, "Invite")
        was_invited = _said(head)
        faults["/admin/managers"] = page_faults(head)
        head.get(f"{office}/managers/hana")
        handed_over = head.find_element(By.CSS_SELECTOR, ".copy code").text
        faults["/admin/managers/hana"] = page_faults(head)

        link = _link_in_mail(mall)
        invited.get(link)
        _type(invited, "password", PASSWORD)
        _type(invited, "again", PASSWORD)
        faults["/admin/password"] = page_faults(invited)
        _press(invited, "Save")
        invited.find_element(By.LINK_TEXT, "Sign in")
        saved = _heading(invited)
        invited.find_element(By.LINK_TEXT, "Sign in").click()
        _sign_in(invited, "hana", PASSWORD)
        invited.find_element(By.CSS_SELECTOR, "nav a[href='/demo/orders']")
        menu = [
            each.get_attribute("href").removeprefix(office)
            for each in invited.find_elements(By.CSS_SELECTOR, "nav a[href*='/demo']")
        ]
        refused = {}
        for page in ("customers", "settings", "apps", "reports", "managers", "products/new"):
            invited.get(f"{office}/{page}")
            refused[page] = invited.find_element(By.TAG_NAME, "main").text
        invited.get(f"{office}/products")
        products = _heading(invited)

        invited.get(f"{office}/account/two-step")
        _type(invited, "current", PASSWORD)
        _press(invited, "Set up")
        secret = invited.find_element(By.CSS_SELECTOR, ".copy code").text
        assert invited.find_element(By.CSS_SELECTOR, ".qr-code svg").size["width"] > 100
        faults["two-step"] = page_faults(invited)
        _type(invited, "code", pyotp.TOTP(secret).now())
        _press(invited, "Switch on")
        codes = invited.find_element(By.CSS_SELECTOR, "pre").text.split()
        faults["codes"] = page_faults(invited)
        too_narrow = chromium.widths_that_do_not_fit(invited)
        office_menu.sign_out(invited)
        _sign_in(invited, "hana", PASSWORD)
        invited.find_element(By.NAME, "code")
        asked = _heading(invited)
        faults["second step"] = page_faults(invited)
        _type(invited, "code", codes[0])
        _press(invited, "Sign in")
        invited.find_element(By.CSS_SELECTOR, "nav a[href='/demo/orders']")
        invited.get(f"{office}/account")
        account = invited.find_element(By.TAG_NAME, "main").text
        faults["/admin/account"] = page_faults(invited)

        invited.get(link)
        used = invited.find_element(By.CSS_SELECTOR, "[role=alert]").text

    assert role_added == "The role was added. Give it to managers on their pages."
    assert was_invited == (
        "No mail was sent: open the manager's page, and hand over the link there."
    )
    assert "/password?token=" in handed_over
    assert saved == "Password saved"
    assert {"/orders", "/products"} <= set(menu)
    assert not {"/customers", "/settings", "/managers"} & set(menu)
    assert products == "Products"
    assert [page for page, text in refused.items() if "Your role does not include" not in text] == [
        "products/new"
    ]
    assert len(codes) == 10
    assert too_narrow == []
    assert asked == "Two-step sign-in"
    assert "Chrome, Linux" in account
    assert used == "This link is not valid any more."
    assert faults == {page: [] for page in faults}
