"""A merchant asks new customers for their birthday, and a shopper joins with it."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sales import sign_in
from tests.journeys.test_sample_shop import PASSWORD, Visitor

pytestmark = pytest.mark.one_store


IN_VIEW = "arguments[0].scrollIntoView({block: 'center'})"


def _tick(browser: webdriver.Chrome, occasion: str, *names: str) -> None:
    form = browser.find_element(By.CSS_SELECTOR, f"form[aria-labelledby=of-{occasion}]")
    for name in names:
        box = form.find_element(By.NAME, name)
        browser.execute_script(IN_VIEW, box)
        if not box.is_selected():
            box.click()
    button = form.find_element(By.CSS_SELECTOR, "button.primary")
    browser.execute_script(IN_VIEW, button)
    with chromium.another_page(browser):
        button.click()
    assert browser.find_elements(By.CSS_SELECTOR, "main .done"), "it was saved"


def test_a_shop_that_requires_the_birthday_is_joined(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    # given a merchant who requires it when people join, and shows it on their account
    sign_in(mall, browser, "/admin/settings/customer-fields")
    _tick(browser, "join", "use.birthday", "required.birthday")
    _tick(browser, "edit", "use.birthday")

    # when a shopper joins: without it the browser does not send the form
    member = f"birthday{width}"
    visitor = Visitor(browser, mall)
    visitor.go("/join?next=/account")
    person = {"member_id": member, "password": PASSWORD, "name": "김하나"}
    for name, text in {**person, "email": f"{member}@example.com"}.items():
        visitor.write(name, text)
    for name in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, name).click()
    birthday = browser.find_element(By.NAME, "birthday")
    assert not browser.execute_script("return arguments[0].form.checkValidity()", birthday)
    assert browser.execute_script("return arguments[0].validity.valueMissing", birthday)
    birthday.send_keys("12311990")
    visitor.press("main button.primary", leads_to="/account?done=joined")

    # then their account shows it, and they correct it
    birthday = browser.find_element(By.NAME, "birthday")
    assert birthday.get_attribute("value") == "1990-12-31"
    birthday.send_keys("01021991")
    visitor.press("button[value=details]", leads_to="/account?done=saved")
    birthday = browser.find_element(By.NAME, "birthday")
    assert birthday.get_attribute("value") == "1991-01-02"
    assert visitor.faults == {}
    kept = mall.call("GET", "customersprivacy", params={"member_id": member})
    assert kept.json()["customersprivacy"][0]["birthday"].startswith("1991-01-02")
    for occasion in ("join", "edit"):
        asked = [{"key": "birthday", "use": "F", "required": "F"}]
        request = {"type": occasion, "properties": asked}
        mall.call("PUT", "customers/properties", json={"request": request})
