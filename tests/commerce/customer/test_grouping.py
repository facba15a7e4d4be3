"""Customers are put into groups, up to two hundred in one call."""

from typing import Any

import msgspec
from sqlalchemy import bindparam, select

from openmall.contract.journal.tables import EVENT
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.customer.customer_setup import join
from tests.error_bodies import error, failed
from tests.every_operation.operation_calls import lines, rows
from tests.every_operation.test_writes import IDENTICAL
from tests.world import World

EVENTS = Statement(
    select(EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no == bindparam("event_no"))
    .order_by(EVENT.c.sequence)
)


def put(world: World, group_no: int, *requests: dict[str, Any], shop_no: int = 1) -> Any:
    """Put customers into a group."""
    body = {"shop_no": shop_no, "requests": list(requests)}
    answer = world.call("POST", f"customergroups/{group_no}/customers", json=body)
    return answer.status_code, answer.json()


def vip(world: World, shop_no: int = 1) -> int:
    made = world.post("customergroups", shop_no, group_name="VIP", group_description="")
    number: int = made["customergroup"]["group_no"]
    return number


def group_of(world: World, member_id: str, **query: Any) -> tuple[int, str]:
    [found] = world.get("customers", member_id=member_id, **query)["customers"]
    return found["group_no"], found["fixed_group"]


def events(world: World, event_no: int) -> list[Any]:
    """Return what was announced under a number."""

    async def read(db: Session) -> list[Any]:
        return [msgspec.json.decode(row[0]) for row in await db.all(EVENTS, event_no=event_no)]

    return world.in_transaction(read)


def test_customers_move_together_with_one_line_in_the_log(world: World) -> None:
    join(world, "haneul")
    join(world, "minjun")
    number = vip(world)
    before = lines(world)

    status, body = put(
        world, number, {"member_id": "haneul"}, {"member_id": "minjun", "fixed_group": "T"}
    )

    assert (status, body) == (
        201,
        {
            "customers": [
                {"shop_no": 1, "group_no": number, "member_id": "haneul", "fixed_group": "F"},
                {"shop_no": 1, "group_no": number, "member_id": "minjun", "fixed_group": "T"},
            ]
        },
    )
    assert (group_of(world, "haneul"), group_of(world, "minjun")) == ((number, "F"), (number, "T"))
    assert lines(world) == before + 1
    assert events(world, 90144) == [
        {
            "mall_id": world.mall_id,
            "event_shop_no": "1",
            "member_id": member_id,
            "after_member_group_name": "VIP",
        }
        for member_id in ("haneul", "minjun")
    ]


def test_each_is_answered_alone_when_they_do_not_all_end_alike(world: World) -> None:
    join(world, "haneul")
    number = vip(world)

    status, body = put(
        world, number, {"member_id": "haneul"}, {"member_id": "nobody"}, {"member_id": "haneul"}
    )

    assert status == 207
    assert body["customers"] == [
        {
            "shop_no": 1,
            "group_no": number,
            "member_id": "haneul",
            "fixed_group": "F",
            "status": 201,
        },
        failed(
            404,
            "The customer does not exist.",
            "member_id",
            group_no=str(number),
            member_id="nobody",
        ),
        failed(409, IDENTICAL, group_no=str(number), member_id="haneul"),
    ]
    assert group_of(world, "haneul") == (number, "F")


def test_fixing_somebody_where_they_are_is_no_move(world: World) -> None:
    join(world, "haneul")

    status, _ = put(world, 1, {"member_id": "haneul", "fixed_group": "T"})

    assert (status, group_of(world, "haneul")) == (201, (1, "T"))
    assert events(world, 90144) == []


def test_a_group_that_is_not_there_changes_nothing(world: World) -> None:
    join(world, "haneul")
    before = rows(world)

    status, body = put(world, 77, {"member_id": "haneul"})

    said = "The customer group does not exist. (parameter.group_no)"
    assert (status, body) == (404, error(404, said, parameter="group_no"))
    assert rows(world) == before


def test_each_shop_has_its_own_groups_of_the_same_people(world: World) -> None:
    join(world, "haneul")
    number = vip(world, 2)

    status, _ = put(world, number, {"member_id": "haneul"}, shop_no=2)

    assert status == 201
    assert group_of(world, "haneul", shop_no=2) == (number, "F")
    assert group_of(world, "haneul", shop_no=1) == (1, "F")


def test_two_hundred_and_no_more(world: World) -> None:
    join(world, "haneul")
    number = vip(world)
    many = [{"member_id": "haneul", "fixed_group": "TF"[at % 2]} for at in range(201)]

    refused, _ = put(world, number, *many)
    taken, body = put(world, number, *many[:200])

    assert (refused, taken, len(body["customers"])) == (400, 201, 200)
