"""Pictures are kept whole, under names that stay within their mall's own directory."""

import time
from pathlib import Path

import pytest

from openmall.contract.pictures import PicturesAway
from openmall.media.store import Folder, Store, kind, name_of, never_changes


def test_what_was_written_is_read(store: Store) -> None:
    store.write("mymall", "products/mug.svg", b"<svg/>")
    store.write("mymall", "products/mug.svg", b"<svg>2</svg>")
    assert store.read("mymall", "products/mug.svg") == b"<svg>2</svg>"
    assert store.read("other", "products/mug.svg") is None
    assert [each.path for each in store.every("mymall")] == ["products/mug.svg"]


def test_a_directory_has_no_half_written_files(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("mymall", "products/mug.svg", b"<svg/>")
    (tmp_path / "file").write_bytes(b"")
    broken = Folder(tmp_path / "file")
    with pytest.raises(PicturesAway, match="Not a directory"):
        broken.write("mymall", "products/mug.svg", b"<svg/>")
    with pytest.raises(PicturesAway, match="file: "):
        broken.check()
    assert [each.name for each in (tmp_path / "mymall/products").iterdir()] == ["mug.svg"]


def test_a_store_says_since_when_it_has_a_picture(store: Store) -> None:
    before = time.time()
    store.write("mymall", "products/mug.png", b"png")
    at = store.written_at("mymall", "products/mug.png")
    assert at is not None
    # S3 counts whole seconds
    assert before - 2 < at < time.time() + 2
    asked = ("products/cup.png", "door.png", "products")
    assert [store.written_at("mymall", name) for name in asked] == [None, None, None]
    assert store.written_at("other", "products/mug.png") is None


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "mymall/door.png").mkdir(parents=True)
    assert Folder(tmp_path).written_at("mymall", "door.png") is None
    assert Folder(tmp_path).read("mymall", "door.png") is None
    assert list(Folder(tmp_path).every("mymall")) == []


def test_every_picture_of_a_mall_is_gone_through(store: Store) -> None:
    names = [f"many/{number}.png" for number in range(1, 1_020)]
    for name in names[:: 1 if isinstance(store, Folder) else 300]:
        store.write("mymall", name, b"png")
    store.write("mymall2", "mug.png", b"png")
    store.write("mymall", name_of(b"pngs", "png"), b"pngs")
    found = {each.path: each.size for each in store.every("mymall")}
    kept = names[:: 1 if isinstance(store, Folder) else 300]
    assert found == {**dict.fromkeys(kept, 3), name_of(b"pngs", "png"): 4}
    assert [each.path for each in store.every("mymall2")] == ["mug.png"]
    assert list(store.every("none")) == []


def test_a_name_made_of_the_content_is_that_contents_alone() -> None:
    name = name_of(b"png", "png")
    assert name == "made/8f/8cbb7dcf46e0bc7d53265749a6c17d116093a6.png"
    assert name != name_of(b"PNG", "png")
    assert kind(name) == "image/png"
    asked = (name, "products/mug.png", f"x/{name}", f"{name}.png", "made/mug.png")
    assert [never_changes(each) for each in asked] == [True, False, False, False, False]


def test_what_is_deleted_is_gone(store: Store) -> None:
    store.write("mymall", "mug.png", b"png")
    store.delete("mymall", "mug.png")
    store.delete("mymall", "mug.png")
    assert store.read("mymall", "mug.png") is None


def test_a_store_that_can_be_used_says_nothing(store: Store) -> None:
    store.check()


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
def test_names_that_no_picture_has(store: Store, name: str) -> None:
    assert kind(name) is None
    with pytest.raises(ValueError, match="no name of a picture"):
        store.write("mymall", name, b"x")
    assert store.read("mymall", name) is None
    assert store.written_at("mymall", name) is None
    store.delete("mymall", name)
    assert list(store.every("mymall")) == []
    assert not (store.root.exists() if isinstance(store, Folder) else False)


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
