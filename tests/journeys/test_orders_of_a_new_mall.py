"""Orders of a new mall by mouse: paid by transfer, one sent, one item of another paid back."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.journeys import new_malls
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, one
from tests.journeys.test_order_page import Mouse, row_of
from tests.journeys.test_product_in_few_clicks import sign_in

pytestmark = pytest.mark.one_store
MOST_TO_SEND, MOST_TO_PAY_BACK = 3, 5


def test_an_order_is_sent_and_an_item_of_another_is_paid_back(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"mouse{width}"
    home = new_malls.make(mall, mall_id)
    office = f"{home}/admin/orders"
    new_malls.stock(mall, mall_id, tmp_path, new_malls.GOODS)
    new_malls.take_transfers(mall, mall_id)
    sent, refunded = (new_malls.buy(home, *new_malls.GOODS) for _ in range(2))
    browser.get(f"{office}/{sent}")
    sign_in(browser)
    for order in (sent, refunded):
        browser.get(f"{office}/{order}")
        follow(browser, browser.find_element(By.XPATH, "//main//button[. = 'Mark as paid']"))
    browser.get(f"{office}?tab=open")
    mouse = Mouse(browser)

    mouse.follow(row_of(browser, sent).find_element(By.PARTIAL_LINK_TEXT, "Ship"))
    browser.switch_to.active_element.send_keys("4711-42")
    mouse.follow(one(browser, "#dialog-ship button.primary"))
    to_send = mouse.clicks
    shipped = one(browser, "main [role=status]").text

    browser.get(f"{office}/{refunded}")
    mouse = Mouse(browser)
    link = f"//main//a[@href='#dialog-cancel'][contains(., '{new_malls.SECOND}')]"
    mouse.click(browser.find_element(By.XPATH, link))
    ticked = [
        each.find_element(By.XPATH, "..").text
        for each in browser.find_elements(By.CSS_SELECTOR, "#dialog-cancel [name^=item-]:checked")
    ]
    # one click opens the list of reasons, one chooses
    mouse.clicks += 2
    Select(one(browser, "#f-cancel-why")).select_by_value("A")
    mouse.follow(one(browser, "#dialog-cancel button.primary"))
    mouse.follow(browser.find_element(By.XPATH, "//main//button[starts-with(., 'Confirm')]"))
    print(f"by mouse at {width}: sent by {to_send} clicks, paid back by {mouse.clicks}")

    assert to_send <= MOST_TO_SEND
    assert shipped == "The items were shipped."
    assert [new_malls.SECOND in each for each in ticked] == [True]
    assert mouse.clicks <= MOST_TO_PAY_BACK
    assert one(browser, "main [role=status]").text == "The cancellation was saved."
    assert new_malls.SECOND_PRICE in one(browser, "main").text
