"""A merchant makes a product with options, pictures and a formatted text in a real browser."""

from pathlib import Path

import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from openmall.media.workshop import FORMATS
from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into

pytestmark = pytest.mark.one_store
TYPES = ", ".join(FORMATS)
_COVERED = """
const bar = document.querySelector(".save-bar"), at = document.activeElement;
const above = bar.getBoundingClientRect(), box = at.getBoundingClientRect();
const seen = box.top + Math.min(box.height, 40);  // of a text that is higher than the window
const covered = !bar.contains(at) && seen > above.top && box.top < above.bottom;
return covered ? at.outerHTML : "";
"""
"""Returns the element that has the focus where the bar at the foot of the window covers it."""
_KEYS = 60
TILES = ".media > [data-place] img"
REASONS = "[data-media-box] [role=alert] li"


@pytest.fixture
def admin(mall: DemoServer, browser: webdriver.Chrome) -> webdriver.Chrome:
    """The browser of the head admin, who is at the form of a new product."""
    browser.get(f"{mall.demo.staff_url}/products/new")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))
    return browser


def make(browser: webdriver.Chrome, name: str) -> int:
    """Create a product that is shown and sold, and return its number."""
    type_into(browser, "product_name", name)
    type_into(browser, "price", "30,000")
    type_into(browser, "retail_price", "40,000")
    type_into(browser, "supply_price", "10,000")
    for field in ("display", "selling"):
        Select(one(browser, f"#f-{field}")).select_by_value("T")
    follow(browser, one(browser, "main form button.primary"))
    assert one(browser, "[role=status]").text == "The product was created."
    return int(browser.current_url.partition("/products/")[2].partition("?")[0])


def send(browser: webdriver.Chrome, deed: str) -> str:
    """Press the button at the end of the form that does a deed; return what the page says."""
    # a panel of the one form of a product, whose button saves all of them
    if chromium.present(browser, f'[data-panel="{deed}"]'):
        follow(browser, one(browser, ".save-bar .primary"))
    else:
        form = one(browser, f'form:has(input[name="deed"][value="{deed}"])')
        follow(browser, form.find_element(By.CSS_SELECTOR, ".form-end button[type=submit]"))
    message: str = one(browser, "[role=status]").text
    look(browser)
    return message


def unfold(browser: webdriver.Chrome, name: str) -> None:
    """Open the part of a card that a field is in, where it is not open."""
    script = "return arguments[0].closest('details:not([open])')?.querySelector('summary')"
    summary = browser.execute_script(script, one(browser, f'main [name="{name}"]'))
    if summary:
        summary.click()


def wait_for(browser: webdriver.Chrome, count: int, selector: str) -> list[WebElement]:
    return WebDriverWait(browser, chromium.WAIT).until(
        lambda each: (
            found if len(found := each.find_elements(By.CSS_SELECTOR, selector)) == count else False
        )
    )


