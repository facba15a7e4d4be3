"""Pictures are shown as WebP, as wide as a page shows them, and are rendered once."""

import re
from typing import Any

import pytest

from openmall.commerce.design.themes import template_filters
from openmall.contract.pictures import RENDITION_WIDTHS
from openmall.media import renditions
from openmall.media.store import FOR_EVER, Folder, name_of
from tests.media.images import bomb, picture, read
from tests.world import World


@pytest.fixture
def folder(world: World) -> Folder:
    return Folder(world.stage.app.configuration.data_dir / "files")


def stored(world: World, folder: Folder, content: bytes, ending: str) -> str:
    """Store a picture; return its address without an ending."""
    name = name_of(content, ending)
    folder.write(world.mall_id, name, content)
    return name


def rendition(name: str, width: int) -> str:
    _, place, file = name.split("/")
    digest, _, ending = file.partition(".")
    return f"sized/{width}-{ending}/{place}/{digest}.webp"


@pytest.mark.parametrize(("form", "ending"), [("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp")])
def test_a_picture_is_rendered_in_a_width(
    world: World, folder: Folder, form: str, ending: str
) -> None:
    name = stored(world, folder, picture(800, 400, form), ending)
    path = rendition(name, 320)
    before = folder.written_at(world.mall_id, path)

    first = world.request("GET", f"/files/{path}")
    written = folder.written_at(world.mall_id, path)
    again = world.request("GET", f"/files/{path}")

    assert before is None
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.headers["content-type"] == "image/webp"
    assert first.headers["cache-control"] == FOR_EVER
    shown = read(first.content)
    assert (shown.format, shown.size) == ("WEBP", (320, 160))
    assert folder.written_at(world.mall_id, path) == written


def test_small_pictures_are_not_enlarged(world: World, folder: Folder) -> None:
    name = stored(world, folder, picture(100, 50, "PNG"), "png")

    answer = world.request("GET", f"/files/{rendition(name, 1280)}")

    assert read(answer.content).size == (100, 50)


def test_there_are_no_others(world: World, folder: Folder) -> None:
    name = stored(world, folder, picture(800, 400, "PNG"), "png")
    wide = rendition(name, 320)
    broken = stored(world, folder, b"no picture", "png")
    huge = stored(world, folder, bomb(40_000, 40_000), "png")

    for path in (
        wide.replace("320", "321"),
        wide.replace("320", "32000"),
        wide.replace("-png", "-jpg"),
        wide.replace("-png", "-svg"),
        wide.replace(".webp", ".png"),
        rendition(name_of(b"other", "png"), 320),
        rendition(broken, 320),
        rendition(huge, 320),
    ):
        answer = world.request("GET", f"/files/{path}")
        assert answer.status_code == 404, path
        assert folder.written_at(world.mall_id, path) is None


def test_a_picture_is_rendered_once(
    world: World, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = stored(world, folder, picture(800, 400, "PNG"), "png")
    path = rendition(name, 640)
    rendered: list[object] = []
    original = renditions._render

    def counted(*arguments: Any) -> bool:
        rendered.append(arguments[-1])
        return original(*arguments)

    monkeypatch.setattr(renditions, "_render", counted)
    answers = [world.request("GET", f"/files/{path}") for _ in range(3)]

    assert [each.status_code for each in answers] == [200] * 3
    assert len(rendered) == 1


def test_templates_name_the_renditions_of_stored_pictures(world: World) -> None:
    srcset = template_filters.FILTERS["srcset"]
    name = name_of(b"x", "jpg", (2000, 1000))

    sources = srcset(f"https://shop.example.com/files/{name}", 480)

    assert [int(each) for each in re.findall(r" (\d+)w", sources)] == [160, 320, 480]
    assert sources.split(" ")[0] == f"https://shop.example.com/files/{rendition(name, 160)}"
    assert len(srcset(f"/files/{name}").split(", ")) == len(RENDITION_WIDTHS) + 1
    assert srcset(f"/files/{name_of(b'x', 'jpg')}") == "", "its size is not known"
    for other in ("", None, 7, "/files/mug.svg", f"/files/{name[:-3]}svg", f"/x/{name}"):
        assert srcset(other) == ""
