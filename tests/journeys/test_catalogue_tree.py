"""A merchant puts the categories of a shop in order with the mouse and with the keyboard."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into

pytestmark = pytest.mark.one_store


@pytest.fixture
def admin(mall: DemoServer, browser: webdriver.Chrome) -> webdriver.Chrome:
    """The browser of the head admin, who is at the categories."""
    browser.get(f"{mall.demo.staff_url}/categories")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))
    return browser


def make(browser: webdriver.Chrome, name: str) -> int:
    type_into(browser, "category_name", name)
    follow(browser, one(browser, "main form button.primary"))
    assert one(browser, "[role=status]").text == "The category was created."
    row = one(browser, f'[aria-label="Name of {name}"]').find_element(By.XPATH, "ancestor::li")
    return int(row.get_attribute("data-place") or "")


def press(browser: webdriver.Chrome, name: str) -> None:
    """Press a button with the keyboard."""
    button = one(browser, f'button[aria-label="{name}"]')
    with chromium.another_page(browser):
        button.send_keys(Keys.ENTER)
    assert one(browser, "[role=status]").text == "The category was moved."


def rows(browser: webdriver.Chrome) -> list[tuple[int, int]]:
    """Return number and level of the rows, in their order."""
    return [
        (int(each.get_attribute("data-place") or ""), int(each.get_attribute("data-level") or ""))
        for each in browser.find_elements(By.CSS_SELECTOR, ".category-tree li")
    ]


def place(mall: DemoServer, number: int) -> list[int]:
    found = mall.call("GET", f"categories/{number}").json()["category"]["full_category_no"]
    return [each for each in found.values() if each]


def test_categories_are_moved_and_the_shop_follows(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    browser = admin
    width = browser.execute_script("return window.innerWidth")
    names = [f"{name} {width}" for name in ("Terrace", "Chairs", "Hammocks")]
    terrace, chairs, hammocks = (make(browser, name) for name in names)
    look(browser)

    press(browser, f"Move below the one before: {names[1]}")
    press(browser, f"Move below the one before: {names[2]}")
    press(browser, f"Move up: {names[2]}")
    assert place(mall, chairs) == [terrace, chairs]
    assert rows(browser)[-3:] == [(terrace, 1), (hammocks, 2), (chairs, 2)]
    press(browser, f"Move one level up: {names[1]}")
    assert place(mall, chairs) == [chairs]
    look(browser)

    if width > 500:
        grips = browser.find_elements(By.CSS_SELECTOR, ".category-tree [data-grip]")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", grips[-2])
        above = grips[-2].location["y"] - grips[-1].location["y"]
        steps = ActionChains(browser).move_to_element(grips[-1]).click_and_hold()
        steps = steps.move_by_offset(0, above - 10).move_by_offset(60, 0).pause(0.2)
        with chromium.another_page(browser):
            steps.release().perform()
        assert one(browser, "[role=status]").text == "The category was moved."
        assert place(mall, chairs) == [terrace, chairs]
        assert rows(browser)[-3:] == [(terrace, 1), (chairs, 2), (hammocks, 2)]
        press(browser, f"Move one level up: {names[1]}")

    while rows(browser)[0][0] != chairs:  # the menu of the shop has the first twelve
        press(browser, f"Move up: {names[1]}")
    look(browser)
    browser.get(mall.demo.base_url)
    first = one(browser, 'nav a[href^="/categories/"]')
    assert first.get_attribute("href") == f"{mall.demo.base_url}/categories/{chairs}"
    look(browser)
