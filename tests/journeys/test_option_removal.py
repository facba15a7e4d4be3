"""A value of an option is removed by mouse, once its units in stock were named."""

import pytest
from selenium import webdriver

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one
from tests.journeys.test_product_in_few_clicks import TYPED, Hand, of_a_new_mall

pytestmark = pytest.mark.one_store


def test_a_value_with_stock_is_removed_after_a_question(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    of_a_new_mall(mall, browser, f"removal{width}", "/admin/products/new")
    hand = Hand(browser)
    hand.click("#options summary")
    for name, text in TYPED.items():
        hand.type(name, text)
    hand.follow(one(browser, ".save-bar .primary"))

    hand.click("#options details.option summary")
    hand.follow(one(browser, '#options [name="remove-value"][value="0-0"]'))
    look(browser)
    question = one(browser, ".banner").text
    before = len(chromium.present(browser, '[data-grid] input[name^="quantity-"]'))
    follow(browser, one(browser, '.banner [name="remove-value"]'))

    after = chromium.present(browser, '[data-grid] input[name^="quantity-"]')
    assert "Remove S?" in question
    assert "Variants that end: 2 (units in stock: 40)." in question
    assert (before, len(after)) == (6, 4)
