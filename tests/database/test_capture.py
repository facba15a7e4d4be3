"""A capture has the rows that a transaction changed, as they were and as they are."""

import asyncio
from contextlib import suppress

import asyncpg
import pytest
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.access.malls.tables import SHOP
from openmall.database import capture, sequences
from openmall.database.capture import CAPTURED, RowChange
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests import postgres
from tests.world import World

_THIS = (SHOP.c.mall_id == bindparam("mall_id"), SHOP.c.shop_no == bindparam("this"))
ADD = Statement(insert(SHOP).values({c.name: bindparam(c.name) for c in SHOP.c}))
RENAME = Statement(update(SHOP).where(*_THIS).values(name=bindparam("name")))
NUMBER = Statement(update(SHOP).where(*_THIS).values(shop_no=bindparam("to")))
REMOVE = Statement(delete(SHOP).where(*_THIS))
ROW = Statement(select(SHOP).where(*_THIS))
LEFT = Statement(select(CAPTURED.c.name).where(CAPTURED.c.mall_id == bindparam("mall_id")))
ADDED = {"mall_id", "shop_no", "name", "language", "currency"}


async def _add(db: Session, shop_no: int) -> None:
    await db.run(ADD, shop_no=shop_no, name=f"shop {shop_no}", language="ja_JP", currency="JPY")


async def _row(db: Session, shop_no: int) -> dict[str, object]:
    row = await db.one(ROW, this=shop_no)
    assert row is not None
    return dict(zip(SHOP.c.keys(), row, strict=True))


def test_rows_that_were_created_updated_and_deleted_are_captured_whole(world: World) -> None:
    async def work(db: Session) -> None:
        await _add(db, 3)
        one, three = await _row(db, 1), await _row(db, 3)

        async with db.capture() as captured:
            await db.run(RENAME, this=1, name="first")
            await db.run(RENAME, this=1, name="second")
            await db.run(REMOVE, this=3)
            await db.defer(
                ADD,
                [
                    {"shop_no": 4, "name": "four", "language": "ko_KR", "currency": "KRW"}
                    | dict.fromkeys(set(SHOP.c.keys()) - ADDED, "")
                ],
            )
            changes = await captured.changes()

        assert changes == [
            RowChange("shop", (1,), one, {**one, "name": "second"}),
            RowChange("shop", (3,), three, None),
            RowChange("shop", (4,), None, await _row(db, 4)),
        ]
        assert changes[0].changed == {"name"}
        assert changes[1].changed == set(SHOP.c.keys())
        assert await db.all(LEFT) == []

    world.in_transaction(work)


def test_what_a_savepoint_undid_and_what_ended_as_it_was_is_not_captured(world: World) -> None:
    async def work(db: Session) -> None:
        name = (await _row(db, 1))["name"]
        async with db.capture() as captured:
            with suppress(LookupError):
                async with db.savepoint():
                    await _add(db, 5)
                    raise LookupError
            await db.run(RENAME, this=1, name="other")
            await db.run(RENAME, this=1, name=name)
            await _add(db, 6)
            await db.run(REMOVE, this=6)

            assert await captured.changes() == []

    world.in_transaction(work)


def test_a_changed_key_is_a_row_that_went_and_one_that_came(world: World) -> None:
    async def work(db: Session) -> None:
        two = await _row(db, 2)
        async with db.capture() as captured:
            await db.run(NUMBER, this=2, to=9)

            assert await captured.changes() == [
                RowChange("shop", (2,), two, None),
                RowChange("shop", (9,), None, {**two, "shop_no": 9}),
            ]

    world.in_transaction(work)


def test_rows_of_other_malls_are_left_out(world: World) -> None:
    world.stage.new_world(f"{world.mall_id}-b")

    async def work(db: Session) -> None:
        async with db.capture() as captured:
            await db.run(RENAME, this=1, name="here")
            db.mall_id = f"{world.mall_id}-b"
            assert await db.run(RENAME, this=2, name="there") == 1
            db.mall_id = world.mall_id
            assert [each.key for each in await captured.changes()] == [(1,)]
        raise LookupError  # other tests' malls keep their names

    with pytest.raises(LookupError):
        world.in_transaction(work)


def test_a_capture_begins_where_it_is_begun_and_ends_with_the_transaction(world: World) -> None:
    async def first(db: Session) -> None:
        await db.run(RENAME, this=1, name="before")
        async with db.capture() as captured:
            await sequences.allocate(db, "of a test")
            [change] = await captured.changes()
        assert (change.table, change.key, change.before) == ("counter", ("of a test",), None)

    async def second(db: Session) -> int:
        await db.run(RENAME, this=1, name="after")
        return len(await db.all(LEFT))

    world.in_transaction(first)
    assert world.in_transaction(second) == 0


@pytest.mark.one_store
def test_every_table_of_malls_has_the_trigger_on_postgresql() -> None:
    url = postgres.server().new_store()

    async def tables() -> set[str]:
        connection = await asyncpg.connect(url)
        try:
            rows = await connection.fetch(
                "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'capture'"
            )
        finally:
            await connection.close()
        return {row[0].strip('"') for row in rows}

    assert asyncio.run(tables()) == set(capture.keys())
