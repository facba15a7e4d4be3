"""Pictures through the admin API: uploaded, given to products, taken away."""

import asyncio
import io
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image
from sqlalchemy import bindparam, select

from openmall.contract.journal.tables import EVENT
from openmall.contract.pictures import PictureWorkshop, Size
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.error_bodies import failed
from tests.media.images import base64_of, bomb, picture
from tests.world import Stage, World, open_stage

SVG = base64_of(b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
MAIN = ("detail_image", "list_image", "tiny_image", "small_image")
_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)


def size_at(world: World, address: str) -> tuple[int, int]:
    """Return the size of the picture that everybody sees at an address of the mall."""
    assert address.startswith(f"{world.base_url}/files/")
    seen = world.request("GET", address.removeprefix(world.base_url))
    assert seen.status_code == 200
    assert seen.headers["cache-control"] == "public, max-age=31536000, immutable"
    return Image.open(io.BytesIO(seen.content)).size


def shown(world: World, number: int, shop_no: int = 1) -> dict[str, Any]:
    """Return the pictures of a product as its detail shows them."""
    product = world.get(f"products/{number}", shop_no=shop_no)["product"]
    return {name: product[name] for name in (*MAIN, "image_upload_type", "updated_date")}


def announced(world: World) -> list[tuple[int, Any]]:
    rows = world.in_transaction(lambda db: db.all(_EVENTS))
    return [(event_no, msgspec.json.decode(resource)) for event_no, resource in rows]


def last_line(world: World) -> dict[str, Any]:
    period = {"start_date": "2026-11-21", "end_date": "2026-11-21", "limit": 1}
    [line] = world.get("activitylogs", **period)["activitylogs"]
    return dict(line)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


def test_uploaded_pictures_are_shown_to_everybody(world: World) -> None:
    requests = [
        {"image": base64_of(picture(640, 480, "PNG"))},
        {"image": "data:image/jpeg;base64," + base64_of(picture(1200, 900))},
    ]

    answer = world.call("POST", "products/images", json={"requests": requests})

    assert answer.status_code == 201
    [first, second] = answer.json()["images"]
    assert (list(first), list(second)) == (["path"], ["path"])
    assert [size_at(world, each["path"]) for each in (first, second)] == [(640, 480), (1200, 900)]
    path = second["path"].removeprefix(world.base_url)
    assert last_line(world)["content"].endswith(f"picture {path}")


def test_of_several_uploads_each_is_answered_for_itself(world: World) -> None:
    good, long = base64_of(picture(8, 8, "PNG")), base64_of(b"x" * 5_000)
    requests = [{"image": SVG}, {"image": good}, {"image": long}, {}, {"image": "~"}]

    answer = world.call("POST", "products/images", json={"requests": requests})

    drawing, kept, text, missing, letters = answer.json()["images"]
    assert answer.status_code == 207
    said = "Expected a picture: JPEG, PNG, GIF, WEBP."
    assert drawing == failed(422, said, "image", image=SVG)
    assert (kept["status"], size_at(world, kept["path"])) == (201, (8, 8))
    assert text == failed(422, said, "image", image=long[:1000])
    assert missing == failed(422, "A required parameter is missing.", "image")
    assert (letters["image"], letters["status"]) == ("~", 422)


def test_twenty_pictures_are_uploaded_in_a_call_and_no_more(world: World) -> None:
    sent = [{"image": base64_of(picture(8, at, "PNG"))} for at in range(1, 22)]

    refused = world.call("POST", "products/images", json={"requests": sent})
    answer = world.call("POST", "products/images", json={"requests": sent[:20]})

    assert refused.status_code == 400
    assert len({each["path"] for each in answer.json()["images"]}) == 20


def test_a_main_picture_is_made_in_the_four_sizes_of_the_shop(world: World) -> None:
    sizes = {"list_image_width": 240, "list_image_height": 60}
    world.put("images/setting", product_image_size=sizes)
    number = world.product()["product_no"]
    world.stage.clock.pass_(60)

    made = world.post(
        f"products/{number}/images",
        image_upload_type="A",
        detail_image=base64_of(picture(1000, 500)),
    )["image"]

    assert list(made) == ["shop_no", "product_no", *MAIN]
    assert (made["shop_no"], made["product_no"]) == (1, number)
    assert [size_at(world, made[name]) for name in MAIN] == [
        (500, 250),
        (120, 60),
        (220, 110),
        (100, 50),
    ]
    assert shown(world, number) == {
        **{name: made[name] for name in MAIN},
        "image_upload_type": "A",
        "updated_date": "2026-11-21T09:01:00+09:00",
    }
    event_no, resource = announced(world)[-1]
    assert (event_no, resource["product_no"]) == (90002, number)
    assert resource["updated_date"] == "2026-11-21T09:01:00+09:00"
    line = last_line(world)
    assert (line["type"], line["content"].startswith(f"product {number}: ")) == ("image", True)


