"""The gallery of components looks as its stored pictures do, and nothing of it sticks out.

After an intended change `python -m tests.journeys.gallery_pictures` renews the pictures.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from selenium import webdriver

from tests.journeys import chromium, gallery_pictures


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    with chromium.opened() as opened:
        yield opened


@pytest.fixture(scope="module")
def origin(browser: webdriver.Chrome) -> Iterator[str]:
    with gallery_pictures.pages(browser) as origin:
        yield origin


@pytest.mark.parametrize("name", gallery_pictures.NAMES)
def test_components_look_as_they_did(
    browser: webdriver.Chrome, origin: str, name: str, tmp_path: Path
) -> None:
    file = gallery_pictures.FOLDER / f"{name}.webp"
    shown = gallery_pictures.picture(browser, origin, name)
    shown.save(tmp_path / f"{name}.png")

    with Image.open(file) as kept:
        said = gallery_pictures.difference(kept.convert("RGB"), shown)

    assert not said, f"{name} {said}; it is now {tmp_path / name}.png"
    assert file.stat().st_size < gallery_pictures.MOST_BYTES
    wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{name} is wider than its window by {wide} pixels"


def test_a_changed_picture_is_noticed() -> None:
    kept = Image.new("RGB", (360, 600), "white")
    moved = kept.copy()
    moved.paste((0, 0, 0), (100, 100, 160, 130))

    assert gallery_pictures.difference(kept, kept) == ""
    assert gallery_pictures.difference(kept, moved) == "differs at 384, 384"
    assert gallery_pictures.difference(kept, Image.new("RGB", (360, 600), "grey")).startswith(
        "the page differs by"
    )
    assert gallery_pictures.difference(kept, kept.crop((0, 0, 360, 500))).startswith("size")
