"""What a session promises, on both stores."""

import asyncio
import functools
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import apsw
import pytest
from sqlalchemy import bindparam, func, insert, select, true, update

from openmall.access.malls.tables import SHOP
from openmall.database import sequences
from openmall.database.session import DeadlinePassed, DuplicateRow, Session
from openmall.database.sqlite import SqliteDatabase
from openmall.database.statements import InList, Statement
from tests.world import World, open_stage

ADD = Statement(insert(SHOP).values({c.name: bindparam(c.name) for c in SHOP.c}))
NAMES = Statement(
    select(SHOP.c.name).where(SHOP.c.mall_id == bindparam("mall_id")).order_by(SHOP.c.shop_no)
)
SOME = Statement(
    select(SHOP.c.shop_no).where(
        SHOP.c.mall_id == bindparam("mall_id"), InList(SHOP.c.shop_no, "numbers")
    )
)
PAGE = Statement(
    select(SHOP.c.name).where(SHOP.c.mall_id == bindparam("mall_id")).limit(bindparam("limit"))
)
RENAME = Statement(
    update(SHOP).where(SHOP.c.mall_id == bindparam("mall_id")).values(name=bindparam("name"))
)


async def add(db: Session, shop_no: int) -> None:
    await db.run(ADD, shop_no=shop_no, name=f"shop {shop_no}", language="ja_JP", currency="JPY")


def test_what_raises_is_undone(world: World) -> None:
    async def fail(db: Session) -> None:
        await add(db, 3)
        raise LookupError

    with pytest.raises(LookupError):
        world.in_transaction(fail)

    assert len(world.in_transaction(lambda db: db.all(NAMES))) == 2


def test_a_savepoint_is_undone_alone(world: World) -> None:
    async def half(db: Session) -> None:
        await add(db, 3)
        try:
            async with db.savepoint():
                await add(db, 4)
                raise LookupError
        except LookupError:
            pass
        async with db.savepoint():
            await add(db, 5)

    world.in_transaction(half)

    rows = world.in_transaction(lambda db: db.all(SOME, numbers=[3, 4, 5]))
    assert sorted(row[0] for row in rows) == [3, 5]


def test_a_second_row_like_the_first_is_a_duplicate(world: World) -> None:
    with pytest.raises(DuplicateRow):
        world.in_transaction(lambda db: add(db, 1))


def test_one_mall_does_not_touch_another(world: World) -> None:
    other = world.stage.new_world(f"{world.mall_id}-b")

    changed = world.in_transaction(lambda db: db.run(RENAME, name="renamed"))

    assert changed == 2
    names = other.in_transaction(lambda db: db.all(NAMES))
    assert {row[0] for row in names} == {f"{other.mall_id} ko_KR", f"{other.mall_id} en_US"}


def test_numbers_count_up_and_an_undone_one_is_given_back(world: World) -> None:
    async def undone(db: Session) -> None:
        await sequences.allocate(db, "thing")
        raise LookupError

    first = world.in_transaction(lambda db: sequences.allocate(db, "thing"))
    with pytest.raises(LookupError):
        world.in_transaction(undone)
    three = world.in_transaction(lambda db: sequences.allocate(db, "thing", count=3))
    last = world.in_transaction(lambda db: sequences.allocate(db, "thing"))

    assert (first, three, last) == (1, 2, 5)


def test_writes_at_once_take_turns(world: World) -> None:
    async def race() -> list[int]:
        async def one() -> int:
            async with world.stage.app.database.writing(world.mall_id) as db:
                number = await sequences.allocate(db, "race")
                await asyncio.sleep(0)
                return number

        return await asyncio.gather(*(one() for _ in range(40)))

    assert sorted(world.stage.run(race)) == list(range(1, 41))


def test_a_statement_past_the_deadline_is_stopped(world: World) -> None:
    async def late() -> None:
        deadline = time.monotonic() - 1
        async with world.stage.app.database.reading(world.mall_id, deadline=deadline) as db:
            await db.all(_LONG)

    with pytest.raises(DeadlinePassed):
        world.stage.run(late)
    assert len(world.in_transaction(lambda db: db.all(NAMES))) == 2


def test_another_process_that_writes_is_waited_for_while_reads_go_on(tmp_path: Path) -> None:
    """SQLite only: PostgreSQL has no single write lock."""
    with open_stage(tmp_path) as stage:
        _write_while_another_process_does(stage.new_world("waits"))


def _write_while_another_process_does(world: World) -> None:
    database = world.stage.app.database
    holder = textwrap.dedent(
        """
        import sys, apsw
        connection = apsw.Connection(sys.argv[1])
        connection.execute("BEGIN IMMEDIATE")
        print("held", flush=True)
        sys.stdin.read()
        connection.execute("COMMIT")
        """
    )
    path = str(world.stage.app.configuration.database_path)
    process = subprocess.Popen(
        [sys.executable, "-c", holder, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == b"held\n"

    async def race() -> tuple[bool, int]:
        write = asyncio.ensure_future(_take(world))
        await asyncio.sleep(0.05)
        async with database.reading(world.mall_id) as db:
            rows = await db.all(NAMES)
        waiting = not write.done()
        process.stdin.close()  # type: ignore[union-attr] # checked above
        await write
        return waiting, len(rows)

    assert world.stage.run(race) == (True, 2)
    process.wait()


@pytest.mark.parametrize("first", ["one", "all"])
def test_a_reading_session_keeps_to_the_moment_of_its_first_row(tmp_path: Path, first: str) -> None:
    """SQLite only: PostgreSQL reads what is committed when a statement begins."""
    with open_stage(tmp_path) as stage:
        world = stage.new_world("moment")

        async def read_around_a_write() -> tuple[list[str], list[str]]:
            database = stage.app.database
            async with database.reading(world.mall_id) as db:
                await getattr(db, first)(NAMES)
                async with database.writing(world.mall_id) as other:
                    await other.run(RENAME, name="later")
                within = await db.all(NAMES)
            async with database.reading(world.mall_id) as db:
                after = await db.all(NAMES)
            return [row[0] for row in within], [row[0] for row in after]

        within, after = stage.run(read_around_a_write)

    assert within == ["moment ko_KR", "moment en_US"]
    assert after == ["later", "later"]


def test_a_statement_is_planned_once(tmp_path: Path) -> None:
    """SQLite only: unasked, it plans anew whenever a value it looked at is bound again."""
    planned = []

    def allow(*what: object) -> int:
        planned.append(what)  # it is asked while a statement is planned
        return apsw.SQLITE_OK

    with open_stage(tmp_path) as stage:
        world = stage.new_world("planned")

        async def run_twice() -> None:
            database = stage.app.database
            assert isinstance(database, SqliteDatabase)
            database.writer.authorizer = allow
            async with database.writing(world.mall_id) as db:
                await db.all(PAGE, limit=1)
                assert planned
                planned.clear()
                await db.all(PAGE, limit=2)
                assert not planned

        stage.run(run_twice)


async def _take(world: World) -> int:
    async with world.stage.app.database.writing(world.mall_id) as db:
        return await sequences.allocate(db, "waited")


_SHOPS = select(SHOP.c.shop_no).where(SHOP.c.mall_id == bindparam("mall_id"))
_LONG = Statement(
    select(func.count()).select_from(
        functools.reduce(
            lambda joined, one: joined.join(one, true()),  # type: ignore[arg-type, return-value] # joins nest
            [_SHOPS.subquery(f"t{n}") for n in range(24)],
        )
    )
)
