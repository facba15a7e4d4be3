"""The measured journeys of a new mall by the keyboard alone, and counted.

The limits are those of the journeys by mouse. Files are the exception: the dialog in which they are
chosen is the system's, so that its field gets their paths.
"""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from tests.journeys import new_malls
from tests.journeys.demo_server import DemoServer
from tests.journeys.keyboard import Keyboard
from tests.journeys.test_daily_work import look, one
from tests.journeys.test_live_editor import ADDED, KINDS
from tests.journeys.test_product_in_few_clicks import pictures_in

pytestmark = pytest.mark.one_store
PREFIX = "keys"


def signed_in(browser: webdriver.Chrome, address: str) -> Keyboard:
    """Sign in to a page of the back office by keyboard; return one that has counted nothing."""
    browser.get(address)
    keyboard = Keyboard(browser)
    keyboard.reach("#user_id")
    keyboard.type("founder")
    keyboard.reach("#password")
    keyboard.type(new_malls.PASSWORD)
    keyboard.follow()
    return Keyboard(browser)


def report(name: str, width: int, keyboard: Keyboard) -> None:
    """Print the figures, of which docs/design.md has those of the last measurement."""
    print(
        f"{name} at {width}: {keyboard.activations} activations, {keyboard.choices} choices,"
        f" {keyboard.fields} fields, {keyboard.stops} presses of Tab"
    )


