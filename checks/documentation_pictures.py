"""Take pictures of pages of the documentation site in three widths.

`python -m checks.documentation_pictures backup.html index.html`, after `make docs`. Exits with 1
and one line for each page that is wider than its window.
"""

import base64
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from checks.documentation import BUILD, SITE

WIDTHS: Final = (390, 768, 1440)
HEIGHT: Final = 900
DEFAULT: Final = ("index.html", "overview.html", "architecture.html", "invariants.html")


def main(pages: list[str]) -> int:
    """Write a picture of each page in each width; return the exit status."""
    folder = BUILD / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    options = webdriver.ChromeOptions()
    faults = []
    with tempfile.TemporaryDirectory() as profile:
        for flag in ("headless=new", "no-sandbox", f"user-data-dir={profile}"):
            options.add_argument(f"--{flag}")
        browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            for page in pages or DEFAULT:
                for width in WIDTHS:
                    if _wide(browser, page, width, folder):
                        faults.append(f"{page}: wider than a window of {width} pixels")
        finally:
            browser.quit()
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return int(bool(faults))


def _wide(browser: webdriver.Chrome, page: str, width: int, folder: Path) -> bool:
    """Take a picture of a page; return whether it is wider than its window."""
    window = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)
    browser.get((SITE / page).as_uri())
    time.sleep(0.5)
    taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    name = f"{page.removesuffix('.html').replace('/', '-')}-{width}.png"
    (folder / name).write_bytes(base64.b64decode(taken["data"]))
    return bool(browser.execute_script("return document.documentElement.scrollWidth") > width)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
