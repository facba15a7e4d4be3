"""What tells visitors apart is forgotten: keys of addresses after days, names of batches later."""

from sqlalchemy import select

from openmall.analytics.collecting.addresses import day_of
from openmall.analytics.collecting.tables import ADDRESS_KEY
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from tests.analytics.collecting.tracking_browser import batch, collected, rows, tell
from tests.world import NOVEMBER_2026, World

TODAY = day_of(NOVEMBER_2026)
A_DAY = 86_400.0
_KEYS = Statement(select(ADDRESS_KEY.c.day, ADDRESS_KEY.c.key).order_by(ADDRESS_KEY.c.day))


def keys(world: World) -> dict[int, str]:
    async def read(db: Session) -> list[Row]:
        return await db.all(_KEYS)

    return dict(world.in_transaction(read))  # type: ignore[arg-type] # rows of two columns


def forget(world: World) -> int:
    return world.stage.run(world.stage.app.periodic_tasks.delete_expired_visitors)


def test_a_day_has_one_random_key(world: World) -> None:
    tell(world, batch())
    tell(world, batch(batch_id="batch-00002"))
    world.stage.clock.pass_(A_DAY)
    tell(world, batch(batch_id="batch-00003"))

    found = keys(world)
    assert {len(found[TODAY]), len(found[TODAY + 1])} == {64}
    assert found[TODAY] != found[TODAY + 1]


def test_a_key_is_forgotten_after_the_configured_days(world: World) -> None:
    tell(world, batch())
    key = keys(world)[TODAY]
    world.stage.clock.pass_(2 * A_DAY)
    forget(world)
    assert keys(world)[TODAY] == key
    world.stage.clock.pass_(A_DAY)

    forget(world)

    assert TODAY not in keys(world)
    # told now, it happened on a day whose key is gone: the address is nobody's any more
    three_days = int(3 * A_DAY * 1_000)
    tell(world, batch({"ago": three_days}, {"ago": three_days}, batch_id="batch-00002"))
    first, late, same = (each.ip for each in collected(world))
    assert first != late == same
    assert TODAY not in keys(world)


def test_a_batch_is_known_for_longer_than_it_may_be_sent(world: World) -> None:
    tell(world, batch())
    world.stage.clock.pass_(8 * A_DAY)
    forget(world)
    tell(world, batch())
    assert len(rows(world)) == 1
    world.stage.clock.pass_(1.0)

    forget(world)
    tell(world, batch())

    assert [row[0] for row in rows(world)] == [1, 2]