def test_a_product_with_options_and_pictures(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    home = new_malls.make(mall, f"{PREFIX}product{width}")
    keyboard = signed_in(browser, f"{home}/admin/products")
    keyboard.skip()
    keyboard.reach('main a[href$="/products/new"]')
    keyboard.follow()
    look(browser)
    keyboard.skip()
    keyboard.fill("product_name", "Linen apron")
    keyboard.reach('main [name="added"]')
    keyboard.add_files(pictures_in(tmp_path))
    keyboard.fill("price", "39,000")
    keyboard.fill("quantity", "20")
    keyboard.reach("#options summary")
    keyboard.press(Keys.ENTER)
    for name, text in (
        ("option-0", "Size"), ("new-0", "S, M, L"), ("option-1", "Colour"), ("new-1", "Sand, Ink"),
    ):  # fmt: skip
        keyboard.fill(name, text)
    for name in ("display", "selling"):
        keyboard.reach(f'main [name="{name}"]')
        keyboard.choose("T")
    keyboard.reach(".save-bar .primary")
    keyboard.follow()
    look(browser)
    report("product", width, keyboard)

    assert keyboard.activations + keyboard.choices <= 12
    assert keyboard.fields <= 15
    assert one(browser, "main [role=status].done").text == "The product was created."
    assert len(browser.find_elements("css selector", ".media > [data-place]")) == 5
    quantities = browser.find_elements("css selector", '[data-grid] input[name^="quantity-"]')
    assert [each.get_attribute("value") for each in quantities] == ["20"] * 6


def test_twenty_prices(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"{PREFIX}prices{width}"
    home = new_malls.make(mall, mall_id)
    new_malls.stock(mall, mall_id, tmp_path, {f"Cup {at:02}": 1000 + at for at in range(24)})
    keyboard = signed_in(browser, f"{home}/admin")
    keyboard.palette("products", "Products")
    keyboard.skip()
    keyboard.reach("main a", "Edit prices and stock")
    keyboard.follow()
    look(browser)
    keyboard.skip()
    for at in range(20):
        keyboard.fill(f"price-{at}", f"{2000 + at}")
    keyboard.reach(".save-bar .primary")
    keyboard.follow()
    look(browser)
    report("prices", width, keyboard)

    assert keyboard.activations <= 6
    assert one(browser, "main [role=status]").text == "The prices and quantities were saved."


def test_the_shipping_threshold(mall: DemoServer, browser: webdriver.Chrome, width: int) -> None:
    home = new_malls.make(mall, f"{PREFIX}threshold{width}")
    # it has a threshold, which is changed
    keyboard = signed_in(browser, f"{home}/admin/settings/shipping")
    keyboard.skip()
    keyboard.reach("#f-shipping_fee_type")
    keyboard.choose("M")
    with keyboard.leading():
        keyboard.keys(Keys.TAB)
    for name, text in (("shipping_fee", "3000"), ("free_shipping_price", "40000")):
        keyboard.fill(name, text)
    keyboard.follow()
    assert one(browser, "main [role=status].done").text == "The settings were saved."
    browser.get(f"{home}/admin")
    keyboard = Keyboard(browser)

    keyboard.palette("free shipping threshold", "Free shipping threshold")
    look(browser)
    field = keyboard.is_at("#f-free_shipping_price")
    assert field.get_attribute("value") == "40000"
    keyboard.type("50000")
    keyboard.reach(".save-bar .primary")
    keyboard.follow()
    report("threshold", width, keyboard)

    assert keyboard.activations <= 4
    assert one(browser, "main [role=status].done").text == "The settings were saved."
    assert one(browser, "#f-free_shipping_price").get_attribute("value") == "50000"


def test_an_order_is_sent_and_one_of_two_items_paid_back(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"{PREFIX}orders{width}"
    home = new_malls.make(mall, mall_id)
    new_malls.stock(mall, mall_id, tmp_path, new_malls.GOODS)
    new_malls.take_transfers(mall, mall_id)
    sent, refunded = (new_malls.buy(home, *new_malls.GOODS) for _ in range(2))
    keyboard = signed_in(browser, f"{home}/admin/orders/{sent}")
    for order in (sent, refunded):
        browser.get(f"{home}/admin/orders/{order}")
        keyboard.reach("main button", "Mark as paid")
        keyboard.follow()
    browser.get(f"{home}/admin/orders?tab=open")
    keyboard = Keyboard(browser)

    keyboard.skip()
    keyboard.reach(f"main a[href*='{sent}']", "Ship")
    keyboard.follow()
    look(browser)
    keyboard.is_at("#f-tracking_no")
    keyboard.type("4711-42")
    keyboard.follow()
    report("fulfilled", width, keyboard)
    assert keyboard.activations <= 3
    assert one(browser, "main [role=status]").text == "The items were shipped."

    browser.get(f"{home}/admin/orders/{refunded}")
    keyboard = Keyboard(browser)
    keyboard.skip()
    keyboard.reach('main a[href="#dialog-cancel"]', f"Cancel: {new_malls.SECOND}")
    keyboard.press(Keys.ENTER)
    look(browser)
    # the item is ticked, and the first box has the focus
    keyboard.is_at("#dialog-cancel input[type=checkbox]")
    keyboard.keys(Keys.ESCAPE)
    # the focus is at the link again
    keyboard.is_at('main a[href="#dialog-cancel"]', f"Cancel: {new_malls.SECOND}")
    keyboard.keys(Keys.ENTER)
    keyboard.is_at("#dialog-cancel input[type=checkbox]")
    keyboard.reach("#f-cancel-why")
    keyboard.choose("A")
    keyboard.reach("#dialog-cancel button.primary")
    keyboard.follow()
    look(browser)
    keyboard.reach("main button", "Confirm")
    keyboard.follow()
    look(browser)
    report("refunded", width, keyboard)
    assert keyboard.activations + keyboard.choices <= 5
    assert one(browser, "main [role=status]").text == "The cancellation was saved."


def test_a_home_page_of_five_sections(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"{PREFIX}sections{width}"
    home = new_malls.make(mall, mall_id)
    new_malls.stock(mall, mall_id, tmp_path, new_malls.GOODS)
    keyboard = signed_in(browser, f"{home}/admin")

    keyboard.palette("shop editor", "Shop editor")
    keyboard.skip()
    keyboard.reach("main .rows button.primary")
    keyboard.follow()
    look(browser)
    keyboard.skip()
    # the recommended products, of which a new mall has none
    keyboard.reach('main button[value="remove-0"]')
    keyboard.follow()
    keyboard.reach('main button[value="add-hero"]')
    keyboard.follow()
    # the page came at the new section
    keyboard.reach('main button[value="up-1"]')
    keyboard.follow()
    for kind in ADDED:
        keyboard.reach(f'main button[value="add-{kind}"]')
        keyboard.follow()
    look(browser)
    keyboard.reach('[name="b0-title"]', back=True)
    keyboard.type("Cups from Icheon")
    keyboard.reach('main button[value="publish"]:not([tabindex])', back=True)
    keyboard.follow()
    look(browser)
    report("home page", width, keyboard)

    assert keyboard.activations <= 15
    browser.get(home)
    assert browser.execute_script(KINDS) == ["hero", "products", *ADDED]
    assert one(browser, ".block h2").text == "Cups from Icheon"


def test_a_guest_buys(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"{PREFIX}guest{width}"
    home = new_malls.make(mall, mall_id)
    new_malls.stock(mall, mall_id, tmp_path, new_malls.GOODS)
    new_malls.take_transfers(mall, mall_id)
    browser.get(home)
    keyboard = Keyboard(browser)

    keyboard.reach("main a", next(iter(new_malls.GOODS)))
    keyboard.follow()
    keyboard.reach('button[value="cart"]')
    keyboard.follow()
    keyboard.reach("a[href*='/checkout']")
    keyboard.follow()
    look(browser)
    for name, text in new_malls.BUYER.items():
        keyboard.fill(name, text)
    keyboard.reach('button[value="order"]')
    keyboard.follow()
    look(browser)
    report("guest", width, keyboard)

    assert keyboard.fields <= 9
    assert new_malls.ACCOUNT["bank_account_no"] in one(browser, ".notice .accounts").text
