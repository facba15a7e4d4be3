"""Deferred writes are there before anything else happens, on both stores."""

import pytest
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.access.malls.tables import SHOP
from openmall.database.postgres_batch import BatchedWrite, UnsupportedWrite, batch
from openmall.database.sequences import SEQUENCE
from openmall.database.session import DuplicateRow, Session
from openmall.database.statements import KeyList, Statement
from tests.world import World

ADD = Statement(insert(SHOP).values({c.name: bindparam(c.name) for c in SHOP.c}))
NAMES = Statement(
    select(SHOP.c.shop_no, SHOP.c.name)
    .where(SHOP.c.mall_id == bindparam("mall_id"), SHOP.c.shop_no > 2)
    .order_by(SHOP.c.shop_no)
)
_THIS = (SHOP.c.mall_id == bindparam("mall_id"), SHOP.c.shop_no == bindparam("number"))
RENAME = Statement(update(SHOP).where(*_THIS).values(name=bindparam("name")))
REMOVE = Statement(delete(SHOP).where(*_THIS))
COUNT = Statement(
    lambda insert: (
        adding := insert(SEQUENCE).values({c.name: bindparam(c.name) for c in SEQUENCE.c})
    ).on_conflict_do_update(
        index_elements=["mall_id", "name"],
        set_={"value": SEQUENCE.c.value + adding.excluded.value},
    )
)
COUNT_ONE = Statement(
    lambda insert: (
        (adding := insert(SEQUENCE).values({c.name: bindparam(c.name) for c in SEQUENCE.c}))
        .on_conflict_do_update(
            index_elements=["mall_id", "name"],
            set_={"value": SEQUENCE.c.value + adding.excluded.value},
        )
        .returning(SEQUENCE.c.value)
    )
)
ADD_COUNT = Statement(insert(SEQUENCE).values({c.name: bindparam(c.name) for c in SEQUENCE.c}))
NAME = Statement(
    select(SHOP.c.name).where(SHOP.c.mall_id == bindparam("mall_id"), SHOP.c.shop_no == 1)
)
COUNTED = Statement(
    select(SEQUENCE.c.name, SEQUENCE.c.value)
    .where(SEQUENCE.c.mall_id == bindparam("mall_id"), SEQUENCE.c.name.like("of test %"))
    .order_by(SEQUENCE.c.name)
)
COUNTED_TO_CHANGE = Statement(
    select(SEQUENCE.c.name)
    .where(SEQUENCE.c.mall_id == bindparam("mall_id"), SEQUENCE.c.name == "of test c")
    .with_for_update()
)
NAMED = Statement(
    select(SHOP.c.shop_no)
    .where(
        SHOP.c.mall_id == bindparam("mall_id"),
        KeyList([SHOP.c.shop_no, SHOP.c.name], ["numbers", "names"]),
    )
    .order_by(SHOP.c.shop_no)
)


def shops(*numbers: int) -> list[dict[str, object]]:
    return [
        {"shop_no": each, "name": f"shop {each}", "language": "ja_JP", "currency": "JPY"}
        for each in numbers
    ]


async def names(db: Session) -> list[tuple[int, str]]:
    return [(number, name) for number, name in await db.all(NAMES)]


async def counted(db: Session) -> list[tuple[str, int]]:
    return [(name, value) for name, value in await db.all(COUNTED)]


def test_a_statement_finds_what_was_deferred_before_it(world: World) -> None:
    async def write(db: Session) -> list[tuple[int, str]]:
        await db.defer(ADD, shops(3, 4, 5))
        await db.defer(COUNT, [{"name": "of test a", "value": 2}])
        await db.defer(RENAME, [{"number": 3, "name": "third"}, {"number": 4, "name": "fourth"}])
        await db.defer(REMOVE, [{"number": 5}])
        return await names(db)

    assert world.in_transaction(write) == [(3, "third"), (4, "fourth")]
    assert world.in_transaction(counted) == [("of test a", 2)]


def test_rows_that_are_there_are_added_to(world: World) -> None:
    async def write(db: Session) -> None:
        await db.defer(COUNT, [{"name": f"of test {each}", "value": 1} for each in "ab"])
        await db.defer(COUNT, [{"name": f"of test {each}", "value": 2} for each in "bc"])
        await db.defer(COUNT, [])

    world.in_transaction(write)

    assert world.in_transaction(counted) == [("of test a", 1), ("of test b", 3), ("of test c", 2)]


def test_what_is_deferred_last_is_committed(world: World) -> None:
    world.in_transaction(lambda db: db.defer(ADD, shops(3)))

    assert world.in_transaction(names) == [(3, "shop 3")]


def test_what_raises_undoes_what_was_deferred(world: World) -> None:
    async def fail(db: Session) -> None:
        await db.defer(ADD, shops(3))
        raise LookupError

    with pytest.raises(LookupError):
        world.in_transaction(fail)

    assert world.in_transaction(names) == []


