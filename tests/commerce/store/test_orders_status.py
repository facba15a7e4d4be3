"""The states of orders: what they are called, and what a shop calls them."""

import asyncio
from typing import Any

import httpx
import pytest

from openmall.commerce.store.orders_status.names import STATUSES
from openmall.translations.catalogues import LANGUAGES
from tests.error_bodies import error, failed
from tests.every_operation.operation_calls import lines, rows
from tests.world import Stage, World

IDENTICAL = "The content is identical to what is stored, nothing was changed."
FIRST = {
    "status_name_id": 1,
    "status_type": "P",
    "basic_name": "Awaiting Shipment",
    "custom_name": "Awaiting Shipment",
    "reservation_custom_name": "Awaiting Shipment",
}
PENDING = {
    "status_name_id": 35,
    "status_type": "P",
    "basic_name": "Pending",
    "custom_name": "Pending",
    "reservation_custom_name": "Pending",
}
ENGLISH = 2


def put(world: World, *objects: dict[str, Any], shop_no: int = ENGLISH) -> tuple[int, Any]:
    body = {"shop_no": shop_no, "requests": list(objects)}
    answer = world.call("PUT", "orders/status", json=body)
    return answer.status_code, answer.json()


def shown(world: World, number: int, shop_no: int = ENGLISH) -> dict[str, Any]:
    listed = world.get("orders/status", shop_no=shop_no)["status"]
    [found] = [each for each in listed if each["status_name_id"] == number]
    answer: dict[str, Any] = found
    return answer


def test_states_are_numbered_without_gaps_and_named_once_a_kind() -> None:
    assert list(STATUSES) == list(range(1, 37))
    assert {each.status_type for each in STATUSES.values()} == set("PDCREUO")
    for language in LANGUAGES:
        names = {
            (each.status_type, each.basic_name.translate(language)) for each in STATUSES.values()
        }
        assert len(names) == len(STATUSES), language


def test_a_new_shop_calls_every_state_as_everyone_does(world: World) -> None:
    listed = world.get("orders/status", shop_no=ENGLISH)["status"]

    assert [each["status_name_id"] for each in listed] == list(range(1, 37))
    assert (listed[0], listed[34]) == (FIRST, PENDING)
    assert all(
        each["basic_name"] == each["custom_name"] == each["reservation_custom_name"]
        for each in listed
    )


def test_basic_names_speak_the_language_of_the_shop(stage: Stage, world: World) -> None:
    languages = ("ko_KR", "en_US", "ja_JP", "fr_FR")
    abroad = stage.new_world(f"abroad-{world.mall_id}", languages)

    names = [shown(abroad, 1, shop_no)["basic_name"] for shop_no in (1, 2, 3, 4)]

    assert names == ["배송 대기", "Awaiting Shipment", "出荷待ち", "Awaiting Shipment"]


def test_renamed_states_are_answered_whole_and_kept_for_their_shop(world: World) -> None:
    in_korean = world.get("orders/status", shop_no=1)

    answer = put(
        world,
        {
            "status_name_id": 1,
            "custom_name": "Preparing for delivery",
            "reservation_custom_name": "Waiting for classes",
        },
        {"status_name_id": 35, "custom_name": "  Packing  "},
    )

    renamed = [
        {
            **FIRST,
            "custom_name": "Preparing for delivery",
            "reservation_custom_name": "Waiting for classes",
        },
        {**PENDING, "custom_name": "Packing"},
    ]
    assert answer == (200, {"status": renamed})
    assert [shown(world, number) for number in (1, 35)] == renamed
    assert world.get("orders/status", shop_no=1) == in_korean


@pytest.mark.parametrize("sent", [None, "", "   ", "Awaiting Shipment"])
def test_a_name_is_basic_again(world: World, sent: str | None) -> None:
    put(world, {"status_name_id": 1, "custom_name": "Packing", "reservation_custom_name": "Soon"})

    answer = put(world, {"status_name_id": 1, "custom_name": sent})

    assert answer == (200, {"status": [{**FIRST, "reservation_custom_name": "Soon"}]})
    again = put(world, {"status_name_id": 1, "custom_name": sent})
    assert again == (409, error(409, IDENTICAL))


