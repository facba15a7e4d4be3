"""An undo of a write that changed many rows: they are read and written together."""

from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.product.products.exposure import EXPOSURE
from openmall.commerce.undo import reverted_rows, row_store
from openmall.commerce.undo.row_store import RowWrite
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.contract.errors import NotModified
from openmall.database.session import DuplicateRow, Session
from openmall.database.statements import Statement
from tests.commerce.undo.undo_calls import decide, differences, newest, undo
from tests.world import World

TAGS = ("red", "blue", "green")
MANY = reverted_rows.MOST_ALONE + 3

_HIDDEN = Statement(
    select(EXPOSURE.c.group_no).where(
        EXPOSURE.c.mall_id == bindparam("mall_id"), EXPOSURE.c.product_no == bindparam("product_no")
    )
)


def repriced(world: World) -> tuple[list[int], int]:
    """Change the prices of many products in one call; return their numbers and the write."""
    numbers = [
        world.product(price=f"{1_000 + at}", product_tag=[f"tag {at}"])["product_no"]
        for at in range(MANY)
    ]
    rows = [{"product_no": number, "price": "500"} for number in numbers]
    answer = world.call("PUT", "prices", json={"requests": rows})
    assert answer.status_code == 200, answer.text
    return numbers, newest(world)["write_no"]


def prices(world: World, numbers: list[int]) -> list[str]:
    return [world.get(f"products/{number}")["product"]["price"] for number in numbers]


def test_all_of_them_become_what_they_were_and_are_announced(world: World) -> None:
    numbers, write_no = repriced(world)
    world.stage.clock.pass_(60)

    answer = undo(world, write_no)

    assert answer.status_code == 201, answer.text
    assert answer.json()["write"]["reverted"] == MANY
    before = [f"{1_000 + at}.00" for at in range(MANY)]
    assert prices(world, numbers) == before
    undone = newest(world)["write_no"]
    assert world.get(f"writes/{undone}")["write"]["not_undone"] == [
        {"event_no": 90002, "count": MANY}
    ]
    # what the prices do not change is as before
    found = world.get("products", product_tag="tag 2")["products"]
    assert [each["product_no"] for each in found] == [numbers[2]]
    assert undo(world, undone).status_code == 201
    assert prices(world, numbers) == ["500.00"] * MANY
    assert differences(world) == []


def test_one_that_has_changed_since_leaves_all_as_they_are(world: World) -> None:
    numbers, write_no = repriced(world)
    world.put(f"products/{numbers[3]}", price="777")

    refused = undo(world, write_no)

    assert refused.status_code == 409
    [conflict] = refused.json()["error"]["more_info"]["conflicts"]
    assert conflict["object"] == f"1,{numbers[3]}"
    assert prices(world, numbers) == ["500.00"] * 3 + ["777.00"] + ["500.00"] * (MANY - 4)
    kept = undo(world, write_no, decisions=decide("product", f"1,{numbers[3]}", "keep"))
    assert kept.status_code == 201, kept.text
    assert prices(world, numbers) == [
        "777.00" if at == 3 else f"{1_000 + at}.00" for at in range(MANY)
    ]


def test_tags_and_who_sees_a_product_are_found_as_before(world: World) -> None:
    number = world.product(product_tag=["red", "blue"])["product_no"]
    changed = {"product_tag": ["blue", "green"], "exposure_limit_type": "M"}
    world.put(f"products/{number}", **changed)

    def found() -> list[int]:
        return [len(world.get("products", product_tag=tag)["products"]) for tag in TAGS]

    async def hidden(db: Session) -> int:
        rows = await db.all(_HIDDEN, product_no=number)
        return len(rows)

    def seen() -> bool:
        return world.in_transaction(hidden) == 0

    assert (found(), seen()) == ([0, 1, 1], False)

    assert undo(world, newest(world)["write_no"]).status_code == 201
    assert (found(), seen()) == ([1, 1, 0], True)
    assert undo(world, newest(world)["write_no"]).status_code == 201
    assert (found(), seen()) == ([0, 1, 1], False)


def test_rows_that_were_deleted_together_come_back(world: World) -> None:
    number = world.product(
        has_option="T",
        options=[{"name": "Size", "value": [f"{at}" for at in range(MANY)]}],
        product_tag=["one", "two"],
    )["product_no"]
    variants = world.get(f"products/{number}/variants")["variants"]
    assert len(variants) == MANY
    assert world.call("DELETE", f"products/{number}").status_code == 200

    answer = undo(world, newest(world)["write_no"])

    assert answer.status_code == 201, answer.text
    found = world.get(f"products/{number}/variants")["variants"]
    codes = [sorted(each["variant_code"] for each in rows) for rows in (variants, found)]
    assert codes[0] == codes[1]
    assert [each["product_no"] for each in world.get("products", product_tag="two")["products"]]
    assert differences(world) == []


@pytest.fixture
def redirects(world: World) -> list[RevertedRow]:
    """Return rows as a write would have deleted them, which are all there."""
    made = [world.post("redirects", path=f"/{at}", target="/elsewhere") for at in range(MANY)]
    keys = [{"shop_no": 1, "id": each["redirects"]["id"]} for each in made]
    named = [RevertedRow(table="redirect", key=key, before=None, after=None) for key in keys]

    async def read(db: Session) -> list[RevertedRow]:
        found = await row_store.read(db, named)
        return [
            RevertedRow(table="redirect", key=key, before=row, after=None)
            for key, row in zip(keys, found, strict=True)
        ]

    found: list[RevertedRow] = world.in_transaction(read)
    return found


def test_a_row_that_is_in_the_way_is_named(world: World, redirects: list[RevertedRow]) -> None:
    *others, last = redirects

    async def restore(db: Session) -> None:
        call: Any = SimpleNamespace(db=db, clock=world.stage.clock)
        for row in others:
            await row_store.write(db, RowWrite(row.table, row.key, None))
        # another one has the name of the last
        moved = {**last.key, "id": last.key["id"] + 1}
        await row_store.write(db, RowWrite(last.table, last.key, {"id": moved["id"]}))
        await reverted_rows.revert(call, [(each, None) for each in redirects])

    with pytest.raises(NotModified, match=f"redirect 1,{last.key['id']} cannot become"):
        world.in_transaction(restore)
    assert len(world.get("redirects")["redirects"]) == MANY


def test_rows_are_written_all_or_none(world: World, redirects: list[RevertedRow]) -> None:
    first, *_ = redirects
    changed = RowWrite("redirect", first.key, {"target": "/another"})
    added = RowWrite("redirect", first.key, first.before, is_new=True)

    async def write(db: Session) -> None:
        with pytest.raises(DuplicateRow):
            await row_store.write_together(db, [changed, added])

    world.in_transaction(write)

    targets = {each["target"] for each in world.get("redirects")["redirects"]}
    assert targets == {"/elsewhere"}