def test_individual_pictures_leave_the_others_alone(world: World) -> None:
    number = world.product(detail_image="//cdn.example/x.png")["product_no"]

    made = world.post(
        f"products/{number}/images",
        image_upload_type="B",
        list_image=base64_of(picture(900, 900)),
        small_image=base64_of(picture(30, 20)),
    )["image"]

    assert (made["detail_image"], made["tiny_image"]) == ("//cdn.example/x.png", "")
    assert size_at(world, made["list_image"]) == (300, 300)
    assert size_at(world, made["small_image"]) == (30, 20)
    assert shown(world, number)["image_upload_type"] == "B"


def test_each_shop_has_its_own_pictures_in_its_own_sizes(world: World) -> None:
    size = {"detail_image_width": 50, "detail_image_height": 50}
    world.put("images/setting", 2, product_image_size=size)
    number = world.product()["product_no"]

    made = world.post(
        f"products/{number}/images",
        2,
        image_upload_type="A",
        detail_image=base64_of(picture(200, 200)),
    )["image"]

    assert (made["shop_no"], size_at(world, made["detail_image"])) == (2, (50, 50))
    assert shown(world, number, 2)["detail_image"] == made["detail_image"]
    assert shown(world, number, 1)["detail_image"] == ""


def test_an_uploaded_picture_is_given_to_a_product_by_its_address(world: World) -> None:
    requests = [{"image": base64_of(picture(800, 800))}]
    uploaded = world.call("POST", "products/images", json={"requests": requests}).json()
    number = world.product()["product_no"]

    made = world.post(
        f"products/{number}/images",
        image_upload_type="A",
        detail_image=uploaded["images"][0]["path"],
    )["image"]
    again = world.post(
        f"products/{number}/images", image_upload_type="B", detail_image=made["detail_image"]
    )["image"]

    assert [size_at(world, made[name])[0] for name in MAIN] == [500, 300, 220, 100]
    assert again == made


def test_the_same_picture_again_announces_nothing(world: World) -> None:
    number = world.product()["product_no"]
    given = {"image_upload_type": "A", "detail_image": base64_of(picture(8, 8))}
    first = world.post(f"products/{number}/images", **given)
    before = (announced(world), shown(world, number))
    world.stage.clock.pass_(60)

    assert world.post(f"products/{number}/images", **given) == first
    assert (announced(world), shown(world, number)) == before


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "A required parameter is missing. (parameter.image_upload_type)"),
        (
            {"image_upload_type": "A"},
            "A required parameter is missing. (parameter.detail_image)",
        ),
        (
            {"image_upload_type": "B"},
            "A required parameter is missing. (parameter.detail_image)",
        ),
        (
            {"image_upload_type": "A", "detail_image": ""},
            "Expected a picture. (parameter.detail_image)",
        ),
        (
            {"image_upload_type": "A", "detail_image": SVG, "tiny_image": SVG},
            "With image_upload_type A this picture is made of detail_image. (parameter.tiny_image)",
        ),
        (
            {"image_upload_type": "A", "detail_image": SVG},
            "Expected a picture: JPEG, PNG, GIF, WEBP. (parameter.detail_image)",
        ),
        (
            {"image_upload_type": "B", "tiny_image": base64_of(bomb(60_000, 60_000))},
            "A picture has at most 25000000 pixels. (parameter.tiny_image)",
        ),
        (
            {"image_upload_type": "B", "list_image": base64_of(picture(900, 900)[:-2000])},
            "The picture is damaged or not complete. (parameter.list_image)",
        ),
        (
            {"image_upload_type": "B", "small_image": "https://cdn.example/x.png"},
            "Expected a picture in base64. (parameter.small_image)",
        ),
        (
            {"image_upload_type": "B", "small_image": "/files/none.png"},
            "There is no such picture. (parameter.small_image)",
        ),
    ],
)
def test_what_a_product_cannot_be_shown_with_is_refused(
    world: World, sent: dict[str, Any], said: str
) -> None:
    number = world.product(detail_image="//cdn.example/x.png")["product_no"]
    before = shown(world, number)

    answer = world.call("POST", f"products/{number}/images", json={"request": sent})

    assert refusal(answer) == (422, said)
    assert shown(world, number) == before


