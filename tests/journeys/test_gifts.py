"""A shopper chooses a gift at the order form in a real browser, and has it in the order."""

from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import PRODUCT, Visitor

pytestmark = pytest.mark.one_store
GIFT = 12
"""The product that is given."""


@pytest.fixture
def gift(mall: DemoServer) -> Iterator[int]:
    """Return the number of a benefit that gives away a product while a test takes place."""
    setting = {"use_gift": "T", "gift_selection_mode": "S"}
    assert mall.call("PUT", "benefits/setting", json={"request": setting}).status_code == 200
    draft = {
        "use_benefit": "T",
        "benefit_name": "봄 사은품",
        "benefit_division": "P",
        "benefit_type": "PG",
        "platform_types": ["P", "M"],
        "gift": {
            "use_unlimited_price": "T",
            "gift_product_list": [
                {"product_no": GIFT, "gift_point": "0.00", "max_count": 1},
                {"product_no": GIFT + 1, "gift_point": "0.00", "max_count": 1},
            ],
        },
    }
    created = mall.call("POST", "benefits", json={"request": draft})
    assert created.status_code == 201, created.text
    number: int = created.json()["benefit"]["benefit_no"]
    yield number
    mall.call("DELETE", f"benefits/{number}")
    mall.call("PUT", "benefits/setting", json={"request": {"use_gift": "F"}})


def test_a_gift_is_chosen_at_the_order_form(
    mall: DemoServer, browser: webdriver.Chrome, width: int, gift: int
) -> None:
    visitor = Visitor(browser, mall)
    visitor.go(PRODUCT)
    visitor.press("button[value=cart]", leads_to="/cart")
    visitor.press("a[href='/checkout']", leads_to="/checkout")
    offered = [
        each.get_attribute("value") or ""
        for each in browser.find_elements(By.CSS_SELECTOR, "input[name=gift]")
    ]
    chosen = next(each for each in offered if each)
    browser.find_element(By.CSS_SELECTOR, f"input[value='{chosen}']").click()
    person = {
        "buyer_name": "김하나",
        "buyer_email": "hana@example.com",
        "buyer_cellphone": "010-0000-0000",
        "receiver_name": "김하나",
        "receiver_address1": "서울 중구 세종대로 110",
    }
    for name, text in person.items():
        visitor.write(name, text)
    visitor.press(".form-end button[value=estimate]", leads_to="/checkout")
    kept = browser.find_element(By.CSS_SELECTOR, f"input[value='{chosen}']").is_selected()
    listed = browser.find_element(By.CSS_SELECTOR, ".ordered").text
    browser.find_element(By.CSS_SELECTOR, "input[value=card]").click()
    visitor.press("button[value=order]", leads_to="/payment")
    visitor.press("button[value=approved]", leads_to="?done=paid")
    order_id = browser.current_url.split("/orders/")[1].partition("?")[0]

    assert offered[0] == ""
    assert chosen.startswith(f"{gift}-")
    assert kept
    assert "사은품" in listed or "Gift" in listed
    items = mall.call("GET", f"orders/{order_id}/items").json()["items"]
    assert [each["gift"] for each in items] == ["F", "T"]
    assert items[1]["variant_code"] == chosen.partition("-")[2]
    assert visitor.faults == {}
