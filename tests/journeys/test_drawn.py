"""What pages look like once a browser has drawn them: pictures in the shop, legends of plots."""

import os
import re
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer

LEGENDS = {
    "en": ("Selected period", "Period before"),
    "ko": ("선택한 기간", "이전 기간"),
}
"""Language -> what the lines of the first page's chart are called."""
LEAST_WIDTH = {chromium.DESK: 500, chromium.PHONE: 340}
"""Width of a window -> pixels that the picture of a product is wide at least."""


pytestmark = pytest.mark.one_store


def test_the_picture_of_a_product_fills_its_column(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    browser.get(f"{mall.demo.base_url}/products/7")
    picture = browser.find_element(By.CSS_SELECTOR, ".showcase .picture")
    _wait_for_pictures(browser)
    column = browser.find_element(By.CSS_SELECTOR, ".showcase > :first-child")
    broad = column.size["width"]
    if width <= chromium.PHONE:  # there it reaches the edges of the window
        broad = browser.execute_script("return document.documentElement.clientWidth")
    size = picture.size
    _save_screenshot(browser, f"product-{width}")

    assert size["width"] == broad >= LEAST_WIDTH[width]
    assert size["height"] == size["width"]


def test_a_legend_shows_values_of_the_point_under_the_pointer_alone(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    browser.get(f"{mall.demo.staff_url}")
    browser.find_element(By.ID, "user_id").send_keys(mall.demo.admin.user_id)
    browser.find_element(By.ID, "password").send_keys(mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    browser.find_element(By.CSS_SELECTOR, "nav.side")
    for language, scheme in [("en", "light"), ("ko", "dark"), ("en", "dark"), ("ko", "light")]:
        scheme_chosen = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", scheme_chosen)
        browser.add_cookie({"name": "openmall-language", "value": language})
        browser.get(f"{mall.demo.staff_url}")
        legends = browser.find_elements(By.CSS_SELECTOR, ".u-legend")
        before = [" ".join(legend.text.split()) for legend in legends]
        _save_screenshot(browser, f"legend-{width}-{language}-{scheme}", legends[0])
        over = browser.find_element(By.CSS_SELECTOR, ".u-over")
        ActionChains(browser).move_to_element(over).perform()
        WebDriverWait(browser, chromium.WAIT).until(
            lambda _, legend=legends[0]: "KRW" in legend.text  # type: ignore[misc] # asked at once
        )
        pointed = legends[0].text
        broad = browser.execute_script("return document.documentElement.scrollWidth")
        _save_screenshot(browser, f"pointed-{width}-{language}-{scheme}", legends[0])
        ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).perform()
        WebDriverWait(browser, chromium.WAIT).until(
            lambda _, legend=legends[0]: "KRW" not in legend.text  # type: ignore[misc] # as above
        )
        after = " ".join(legends[0].text.split())

        assert before == [" ".join(LEGENDS[language])]
        assert after == " ".join(LEGENDS[language])
        assert broad <= width
        assert re.match(r"[0-9]{2}-[0-9]{2}\s", pointed)
        for name in LEGENDS[language]:
            assert re.search(rf"{name}\s*[0-9,]+ KRW", pointed)


def _wait_for_pictures(browser: webdriver.Chrome) -> None:
    """Wait for the pictures of a page."""
    loaded = "return [...document.images].every((each) => each.complete)"
    WebDriverWait(browser, chromium.WAIT).until(lambda _: browser.execute_script(loaded))


def _save_screenshot(browser: webdriver.Chrome, name: str, at: object = None) -> None:
    """Save a screenshot in the folder that OPENMALL_SCREENSHOTS names."""
    folder = os.environ.get("OPENMALL_SCREENSHOTS", "")
    if folder:
        if at is not None:
            browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", at)
        browser.save_screenshot(str(Path(folder) / f"{name}.png"))
