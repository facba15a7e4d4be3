"""Memos about customers: written, found, changed, deleted, and kept out of the activity log."""

from typing import Any

import pytest

from openmall.contract.journal.tables import ACTIVITY
from tests.commerce.customer.customer_setup import join
from tests.error_bodies import error
from tests.every_operation.operation_calls import rows
from tests.world import World

MEMOS = "customers/haneul/memos"
A_DAY = 86_400


def write(world: World, memo: str, shop_no: int = 1, **said: Any) -> dict[str, Any]:
    made: dict[str, Any] = world.post(MEMOS, shop_no, author_id="owner", memo=memo, **said)["memo"]
    return made


def texts(world: World, **query: Any) -> list[str]:
    return [each["memo"] for each in world.get(MEMOS, **query)["memos"]]


def test_a_memo_is_written_and_found(world: World) -> None:
    join(world)

    made = write(world, "Likes linen", important_flag="T")

    assert made == {
        "shop_no": 1,
        "memo_no": 1,
        "author_id": "owner",
        "memo": "Likes linen",
        "important_flag": "T",
        "created_date": "2026-11-21T09:00:00+09:00",
    }
    assert world.get(f"{MEMOS}/1") == {"memo": made}
    assert world.get(MEMOS) == {"memos": [made]}
    assert world.get(f"{MEMOS}/count") == {"count": 1}


def test_a_memo_is_of_one_shop(world: World) -> None:
    join(world)
    write(world, "In English", 2)

    assert (texts(world), texts(world, shop_no=2)) == ([], ["In English"])
    assert world.call("GET", f"{MEMOS}/1").status_code == 404
    assert world.get(f"{MEMOS}/count", shop_no=2) == {"count": 1}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["third", "second", "first"]),
        ({"start_date": "2026-11-22"}, ["third", "second"]),
        ({"end_date": "2026-11-22"}, ["second", "first"]),
        ({"start_date": "2026-11-22", "end_date": "2026-11-22"}, ["second"]),
        ({"important_flag": "T"}, ["second"]),
        ({"important_flag": "F"}, ["third", "first"]),
        ({"memo": "ir"}, ["third", "first"]),
        ({"memo": "%"}, []),
        ({"limit": 1, "offset": 1}, ["second"]),
    ],
)
def test_memos_are_found(world: World, query: dict[str, Any], found: list[str]) -> None:
    join(world)
    for text, important in (("first", "F"), ("second", "T"), ("third", "F")):
        write(world, text, important_flag=important)
        world.stage.clock.pass_(A_DAY)
        world.full = world.install(restricted=True)

    assert texts(world, **query) == found


def test_a_memo_changes_as_far_as_it_is_said(world: World) -> None:
    join(world)
    made = write(world, "Likes linen")

    changed = world.put(f"{MEMOS}/1", author_id="kim", important_flag="T")

    assert changed == {"memo": {**made, "author_id": "kim", "important_flag": "T"}}
    assert world.get(f"{MEMOS}/1") == changed


def test_a_memo_is_deleted(world: World) -> None:
    join(world)
    write(world, "Likes linen")

    gone = world.call("DELETE", f"{MEMOS}/1")

    assert (gone.status_code, gone.json()) == (200, {"memo": {"shop_no": 1, "memo_no": 1}})
    assert texts(world) == []


def test_the_log_says_that_there_was_a_memo_and_never_what_it_said(world: World) -> None:
    join(world)
    write(world, "confidential")
    world.put(f"{MEMOS}/1", author_id="owner", memo="confidential too", important_flag="T")
    assert world.call("DELETE", f"{MEMOS}/1").status_code == 200

    lines = rows(world)[ACTIVITY.name]

    assert [line for line in lines if "confidential" in line] == []
    period = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
    said = [each["content"] for each in world.get("activitylogs", **period)["activitylogs"]]
    assert "memo 1 of customer haneul: memo *** -> ***, important_flag F -> T" in said
    assert "memo 1 of customer haneul: deleted false -> true" in said


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "memos"),
        ("GET", "memos/count"),
        ("GET", "memos/1"),
        ("POST", "memos"),
        ("PUT", "memos/1"),
        ("DELETE", "memos/1"),
    ],
)
def test_a_memo_of_nobody(world: World, method: str, path: str) -> None:
    rest: dict[str, Any] = {}
    if method in ("POST", "PUT"):
        rest = {"json": {"request": {"author_id": "owner", "memo": "x"}}}

    answer = world.call(method, f"customers/nobody/{path}", **rest)

    said = "The customer does not exist. (parameter.member_id)"
    assert (answer.status_code, answer.json()) == (404, error(404, said, parameter="member_id"))
