"""The original of a picture is kept beside the sizes of the shop, which stay exact."""

import re
from typing import Any

import pytest

from openmall.commerce.design.themes.template_filters import FILTERS
from openmall.contract.pictures import Size
from openmall.media import sweep
from openmall.media.store import Folder, made_of
from openmall.media.workshop import Workshop
from tests.media.images import base64_of, picture, read
from tests.world import World

SIZES = [Size(500, 500), Size(300, 300), Size(100, 100)]


@pytest.fixture
def folder(world: World) -> Folder:
    return Folder(world.stage.app.configuration.data_dir / "files")


def made(world: World, content: bytes, sizes: Any = SIZES) -> list[str]:
    workshop = Workshop(Folder(world.stage.app.configuration.data_dir / "files"))
    paths = workshop.make(world.mall_id, base64_of(content), sizes, parameter="image")
    return [path.removeprefix("/files/") for path in paths]


@pytest.mark.parametrize(
    ("sent", "shown", "original"),
    [
        ((1600, 1200), (500, 375), (1600, 1200)),
        ((1200, 1600), (375, 500), (1200, 1600)),
        ((3000, 1500), (500, 250), (2000, 1000)),
        ((500, 400), (500, 400), None),
        ((40, 30), (40, 30), None),
    ],
)
def test_the_original_is_kept_beside_exact_sizes(
    world: World,
    folder: Folder,
    sent: tuple[int, int],
    shown: tuple[int, int],
    original: tuple[int, int] | None,
) -> None:
    detail, *smaller = made(world, picture(*sent))

    kept = folder.read(world.mall_id, detail)
    named = made_of(detail)
    assert kept is not None
    assert named is not None
    assert (read(kept).size, named.size, named.original_size) == (shown, shown, original)
    if original:
        answer = world.request("GET", f"/files/{named.original}")
        assert (answer.status_code, read(answer.content).size) == (200, original)
        assert answer.headers["cache-control"].endswith("immutable")
    for name in smaller:
        other = made_of(name)
        assert other is not None
        assert other.original == ""


def test_a_srcset_claims_what_it_has(world: World) -> None:
    for sent in ((1600, 1200), (700, 900), (90, 60), (1280, 300)):
        [detail, *_] = made(world, picture(*sent))
        sources = FILTERS["srcset"](f"/files/{detail}")
        widths = {}
        for source in filter(None, sources.split(", ")):
            address, _, width = source.partition(" ")
            widths[int(width[:-1])] = read(world.request("GET", address).content).size[0]
        assert all(claimed == real for claimed, real in widths.items())
        assert max(widths) == sent[0]
    [high] = made(world, picture(100, 900), [Size(500, 500)])
    assert FILTERS["srcset"](f"/files/{high}") == ""


def test_larger_sizes_are_made_from_the_original(world: World) -> None:
    product = world.post("products", product_name="Cup", supply_price="1")["product"]
    path = f"products/{product['product_no']}/images"
    sent = base64_of(picture(1600, 1600))
    first = world.post(path, detail_image=sent, image_upload_type="A")["image"]
    again = world.post(path, detail_image=first["detail_image"], image_upload_type="A")["image"]

    sizes = world.get("images/setting")["image"]["product_image_size"]
    sizes |= {"detail_image_width": 1200, "detail_image_height": 1200}
    world.put("images/setting", product_image_size=sizes)
    larger = world.post(path, detail_image=first["detail_image"], image_upload_type="A")["image"]

    assert again["detail_image"] == first["detail_image"], "it is not encoded once more"
    assert re.search(r"-500x500-1600x1600\.jpg$", first["detail_image"])
    assert re.search(r"-1200x1200-1600x1600\.jpg$", larger["detail_image"])


def test_originals_are_swept_with_their_pictures(world: World, folder: Folder) -> None:
    product = world.post("products", product_name="Cup", supply_price="1")["product"]
    path = f"products/{product['product_no']}/images"
    world.post(path, detail_image=base64_of(picture(900, 900)), image_upload_type="A")
    lost, *_ = made(world, picture(800, 900))

    def swept() -> set[str]:
        later = 10**10
        world.stage.run(
            lambda: sweep.sweep(
                world.stage.app.database, folder, world.mall_id, now=later, older_than=86_400
            )
        )
        return {each.path for each in folder.every(world.mall_id)}

    left = swept()
    assert sum(each.startswith("original/") for each in left) == 1
    assert not any(lost[8:40] in each for each in left)


def test_nobody_fills_the_store_by_sizes_that_are_made_up(world: World, folder: Folder) -> None:
    [detail, *_] = made(world, picture(900, 900))
    stem = detail.removeprefix("made/").removesuffix(".jpg")
    before = {each.path for each in folder.every(world.mall_id)}

    for other in (
        stem.replace("900x900", "901x900"),
        stem.replace("-500x500-900x900", "-1x1"),
        f"{stem}-7x7",
        stem.partition("-")[0],
    ):
        assert world.request("GET", f"/files/sized/320-jpg/{other}.webp").status_code == 404
        assert world.request("GET", f"/files/original/{other}.jpg").status_code == 404
    assert {each.path for each in folder.every(world.mall_id)} == before
