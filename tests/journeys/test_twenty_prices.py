"""Twenty prices changed in the list of products of a new mall, by mouse, and counted."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.journeys import chromium, office_menu
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import look, one
from tests.journeys.test_product_in_few_clicks import Hand, of_a_new_mall

pytestmark = pytest.mark.one_store
MOST_CLICKS = 6
"""Of issue 38."""
CHANGED = 20
PRODUCTS = 24
SHOWN = "main tbody tr td.figure:nth-of-type(2)"


def test_twenty_prices_are_changed_in_six_clicks(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"prices{width}"
    of_a_new_mall(mall, browser, mall_id, "/admin")
    goods = tmp_path / "goods.csv"
    rows = [f"CUP-{at},Cup {at:02},{1000 + at},0" for at in range(PRODUCTS)]
    goods.write_text(
        "\n".join(("custom_product_code,product_name,price,supply_price", *rows)), encoding="utf-8"
    )
    mall.openmall("import", "products", str(goods), "--mall", mall_id)
    hand = Hand(browser)

    # drawer or group of the menu, and its line
    hand.clicks += 2
    office_menu.go(browser, name="Products")
    look(browser)
    hand.follow(browser.find_element(By.LINK_TEXT, "Edit prices and stock"))
    look(browser)
    prices = chromium.present(browser, "main [name^=price-]")
    hand.click("main [name=price-0]")
    for at in range(CHANGED):
        # Tab leads to the next price, and selects it
        field = browser.switch_to.active_element
        assert field.get_attribute("name") == f"price-{at}"
        if at == 0:
            field.send_keys(Keys.CONTROL, "a")
        field.send_keys(f"{2000 + at}", Keys.TAB)
    assert one(browser, ".save-bar-count").text == f"Unsaved changes: {CHANGED}"
    hand.follow(one(browser, ".save-bar .primary"))
    look(browser)

    assert len(prices) == PRODUCTS
    assert hand.clicks <= MOST_CLICKS
    assert one(browser, "main [role=status]").text == "The prices and quantities were saved."
    saved = [each.text for each in chromium.present(browser, SHOWN)]
    assert saved[:CHANGED] == [f"{2000 + at:,} KRW" for at in range(CHANGED)]
    assert len(set(saved[CHANGED:])) == PRODUCTS - CHANGED
