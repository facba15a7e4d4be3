"""Takes pictures of every page, and lists what a program can see to be wrong with them.

    make generated ONLY=screenshots ARGS="--every /tmp/pages"

Each page is taken at 390, 768 and 1440 pixels in Korean and English into FOLDER/AREA, sheets of
several pages into FOLDER/sheets, and what was found into FOLDER/faults.txt.
"""

import base64
import io
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw
from selenium import webdriver

from tests.journeys import chromium, page_walk
from tests.journeys.demo_server import DemoServer

WIDTHS: Final = (390, 768, 1440)
LANGUAGES: Final = ("ko", "en")
TALLEST: Final = 3_000
"""Pixels of a page that a picture shows at most."""
_SHEET_WIDTH: Final = 1_560
_SHEET_HEIGHT: Final = 1_500
_SHOWN: Final = {390: 390, 768: 520, 1440: 780}
"""Width of a window -> width of its picture on a sheet."""
_TITLE: Final = 18
_CODES: Final = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b(?:None|null|undefined|NaN)\b|\{[a-z_]+\}|%\([a-z]+\)|T\d\d:\d\d:\d\d"
)
_ENGLISH: Final = re.compile(r"[A-Z][a-z]+(?: [a-z]+){2,}")
_SCRIPT: Final = r"""
const wide = innerWidth, found = [];
const name = (e) => e.tagName.toLowerCase() + (e.className && e.className.baseVal === undefined
  ? "." + String(e.className).trim().split(/\s+/).join(".") : "") + " '" +
  (e.textContent || e.value || "").trim().replace(/\s+/g, " ").slice(0, 50) + "'";
if (document.documentElement.scrollWidth > wide) found.push("wider than the window");
const scrolls = (e) => { for (let p = e; p && p !== document.body; p = p.parentElement) {
  const o = getComputedStyle(p).overflowX; if (o === "auto" || o === "scroll") return true; }
  return false; };
let sticking = 0;
for (const e of document.querySelectorAll("main *, header *, nav *, footer *")) {
  const box = e.getBoundingClientRect(), style = getComputedStyle(e);
  if (!box.width || style.visibility === "hidden" || style.clip !== "auto") continue;
  if (box.right > wide + 1 && !scrolls(e) && sticking++ < 5) found.push("sticks out: " + name(e));
  if (e.children.length === 0 && e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 8
      && ["hidden", "clip"].includes(style.overflowX) && e.textContent.trim())
    found.push("cut: " + name(e));
  if (["BUTTON", "SELECT"].includes(e.tagName) && e.scrollWidth > e.clientWidth + 2)
    found.push("cut: " + name(e));
  if (e.tagName === "INPUT" && e.type === "text" && e.value && e.scrollWidth > e.clientWidth + 2)
    found.push("cut value: " + (e.name || "") + " " + e.value.slice(0, 40));
  if (e.matches(".wide-table") && e.scrollWidth > e.clientWidth + 2 && wide < 800)
    found.push("table scrolls: " + name(e).slice(0, 60));
  if (e.matches("td, th") && box.width < 40 && e.textContent.trim().length > 6)
    found.push("narrow cell: " + name(e));
  if (e.matches("button, .button") && box.height > 64 && box.width) found.push("tall: " + name(e));
}
const heads = [...document.querySelectorAll("h1, h2, h3")].filter((h) => h.offsetParent);
if (document.querySelectorAll("h1").length !== 1)
  found.push(document.querySelectorAll("h1").length + " h1");
heads.forEach((h, i) => { if (i && h.textContent.trim() === heads[i - 1].textContent.trim())
  found.push("heading twice: " + name(h)); });
const skip = "script, style, code, pre, textarea, [lang], .unseen";
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
while (walker.nextNode()) {
  const at = walker.currentNode.parentElement;
  const text = walker.currentNode.textContent.trim();
  if (text && !at.closest(skip) && at.offsetParent) texts.push(text.replace(/\s+/g, " "));
}
return [found, texts];
"""


