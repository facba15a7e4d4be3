"""A manager imports a file and exports the stock in a real browser, on a desk and a phone."""

import csv
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one

pytestmark = pytest.mark.one_store
HEAD = "custom_product_code,product_name,price,supply_price\n"


def sign_in(browser: webdriver.Chrome, mall: DemoServer) -> None:
    browser.get(f"{mall.demo.staff_url}/transfers")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))


def wait_until_ended(browser: webdriver.Chrome) -> None:
    """Wait while the page loads itself anew."""
    WebDriverWait(browser, 60).until(
        lambda each: each.find_elements(By.CSS_SELECTOR, "main .badge.good, main .badge.bad")
    )


def test_a_file_is_checked_imported_and_its_rejected_rows_are_offered(
    mall: DemoServer, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    width = browser.execute_script("return window.innerWidth")
    file = tmp_path / "goods.csv"
    file.write_text(HEAD + f"PAGE-{width},Page cup {width},1000,3\nPAGE-BAD,,x,1\n")
    sign_in(browser, mall)
    look(browser)
    one(browser, 'main [name="file"]').send_keys(str(file))
    follow(browser, one(browser, 'form[enctype] button[type="submit"]'))
    wait_until_ended(browser)
    text = one(browser, "main").text
    assert f"PAGE-{width}" in text
    assert "PAGE-BAD" in text
    look(browser)

    follow(browser, one(browser, 'button[value="confirm"]'))
    wait_until_ended(browser)
    look(browser)
    links = [each.get_attribute("href") for each in browser.find_elements(By.TAG_NAME, "a")]

    [rejected] = [link for link in links if link and "/rejected-" in link]
    answer = mall.client.get("/exports/" + rejected.partition("/exports/")[2])
    [row] = list(csv.DictReader(answer.text.splitlines()))
    assert row["custom_product_code"] == "PAGE-BAD"
    found = mall.call("GET", f"products?custom_product_code=PAGE-{width}").json()["products"]
    assert [each["product_name"] for each in found] == [f"Page cup {width}"]


def test_a_file_of_another_shop_says_what_it_leaves_out(
    mall: DemoServer, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    file = tmp_path / "products_export.csv"
    width = browser.execute_script("return window.innerWidth")
    file.write_text(
        "Title,URL handle,Published on online store,Status,Price,Inventory tracker,Gift card\n"
        f"Mug {width},moved-mug-{width},TRUE,archived,9000,,FALSE\n"
        f"Card {width},moved-card-{width},TRUE,active,9000,,TRUE\n"
    )
    sign_in(browser, mall)
    one(browser, 'main [name="file"]').send_keys(str(file))
    one(browser, 'main [name="source"] option[value="shopify"]').click()
    follow(browser, one(browser, 'form[enctype] button[type="submit"]'))
    wait_until_ended(browser)
    look(browser)

    plan = one(browser, "main").text

    assert f"moved-card-{width}" in plan
    assert "gift cards" in plan
    assert "was not on sale there" in plan
    follow(browser, one(browser, 'button[value="confirm"]'))
    wait_until_ended(browser)
    look(browser)
    found = mall.call("GET", f"products?custom_product_code=moved-mug-{width}").json()["products"]
    assert [(each["display"], each["selling"]) for each in found] == [("F", "F")]
