"""How long changes are kept: by their age, and while somebody reads them."""

from typing import Any

import pytest
from sqlalchemy import bindparam, select, update

from openmall.commerce.changes import retention
from openmall.commerce.changes import store as change_store
from openmall.contract.journal.changes import ENTRY, FEED
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.changes.reader import Reader, whole
from tests.world import World

DAY = 86_400
DAYS = 7
_MALL: Any = bindparam("mall_id")
_AGE = Statement(
    update(ENTRY)
    .where(ENTRY.c.mall_id == _MALL, ENTRY.c.sequence <= bindparam("upto"))
    .values(changed_at=bindparam("at"))
)
_READ_AT = Statement(update(FEED).where(FEED.c.mall_id == _MALL).values(read_at=bindparam("at")))
_KEPT = Statement(
    select(ENTRY.c.sequence).where(ENTRY.c.mall_id == _MALL).order_by(ENTRY.c.sequence)
)


def changes(world: World, **query: Any) -> Any:
    return world.get("changes", **query)["changes"]


def _age(world: World, upto: int, *, days: float) -> None:
    """Let the changes up to a number have been made so many days ago, all others now."""
    now = int(world.stage.clock.now())

    async def run(db: Session) -> None:
        await db.run(_AGE, upto=2**53, at=now)
        await db.run(_AGE, upto=upto, at=now - int(days * DAY))

    world.in_transaction(run)


def _kept(world: World) -> list[int]:
    async def read(db: Session) -> list[Any]:
        return [row[0] for row in await db.all(_KEPT)]

    return world.in_transaction(read)


def _sweep(world: World) -> None:
    async def sweep() -> int:
        stage = world.stage
        return await retention.sweep(stage.app.database, stage.clock, days=DAYS)

    world.stage.run(sweep)


def _four_changes(world: World) -> int:
    """Return the position before four changes of products."""
    head: int = changes(world)["head"]
    for _ in range(2):
        world.product()
    assert changes(world)["head"] == head + 4  # each with its variant
    return head


def test_changes_are_deleted_by_their_age(world: World) -> None:
    start = _four_changes(world)
    _age(world, start + 3, days=DAYS + 0.01)

    _sweep(world)

    page = changes(world, since=start + 3)
    assert _kept(world) == [start + 4]
    assert (page["oldest"], page["head"], page["next"]) == (start + 3, start + 4, start + 4)
    assert [each["sequence"] for each in page["entries"]] == [start + 4]
    expired = world.call("GET", "changes", params={"since": start + 2})
    assert expired.status_code == 410
    assert expired.json()["error"]["more_info"]["parameter"] == "since"
    assert str(start + 3) in expired.json()["error"]["message"]


def test_a_change_is_kept_to_the_last_second_of_its_days(world: World) -> None:
    start = _four_changes(world)
    _age(world, start + 4, days=DAYS)

    _sweep(world)

    assert len(changes(world, since=start)["entries"]) == 4


def test_a_reader_that_is_too_late_begins_again_and_is_right(world: World) -> None:
    reader = Reader(world)
    world.product()
    head = changes(world)["head"]
    _age(world, head, days=DAYS + 1)
    _sweep(world)
    assert world.call("GET", "changes", params={"since": reader.position}).status_code == 410

    again = Reader(world)
    world.product()
    again.follow()

    assert again.copy == whole(world)
    # everything is expired, and the head stays where it was
    assert changes(world)["oldest"] == head


def test_a_sweep_deletes_a_bounded_number_in_a_transaction(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = _four_changes(world)
    _age(world, start + 3, days=DAYS + 1)
    monkeypatch.setattr(retention, "_BATCH_ROWS", 2)
    batches: list[int] = []
    delete_old = change_store.delete_old

    async def counted(db: Session, before: int | None, most: int) -> int:
        found = await delete_old(db, before, most)
        if db.mall_id == world.mall_id:
            batches.append(found)
        return found

    monkeypatch.setattr(change_store, "delete_old", counted)

    _sweep(world)

    assert batches == [2, 1]
    assert _kept(world) == [start + 4]


def test_a_feed_that_nobody_reads_ends_and_a_new_one_has_later_numbers(world: World) -> None:
    start = _four_changes(world)
    now = int(world.stage.clock.now())

    async def unread(db: Session) -> None:
        await db.run(_READ_AT, at=now - DAYS * DAY - 1)

    world.in_transaction(unread)

    _sweep(world)

    assert _kept(world) == []
    world.product()  # which nothing records
    world.stage.clock.pass_(10)
    late = world.call("GET", "changes", params={"since": start + 4})
    assert late.status_code == 410
    begun = changes(world)
    assert begun["oldest"] == begun["head"] > start + 4


def test_a_feed_that_is_read_meanwhile_is_not_ended(world: World) -> None:
    start = _four_changes(world)
    before = int(world.stage.clock.now()) - DAYS * DAY

    world.in_transaction(lambda db: change_store.stop(db, before))

    assert len(changes(world, since=start)["entries"]) == 4


def test_reading_is_recorded_so_that_a_feed_with_a_reader_stays(world: World) -> None:
    start = changes(world)["head"]
    now = int(world.stage.clock.now())

    async def unread(db: Session) -> None:
        await db.run(_READ_AT, at=now - DAYS * DAY - 1)

    world.in_transaction(unread)
    changes(world, since=start)

    _sweep(world)

    assert changes(world, since=start)["head"] == start
