"""Pictures of the gallery of components: `python -m tests.journeys.gallery_pictures` renews them.

Four pages at three widths, each a quarter of its size: what is compared is how the page is put
together and its colours, not the shape of letters, which differ with the fonts of a machine.
"""

import base64
import io
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat
from selenium import webdriver

from checks import gallery
from tests.journeys import chromium

FOLDER: Final = Path(__file__).parent / "gallery"
WIDTHS: Final = (390, 768, 1440)
NAMES: Final = tuple(
    f"{language}-{theme}-{width}"
    for language in gallery.LANGUAGES
    for theme in gallery.THEMES
    for width in WIDTHS
)
MOST_BYTES: Final = 60_000
_SCALE: Final = 4
_TILE: Final = 24
"""Pixels of a stored picture that are compared at once."""
_MOST_OF_TILE: Final = 40.0
_MOST_OF_PAGE: Final = 4.0
"""Largest mean difference of a colour, 0 to 255, in one tile and in the whole picture.

What the compression of a stored picture loses is about 2.5 of the whole.
"""
_READY: Final = """
document.querySelector(".toast")?.remove();
for (const each of document.querySelectorAll(".save-bar, .bulk-bar"))
  each.style.position = "static";
for (const each of document.getAnimations()) each.cancel();
Promise.all([...document.images].map((each) => {
  each.loading = "eager";
  return each.decode().catch(() => null);
})).then(() => requestAnimationFrame(() => arguments[0](document.documentElement.scrollHeight)));
"""


@contextmanager
def pages(browser: webdriver.Chrome) -> Iterator[str]:
    """Serve the gallery meanwhile; yield its origin."""
    with tempfile.TemporaryDirectory() as folder:
        gallery.write(Path(folder))
        with gallery.server(Path(folder)) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
                yield f"http://127.0.0.1:{server.server_port}"
            finally:
                server.shutdown()
                thread.join()


def picture(browser: webdriver.Chrome, origin: str, name: str) -> Image.Image:
    """Return the picture of a page at a width."""
    page, _, width = name.rpartition("-")
    _resize(browser, int(width), 900)
    browser.get(f"{origin}/{page}.html")
    height = browser.execute_async_script(_READY)
    _resize(browser, int(width), height)
    taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    shown = Image.open(io.BytesIO(base64.b64decode(taken))).convert("RGB")
    return shown.resize((shown.width // _SCALE, shown.height // _SCALE), Image.Resampling.BOX)


def difference(kept: Image.Image, shown: Image.Image) -> str:
    """Return how much two pictures differ, empty where they look the same."""
    if kept.width != shown.width or abs(kept.height - shown.height) > kept.height // 50:
        return f"size {kept.size} became {shown.size}"
    height = min(kept.height, shown.height)
    box = (0, 0, kept.width, height)
    differing = ImageChops.difference(kept.crop(box), shown.crop(box)).convert("L")
    mean = ImageStat.Stat(differing).mean[0]
    if mean > _MOST_OF_PAGE:
        return f"the page differs by {mean:.1f}"
    for top in range(0, height, _TILE):
        for left in range(0, kept.width, _TILE):
            tile = differing.crop((left, top, left + _TILE, top + _TILE))
            if ImageStat.Stat(tile).mean[0] > _MOST_OF_TILE:
                return f"differs at {left * _SCALE}, {top * _SCALE}"
    return ""


def _resize(browser: webdriver.Chrome, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def main() -> None:
    """Take the pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    with chromium.opened() as browser, pages(browser) as origin:
        for name in NAMES:
            file = FOLDER / f"{name}.webp"
            picture(browser, origin, name).save(file, quality=60, method=6)
            print(f"{file.name}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
