"""Views of a product in the storefront: counted in passing, written a little later."""

import asyncio
from typing import Any

import pytest

from openmall.contract.tally import Key, Tally
from openmall.database.session import DatabaseAway, Session
from openmall.http.tally_writer import TallyWriter
from tests.every_operation.operation_calls import rows
from tests.world import World


def look(world: World, number: int, **query: Any) -> int:
    path = f"/api/v2/products/{number}"
    status: int = world.request("GET", path, params=query, auth=world.full.basic).status_code
    return status


def hits(world: World, number: int, **query: Any) -> int:
    counted: int = world.get(f"products/{number}/hits/count", **query)["count"]
    return counted


def test_looks_are_counted_in_each_language_once_they_are_written(world: World) -> None:
    number, other = world.product()["product_no"], world.product()["product_no"]
    world.put(f"products/{number}", 2, display="T", selling="T")
    before = rows(world)

    statuses = [look(world, number), look(world, number), look(world, number, shop_no=2)]

    assert statuses == [200, 200, 200]
    assert rows(world) == before
    world.stage.run(world.stage.app.tally_writer.write)
    assert (hits(world, number), hits(world, number, shop_no=2), hits(world, other)) == (2, 1, 0)
    look(world, number)
    world.stage.run(world.stage.app.tally_writer.write)
    world.stage.run(world.stage.app.tally_writer.write)
    assert (hits(world, number), hits(world, number, shop_no=2)) == (3, 1)


def test_only_a_shopper_who_sees_the_product_counts(world: World) -> None:
    hidden = world.product(display="F")["product_no"]

    assert look(world, hidden) == 404
    world.get(f"products/{hidden}")

    world.stage.run(world.stage.app.tally_writer.write)
    assert hits(world, hidden) == 0


def test_a_product_that_was_deleted_meanwhile_is_not_counted(world: World) -> None:
    gone, kept = world.product()["product_no"], world.product()["product_no"]
    look(world, gone)
    look(world, kept)
    world.call("DELETE", f"products/{gone}")

    world.stage.run(world.stage.app.tally_writer.write)

    assert len(rows(world)["product_hit"]) == 1
    assert hits(world, kept) == 1


def test_what_is_counted_goes_with_the_product(world: World) -> None:
    number = world.product()["product_no"]
    look(world, number)
    world.stage.run(world.stage.app.tally_writer.write)

    world.call("DELETE", f"products/{number}")

    assert rows(world)["product_hit"] == []
    answer = world.call("GET", f"products/{number}/hits/count")
    assert answer.status_code == 404


class Notebook:
    """Keeps counts in memory; refuses to while the database is `away`."""

    def __init__(self, *, away: bool = False) -> None:
        self.away = away
        self.kept: list[tuple[str, dict[Key, int]]] = []

    async def keep(self, db: Session, counted: dict[Key, int]) -> None:
        if self.away:
            raise DatabaseAway("locked")
        self.kept.append((db.mall_id, dict(counted)))


@pytest.fixture
def tally() -> Tally:
    return Tally()


def test_what_could_not_be_written_is_written_next_time(world: World, tally: Tally) -> None:
    notes, tallying = Notebook(away=True), TallyWriter(world.stage.app.database, tally)
    keep = notes.keep
    tally.add(world.mall_id, keep, {(1, 1): 1, (2, 1): 4})

    world.stage.run(tallying.write)
    tally.add(world.mall_id, keep, {(1, 1): 2})
    notes.away = False
    world.stage.run(tallying.write)
    world.stage.run(tallying.write)

    assert notes.kept == [(world.mall_id, {(1, 1): 3, (2, 1): 4})]


def test_it_is_written_again_and_again_and_once_more_at_the_end(world: World, tally: Tally) -> None:
    notes, tallying = Notebook(), TallyWriter(world.stage.app.database, tally)
    written = asyncio.Event()

    async def keep(db: Session, counted: dict[Key, int]) -> None:
        await notes.keep(db, counted)
        written.set()

    async def live() -> None:
        tallying.begin(0.001)
        for number in (1, 2):
            tally.add(world.mall_id, keep, {(number, 1): 1})
            await written.wait()
            written.clear()
        tally.add(world.mall_id, keep, {(3, 1): 1})
        await tallying.end()

    world.stage.run(live)

    assert notes.kept == [(world.mall_id, {(number, 1): 1}) for number in (1, 2, 3)]