def test_a_name_has_up_to_a_hundred_characters(world: World) -> None:
    longest = "가" * 100

    assert put(world, {"status_name_id": 1, "custom_name": longest})[0] == 200
    status, body = put(world, {"status_name_id": 1, "reservation_custom_name": longest + "가"})

    said = "Expected string of length <= 100. (parameter.reservation_custom_name)"
    assert (status, body) == (422, error(422, said, parameter="reservation_custom_name"))
    assert shown(world, 1) == {**FIRST, "custom_name": longest}


def test_what_ends_differently_is_answered_one_by_one(world: World) -> None:
    before = lines(world)

    status, body = put(
        world,
        {"status_name_id": 1, "custom_name": "Packing"},
        {"status_name_id": 37, "custom_name": "Packing"},
        {"status_name_id": 0, "custom_name": "Packing"},
        {"status_name_id": 35, "custom_name": "Pending"},
        {"status_name_id": 1, "custom_name": "Packing"},
        {"status_name_id": 2},
        {"custom_name": "Packing"},
    )

    assert status == 207
    assert body["status"] == [
        {**FIRST, "custom_name": "Packing", "status": 200},
        failed(404, "The order status does not exist.", "status_name_id", status_name_id=37),
        failed(422, "Expected integer from 1 to 2147483647.", "status_name_id", status_name_id=0),
        failed(409, IDENTICAL, status_name_id=35),
        failed(409, IDENTICAL, status_name_id=1),
        failed(409, IDENTICAL, status_name_id=2),
        failed(422, "A required parameter is missing.", "status_name_id"),
    ]
    assert lines(world) == before + 1
    listed = world.get("orders/status", shop_no=ENGLISH)["status"]
    assert [
        each["custom_name"] for each in listed if each["custom_name"] != each["basic_name"]
    ] == ["Packing"]


def test_what_is_refused_leaves_no_row(world: World) -> None:
    before = rows(world)

    put(world, {"status_name_id": 35, "custom_name": "Pending"}, {"status_name_id": 99})

    assert rows(world) == before


def test_a_hundred_objects_and_no_more(world: World) -> None:
    names = [{"status_name_id": 1 + at % 36, "custom_name": f"n{at}"} for at in range(101)]

    assert put(world, *names)[0] == 400
    status, body = put(world, *names[:100])

    assert (status, len(body["status"])) == (200, 100)
    assert shown(world, 28)["custom_name"] == "n99"


@pytest.mark.both_stores
def test_two_who_rename_different_fields_at_once_lose_nothing(world: World) -> None:
    fields = ("custom_name", "reservation_custom_name")
    before = [{"status_name_id": number, "custom_name": "before"} for number in STATUSES]
    assert put(world, *before)[0] == 200

    async def race() -> list[int]:
        transport = httpx.ASGITransport(app=world.stage.app)
        async with httpx.AsyncClient(
            transport=transport, base_url=world.base_url, headers=world.full.headers
        ) as client:
            answers = await asyncio.gather(
                *(
                    client.put(
                        "/api/v2/admin/orders/status",
                        json={
                            "shop_no": ENGLISH,
                            "requests": [{"status_name_id": number, field: f"own {number}"}],
                        },
                    )
                    for number in STATUSES
                    for field in fields
                )
            )
            return [each.status_code for each in answers]

    statuses = world.stage.run(race)

    assert statuses == [200] * 72
    listed = world.get("orders/status", shop_no=ENGLISH)["status"]
    assert [(each["custom_name"], each["reservation_custom_name"]) for each in listed] == [
        (f"own {number}", f"own {number}") for number in range(1, 37)
    ]
