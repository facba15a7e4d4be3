"""Shoppers use the default theme by mouse and finger: lists, galleries, variants, the cart."""

from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import Visitor
from tests.media.images import base64_of, picture

pytestmark = pytest.mark.one_store

HIGHEST_HEADER = 64
"""Pixels."""


def _create(mall: DemoServer, path: str, key: str, **fields: Any) -> Any:
    answer = mall.call("POST", path, json={"request": fields})
    assert answer.status_code == 201, answer.text
    return answer.json()[key]


def _stock(mall: DemoServer, name: str) -> tuple[int, int, str]:
    """Fill a category with an apron of two colours and a cheaper cup.

    Return the numbers of category and apron, and the code of the variant with a surcharge of ₩2,000
    and a stock of 3.
    """
    category = _create(mall, "categories", "category", category_name=name)["category_no"]
    common = {
        "supply_price": "5000", "display": "T", "selling": "T",
        "add_category_no": [{"category_no": category}],
    }  # fmt: skip
    apron = _create(mall, "products", "product", product_name="Apron", price="10000", **common)
    number: int = apron["product_no"]
    _create(mall, "products", "product", product_name="Cup", price="7000", **common)
    values = [{"option_text": "Sand", "option_color": "#eeddcc"}, {"option_text": "Ink"}]
    option = {"option_name": "Colour", "option_value": values, "option_display_type": "P"}
    options = {"has_option": "T", "option_type": "T", "options": [option]}
    _create(mall, f"products/{number}/options", "option", **options)
    first, second = (base64_of(picture(size, size, "PNG")) for size in (300, 320))
    _create(mall, f"products/{number}/images", "image", detail_image=first, image_upload_type="A")
    path = f"products/{number}/additionalimages"
    _create(mall, path, "additionalimage", additional_image=[second])
    ink: str = mall.call("GET", f"products/{number}/variants").json()["variants"][1]["variant_code"]
    change = {"additional_amount": "2000", "use_inventory": "T", "quantity": 3}
    answer = mall.call("PUT", f"products/{number}/variants/{ink}", json={"request": change})
    assert answer.status_code == 200, answer.text
    return category, number, ink


def _names(browser: webdriver.Chrome) -> list[str]:
    return [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".browse .ware-name")]


def _text(browser: webdriver.Chrome, selector: str) -> str:
    return browser.find_element(By.CSS_SELECTOR, selector).text


def _header_height(browser: webdriver.Chrome) -> float:
    return browser.find_element(By.CSS_SELECTOR, ".top").size["height"]


def _enlarged(browser: webdriver.Chrome) -> list[bool]:
    """Enlarge the picture of a product by mouse, and turn and close it by keys.

    Return whether it fills the window, is shown twice as large, turns, and is left open.
    """
    dialog = browser.find_element(By.CSS_SELECTOR, "dialog.zoom")
    browser.find_element(By.CSS_SELECTOR, ".stage .picture").click()
    picture = dialog.find_element(By.TAG_NAME, "img")
    width = browser.execute_script("return innerWidth")
    first, whole = picture.get_attribute("src"), picture.size["width"]
    picture.click()
    twice = picture.size["width"]
    picture.click()
    ActionChains(browser).send_keys(Keys.ARROW_RIGHT).perform()
    turned = dialog.find_element(By.TAG_NAME, "img").get_attribute("src") != first
    ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    is_open = dialog.get_property("open")
    return [whole == width, twice >= 1.9 * width, turned, bool(is_open)]


