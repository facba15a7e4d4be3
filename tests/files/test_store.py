"""Pictures are kept whole, under names that stay within their mall's own directory."""

from pathlib import Path

import pytest

from openmall.files.store import Folder, kind, name_of, never_changes


def test_what_was_written_is_read(tmp_path: Path) -> None:
    store = Folder(tmp_path)
    store.write("mymall", "products/mug.svg", b"<svg/>")
    store.write("mymall", "products/mug.svg", b"<svg>2</svg>")
    assert store.read("mymall", "products/mug.svg") == b"<svg>2</svg>"
    assert store.read("other", "products/mug.svg") is None
    assert [each.name for each in (tmp_path / "mymall/products").iterdir()] == ["mug.svg"]


def test_a_store_says_what_it_has(tmp_path: Path) -> None:
    store = Folder(tmp_path)
    store.write("mymall", "products/mug.png", b"png")
    (tmp_path / "mymall/door.png").mkdir()
    asked = ("products/mug.png", "products/cup.png", "door.png", "products")
    assert [store.has("mymall", name) for name in asked] == [True, False, False, False]
    assert store.has("other", "products/mug.png") is False


def test_a_name_made_of_the_content_is_that_contents_alone() -> None:
    name = name_of(b"png", "png")
    assert name == "made/8f/8cbb7dcf46e0bc7d53265749a6c17d116093a6.png"
    assert name != name_of(b"PNG", "png")
    assert kind(name) == "image/png"
    asked = (name, "products/mug.png", f"x/{name}", f"{name}.png", "made/mug.png")
    assert [never_changes(each) for each in asked] == [True, False, False, False, False]


def test_deleting_says_whether_there_was_one(tmp_path: Path) -> None:
    store = Folder(tmp_path)
    store.write("mymall", "mug.png", b"png")
    assert store.delete("mymall", "mug.png") is True
    assert store.delete("mymall", "mug.png") is False
    assert store.read("mymall", "mug.png") is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "mug",
        "mug.html",
        "mug.svg.exe",
        ".mug.svg",
        "../other/mug.svg",
        "products/../../mug.svg",
        "products//mug.svg",
        "/etc/mug.svg",
        "products/.hidden/mug.svg",
        "mug.svg\n",
        "mug\0.svg",
        "머그.svg",
        "a\\b.svg",
        "%2e%2e/mug.svg",
        "a/" * 9 + "mug.svg",
    ],
)
def test_names_that_no_picture_has(tmp_path: Path, name: str) -> None:
    store = Folder(tmp_path / "files")
    assert kind(name) is None
    with pytest.raises(ValueError, match="no name of a picture"):
        store.write("mymall", name, b"x")
    assert store.read("mymall", name) is None
    assert store.has("mymall", name) is False
    assert store.delete("mymall", name) is False
    assert not (tmp_path / "files").exists()


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("mug.svg", "image/svg+xml"),
        ("mug.PNG", "image/png"),
        ("a/b/mug-2.x.jpg", "image/jpeg"),
        ("mug.jpeg", "image/jpeg"),
        ("mug.gif", "image/gif"),
        ("mug.webp", "image/webp"),
    ],
)
def test_pictures_have_the_type_of_their_ending(name: str, media_type: str) -> None:
    assert kind(name) == media_type
