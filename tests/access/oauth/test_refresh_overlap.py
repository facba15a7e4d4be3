"""Apps that chose the overlap lose nothing when a reply is lost; thieves gain nothing by it."""

import asyncio
from typing import Any

import pytest

from openmall.access.oauth import grants, refresh_overlap
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.grants import PresentedRefresh
from tests.access.oauth.authorization_requests import (
    error,
    exchange,
    give_code,
    reads,
    refresh,
)
from tests.commerce.personal.cart_client import moved
from tests.random_cases import cases
from tests.world import Installed, World

CUTS = cases(1_000, usual=200)


@pytest.fixture
def app(world: World) -> Installed:
    return world.install(refresh_overlap=True)


def first(world: World, app: Installed) -> dict[str, Any]:
    found: dict[str, Any] = exchange(world, give_code(world, app), app).json()
    return found


def test_a_lost_reply_is_asked_for_again(world: World, app: Installed) -> None:
    given = first(world, app)
    refresh(world, given["refresh_token"], app)

    again = refresh(world, given["refresh_token"], app)

    assert again.status_code == 200
    assert reads(world, again.json()["access_token"]) == 200
    assert refresh(world, again.json()["refresh_token"], app).status_code == 200


def test_an_app_that_did_not_choose_it_is_refused(world: World) -> None:
    given = exchange(world, give_code(world)).json()
    refresh(world, given["refresh_token"])

    assert error(refresh(world, given["refresh_token"])) == (400, "invalid_grant")


def test_the_previous_token_ends_when_its_successor_is_used(world: World, app: Installed) -> None:
    given = first(world, app)
    second = refresh(world, given["refresh_token"], app).json()
    third = refresh(world, second["refresh_token"], app).json()

    assert error(refresh(world, given["refresh_token"], app)) == (400, "invalid_grant")
    statuses = [reads(world, each["access_token"]) for each in (given, second, third)]
    assert statuses == [401, 401, 401]
    assert error(refresh(world, third["refresh_token"], app)) == (400, "invalid_grant")


@pytest.mark.parametrize(("later", "status"), [(3_600.0, 200), (3_601.0, 400)])
def test_the_previous_token_works_for_an_hour_at_most(
    world: World, app: Installed, later: float, status: int
) -> None:
    given = first(world, app)
    second = refresh(world, given["refresh_token"], app).json()
    with moved(world, later):
        assert refresh(world, given["refresh_token"], app).status_code == status
        assert reads(world, second["access_token"]) == (200 if status == 200 else 401)


def test_a_repetition_does_not_extend_the_hour(world: World, app: Installed) -> None:
    given = first(world, app)
    refresh(world, given["refresh_token"], app)
    with moved(world, 3_000.0):
        assert refresh(world, given["refresh_token"], app).status_code == 200
    with moved(world, 3_700.0):
        assert error(refresh(world, given["refresh_token"], app)) == (400, "invalid_grant")


def test_a_thief_who_repeats_a_refresh_loses_the_tokens_when_the_app_goes_on(
    world: World, app: Installed
) -> None:
    given = first(world, app)
    own = refresh(world, given["refresh_token"], app).json()
    stolen = refresh(world, given["refresh_token"], app).json()

    next_ = refresh(world, own["refresh_token"], app).json()

    assert reads(world, stolen["access_token"]) == 401
    assert reads(world, next_["access_token"]) == 200
    # and is detected when going on
    assert error(refresh(world, stolen["refresh_token"], app)) == (400, "invalid_grant")
    assert reads(world, next_["access_token"]) == 401


def test_a_thief_who_goes_on_first_is_detected_by_the_app(world: World, app: Installed) -> None:
    given = first(world, app)
    own = refresh(world, given["refresh_token"], app).json()
    stolen = refresh(world, given["refresh_token"], app).json()
    further = refresh(world, stolen["refresh_token"], app).json()

    assert error(refresh(world, own["refresh_token"], app)) == (400, "invalid_grant")
    assert reads(world, further["access_token"]) == 401
    assert error(refresh(world, further["refresh_token"], app)) == (400, "invalid_grant")


def test_another_client_gains_nothing_by_the_overlap(world: World, app: Installed) -> None:
    other = world.install(refresh_overlap=True)
    given = first(world, app)
    second = refresh(world, given["refresh_token"], app).json()

    assert error(refresh(world, given["refresh_token"], other)) == (400, "invalid_grant")
    assert reads(world, second["access_token"]) == 401


def test_a_refusal_that_changes_nothing_leaves_the_token(world: World, app: Installed) -> None:
    given = first(world, app)

    wider = refresh(world, given["refresh_token"], app, scope="mall.read_order")

    assert error(wider) == (400, "invalid_scope")
    assert refresh(world, given["refresh_token"], app).status_code == 200


def _refresher(world: World, app: Installed) -> Any:
    stage = world.stage
    counters = stage.app.counters

    async def renew(token: str) -> str:
        presented = PresentedRefresh(client_id=app.credentials.client_id, refresh_token=token)
        answer = await refresh_overlap.refresh(
            stage.app.database,
            counters,
            stage.clock,
            mall_id=world.mall_id,
            presented=presented,
        )
        return answer.refresh_token

    return renew


def test_hundreds_of_replies_lost_after_the_commit_lose_no_app(
    world: World, app: Installed
) -> None:
    token = first(world, app)["refresh_token"]
    renew = _refresher(world, app)

    async def cut(token: str) -> str:
        for number in range(CUTS):
            # what is committed here never reaches the app; sometimes the second reply neither
            for _ in range(1 + number % 3):
                await renew(token)
            token = await renew(token)
            world.stage.clock.pass_(600)
        return token

    at = world.stage.clock.at
    try:
        kept: str = world.stage.run(cut, token)
        last = refresh(world, kept, app)
        assert last.status_code == 200
        assert reads(world, last.json()["access_token"]) == 200
    finally:
        world.stage.clock.at = at


@pytest.mark.both_stores
def test_two_processes_that_refresh_at_once_both_go_on(world: World, app: Installed) -> None:
    renew = _refresher(world, app)

    async def at_once(token: str) -> list[str]:
        return list(await asyncio.gather(*(renew(token) for _ in range(8))))

    for keeps in range(8):
        token = first(world, app)["refresh_token"]
        answers: list[str] = world.stage.run(at_once, token)

        assert len(set(answers)) == 8
        assert refresh(world, answers[keeps], app).status_code == 200


@pytest.mark.both_stores
def test_of_two_successors_used_at_once_one_wins_and_the_theft_is_detected(
    world: World, app: Installed
) -> None:
    renew = _refresher(world, app)

    async def at_once(tokens: list[str]) -> list[str | BaseException]:
        return list(await asyncio.gather(*(renew(each) for each in tokens), return_exceptions=True))

    for _ in range(10):
        given = first(world, app)["refresh_token"]
        both = [refresh(world, given, app).json()["refresh_token"] for _ in range(2)]
        answers: list[Any] = world.stage.run(at_once, both)

        refused = [each for each in answers if isinstance(each, OAuthError)]
        [won] = [each for each in answers if isinstance(each, str)]
        assert [each.code for each in refused] == ["invalid_grant"]
        assert error(refresh(world, won, app)) == (400, "invalid_grant")


def test_the_grace_of_strict_apps_is_unchanged() -> None:
    assert grants.GRACE_SECONDS == 3
