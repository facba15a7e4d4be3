"""A manager uses the back office in a real browser, on a desk and on a phone."""

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from tests.journeys import chromium, office_menu
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer
from tests.staff_pages import path_of

NAMED = "a, button, input:not([type=hidden]), select, summary"
MOST_KEYS = 60


pytestmark = pytest.mark.one_store


def test_from_sign_in_to_a_removed_app_and_its_line_in_the_log(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    changed = mall.call(
        "PUT", "products/3", json={"request": {"product_name": f"{width} " + "한글 " * 80}}
    )
    assert changed.status_code == 200
    name = f"Label printer {width}"
    token = _token_of_a_new_app(mall, name)
    assert _status_of_a_call(mall, token) == 200

    browser.get(f"{mall.demo.staff_url}/apps?x=1")
    _sign_in(browser, mall)
    came_back = browser.current_url.removeprefix(mall.demo.staff_url)
    _button(browser, f"Remove {name}").click()
    browser.find_element(By.CSS_SELECTOR, "button.danger").click()
    message = browser.find_element(By.CSS_SELECTOR, "[role=status]").text
    office_menu.go(browser, name="Activity")
    Select(browser.find_element(By.ID, "f-app")).select_by_visible_text(name)
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "form.filter-bar button").click()
    browser.find_element(By.LINK_TEXT, "Clear all")
    line = browser.find_element(By.CSS_SELECTOR, ".lines li").text
    faults = {}
    for page in menu_pages.PAGES:
        browser.get(mall.demo.staff_url + page.at)
        elements = browser.find_elements(By.CSS_SELECTOR, NAMED)
        visible = [each for each in elements if each.is_displayed()]
        nameless = [each for each in visible if not each.accessible_name]
        assert [each.get_attribute("outerHTML") for each in nameless] == [], page.at
        assert office_menu.is_offered(browser), page.at
        faults[path_of(page)] = page_faults(browser)

    assert came_back == "/apps?x=1"
    assert message == f"{name} was removed. Its tokens are no longer valid."
    assert _status_of_a_call(mall, token) == 403
    assert line.splitlines()[0] == f"App removed: {name}"
    assert "in the back office" in line
    assert faults == {path_of(page): [] for page in menu_pages.PAGES}


def test_the_keyboard_alone_is_enough(mall: DemoServer) -> None:
    _token_of_a_new_app(mall, "Keyboard")
    with chromium.opened() as browser:
        browser.get(f"{mall.demo.staff_url}")
        _sign_in(browser, mall)
        order = []
        while "Apps" not in order and len(order) < MOST_KEYS:
            _press(browser, Keys.TAB)
            order.append(browser.switch_to.active_element.text)
        _press(browser, Keys.ENTER)
        _button(browser, "Remove Keyboard").send_keys(Keys.ENTER)
        browser.find_element(By.CSS_SELECTOR, "form.choice")
        keep = browser.find_element(By.LINK_TEXT, "Keep")
        keep.send_keys(Keys.TAB)
        focused = browser.switch_to.active_element.text
        _press(browser, Keys.SPACE)
        message = browser.find_element(By.CSS_SELECTOR, "[role=status]").text

    # the header, with the search of every page between its menus; then the groups of the menu
    assert order[0] == "Skip to content"
    assert order.index("") < order.index("Home") < order.index("Orders")
    assert order[-1] == "Apps"
    assert focused == "Remove"
    assert message.startswith("Keyboard was removed.")


def test_an_app_that_can_be_opened_is_in_the_menu_of_people_and_of_programs(
    mall: DemoServer,
) -> None:
    launch = "https://labels.example.com/start"
    mall.new_app("Labels", "--scope", "mall.read_order", "--launch-url", launch)
    entries = mall.call("GET", "menus?contains_app_url=T").json()["menus"]

    with chromium.opened(width=chromium.PHONE) as browser:
        browser.get(f"{mall.demo.staff_url}")
        _sign_in(browser, mall)
        link = browser.find_element(By.LINK_TEXT, "Labels").get_attribute("href")

    assert [(entry["name"], entry["path"]) for entry in entries] == [("Labels", launch)]
    assert link == launch


def _token_of_a_new_app(mall: DemoServer, name: str) -> str:
    client_id = mall.new_app(name, "--scope", "mall.read_product")
    issue = ("token", "issue", "--mall", mall.demo.mall_id, "--app", client_id, "--json")
    token: str = msgspec.json.decode(mall.openmall(*issue))["access_token"]
    return token


def _status_of_a_call(mall: DemoServer, token: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return mall.client.get("/api/v2/admin/products/1", headers=headers).status_code


def _button(browser: webdriver.Chrome, name: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, f'[aria-label="{name}"]')


def _sign_in(browser: webdriver.Chrome, mall: DemoServer) -> None:
    browser.find_element(By.ID, "user_id").send_keys(mall.demo.admin.user_id)
    browser.find_element(By.ID, "password").send_keys(mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    browser.find_element(By.CSS_SELECTOR, "nav.side")


def _press(browser: webdriver.Chrome, *keys: str) -> None:
    browser.switch_to.active_element.send_keys(*keys)
