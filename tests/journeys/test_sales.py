"""A merchant sells with mouse and keyboard alone: coupon, code, sale, gift; packs and ships.

Also: shipping fees and origins, the items of an order, and views of the list of orders.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, paid_order, rows_of
from tests.storefront.shopper_client import BUYER, RECEIVER

pytestmark = pytest.mark.one_store


def sign_in(mall: DemoServer, browser: webdriver.Chrome, path: str) -> None:
    browser.get(f"{mall.demo.base_url}{path}")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))
    look(browser)


def product(mall: DemoServer, name: str, price: str = "20000") -> tuple[int, str]:
    """Create a product that is on sale, and return its number and the code of its variant."""
    request = {
        "product_name": name,
        "price": price,
        "supply_price": "0",
        "display": "T",
        "selling": "T",
    }
    made = mall.call("POST", "products", json={"request": request}).json()["product"]
    number: int = made["product_no"]
    [variant] = rows_of(mall, f"products/{number}/variants")
    return number, variant["variant_code"]


def fill(browser: webdriver.Chrome, **values: str) -> None:
    """Type into fields by their names, whose dots are written as two underscores."""
    for name, value in values.items():
        field = one(browser, f'main [name="{name.replace("__", ".")}"]')
        if field.get_attribute("type") == "date":
            # month, day, year, as the browser's language has them
            year, month, day = value.split("-")
            field.send_keys(month, day, year)
        else:
            field.clear()
            field.send_keys(value)


def choose(browser: webdriver.Chrome, name: str, text: str) -> None:
    """Choose an option by its text in a field that shows others: the page is sent and shown."""
    field = one(browser, f'main select[name="{name.replace("__", ".")}"]')
    with chromium.another_page(browser):
        Select(field).select_by_visible_text(text)


def press(browser: webdriver.Chrome, deed: str) -> str:
    """Press a button, and return what the next page says was done."""
    follow(browser, one(browser, f'main button[name="deed"][value="{deed}"]'))
    look(browser)
    found = chromium.present(browser, "main [role=status]") if deed == "save" else []
    return found[0].text if found else ""


def pick(browser: webdriver.Chrome, name: str, number: int, typed: str) -> None:
    """Find a product by its name in a field of products, and add it."""
    fill(browser, **{f"find.{name}": typed})
    field = f'main input[name="find.{name}"] + button'
    follow(browser, one(browser, field))
    follow(browser, one(browser, f'main button[value="add:{name}:{number}"]'))


def prices(browser: webdriver.Chrome) -> list[list[str]]:
    """Return buyer, what they pay, and the change, of each row of the preview."""
    rows = browser.find_elements(By.CSS_SELECTOR, ".panel:has(#preview) tbody tr")
    cells = [[cell.text for cell in row.find_elements(By.XPATH, "./*")] for row in rows]
    return [[each[1], each[5], each[-1]] for each in cells]


def test_a_merchant_makes_discounts(mall: DemoServer, browser: webdriver.Chrome) -> None:
    number, _ = product(mall, "Journey kettle")
    gift, _ = product(mall, "Journey tea towel", "0")
    [member] = rows_of(mall, "customersprivacy", limit=1)

    sign_in(mall, browser, "/admin/coupons")
    follow(browser, browser.find_element(By.LINK_TEXT, "New coupon"))
    choose(browser, "benefit_type", "Percentage off")
    fill(
        browser,
        coupon_name="Journey coupon",
        discount_rate__benefit_percentage="10",
        available_begin_datetime="2020-01-01",
        available_end_datetime="2099-12-31",
    )
    pick(browser, "preview.products", number, "Journey kettle")
    press(browser, "preview")
    of_coupon = prices(browser)
    messages = [press(browser, "save")]
    fill(browser, member_id=member["member_id"])
    follow(browser, browser.find_element(By.XPATH, "//button[text()='Issue the coupon']"))
    look(browser)
    messages.append(one(browser, "main [role=status]").text)
    holders = browser.find_elements(By.LINK_TEXT, member["member_id"])

    browser.get(f"{mall.demo.staff_url}/discount-codes/new")
    fill(
        browser,
        discount_code="JOURNEY",
        discount_code_name="Journey code",
        discount_value="5",
        discount_max_price="10000",
        available_start_date="2020-01-01",
        available_end_date="2099-12-31",
    )
    pick(browser, "preview.products", number, "Journey kettle")
    press(browser, "preview")
    of_code = prices(browser)
    messages.append(press(browser, "save"))

    browser.get(f"{mall.demo.staff_url}/benefits/new")
    choose(browser, "product_binding_type", "Only the chosen products")
    fill(browser, benefit_name="Journey sale", own__discount_value="25")
    pick(browser, "own.product_list", number, "Journey kettle")
    pick(browser, "preview.products", number, "Journey kettle")
    press(browser, "preview")
    of_sale = prices(browser)
    messages.append(press(browser, "save"))

    browser.get(f"{mall.demo.staff_url}/benefits/new")
    choose(browser, "benefit_type", "Gift")
    choose(browser, "product_binding_type", "Only the chosen products")
    fill(browser, benefit_name="Journey gift")
    pick(browser, "own.gift_product_list", gift, "Journey tea towel")
    pick(browser, "own.product_list", number, "Journey kettle")
    messages.append(press(browser, "save"))

    assert messages == [
        "The coupon was created.",
        "The coupon was issued.",
        "The discount code was saved.",
        "The benefit was saved.",
        "The benefit was saved.",
    ]
    assert of_coupon[0][2] == "Guests have no coupons."
    assert len(of_coupon) > 1
    assert {each[2] for each in of_coupon[1:]} == {"−2,000 KRW"}
    # members of some groups have a discount of their own beside it
    assert (of_code[0][2], of_sale[0][2]) == ("−1,000 KRW", "−5,000 KRW")
    assert all(each[2].startswith("−") for each in of_code + of_sale)
    assert len(holders) == 1
    price = mall.call("GET", f"products/{number}/discountprice").json()["discountprice"]
    assert price["pc_discount_price"] == "15000.00"
    [coupon] = rows_of(mall, "coupons", coupon_name="Journey+coupon")
    assert coupon["issued_count"] == "1"
    for path in ("coupons", f"coupons/{coupon['coupon_no']}", "discount-codes", "benefits"):
        browser.get(f"{mall.demo.staff_url}/{path}")
        look(browser)


def test_a_merchant_packs_and_ships(mall: DemoServer, browser: webdriver.Chrome) -> None:
    _, code = product(mall, "Journey bowl")
    numbers = [paid_order(mall, code) for _ in range(2)]

    sign_in(mall, browser, "/admin/dispatch")
    one(browser, "main [data-ticks]").click()
    ticked = browser.find_elements(By.CSS_SELECTOR, 'main input[type="checkbox"]:checked')
    chosen = {each.get_attribute("value") for each in ticked}
    browser.find_element(By.XPATH, "//summary[.='Tracking numbers from a spreadsheet']").click()
    fill(browser, rows="")
    one(browser, 'main [name="rows"]').send_keys(
        f"{numbers[0]} 4711001\n{numbers[1]} 4711002\n{numbers[1]} 4711003\n"
    )
    follow(browser, browser.find_element(By.XPATH, "//button[text()='Ship with these numbers']"))
    look(browser)
    result = one(browser, ".panel:has(#result)").text

    assert set(numbers) <= chosen
    assert "Shipped: 2 of 3." in result
    assert "This order is listed twice." in result
    tracked = [rows_of(mall, f"orders/{each}/shipments")[0]["tracking_no"] for each in numbers]
    assert tracked == ["4711001", "4711002"]
    states: list[Any] = [
        item["order_status"] for each in numbers for item in rows_of(mall, f"orders/{each}/items")
    ]
    assert states == ["N30", "N30"]


SHOWN = ('id="f-shipping_fee"', 'id="f-free_shipping_price"')


@pytest.fixture
def fees(mall: DemoServer) -> Iterator[None]:
    """The shipping fees of the shared mall are afterwards as they were."""
    names = ("shipping_fee_type", "shipping_fee", "free_shipping_price")
    before = mall.call("GET", "shipping").json()["shipping"]
    yield
    request = {name: before[name] for name in names if before[name] is not None}
    assert mall.call("PUT", "shipping", json={"request": request}).status_code in (200, 409)


def estimate(mall: DemoServer, variant_code: str, quantity: int = 1) -> str:
    """Return the shipping fee that the shop says to a guest."""
    app = mall.demo.app("full")
    order = {
        "receiver": RECEIVER,
        "payment_method": "card",
        "variants": [{"variants_code": variant_code, "quantity": quantity}],
    }
    with mall.new_client() as guest:
        guest.auth = (app.client_id, app.front_api_key)
        answer = guest.post("/api/v2/orders/estimate", json={"request": order})
    assert answer.is_success, answer.text
    fee: str = answer.json()["estimate"]["order_amount"]["shipping_fee"]
    return fee


@pytest.mark.usefixtures("fees")
def test_a_merchant_sets_shipping_fees(mall: DemoServer, browser: webdriver.Chrome) -> None:
    number, code = product(mall, "Journey jug")

    sign_in(mall, browser, "/admin/settings/shipping")
    choose(browser, "shipping_fee_type", "Free")
    look(browser)
    free = [name in browser.page_source for name in SHOWN]
    choose(browser, "shipping_fee_type", "Fixed")
    fixed = [name in browser.page_source for name in SHOWN]
    choose(browser, "shipping_fee_type", "Free above an amount")
    look(browser)
    fill(browser, shipping_fee="3,300", free_shipping_price="50,000")
    follow(browser, one(browser, 'main button.primary[type="submit"]'))
    look(browser)
    message = one(browser, "main [role=status]").text

    of_shop = [estimate(mall, code), estimate(mall, code, 3)]
    browser.get(f"{mall.demo.staff_url}/products/{number}")
    one(browser, ".page-head summary").click()
    follow(browser, browser.find_element(By.LINK_TEXT, "Shipping fee"))
    look(browser)
    choose(browser, "shipping_fee_by_product", "A fee of its own")
    choose(browser, "shipping_fee_type", "Per unit")
    look(browser)
    fill(browser, fee="1,100")
    follow(browser, one(browser, 'main button.primary[value="shipping-save"]'))
    look(browser)

    assert (free, fixed) == ([False, False], [True, False])
    assert message == "The settings were saved."
    assert of_shop == ["3300.00", "0.00"]
    assert one(browser, "main [role=status]").text == "The shipping fee was saved."
    assert estimate(mall, code, 3) == "3300.00"


def test_a_merchant_names_where_parcels_come_from(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    sign_in(mall, browser, "/admin/shipping-origins")
    follow(browser, browser.find_element(By.LINK_TEXT, "New shipping origin"))
    look(browser)
    fill(browser, origin_name="Journey depot", address1="7 Harbour Road", address2="Gate 2")
    follow(browser, one(browser, "main button.primary"))
    look(browser)
    made = one(browser, "main [role=status]").text
    follow(browser, browser.find_element(By.LINK_TEXT, "Journey depot"))
    fill(browser, contact="031-000-0000")
    follow(browser, one(browser, "main button.primary"))
    look(browser)

    def found() -> list[tuple[str, str]]:
        return [
            (each["address1"], each["contact"])
            for each in rows_of(mall, "shippingorigins")
            if each["origin_name"] == "Journey depot"
        ]

    changed = found()
    one(browser, "main details summary").click()
    follow(browser, one(browser, "main button.danger"))

    assert made == "The shipping origin was created."
    assert changed == [("7 Harbour Road", "031-000-0000")]
    assert one(browser, "main [role=status]").text == "The shipping origin was deleted."
    assert found() == []


def unpaid_order(mall: DemoServer, variant_code: str, quantity: int) -> str:
    """Place an order that awaits its payment; return its number."""
    app = mall.demo.app("full")
    order = {
        "receiver": RECEIVER,
        "buyer": BUYER,
        "payment_method": "cash",
        "variants": [{"variants_code": variant_code, "quantity": quantity}],
    }
    with mall.new_client() as guest:
        guest.auth = (app.client_id, app.front_api_key)
        answer = guest.post("/api/v2/orders", json={"request": order})
    assert answer.is_success, answer.text
    number: str = answer.json()["order"]["order_id"]
    return number


def test_a_merchant_edits_an_order(mall: DemoServer, browser: webdriver.Chrome) -> None:
    _, cup = product(mall, "Journey cup")
    _, saucer = product(mall, "Journey saucer", "90000")
    number = unpaid_order(mall, cup, 3)

    sign_in(mall, browser, f"/admin/orders/{number}")
    follow(browser, browser.find_element(By.LINK_TEXT, "Edit items"))
    look(browser)
    units = one(browser, f'main [name="quantity-{number}-01"]')
    units.clear()
    units.send_keys("1")
    fill(browser, find="Journey saucer")
    follow(browser, one(browser, 'main button[value="edit-find"]'))
    look(browser)
    follow(browser, one(browser, f'main button[value="edit-add:{saucer}"]'))
    look(browser)
    units = one(browser, f'main [name="added-{saucer}"]')
    units.clear()
    with chromium.another_page(browser):
        units.send_keys("2", Keys.ENTER)
    look(browser)
    shown = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".sums dd strong")]
    before = mall.call("GET", f"orders/{number}").json()["order"]["actual_order_amount"]
    follow(browser, one(browser, 'main button[value="edit-save"]'))
    look(browser)
    message = one(browser, "main [role=status]").text

    after = mall.call("GET", f"orders/{number}").json()["order"]["actual_order_amount"]
    assert message == "The order was changed."
    assert (before["order_price_amount"], after["order_price_amount"]) == ("60000.00", "200000.00")
    assert shown[1] == f"{float(after['total_amount_due']):,.0f} KRW"
    assert shown[1] in one(browser, '[aria-labelledby="payment"]').text
    # behind the saved order is the page at the address of the preview, no question of the browser
    browser.back()
    assert one(browser, 'main button[value="edit-find"]').is_displayed()
    browser.get(f"{mall.demo.staff_url}/orders/{number}")
    one(browser, 'main [name="content"]').send_keys("Buyer called")
    follow(browser, one(browser, 'form:has(input[value="memo"]) button'))
    assert one(browser, "main [role=status]").text == "The note was saved."
    assert [each["content"] for each in rows_of(mall, f"orders/{number}/memos")] == ["Buyer called"]


def test_a_merchant_keeps_a_view_of_a_list(mall: DemoServer, browser: webdriver.Chrome) -> None:
    name = f"Cards {browser.execute_script('return window.innerWidth')}"
    sign_in(mall, browser, "/admin/orders")
    one(browser, "form[role=search] details summary").click()
    Select(one(browser, 'main [name="payment_method"]')).select_by_value("card")
    follow(browser, one(browser, "form[role=search] button"))
    one(browser, "details.save-view summary").click()
    fill(browser, name=name)
    follow(browser, one(browser, "details.save-view button"))
    look(browser)
    message = one(browser, "main [role=status]").text
    browser.get(f"{mall.demo.staff_url}/orders")
    follow(browser, browser.find_element(By.LINK_TEXT, name))
    look(browser)
    method = Select(one(browser, 'main [name="payment_method"]')).first_selected_option
    chosen = method.get_attribute("value")
    browser.get(f"{mall.demo.staff_url}/saved-views")
    look(browser)
    follow(browser, one(browser, "main .rows button"))
    look(browser)

    assert message == "The view was saved."
    assert chosen == "card"
    assert one(browser, "main [role=status]").text == "The view was deleted."
    assert name not in one(browser, "main").text