def test_a_list_is_sorted_and_narrowed_and_a_variant_is_chosen_at_a_desk(mall: DemoServer) -> None:
    category, number, ink = _stock(mall, "Theme at a desk")
    with chromium.opened() as browser:
        visitor = Visitor(browser, mall)
        visitor.go(f"/categories/{category}")
        heights = [_header_height(browser)]
        with chromium.another_page(browser):
            Select(browser.find_element(By.ID, "f-sort")).select_by_value("low")
        cheapest_first = _names(browser)
        browser.find_element(By.CSS_SELECTOR, "input[value='Colour:Ink']").click()
        visitor.press(".filters-form button.primary", leads_to="option=")
        narrowed = _names(browser)
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, ".chips a").click()
        without_chip = (_names(browser), chromium.present(browser, ".chips"))

        visitor.press(f".ware a[href='/products/{number}']", leads_to="/products/")
        heights.append(_header_height(browser))
        large = browser.find_element(By.CSS_SELECTOR, ".gallery .picture")
        before = large.get_attribute("src")
        browser.find_elements(By.CSS_SELECTOR, ".more-pictures a")[1].click()
        swapped = large.get_attribute("src") != before
        browser.find_element(By.CSS_SELECTOR, "[data-turn='1']").click()
        turned = large.get_attribute("src")
        enlarged = _enlarged(browser)
        browser.find_element(By.CSS_SELECTOR, "input[value='Ink']").click()
        of_ink = (_text(browser, ".offer .offer-price"), browser.current_url.partition("?")[2])
        left = _text(browser, "[data-chosen]")
        browser.refresh()
        shared = (
            _text(browser, ".offer .offer-price"),
            browser.find_element(By.CSS_SELECTOR, "input[value='Ink']").is_selected(),
        )
        browser.find_element(By.CSS_SELECTOR, "input[value='Sand']").click()
        of_sand = _text(browser, ".offer .offer-price")
        browser.find_element(By.CSS_SELECTOR, "input[value='Ink']").click()
        browser.find_element(By.CSS_SELECTOR, "[data-step='1']").click()
        visitor.press(".buy button[value=cart]", leads_to="/cart")
        in_cart = _text(browser, ".cart-total")
        about = _text(browser, ".cart-about .meta")
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, ".cart-lines [data-step='-1']").click()
        visitor.look("/cart, one less")
        one_less = _text(browser, ".cart-total")

    assert visitor.faults == {}
    assert max(heights) <= HIGHEST_HEADER
    assert (cheapest_first, narrowed) == (["Cup", "Apron"], ["Apron"])
    assert without_chip == (["Cup", "Apron"], [])
    assert (swapped, turned) == (True, before)
    assert enlarged == [True, True, True, False]
    assert of_ink == ("₩12,000", f"variant={ink}")
    assert "3" in left
    assert shared == ("₩12,000", True)
    assert of_sand == "₩10,000"
    assert in_cart.endswith("₩24,000")
    assert about == "Colour: Ink"
    assert one_less.endswith("₩12,000")


def test_drawers_and_the_bar_of_a_product_on_a_phone(mall: DemoServer) -> None:
    category, number, _ = _stock(mall, "Theme on a phone")
    with chromium.opened(width=chromium.PHONE) as browser:
        visitor = Visitor(browser, mall)
        visitor.go("/")
        height = _header_height(browser)
        browser.find_element(By.CSS_SELECTOR, ".drawer summary").click()
        visitor.look("/, menu open")
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, ".drawer-panel nav a").click()
        led = "/categories/" in browser.current_url
        visitor.go(f"/categories/{category}")
        drawer = browser.find_element(By.ID, "filters")
        shut = drawer.is_displayed()
        browser.find_element(By.CSS_SELECTOR, ".filter-open").click()
        opened = drawer.is_displayed()
        visitor.look("/categories, filters open")
        browser.find_element(By.CSS_SELECTOR, "input[value='Colour:Ink']").click()
        visitor.press(".filters-end button", leads_to="option=")
        narrowed = _names(browser)
        visitor.press(f".ware a[href='/products/{number}']", leads_to="/products/")
        browser.find_element(By.CSS_SELECTOR, "input[value='Ink']").click()
        browser.execute_script("scrollTo(0, 0)")
        bar = browser.find_element(By.CSS_SELECTOR, ".buy-bar")
        WebDriverWait(browser, chromium.WAIT).until(lambda _: bar.is_displayed())
        price = bar.find_element(By.CSS_SELECTOR, ".price").text
        visitor.press(".buy-bar button", leads_to="/cart")

    assert visitor.faults == {}
    assert height <= HIGHEST_HEADER
    assert (led, shut, opened) == (True, False, True)
    assert narrowed == ["Apron"]
    assert price == "₩12,000"
