"""A manager uses the back office in a real browser, on a desk and on a phone."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from tests.journeys import chromium
from tests.journeys.accessible import barriers
from tests.journeys.running import Running, command

ASKED = "a, button, input:not([type=hidden]), select, summary"
MOST_KEYS = 60


@pytest.fixture
def mall() -> Iterator[Running]:
    """A running demo mall of its own: the journey takes an app out of it."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data", "--products", "12")
        yield running
        running.kill()


@pytest.mark.parametrize("width", [1440, 390])
def test_from_sign_in_to_a_removed_app_and_its_line_in_the_log(mall: Running, width: int) -> None:
    made = mall.call("PUT", "products/1", json={"request": {"product_name": "한글 " * 80}})
    assert made.status_code == 200
    assert mall.call("GET", "products/1", "read-only").status_code == 200

    with chromium.opened(width=width) as browser:
        browser.get(f"{mall.demo.base_url}/admin/apps?x=1")
        _sign_in(browser, mall)
        came_back = browser.current_url.removeprefix(mall.demo.base_url)
        _button(browser, "Remove Demo read-only").click()
        browser.find_element(By.CSS_SELECTOR, "button.danger").click()
        said = browser.find_element(By.CSS_SELECTOR, "[role=status]").text
        _menu(browser, "Activity")
        Select(browser.find_element(By.ID, "app")).select_by_visible_text("Demo read-only")
        browser.find_element(By.CSS_SELECTOR, "button.primary").click()
        browser.find_element(By.LINK_TEXT, "Show all")
        told = browser.find_element(By.CSS_SELECTOR, ".lines li").text
        widths = {}
        for page in menu_pages.PAGES:
            browser.get(mall.demo.base_url + page.path)
            asked = browser.find_elements(By.CSS_SELECTOR, ASKED)
            seen = [each for each in asked if each.is_displayed()]
            assert [each for each in seen if not each.accessible_name] == []
            assert browser.find_element(By.TAG_NAME, "nav").aria_role == "navigation"
            assert barriers(browser) == [], page.path
            broad = browser.execute_script("return document.documentElement.scrollWidth")
            widths[page.path] = broad <= width

    assert came_back == "/admin/apps?x=1"
    assert said == "Demo read-only was removed. Its tokens are no longer valid."
    assert mall.call("GET", "products/1", "read-only").status_code == 403
    assert told.splitlines()[0] == "Removed app Demo read-only"
    assert "in the back office" in told
    assert widths == {page.path: True for page in menu_pages.PAGES}


def test_the_keyboard_alone_is_enough(mall: Running) -> None:
    with chromium.opened(width=1440) as browser:
        browser.get(f"{mall.demo.base_url}/admin")
        _sign_in(browser, mall)
        order = []
        while "Apps" not in order and len(order) < MOST_KEYS:
            _press(browser, Keys.TAB)
            order.append(browser.switch_to.active_element.text)
        _press(browser, Keys.ENTER)
        _button(browser, "Remove Demo full").send_keys(Keys.ENTER)
        browser.find_element(By.CSS_SELECTOR, "form.choice")
        keep = browser.find_element(By.LINK_TEXT, "Keep")
        keep.send_keys(Keys.TAB)
        focused = browser.switch_to.active_element.text
        _press(browser, Keys.SPACE)
        said = browser.find_element(By.CSS_SELECTOR, "[role=status]").text

    assert [order[0], *order[2:4]] == ["Skip to content", "Sign out", "Overview"]
    assert order[-1] == "Apps"
    assert focused == "Remove"
    assert said.startswith("Demo full was removed.")


def test_an_app_that_can_be_opened_is_in_the_menu_of_people_and_of_programs(mall: Running) -> None:
    where = ["--data-dir", str(mall.data_dir)]
    launch = "https://labels.example.com/start"
    words = ["--name", "Labels", "--scope", "mall.read_order", "--launch-url", launch, "--json"]
    made = command("app", "create", *words, *where)
    client_id = made.stdout.split('"client_id":')[1].split('"')[1]
    assert command("app", "install", client_id, "--mall", "demo", *where).returncode == 0
    listed = mall.call("GET", "menus?contains_app_url=T").json()["menus"]

    with chromium.opened(width=390) as browser:
        browser.get(f"{mall.demo.base_url}/admin")
        _sign_in(browser, mall)
        link = browser.find_element(By.LINK_TEXT, "Labels").get_attribute("href")

    assert [(entry["name"], entry["path"]) for entry in listed] == [("Labels", launch)]
    assert link == launch


def _button(browser: webdriver.Chrome, name: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, f'[aria-label="{name}"]')


def _menu(browser: webdriver.Chrome, name: str) -> None:
    """Follow an entry of the menu, which is folded on a phone."""
    fold = browser.find_element(By.CSS_SELECTOR, ".side-fold > summary")
    if fold.is_displayed():
        fold.click()
    browser.find_element(By.LINK_TEXT, name).click()


def _sign_in(browser: webdriver.Chrome, mall: Running) -> None:
    browser.find_element(By.ID, "user_id").send_keys(mall.demo.admin.user_id)
    browser.find_element(By.ID, "password").send_keys(mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    browser.find_element(By.CSS_SELECTOR, "nav.side")


def _press(browser: webdriver.Chrome, *keys: str) -> None:
    browser.switch_to.active_element.send_keys(*keys)
