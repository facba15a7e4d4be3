"""A member narrows a list by an option, types a coupon code and chooses among addresses."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import PASSWORD, Visitor

pytestmark = pytest.mark.one_store

PLACES = (("집", "서울 중구 세종대로 110"), ("회사", "서울 강남구 테헤란로 152"))


def test_a_member_narrows_a_list_types_a_code_and_chooses_an_address(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    code = f"SPRING{width}"
    category, option = _offer(mall, code)
    visitor = Visitor(browser, mall)
    visitor.go("/join?next=/account/addresses")
    person = {"member_id": f"booked{width}", "password": PASSWORD, "name": "김하나"}
    for name, text in {**person, "email": f"booked{width}@example.com"}.items():
        visitor.write(name, text)
    for name in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, name).click()
    visitor.press("main button.primary", leads_to="/account/addresses")
    for title, street in PLACES:
        visitor.write("address_name", title)
        visitor.write("name", "김하나")
        visitor.write("address1", street)
        visitor.press("button[value=save]", leads_to="done=address")

    visitor.go(f"/categories/{category}")
    if width == chromium.PHONE:
        browser.find_element(By.CSS_SELECTOR, ".filter-open").send_keys(Keys.ENTER)
    browser.find_element(By.CSS_SELECTOR, f"input[value='{option}']").send_keys(Keys.SPACE)
    visitor.press(".filters-form button.primary", leads_to="option=")
    visitor.press(".ware a", leads_to="/products/")
    Select(browser.find_element(By.NAME, "variant_code")).select_by_index(1)
    visitor.press("button[value=cart]", leads_to="/cart")
    visitor.write("code", "NOSUCHCODE")
    browser.find_element(By.NAME, "code").send_keys(Keys.ENTER)
    refused = browser.find_element(By.ID, "f-code-problem").text
    visitor.look("/cart, refused")
    visitor.write("code", code.lower())
    visitor.press("button[value=code]", leads_to="done=code")
    applied = browser.find_element(By.CSS_SELECTOR, ".applied").text
    visitor.press("a[href='/checkout']", leads_to="/checkout")
    first = _street(browser)
    chosen = Select(browser.find_element(By.NAME, "address_no"))
    chosen.select_by_visible_text(f"{PLACES[1][0]}: 김하나, {PLACES[1][1]} ".strip())
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "button[value=address]").send_keys(Keys.ENTER)
    second = _street(browser)
    visitor.look("/checkout, another address")
    visitor.press("button[value=order]", leads_to="/payment")

    assert visitor.faults == {}
    assert refused == "없는 코드입니다. 다시 확인해 주세요."
    assert "봄" in applied
    assert (first, second) == (PLACES[0][1], PLACES[1][1])
    order_id = browser.current_url.split("/orders/")[1].partition("/")[0]
    order = mall.call("GET", f"orders/{order_id}?embed=receivers").json()["order"]
    assert order["receivers"][0]["address1"] == PLACES[1][1]
    taken_off = float(order["actual_order_amount"]["coupon_discount_price"])
    assert taken_off > 0
    assert f"−₩{taken_off:,.0f}" in applied


def _offer(mall: DemoServer, code: str) -> tuple[int, str]:
    """Offer a code, and two products in a category of their own; return it and a value of one."""

    def create(path: str, key: str, **fields: object) -> dict[str, int]:
        answer = mall.call("POST", path, json={"request": fields})
        assert answer.status_code == 201, answer.text
        created: dict[str, int] = answer.json()[key]
        return created

    create(
        "discountcodes",
        "discountcode",
        discount_code=code,
        discount_code_name="봄",
        discount_value=10,
        discount_truncation_unit="O",
        discount_max_price=5000,
        available_start_date="2020-01-01",
        available_end_date="2099-12-31",
    )
    category = create("categories", "category", category_name=f"옷 {code}")["category_no"]
    for name, colour in (("셔츠", "빨강"), ("바지", "파랑")):
        number = create(
            "products",
            "product",
            product_name=name,
            price="10000",
            supply_price="5000",
            display="T",
            selling="T",
            add_category_no=[{"category_no": category}],
        )["product_no"]
        values = [{"option_text": each} for each in (colour, "검정")]
        create(
            f"products/{number}/options",
            "option",
            has_option="T",
            option_type="T",
            options=[{"option_name": "색상", "option_value": values}],
        )
    return category, "색상:빨강"


def _street(browser: webdriver.Chrome) -> str:
    return str(browser.find_element(By.NAME, "receiver_address1").get_attribute("value"))
