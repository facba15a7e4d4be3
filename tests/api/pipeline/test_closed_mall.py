"""Nobody is served in a closed mall: whoever comes is told why, at every door."""

import pytest

from openmall.access.malls import rules as mall_rules
from tests.world import World

NOTICE = "We are moving, and back at noon."
DOORS = (
    "/api/v2/admin/products",
    "/api/v2/products",
    "/admin",
    "/api/v2/oauth/authorize",
)


def close(world: World) -> None:
    app = world.stage.app
    world.stage.run(
        lambda: mall_rules.close(app.database, world.stage.clock, world.mall_id, notice=NOTICE)
    )
    app.counters.advance_cache_epoch()


def reopen(world: World) -> bool:
    was_closed = world.stage.run(lambda: mall_rules.reopen(world.stage.app.database, world.mall_id))
    world.stage.app.counters.advance_cache_epoch()
    return was_closed


@pytest.mark.parametrize("path", DOORS)
def test_whoever_comes_is_told_why(world: World, path: str) -> None:
    close(world)
    answer = world.request("GET", path, headers=world.full.headers, follow_redirects=False)
    assert answer.status_code == 503, answer.text
    assert NOTICE in answer.text
    if path.startswith("/api/") and "oauth" not in path:
        assert answer.headers["retry-after"] == "300"


def test_other_malls_are_served_and_this_one_again_once_it_is_open(world: World) -> None:
    other = world.stage.new_world(f"{world.mall_id}-other")
    before = world.call("GET", "products/count").json()
    close(world)
    assert other.call("GET", "products/count").status_code == 200

    assert reopen(world) is True

    assert world.call("GET", "products/count").json() == before
    assert reopen(world) is False
