"""Renews the pictures of the main pages in `docs/images`: `make generated ONLY=screenshots`.

They show a new demo mall in a window of 1440 x 900 pixels, as WebP files: the back office
in English, the shop in its own language. That of README shows two pages beside each other. With
`--every FOLDER [AREA...]` every page is taken into a folder instead (`every_picture.py`).
"""

import argparse
import base64
import io
import tempfile
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.journeys import chromium, every_picture, page_walk
from tests.journeys.demo_server import ROOT, DemoServer

FOLDER = ROOT / "docs" / "images"
MOST_BYTES = 150_000
PAGES = {
    "overview": "/admin",
    "orders": "/admin/orders",
    "order": "/admin/orders?tab=all",
    "product": "/admin/products/70",
    "shop": "/",
}
"""Name of a picture -> the page it shows; `order`: the first order of that list."""
README = "readme"
"""Name of the picture of README: the English shop, and a change of an app that waits."""
_QUALITY = 80
_SIZE = (1120, 720)
"""Pixels of each page of the picture of README: wide enough for the menu of the back office."""
_EDGE = 24
"""Pixels around and between the pages of the picture of README."""
_GROUND = "#e4e2dd"


def take(mall: DemoServer, folder: Path) -> list[Path]:
    """Write the pictures into a folder; return their files."""
    with chromium.opened() as browser:
        base_url = mall.demo.base_url
        browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        browser.get(f"{base_url}/admin")
        browser.find_element(By.ID, "user_id").send_keys(mall.demo.admin.user_id)
        browser.find_element(By.ID, "password").send_keys(mall.demo.admin.password)
        with chromium.another_page(browser):
            browser.find_element(By.CSS_SELECTOR, "button.primary").click()
        files = []
        for name, path in PAGES.items():
            browser.get(base_url + path)
            if name == "order":
                with chromium.another_page(browser):
                    browser.find_element(By.CSS_SELECTOR, "tbody th a").click()
            files.append(folder / f"{name}.webp")
            files[-1].write_bytes(_picture(browser))
        files.append(folder / f"{README}.webp")
        _of_readme(mall, browser).save(files[-1], quality=_QUALITY)
    return files


def _of_readme(mall: DemoServer, browser: webdriver.Chrome) -> Image.Image:
    """Return the shop and a proposal beside each other, of which nothing is left in the mall."""
    proposed = mall.call(
        "PUT",
        "products/70",
        headers={"Prefer": "handling=propose"},
        json={"shop_no": 2, "request": {"product_name": "Nesting Camp Cups, set of 4"}},
    )
    assert proposed.status_code == 202, proposed.text
    plan_no = proposed.json()["plan"]["plan_no"]
    window = {"width": _SIZE[0], "height": _SIZE[1], "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)
    whole = Image.new("RGB", (2 * _SIZE[0] + 3 * _EDGE, _SIZE[1] + 2 * _EDGE), _GROUND)
    addresses = (f"{mall.demo.base_url}/shop2", f"{mall.demo.staff_url}/approvals/{plan_no}")
    for at, address in enumerate(addresses):
        browser.get(address)
        page = Image.open(io.BytesIO(_picture(browser)))
        whole.paste(page, (_EDGE + at * (_SIZE[0] + _EDGE), _EDGE))
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert mall.call("DELETE", f"plans/{plan_no}").status_code == 200
    return whole


def _picture(browser: webdriver.Chrome) -> bytes:
    """Return what the window shows once its pictures are there."""
    browser.execute_async_script(
        "Promise.all([...document.images].filter((each) => each.loading !== 'lazy')"
        ".map((each) => each.decode().catch(() => null))).then(arguments[0]);"
    )
    wanted = {"format": "webp", "quality": _QUALITY}
    taken: dict[str, str] = browser.execute_cdp_cmd("Page.captureScreenshot", wanted)
    return base64.b64decode(taken["data"])


def main() -> None:
    """Start a demo mall and renew the pictures, or take those of every page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=Path, metavar="FOLDER")
    parser.add_argument("areas", nargs="*", default=list(page_walk.AREAS), metavar="AREA")
    chosen = parser.parse_args()
    if chosen.every is not None:
        every_picture.main(chosen.every, chosen.areas)
        return
    with tempfile.TemporaryDirectory() as folder:
        mall = DemoServer(Path(folder) / "data", "--no-limits")
        try:
            for file in take(mall, FOLDER):
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
        finally:
            mall.stop()


if __name__ == "__main__":
    main()
