"""Tokens that nobody can use any more are removed by the sweep, not by those who refresh."""

from sqlalchemy import bindparam, func, select

from openmall.access.oauth.tables import TOKEN
from openmall.access.oauth.tokens import REFRESH_SECONDS
from openmall.database.statements import Statement
from tests.access.oauth.authorization_requests import error, exchange, give_code, refresh
from tests.world import World

_COUNT = Statement(
    select(func.count()).where(
        TOKEN.c.mall_id == bindparam("mall_id"), TOKEN.c.refresh_expires_at < bindparam("before")
    )
)


def expired(world: World) -> int:
    """Return how many expired pairs the mall has."""

    async def count() -> int:
        async with world.stage.app.database.reading(world.mall_id) as db:
            row = await db.one(_COUNT, before=int(world.stage.clock.now()))
        assert row is not None
        number: int = row[0]
        return number

    return world.stage.run(count)


def test_a_refresh_leaves_expired_pairs_to_the_sweep(world: World) -> None:
    exchange(world, give_code(world))
    world.stage.clock.pass_(REFRESH_SECONDS - 10)
    given = exchange(world, give_code(world)).json()
    world.stage.clock.pass_(20)
    before = expired(world)

    assert refresh(world, given["refresh_token"]).status_code == 200
    assert expired(world) == before > 0

    world.stage.run(world.stage.app.periodic_tasks.delete_expired_tokens)

    assert expired(world) == 0


def test_a_refused_scope_uses_no_refresh_token(world: World) -> None:
    given = exchange(world, give_code(world)).json()

    refused = refresh(world, given["refresh_token"], scope="mall.no_such_scope")

    assert error(refused) == (400, "invalid_scope")
    assert refresh(world, given["refresh_token"]).status_code == 200