def take(mall: DemoServer, folder: Path, areas: Iterable[str]) -> None:
    """Write the pictures, the sheets and the list of faults of some areas."""
    for area in areas:
        faults: dict[str, list[str]] = {}
        for path, pictures in _pages(mall, area, folder / area, faults):
            print(area, path, len(pictures), flush=True)
        lines = [f"{fault}\t{', '.join(where)}" for fault, where in sorted(faults.items())]
        (folder / f"faults-{area}.txt").write_text("\n".join([*lines, ""]))
        for width in WIDTHS:
            for language in LANGUAGES:
                files = sorted((folder / area).glob(f"*.{width}.{language}.png"))
                _write_sheets(files, width, folder / "sheets" / f"{area}-{width}-{language}")


def _pages(
    mall: DemoServer, area: str, folder: Path, faults: dict[str, list[str]]
) -> Iterator[tuple[str, list[Path]]]:
    folder.mkdir(parents=True, exist_ok=True)
    with chromium.opened() as browser:
        start = page_walk.AREAS[area](browser, mall)
        for number, path in enumerate(page_walk.walk(browser, start)):
            address = start.origin + path
            stem = f"{number:03}-{re.sub(r'[^A-Za-z0-9]+', '-', path).strip('-')[-60:] or 'home'}"
            files = []
            for language in LANGUAGES:
                cookie = {"name": "openmall-language", "value": language, "url": address}
                browser.execute_cdp_cmd("Network.setCookie", cookie)
                for width in WIDTHS:
                    files.append(folder / f"{stem}.{width}.{language}.png")
                    files[-1].write_bytes(_picture(browser, address, width))
                    for each in _faults(browser, language):
                        faults.setdefault(each, []).append(f"{path} {width} {language}")
            browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
            english = {"name": "openmall-language", "value": "en", "url": address}
            browser.execute_cdp_cmd("Network.setCookie", english)
            yield path, files


def _picture(browser: webdriver.Chrome, address: str, width: int) -> bytes:
    """Open a page in a window of a width; return the picture of all of it, as PNG."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(address)
    height = browser.execute_script("return document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST), "scale": 1}
    wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    taken: dict[str, str] = browser.execute_cdp_cmd("Page.captureScreenshot", wanted)
    return base64.b64decode(taken["data"])


def _faults(browser: webdriver.Chrome, language: str) -> Iterator[str]:
    found: tuple[list[str], list[str]] = browser.execute_script(_SCRIPT)
    yield from dict.fromkeys(found[0])
    for text in dict.fromkeys(found[1]):
        if _CODES.search(text):
            yield f"code: {text[:100]}"
        if language == "ko" and _ENGLISH.search(text):
            yield f"English: {text[:100]}"


def _write_sheets(files: list[Path], width: int, stem: Path) -> None:
    """Write sheets with several pictures each, side by side and cut at the height of the sheet."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    shown, a_row = _SHOWN[width], _SHEET_WIDTH // _SHOWN[width]
    rows = 1 if width < 500 else 2
    for number in range(0, len(files), a_row * rows):
        sheet = Image.new("RGB", (_SHEET_WIDTH, _SHEET_HEIGHT), "grey")
        pen = ImageDraw.Draw(sheet)
        for at, file in enumerate(files[number : number + a_row * rows]):
            row, column = divmod(at, a_row)
            left, top = column * shown, row * (_SHEET_HEIGHT // rows)
            pen.text((left + 4, top + 3), file.name.partition(".")[0][-50:], fill="white")
            sheet.paste(_shrunk(file, shown, _SHEET_HEIGHT // rows - _TITLE), (left, top + _TITLE))
        sheet.save(f"{stem}-{number // (a_row * rows):02}.png")


def _shrunk(file: Path, width: int, height: int) -> Image.Image:
    with Image.open(io.BytesIO(file.read_bytes())) as opened:
        whole: Image.Image = opened.convert("RGB")
    scaled = whole.resize((width, max(1, whole.height * width // whole.width)))
    return scaled.crop((0, 0, width, min(scaled.height, height)))


def main(folder: Path, areas: Iterable[str]) -> None:
    """Start a demo mall and take the pictures."""
    with tempfile.TemporaryDirectory() as data:
        mall = DemoServer(Path(data) / "data", "--no-limits")
        try:
            take(mall, folder, areas)
        finally:
            mall.stop()