def test_a_savepoint_undoes_what_was_deferred_within_it(world: World) -> None:
    async def fail(db: Session) -> None:
        async with db.savepoint():
            await db.defer(COUNT, [{"name": "of test a", "value": 1}])
            raise LookupError

    async def half(db: Session) -> None:
        await db.defer(ADD, shops(3))
        with pytest.raises(LookupError):
            await fail(db)
        async with db.savepoint():
            await db.defer(COUNT, [{"name": "of test b", "value": 1}])

    world.in_transaction(half)

    assert world.in_transaction(names) == [(3, "shop 3")]
    assert world.in_transaction(counted) == [("of test b", 1)]


def test_a_row_that_is_there_twice_is_noticed_before_the_commit(world: World) -> None:
    async def write(db: Session) -> None:
        await db.defer(COUNT, [{"name": "of test a", "value": 1}])
        await db.defer(ADD, shops(1))

    with pytest.raises(DuplicateRow):
        world.in_transaction(write)

    assert world.in_transaction(counted) == []


def test_a_savepoint_is_left_when_a_row_is_there_twice(world: World) -> None:
    async def fail(db: Session) -> None:
        async with db.savepoint():
            await db.defer(ADD, shops(1))

    async def write(db: Session) -> list[tuple[int, str]]:
        with pytest.raises(DuplicateRow):
            await fail(db)
        await db.defer(ADD, shops(3))
        return await names(db)

    assert world.in_transaction(write) == [(3, "shop 3")]


def test_rows_are_found_by_lists_of_keys(world: World) -> None:
    async def find(db: Session) -> list[int]:
        await db.defer(ADD, shops(3, 4, 5))
        rows = await db.all(NAMED, numbers=[5, 3, 4], names=["shop 5", "shop 3", "other"])
        return [number for (number,) in rows]

    assert world.in_transaction(find) == [3, 5]
    assert world.in_transaction(lambda db: db.all(NAMED, numbers=[], names=[])) == []


@pytest.mark.one_store
def test_writes_are_sent_as_one_statement() -> None:
    rename, remove = RENAME.on("postgresql"), REMOVE.on("postgresql")

    sql, arguments = batch(
        [
            BatchedWrite(rename, [["a", "mall", 1], ["b", "mall", 2]]),
            BatchedWrite(remove, [["mall", 3]]),
        ]
    )

    assert sql == (
        "WITH w0 AS (UPDATE shop SET name=item.p1"
        " FROM unnest($1::VARCHAR[], $3::BIGINT[]) AS item (p1, p3)"
        " WHERE shop.mall_id = $2::VARCHAR AND shop.shop_no = item.p3)"
        " DELETE FROM shop WHERE shop.mall_id = $4::VARCHAR AND shop.shop_no = $5::BIGINT"
    )
    assert arguments == [["a", "b"], "mall", [1, 2], "mall", 3]


@pytest.mark.one_store
def test_a_write_that_takes_no_rows_is_refused() -> None:
    conflicting = Statement(
        lambda insert: (
            insert(SEQUENCE)
            .values({c.name: bindparam(c.name) for c in SEQUENCE.c})
            .on_conflict_do_update(
                index_elements=["mall_id", "name"], set_={"value": bindparam("value")}
            )
        )
    ).on("postgresql")
    rows = [["mall", "a", 1], ["mall", "b", 2]]

    with pytest.raises(UnsupportedWrite):
        batch([BatchedWrite(conflicting, rows)])


def test_a_read_of_other_tables_sends_nothing_and_a_write_of_others_is_sent_along(
    world: World,
) -> None:
    async def write(db: Session) -> tuple[list[str], list[str], object, list[str]]:
        async def waiting() -> list[str]:
            return list(getattr(db, "_deferred", {}))

        await db.defer(ADD, shops(3))
        await db.all(COUNTED)
        unsent = await waiting()
        locked = await db.all(COUNTED_TO_CHANGE)
        assert locked == []
        sent = await waiting()
        await db.defer(RENAME, [{"number": 3, "name": "third"}])
        row = await db.one(COUNT_ONE, name="of test c", value=7)
        return unsent, sent, row and row[0], await waiting()

    unsent, sent, value, left = world.in_transaction(write)
    batches = world.stage.app.database.dialect == "postgresql"
    assert unsent == (["shop"] if batches else [])
    assert sent == left == []
    assert value == 7
    assert world.in_transaction(names) == [(3, "third")]


def test_a_write_that_fails_beside_deferred_ones_takes_them_along(world: World) -> None:
    async def write(db: Session) -> None:
        async with db.savepoint():
            await db.defer(RENAME, [{"number": 1, "name": "renamed"}])
            await db.run(ADD_COUNT, name="of test d", value=1)
            await db.run(ADD_COUNT, name="of test d", value=1)

    async def name(db: Session) -> object:
        row = await db.one(NAME)
        return row and row[0]

    before = world.in_transaction(name)
    with pytest.raises(DuplicateRow):
        world.in_transaction(write)
    assert world.in_transaction(name) == before
    assert world.in_transaction(counted) == []
