"""Pictures of a product are as sharp as they were sent, whatever the screen."""

from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys.demo_server import DemoServer
from tests.media.images import base64_of, picture

pytestmark = pytest.mark.one_store
_REAL = """
const [done] = [...arguments].slice(-1), shown = document.querySelector(".gallery .picture");
fetch(shown.currentSrc).then((it) => it.blob()).then(createImageBitmap)
  .then((it) => done([it.width, shown.currentSrc, shown.clientWidth]));
"""


def _shown(browser: webdriver.Chrome, address: str, *, width: int, density: int) -> Any:
    metrics = {"width": width, "height": 900, "deviceScaleFactor": density, "mobile": False}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(address)
    waiting = WebDriverWait(browser, 30)
    ready = "const it = document.querySelector('.gallery .picture'); return it && it.complete"
    waiting.until(lambda each: each.execute_script(ready))
    return browser.execute_async_script(_REAL)


def test_a_product_page_shows_as_many_pixels_as_the_screen_has(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    product = {"product_name": "Sharp", "supply_price": "1", "price": "1000",
               "display": "T", "selling": "T"}  # fmt: skip
    body = {"shop_no": 1, "request": product}
    number = mall.call("POST", "products", json=body).json()["product"]["product_no"]
    image = {"detail_image": base64_of(picture(1600, 1600)), "image_upload_type": "A"}
    mall.call("POST", f"products/{number}/images", json={"shop_no": 1, "request": image})
    address = f"{mall.demo.base_url}/products/{number}"

    for wide, density, most in ((1440, 1, 960), (1440, 3, 1600), (390, 3, 1280)):
        real, source, client = _shown(browser, address, width=wide, density=density)
        assert min(client * density, 1600) <= real <= most, (wide, density, client, source)
