"""A merchant arranges displays, brands, stock and sale prices in a browser; shoppers see it."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium, new_malls
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_catalogue import send, unfold
from tests.journeys.test_daily_work import follow, look, one, rows_of, type_into
from tests.journeys.test_product_in_few_clicks import sign_in

pytestmark = pytest.mark.one_store


@pytest.fixture
def admin(mall: DemoServer, browser: webdriver.Chrome) -> webdriver.Chrome:
    """The browser of the head admin."""
    browser.get(f"{mall.demo.staff_url}/displays")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))
    return browser


def press(browser: webdriver.Chrome, selector: str) -> str:
    """Press a button with the keyboard; return what the next page says."""
    button = one(browser, selector)
    with chromium.another_page(browser):
        button.send_keys(Keys.ENTER)
    message: str = one(browser, "[role=status]").text
    return message


def shown(browser: webdriver.Chrome) -> list[str]:
    """Return the products of the display in their order."""
    return [
        each.get_attribute("data-place") or ""
        for each in browser.find_elements(By.CSS_SELECTOR, ".sortable li")
    ]


def test_a_display_is_made_filled_and_ordered(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    # the home page of a new mall shows its displays; that of the demo is made of sections
    mall_id, names = f"displays{width}", ("Hill teapot", "Dawn bowl")
    home = new_malls.make(mall, mall_id)
    new_malls.stock(mall, mall_id, tmp_path, dict.fromkeys(names, 12000))
    browser.get(f"{home}/admin/displays")
    sign_in(browser)
    look(browser)
    type_into(browser, "group_name", f"Gifts {width}")
    follow(browser, one(browser, "main form button.primary"))
    assert one(browser, "[role=status]").text == "The display was created."
    look(browser)

    for name in names:
        type_into(browser, "find", name)
        follow(browser, one(browser, 'main form[role="search"]:not(.bar-search) button'))
        box = browser.find_elements(By.CSS_SELECTOR, 'input[name="add"]')[0]
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", box)
        box.click()
        follow(browser, one(browser, 'form:has(input[value="add"]) button.primary'))
        assert one(browser, "[role=status]").text == "The products were added."
    before = shown(browser)
    assert len(before) >= 2
    assert press(browser, f'button[value="first-{before[-1]}"]') == "The order was saved."
    look(browser)
    assert shown(browser) == [before[-1], *before[:-1]]
    if width > 500:
        items = browser.find_elements(By.CSS_SELECTOR, ".sortable li")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", items[0])
        images = browser.find_elements(By.CSS_SELECTOR, ".sortable li .meta")
        steps = ActionChains(browser).move_to_element(images[0]).click_and_hold()
        with chromium.another_page(browser):
            steps.move_to_element(images[-1]).move_by_offset(80, 0).pause(0.2).release().perform()
        assert one(browser, "[role=status]").text == "The order was saved."
        assert shown(browser) == before

    first = shown(browser)[0]
    browser.get(home)
    row = one(browser, "section.row:has(.ware)")
    assert row.find_element(By.XPATH, f"//h2[.='Gifts {width}']").is_displayed()
    section = browser.find_element(By.XPATH, f"//section[h2[.='Gifts {width}']]")
    link = section.find_element(By.CSS_SELECTOR, ".ware a")
    assert (link.get_attribute("href") or "").endswith(f"/products/{first}")
    look(browser)


def test_a_brand_is_made_and_given_to_a_product(mall: DemoServer, admin: webdriver.Chrome) -> None:
    browser = admin
    width = browser.execute_script("return window.innerWidth")
    browser.get(f"{mall.demo.staff_url}/collections")
    look(browser)
    follow(browser, browser.find_element(By.LINK_TEXT, "New brand"))
    type_into(browser, "brand_name", f"Bora {width}")
    follow(browser, one(browser, "main form button.primary"))
    assert one(browser, "[role=status]").text == "Created."
    look(browser)
    code = browser.current_url.rpartition("/")[2].partition("?")[0]

    [product] = rows_of(mall, "products", custom_product_code="TW-TEAPOT-HILL")
    browser.get(f"{mall.demo.staff_url}/products/{product['product_no']}")
    Select(one(browser, "#f-brand_code")).select_by_visible_text(f"Bora {width}")
    assert send(browser, "collections") == "Brand and supplier were saved."
    browser.get(f"{mall.demo.staff_url}/collections/{code}")
    follow(browser, one(browser, "main").find_element(By.LINK_TEXT, "Products"))
    assert product["product_name"] in one(browser, "main").text
    look(browser)


def test_stock_is_adjusted_and_its_ledger_says_why(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    browser = admin
    [product] = rows_of(mall, "products", custom_product_code="TW-TEAPOT-HILL", embed="variants")
    variant = product["variants"][0]
    browser.get(f"{mall.demo.staff_url}/stock?keyword={product['product_name'].split()[0]}")
    look(browser)
    ledger = one(browser, f'a[href="/demo/stock/{variant["variant_code"]}"]')
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", ledger)
    follow(browser, ledger)
    look(browser)
    type_into(browser, "units", "3")
    type_into(browser, "note", "Second delivery")
    follow(browser, one(browser, 'form:has(input[value="adjust"]) button.primary'))
    assert one(browser, "[role=status]").text == "The stock was changed."

    row = one(browser, "table tbody tr").text
    assert "+3" in row
    assert "Delivery received" in row
    assert "Second delivery" in row
    [after] = rows_of(mall, "products", custom_product_code="TW-TEAPOT-HILL", embed="variants")
    assert after["variants"][0]["quantity"] == variant["quantity"] + 3


def test_a_sale_price_and_a_translation_reach_the_shop(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    browser = admin
    [product] = rows_of(mall, "products", custom_product_code="TW-TEAPOT-HILL")
    number, price = product["product_no"], int(float(product["price"]))
    browser.get(f"{mall.demo.staff_url}/products/{number}")
    unfold(browser, "sale_price")
    type_into(browser, "sale_price", str(price // 2))
    for name, day in (("sale_from", -30), ("sale_to", 30)):
        value = (date.today() + timedelta(days=day)).isoformat()
        # the keys of a date field depend on the language of the browser
        field = one(browser, f'main [name="{name}"]')
        browser.execute_script("arguments[0].value = arguments[1]", field, value)
    assert send(browser, "sale-price") == "The sale price was saved."
    field = one(browser, "#languages tbody tr input:not([type=hidden])")
    unfold(browser, field.get_attribute("name") or "")
    field.clear()
    field.send_keys("Hill teapot, translated")
    assert send(browser, "languages") == "The translations were saved."

    browser.get(f"{mall.demo.base_url}/products/{number}")
    offer = one(browser, ".offer-price")
    assert f"{price:,}" in offer.find_element(By.TAG_NAME, "s").text
    assert "%" in offer.find_element(By.CSS_SELECTOR, ".off").text
    look(browser)
    browser.get(f"{mall.demo.base_url}/shop2/products/{number}")
    assert "Hill teapot, translated" in one(browser, "h1").text