def test_a_picture_beyond_the_bounds_of_a_body_is_413(world: World) -> None:
    number = world.product()["product_no"]
    request = {"image_upload_type": "A", "detail_image": "A" * (10 * 1024 * 1024)}
    answer = world.call("POST", f"products/{number}/images", json={"request": request})
    assert answer.status_code == 413


def test_deleting_the_pictures_leaves_the_product_without(world: World) -> None:
    number = world.product()["product_no"]
    path = f"products/{number}/images"
    given = {"image_upload_type": "A", "detail_image": base64_of(picture(8, 8))}
    address = world.post(path, **given)["image"]["detail_image"]
    world.post(path, 2, **given)

    gone = world.call("DELETE", path)

    assert (gone.status_code, gone.json()) == (200, {"image": {"shop_no": 1, "product_no": number}})
    assert [shown(world, number)[name] for name in MAIN] == ["", "", "", ""]
    assert shown(world, number, 2)["detail_image"] == address
    assert size_at(world, address) == (8, 8)
    assert announced(world)[-1][0] == 90002
    again = world.call("DELETE", path)
    assert refusal(again) == (404, "The image does not exist. (parameter.product_no)")


def test_pictures_of_no_product_are_404_and_nothing_is_kept(world: World) -> None:
    given = {"image_upload_type": "A", "detail_image": base64_of(picture(9, 9))}
    answer = world.call("POST", "products/77/images", json={"request": given})
    assert refusal(answer) == (404, "The product does not exist. (parameter.product_no)")
    folder = world.stage.app.configuration.data_dir / "files" / world.mall_id
    assert not folder.exists()


class _Elsewhere:
    """Somebody who makes pictures, and sees another write of the same mall succeed meanwhile."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.written = 0

    def make(
        self, mall_id: str, sent: str, sizes: Sequence[Size | None], *, parameter: str
    ) -> list[str]:
        world = self._world

        async def write() -> None:
            async with world.stage.app.database.writing(mall_id) as db:
                await self._touch(db)

        async def within_seconds() -> None:
            await asyncio.wait_for(write(), 5)

        world.stage.run(within_seconds)
        return [f"/files/made-{at}.png" for at, _ in enumerate(sizes)]

    async def _touch(self, db: Session) -> None:
        await db.all(_EVENTS)
        self.written += 1


def _give(monkeypatch: pytest.MonkeyPatch, stage: Stage, workshop: PictureWorkshop) -> None:
    """Let another workshop make the pictures."""
    pipeline = stage.app._pipeline
    for each in (pipeline, pipeline._proposals):
        monkeypatch.setattr(each, "_services", each._services._replace(pictures=workshop))


def test_nobodys_write_waits_for_a_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    number = world.product()["product_no"]
    elsewhere = _Elsewhere(world)
    _give(monkeypatch, world.stage, elsewhere)

    made = world.post(f"products/{number}/images", image_upload_type="A", detail_image="AAAA")
    requests = [{"image": "AAAA"}, {"image": "BBBB"}]
    uploaded = world.call("POST", "products/images", json={"requests": requests})

    assert made["image"]["small_image"] == f"{world.base_url}/files/made-3.png"
    assert (uploaded.status_code, elsewhere.written) == (201, 3)


class _Slow:
    """Somebody who takes longer for a picture than a call may last."""

    def make(
        self, mall_id: str, sent: str, sizes: Sequence[Size | None], *, parameter: str
    ) -> list[str]:
        time.sleep(1.3)
        return ["/files/slow.png" for _ in sizes]


def test_a_picture_that_takes_too_long_is_504_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_stage(tmp_path, call_seconds=1.0) as stage:
        world = stage.new_world("slow")
        number = world.product()["product_no"]
        before = shown(world, number)
        _give(monkeypatch, stage, _Slow())
        request = {"image_upload_type": "A", "detail_image": "AAAA"}

        answer = world.call("POST", f"products/{number}/images", json={"request": request})

        assert answer.status_code == 504
        assert shown(world, number) == before
