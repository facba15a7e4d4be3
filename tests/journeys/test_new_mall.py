"""A new mall: its head admin follows the next steps, from the first product to the shop."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into

pytestmark = pytest.mark.one_store
PASSWORD = "a new mall of mine"
ACCOUNT = {
    "bank_name": "Hana",
    "bank_account_no": "110-222-333333",
    "bank_account_holder": "Kim Haneul",
}
MOST_FIELDS = 9
"""Fields that a guest types at most, also on a phone, to buy in a new mall."""
BUYER = {
    "buyer_name": "Min Kim",
    "buyer_email": "min@example.com",
    "buyer_cellphone": "010-2222-2222",
    "receiver_name": "Min Kim",
    "receiver_cellphone": "010-2222-2222",
    "receiver_zipcode": "04524",
    "receiver_address1": "1 Sejong-daero",
}


def steps(browser: webdriver.Chrome) -> list[str]:
    """Return the names of the steps that are done."""
    rows = browser.find_elements(By.CSS_SELECTOR, 'section[aria-labelledby="steps"] .rows li')
    return [row.find_element(By.TAG_NAME, "a").text for row in rows if row.text.endswith("Done")]


def _buy(browser: webdriver.Chrome, home: str) -> str:
    """Buy the apron as a guest, by transfer; return what the page of the order says of it.

    The language is changed at the checkout, which loses nothing that was typed.
    """
    follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "Linen apron"))
    follow(browser, one(browser, 'button[value="cart"]'))
    browser.get(f"{home}/checkout")
    assert one(browser, 'input[name="payment_method"]:checked').get_attribute("value") == "cash"
    assert len(BUYER) <= MOST_FIELDS
    for name, text in BUYER.items():
        type_into(browser, name, text)
    one(browser, '.languages button[lang="ko"]').click()
    # the page in the other language asks for the total of what was typed
    WebDriverWait(browser, chromium.WAIT).until(_has_typed)
    assert one(browser, "html").get_attribute("lang") == "ko"
    assert chromium.widths_that_do_not_fit(browser) == []
    one(browser, '.languages button[lang="en"]').click()
    WebDriverWait(browser, chromium.WAIT).until(lambda each: _has_typed(each, "en"))
    follow(browser, one(browser, 'button[value="order"]'))
    look(browser)
    return one(browser, ".notice .accounts").text


def _has_typed(browser: webdriver.Chrome, language: str = "ko") -> bool:
    """Return whether the checkout has what was typed, as answered by the server."""
    script = """
    const found = document.documentElement.lang === arguments[1]
      && document.readyState === "complete" && Object.entries(arguments[0]).every(([name, text]) =>
        document.querySelector(`main [name="${name}"]`)?.defaultValue === text);
    return found;
    """
    found: bool = browser.execute_script(script, BUYER, language)
    return found


def _reprice_and_undo(browser: webdriver.Chrome, home: str) -> tuple[str, str, str]:
    """Change the price of the apron, and undo that; return price, message, and price again."""
    browser.get(f"{home}/admin/products")
    follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "Linen apron"))
    product = browser.current_url
    type_into(browser, "price", "49,000")
    follow(browser, one(browser, "main form button.primary"))
    browser.get(product)
    changed = _price(browser)
    browser.get(f"{home}/admin/history")
    look(browser)
    follow(browser, browser.find_element(By.CSS_SELECTOR, "main .what a"))
    for deed in ("preview", "undo"):
        follow(browser, one(browser, f'main button[name="deed"][value="{deed}"]'))
        look(browser)
    undone = one(browser, "main [role=status]").text
    browser.get(product)
    return changed, undone, _price(browser)


def _price(browser: webdriver.Chrome) -> str:
    value = one(browser, 'main [name="price"]').get_attribute("value") or ""
    return value.replace(",", "").removesuffix(".00")


def test_a_new_mall_is_filled_step_by_step(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    mall_id = f"fresh{width}"
    mall.openmall("mall", "create", mall_id, "--name", "Fresh linen")
    mall.openmall(
        "manager", "create", "founder", "--mall", mall_id, "--password-stdin",
        given=f"{PASSWORD}\n",
    )  # fmt: skip
    home = mall.demo.base_url.replace(mall.demo.mall_id, mall_id)

    browser.get(f"{home}/admin")
    one(browser, "#user_id").send_keys("founder")
    one(browser, "#password").send_keys(PASSWORD)
    follow(browser, one(browser, "button.primary"))
    look(browser)
    at_first = steps(browser)

    follow(browser, one(browser, 'form:has(input[value="samples"]) button'))
    look(browser)
    added = one(browser, "main [role=status]").text
    follow(browser, one(browser, 'form:has(input[value="remove-samples"]) button'))
    look(browser)
    removed = one(browser, "main [role=status]").text

    follow(browser, browser.find_element(By.LINK_TEXT, "Add a product"))
    look(browser)
    type_into(browser, "product_name", "Linen apron")
    type_into(browser, "price", "39,000")
    Select(one(browser, 'main [name="display"]')).select_by_value("T")
    Select(one(browser, 'main [name="selling"]')).select_by_value("T")
    follow(browser, one(browser, "main form button.primary"))
    look(browser)

    browser.get(f"{home}/admin")
    follow(browser, browser.find_element(By.LINK_TEXT, "Set the shipping fee"))
    with chromium.another_page(browser):  # the type that is chosen shows its fields
        Select(one(browser, 'main [name="shipping_fee_type"]')).select_by_value("R")
    type_into(browser, "shipping_fee", "2,700")
    follow(browser, one(browser, 'main button.primary[type="submit"]'))
    look(browser)
    browser.get(f"{home}/admin")
    follow(browser, browser.find_element(By.LINK_TEXT, "Take payments"))
    look(browser)
    unpaid = one(browser, "main .notice:not([hidden])").text
    for name, text in (ACCOUNT | {"bank_account_no": "ask us"}).items():
        type_into(browser, name, text)
    follow(browser, one(browser, 'form:has(input[value="add"]) button.primary'))
    refused = one(browser, "main").text
    look(browser)
    type_into(browser, "bank_account_no", ACCOUNT["bank_account_no"])
    follow(browser, one(browser, 'form:has(input[value="add"]) button.primary'))
    look(browser)
    browser.get(f"{home}/admin")
    look(browser)
    done = steps(browser)
    browser.get(f"{home}/")
    shop = one(browser, "body").text
    look(browser)
    told = _buy(browser, home)
    changed, undone, price = _reprice_and_undo(browser, home)

    assert at_first == []
    assert added == "The sample products were added."
    assert removed == "The sample products were removed."
    assert "Buyers cannot pay this shop yet" in unpaid
    assert "Enter the number as the bank prints it" in refused
    assert done == [
        "Add a product", "Show a product in the shop", "Set the shipping fee", "Take payments",
    ]  # fmt: skip
    assert "Hana 110-222-333333" in told
    assert "Kim Haneul" in told
    assert "Linen apron" in shop
    assert "39,000" in shop
    assert changed == "49000"
    assert undone == "The change was undone."
    assert price == "39000"
