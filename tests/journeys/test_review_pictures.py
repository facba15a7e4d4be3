"""A member attaches pictures to a review and takes one off; the merchant decides where."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_customers_and_content import office
from tests.journeys.test_daily_work import follow, look, one, send
from tests.journeys.test_sample_shop import PASSWORD, Visitor
from tests.media.images import base64_of, picture

__all__ = ["office"]
pytestmark = pytest.mark.one_store


def _pictures(folder: Path, number: int) -> str:
    """Write pictures, and return their paths as a file field takes them."""
    for at in range(number):
        (folder / f"{at}.jpg").write_bytes(picture(1_200, 800 + at))
    return "\n".join(str(folder / f"{at}.jpg") for at in range(number))


def _drawn(browser: webdriver.Chrome, selector: str) -> list[WebElement]:
    """Return the pictures of a page that have arrived, all of which have to."""
    found = browser.find_elements(By.CSS_SELECTOR, selector)
    for each in found:
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", each)
        assert browser.execute_async_script(
            "const [it, done] = arguments; it.decode().then(() => done(it.naturalWidth > 0))", each
        )
    return found


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_member_attaches_pictures_and_takes_one_off(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path, language: str
) -> None:
    visitor = Visitor(browser, mall)
    visitor.go("/join")
    browser.add_cookie({"name": "openmall-language", "value": language})
    visitor.go("/join")
    person = {"member_id": f"critic{language}{width}", "password": PASSWORD, "name": "김하나"}
    for name, text in {**person, "email": f"critic{language}{width}@example.com"}.items():
        visitor.write(name, text)
    for name in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, name).click()
    visitor.press("main button.primary", leads_to="done=joined")

    visitor.go("/boards/4/write?product_no=8")
    visitor.write("title", "따뜻해요")
    visitor.write("content", "사진처럼 예뻐요")
    bad = tmp_path / "bad.svg"
    bad.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    browser.find_element(By.NAME, "pictures").send_keys(str(bad))
    with chromium.another_page(browser):
        browser.find_element(By.NAME, "title").send_keys(Keys.ENTER)
    visitor.look("/boards/4/write, refused")
    refused = browser.find_element(By.ID, "f-pictures-problem").text
    kept = browser.find_element(By.NAME, "content").get_attribute("value")
    browser.find_element(By.NAME, "pictures").send_keys(_pictures(tmp_path, 2))
    visitor.press("main button.primary", leads_to="/products/8?done=written")
    few = _drawn(browser, ".attached-few img")
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, ".attached-few").send_keys(Keys.ENTER)
    visitor.look("/boards/4/articles")
    both = len(_drawn(browser, ".attached img"))
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "button[value=remove-picture]").send_keys(Keys.ENTER)
    visitor.look("/boards/4/articles, less")

    assert visitor.faults == {}
    assert ("이미지 파일" if language == "ko" else "Expected a picture") in refused
    assert kept == "사진처럼 예뻐요"
    assert len(few) >= both == 2
    assert len(_drawn(browser, ".attached img")) == 1


def test_the_merchant_decides_where_pictures_are_taken_and_takes_one_off(
    mall: DemoServer, office: webdriver.Chrome, tmp_path: Path
) -> None:
    address = mall.call(
        "POST", "products/images", json={"requests": [{"image": base64_of(picture(400, 300))}]}
    )
    file = {"name": "1.jpg", "url": address.json()["images"][0]["path"]}
    post = {"writer": "Hana", "title": "Warm", "content": "Yes", "client_ip": "192.0.2.1"}
    article = {**post, "attach_file_urls": [file]}
    made = mall.call("POST", "boards/4/articles", json={"requests": [article]}).json()
    number = made["articles"][0]["article_no"]
    office.get(f"{mall.demo.staff_url}/boards/4")
    look(office)

    follow(office, one(office, "main .page-head a.button:not(.primary)"))
    look(office)
    one(office, '[name="attached_file"]').send_keys(Keys.SPACE)
    off = send(office, "save")
    one(office, '[name="attached_file"]').click()
    on = send(office, "save")
    office.get(f"{mall.demo.staff_url}/boards/4-{number}")
    look(office)
    shown = len(_drawn(office, "img.attached-file"))
    removed = send(office, "remove-file")

    assert off == on == "The board was saved."
    assert (shown, removed) == (1, "The file was removed.")
    assert office.find_elements(By.CSS_SELECTOR, "img.attached-file") == []
