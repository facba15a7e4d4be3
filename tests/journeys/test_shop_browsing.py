"""Shoppers find products while they type, go on down lists, and look into the cart, by mouse."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import Visitor

pytestmark = pytest.mark.one_store
LANTERNS = 55
"""Two full pages of a list, and some."""


def lanterns(mall: DemoServer, folder: Path, name: str) -> None:
    """Import products with numbered names into the shared mall; prices begin at ₩1,000."""
    goods = folder / "goods.csv"
    rows = [f"{name}-{at},{name} {at:02},{1000 + at},0,T,T" for at in range(LANTERNS)]
    head = "custom_product_code,product_name,price,supply_price,display,selling"
    goods.write_text("\n".join((head, *rows)), encoding="utf-8")
    mall.openmall("import", "products", str(goods), "--mall", mall.demo.mall_id)


def come(visitor: Visitor, path: str) -> None:
    """Come to the shop in English."""
    visitor.browser.get(visitor.base_url)
    visitor.browser.add_cookie({"name": "openmall-language", "value": "en"})
    visitor.go(path)


def texts(browser: webdriver.Chrome, selector: str) -> list[str]:
    return [each.text for each in chromium.present(browser, selector)]


def wait_for(browser: webdriver.Chrome, selector: str, number: int) -> None:
    WebDriverWait(browser, chromium.WAIT).until(
        lambda _: len(chromium.present(browser, selector)) == number
    )


def said(browser: webdriver.Chrome) -> str:
    """Return what is said to those who do not see the list of products found."""
    found = browser.find_elements(By.CSS_SELECTOR, ".suggesting [role=status]")
    return "".join(str(each.get_property("textContent")) for each in found)


@pytest.mark.parametrize("phone", [False, True])
def test_products_are_found_while_one_types(mall: DemoServer, tmp_path: Path, phone: bool) -> None:
    name = f"Lantern {'small' if phone else 'large'}"
    lanterns(mall, tmp_path, name)
    with chromium.opened(width=chromium.PHONE if phone else 1440) as browser:
        visitor = Visitor(browser, mall)
        come(visitor, "/")
        if phone:
            browser.find_element(By.CSS_SELECTOR, ".seek-drop summary").click()
        field = browser.find_element(By.ID, "seek-here" if phone else "seek")
        field.send_keys(name.lower())
        wait_for(browser, ".suggestions a", 7)
        lines = texts(browser, ".suggestions a")
        counted = said(browser)
        visitor.look("/, suggestions")
        if phone and not field.is_displayed():
            browser.find_element(By.CSS_SELECTOR, ".seek-drop summary").click()
        # the list was closed as windows of other widths were looked at
        field.clear()
        field.send_keys(name)
        wait_for(browser, ".suggestions a", 7)
        field.send_keys(Keys.ESCAPE)
        closed = chromium.present(browser, ".suggestions a")
        # as it is typed on, the list is asked for again
        field.send_keys(" 3")
        WebDriverWait(browser, chromium.WAIT).until(lambda _: said(browser).startswith("15 "))
        field.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        marked = field.get_attribute("aria-activedescendant")
        second = browser.find_element(By.ID, str(marked)).text.splitlines()[0]
        with chromium.another_page(browser):
            field.send_keys(Keys.ENTER)
        product = browser.find_element(By.TAG_NAME, "h1").text
        if phone:
            browser.find_element(By.CSS_SELECTOR, ".seek-drop summary").click()
        field = browser.find_element(By.ID, "seek-here" if phone else "seek")
        field.send_keys("no such thing at all")
        WebDriverWait(browser, chromium.WAIT).until(lambda _: said(browser) == "No results")
        field.clear()
        field.send_keys(name)
        wait_for(browser, ".suggestions a", 7)
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, ".suggestions .found-all").click()
        results = browser.find_element(By.TAG_NAME, "h1").text

    assert visitor.faults == {}
    assert lines[0].splitlines() == [f"{name} 54", "₩1,054"]
    assert lines[-1] == f"All results for “{name.lower()}”"
    assert counted == f"{LANTERNS} products"
    assert closed == []
    assert (product, second) == (f"{name} 43", f"{name} 43")
    assert results == f"Results for “{name}”"


def test_a_list_goes_on_where_it_ends(mall: DemoServer, tmp_path: Path) -> None:
    lanterns(mall, tmp_path, "Lampion")
    with chromium.opened() as browser:
        visitor = Visitor(browser, mall)
        come(visitor, "/search?q=Lampion")
        counts = []
        for shown in (48, LANTERNS):
            button = browser.find_element(By.CSS_SELECTOR, ".turn a[rel=next]")
            assert button.text == "Show more"
            button.click()
            wait_for(browser, ".browse .ware", shown)
            counts.append(browser.switch_to.active_element.text)
        names = texts(browser, ".browse .ware-name")
        ended = chromium.present(browser, ".turn")
        visitor.look("/search, all shown")
        visitor.press(".ware:last-child a", leads_to="/products/")
        browser.back()
        again = texts(browser, ".browse .ware-name")

    assert visitor.faults == {}
    assert names == [f"Lampion {at:02}" for at in reversed(range(LANTERNS))]
    # the keyboard goes on at the first product that was added
    assert counts == ["Lampion 30", "Lampion 06"]
    assert ended == []
    assert "Lampion 00" in again


def test_the_cart_opens_beside_its_link(mall: DemoServer, tmp_path: Path) -> None:
    lanterns(mall, tmp_path, "Torch")
    with chromium.opened() as browser:
        visitor = Visitor(browser, mall)
        come(visitor, "/")
        link = browser.find_element(By.CSS_SELECTOR, ".top-cart")
        link.click()
        wait_for(browser, ".bag", 1)
        empty = browser.find_element(By.CSS_SELECTOR, ".bag").text.splitlines()
        visitor.go("/search?q=Torch+54")
        visitor.press(".ware a", leads_to="/products/")
        browser.find_element(By.CSS_SELECTOR, "[data-step='1']").click()
        visitor.press(".buy button[value=cart]", leads_to="/cart")
        # in the cart the link leads to itself
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, ".top-cart").click()
        visitor.go("/")
        browser.find_element(By.CSS_SELECTOR, ".top-cart").click()
        wait_for(browser, ".bag", 1)
        visitor.look("/, cart open")
        lines = texts(browser, ".bag-lines li")
        due = browser.find_element(By.CSS_SELECTOR, ".bag-due strong").text
        browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        closed = chromium.present(browser, ".bag")
        focused = browser.switch_to.active_element.get_attribute("class")
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        wait_for(browser, ".bag", 1)
        visitor.press(".bag .primary", leads_to="/checkout")

    assert visitor.faults == {}
    assert empty == ["Your cart", "Your cart is empty", "View cart"]
    assert [each.splitlines() for each in lines] == [["Torch 54 × 2", "₩2,108"]]
    assert due.startswith("₩")
    assert (closed, focused) == ([], "bar-button top-cart")