def test_a_long_word_in_an_option_stays_within_the_window(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    browser = admin
    number = make(browser, "W" * 120)
    unfold(browser, "option-0")
    type_into(browser, "option-0", "O" * 120)
    type_into(browser, "new-0", f"{'V' * 120}, S")

    # each page is compared with the widths of a desk and a phone
    assert send(browser, "options") == "The options were saved."
    browser.get(f"{mall.demo.base_url}/products/{number}")
    assert chromium.widths_that_do_not_fit(browser) == []


def test_the_save_bar_covers_nothing_that_the_keyboard_leads_to(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    admin.get(f"{mall.demo.staff_url}/products/70")
    one(admin, "#f-product_name").click()

    covered = []
    for _ in range(_KEYS):
        ActionChains(admin).send_keys(Keys.TAB).perform()
        covered.append(admin.execute_script(_COVERED))

    assert [each for each in covered if each] == []


def test_a_product_is_made_and_bought_as_it_was_written(
    mall: DemoServer, admin: webdriver.Chrome, tmp_path: Path
) -> None:
    browser = admin
    width = browser.execute_script("return window.innerWidth")
    number = make(browser, f"Catalogue apron {width}")

    unfold(browser, "option-0")
    type_into(browser, "option-0", "Colour")
    type_into(browser, "new-0", "Sand, Ink")
    type_into(browser, "option-1", "Size")
    type_into(browser, "new-1", "S, M")
    assert send(browser, "options") == "The options were saved."
    unfold(browser, "value-0-1")
    type_into(browser, "value-0-1", "Night")
    assert send(browser, "options") == "The options were saved."
    for row, quantity in enumerate(("3", "4", "5", "6")):
        type_into(browser, f"quantity-{row}", quantity)
        one(browser, f'main input[type=checkbox][name="use_inventory-{row}"]').click()
    type_into(browser, "additional_amount-3", "1,500")
    type_into(browser, "custom_variant_code-3", f"CAT-{width}")
    assert send(browser, "stock") == "The variants were saved."

    variants = mall.call("GET", f"products/{number}/variants").json()["variants"]
    assert [
        ([value["value"] for value in each["options"]], each["quantity"]) for each in variants
    ] == [(["Sand", "S"], 3), (["Sand", "M"], 4), (["Night", "S"], 5), (["Night", "M"], 6)]
    assert variants[3]["additional_amount"] == "1500.00"
    assert variants[3]["custom_variant_code"] == f"CAT-{width}"

    files = []
    for colour in ("teal", "orange", "navy"):  # pictures of the same look have one address
        file = tmp_path / f"{colour}.png"
        Image.new("RGB", (300, 300), colour).save(file)
        files.append(str(file))
    one(browser, 'main [name="added"]').send_keys("\n".join(files))
    follow(browser, one(browser, ".save-bar .primary"))
    wait_for(browser, 3, TILES)
    refused = {"x.txt": b"text", "x.svg": b"<svg/>", "broken.png": b"\x89PNG\r\n\x1a\nno"}
    refused["large.png"] = bytes(6 * 1024 * 1024)
    for name, content in refused.items():
        (tmp_path / name).write_bytes(content)
    paths = "\n".join(str(tmp_path / name) for name in refused)
    one(browser, 'main [name="added"]').send_keys(paths)
    reasons = [each.text for each in wait_for(browser, 1, REASONS)]
    assert reasons == ["large.png: The file is larger than 5 MB."]
    follow(browser, one(browser, ".save-bar .primary"))
    reasons = [each.text for each in wait_for(browser, 3, REASONS)]
    assert reasons == [
        f"{name}: Choose a picture of one of these types: {TYPES}." for name in list(refused)[:3]
    ]
    last = wait_for(browser, 3, TILES)[2].get_attribute("src")
    one(browser, '.media > [data-place="2"] summary').send_keys(Keys.ENTER)
    one(browser, '.media button[value="earlier-2"]').send_keys(Keys.ENTER)
    follow(browser, one(browser, ".save-bar .primary"))
    look(browser)
    assert wait_for(browser, 3, TILES)[1].get_attribute("src") == last
    editor = one(browser, ".editor-text")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", editor)
    editor.click()
    bold = one(browser, '.editor-bar button[aria-label="Bold"]')
    bold.click()
    editor.send_keys("Linen")
    bold.click()
    editor.send_keys(" from Seosan", Keys.ENTER, "Washable", Keys.ENTER)
    one(browser, '.editor-bar button[aria-label="Bulleted list"]').click()
    editor.send_keys("soft", Keys.ENTER, "light")
    browser.find_elements(By.CSS_SELECTOR, ".editor input[type=file]")[0].send_keys(files[0])
    wait_for(browser, 1, ".editor-text img")
    assert send(browser, "description") == "The description was saved."
    look(browser)

    follow(browser, browser.find_element(By.LINK_TEXT, "View in shop"))
    assert f"/products/{number}" in browser.current_url
    written = one(browser, ".written")
    assert [each.text for each in written.find_elements(By.TAG_NAME, "b")] == ["Linen"]
    assert [each.text for each in written.find_elements(By.TAG_NAME, "li")][:2] == ["soft", "light"]
    shown = written.find_element(By.TAG_NAME, "img")
    WebDriverWait(browser, chromium.WAIT).until(
        lambda each: each.execute_script("return arguments[0].naturalWidth", shown) > 0
    )
    assert "25%" in one(browser, ".offer-price").text
    large = one(browser, ".gallery .picture")
    thumbnails = wait_for(browser, 3, ".more-pictures a")
    main = large.get_attribute("src")
    thumbnails[1].click()
    second = large.get_attribute("src")
    thumbnails[1].send_keys(Keys.ARROW_RIGHT)
    third = large.get_attribute("src")
    shown_as_chosen = [each.get_attribute("aria-current") for each in thumbnails]
    assert f"/products/{number}" in browser.current_url, "thumbnails stay in the shop"
    assert len({main, second, third}) == 3
    assert shown_as_chosen == [None, None, "true"]
    browser.get(thumbnails[1].get_attribute("href") or "")  # as without scripts
    assert one(browser, ".gallery .picture").get_attribute("src") == second
    look(browser)


def test_a_product_is_copied_and_several_are_edited_at_once(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    browser = admin
    width = browser.execute_script("return window.innerWidth")
    name = f"Bulk cup {width}"
    number = make(browser, name)

    one(browser, ".page-head summary").click()
    follow(browser, one(browser, 'main button[value="duplicate"]'))
    assert one(browser, "[role=status]").text == "This is the copy. It is hidden and has no stock."
    look(browser)
    copy = int(browser.current_url.partition("/products/")[2].partition("?")[0])
    browser.get(f"{mall.demo.staff_url}/products?keyword={name.replace(' ', '+')}")
    one(browser, "[data-ticks]").click()
    one(browser, 'main a[href="#dialog-bulk"]').click()
    type_into(browser, "bulk-price", "cheap")
    follow(browser, one(browser, 'button[value="bulk"]'))
    assert "Enter a price such as 12000" in one(browser, "main .problem").text
    look(browser)
    type_into(browser, "bulk-price", "-10%")
    type_into(browser, "bulk-stock", "8")
    follow(browser, one(browser, 'button[value="bulk"]'))
    assert one(browser, "[role=status]").text == "The selected products were changed."
    look(browser)

    for each in (number, copy):
        product = mall.call("GET", f"products/{each}?embed=variants").json()["product"]
        assert product["price"] == "27000.00"
        assert [variant["quantity"] for variant in product["variants"]] == [8]


def test_a_category_is_made_and_renamed(mall: DemoServer, admin: webdriver.Chrome) -> None:
    browser = admin
    width = browser.execute_script("return window.innerWidth")
    browser.get(f"{mall.demo.staff_url}/categories")
    look(browser)
    type_into(browser, "category_name", f"Garden {width}")
    follow(browser, one(browser, "main form button.primary"))
    assert one(browser, "[role=status]").text == "The category was created."

    field = one(browser, f'[aria-label="Name of Garden {width}"]')
    field.clear()
    field.send_keys(f"Balcony {width}")
    with chromium.another_page(browser):
        field.send_keys(Keys.ENTER)
    assert one(browser, "[role=status]").text == "The category was saved."
    look(browser)

    found = mall.call("GET", f"categories?category_name=Balcony+{width}").json()["categories"]
    assert [each["category_name"] for each in found] == [f"Balcony {width}"]


def test_a_product_is_published_in_the_shop_of_another_language(
    mall: DemoServer, admin: webdriver.Chrome
) -> None:
    browser = admin
    width = browser.execute_script("return window.innerWidth")
    number = make(browser, f"Bilingual apron {width}")
    with chromium.another_page(browser):
        one(browser, 'main .tabs a[href$="shop_no=2"]').click()
    look(browser)
    notice = one(browser, "main .notice:not([hidden])").text
    type_into(browser, "product_name", f"Linen apron {width}")
    type_into(browser, "price", "29.50")
    for name in ("display", "selling"):
        Select(one(browser, f'main [name="{name}"]')).select_by_value("T")
    assert send(browser, "details") == "The product was saved."

    abroad = mall.call("GET", f"products/{number}?shop_no=2").json()["product"]
    at_home = mall.call("GET", f"products/{number}").json()["product"]
    assert "has no price in USD yet" in notice
    assert (abroad["product_name"], abroad["price"]) == (f"Linen apron {width}", "29.50")
    assert (at_home["product_name"], at_home["price"]) == (f"Bilingual apron {width}", "30000.00")
    browser.get(f"{mall.demo.base_url}/shop2/products/{number}")
    assert f"Linen apron {width}" in one(browser, "h1").text
    assert "29.50" in one(browser, "main").text
