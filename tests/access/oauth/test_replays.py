"""Codes and refresh tokens in the wrong hands, at the wrong time, or in many hands at once."""

import asyncio

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import codes, grants, secret_rotation, tokens
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.grants import GRACE_SECONDS, PresentedRefresh
from tests.access.oauth.authorization_requests import (
    SCOPES,
    error,
    exchange,
    give_code,
    reads,
    refresh,
    token,
)
from tests.commerce.personal.cart_client import moved
from tests.world import Installed, World


def test_a_used_code_in_another_clients_hands_revokes_at_once(world: World) -> None:
    code, other = give_code(world), world.install()
    given = exchange(world, code).json()

    assert error(exchange(world, code, other)) == (400, "invalid_grant")
    assert reads(world, given["access_token"]) == 401


def test_a_used_refresh_token_in_another_clients_hands_revokes_at_once(world: World) -> None:
    other = world.install()
    first = exchange(world, give_code(world)).json()
    second = refresh(world, first["refresh_token"]).json()

    assert error(refresh(world, first["refresh_token"], other)) == (400, "invalid_grant")
    assert reads(world, second["access_token"]) == 401


def test_a_fresh_refresh_token_in_another_clients_hands_stays_its_owners(world: World) -> None:
    other = world.install()
    given = exchange(world, give_code(world)).json()

    assert error(refresh(world, given["refresh_token"], other)) == (400, "invalid_grant")
    assert refresh(world, given["refresh_token"]).status_code == 200


@pytest.mark.parametrize(
    ("begun", "later", "status"), [(0.0, 2.9, 200), (0.0, 3.5, 401), (0.9, 2.0, 200)]
)
def test_a_second_use_counts_as_a_retry_for_three_seconds_at_most(
    world: World, begun: float, later: float, status: int
) -> None:
    with moved(world, begun):
        code = give_code(world)
        given = exchange(world, code).json()
        with moved(world, later):
            assert error(exchange(world, code)) == (400, "invalid_grant")
            assert reads(world, given["access_token"]) == status


def test_a_replay_leaves_other_families_alone(world: World) -> None:
    code = give_code(world, family="replayed")
    untouched = exchange(world, give_code(world, family="other")).json()
    exchange(world, code)
    world.stage.clock.pass_(GRACE_SECONDS + 1)

    exchange(world, code)

    assert reads(world, untouched["access_token"]) == 200


def test_a_code_is_still_known_as_used_when_its_minute_is_over(world: World) -> None:
    code = give_code(world)
    given = exchange(world, code).json()
    world.stage.clock.pass_(codes.SECONDS + 1)

    answer = exchange(world, code)

    assert answer.json()["error_description"] == "code already used"
    assert reads(world, given["access_token"]) == 401


@pytest.mark.both_stores
def test_of_64_refreshes_at_once_one_wins_and_keeps_its_tokens(world: World) -> None:
    given = exchange(world, give_code(world)).json()
    app = world.stage.app

    async def once() -> str | None:
        try:
            answer = await grants.refresh(
                app.database,
                app.counters,
                world.stage.clock,
                mall_id=world.mall_id,
                presented=PresentedRefresh(
                    client_id=world.full.credentials.client_id,
                    refresh_token=given["refresh_token"],
                ),
            )
        except OAuthError:
            return None
        return answer.access_token

    async def race() -> list[str]:
        answers = await asyncio.gather(*(once() for _ in range(64)))
        return [each for each in answers if each is not None]

    winners = world.stage.run(race)

    assert len(winners) == 1
    assert reads(world, winners[0]) == 200


@pytest.mark.both_stores
def test_nothing_survives_a_replay_that_races_with_refreshes(world: World) -> None:
    """A refresh under way while its family falls either comes too late or falls with it."""
    code = give_code(world)
    newest = exchange(world, code).json()
    world.stage.clock.pass_(GRACE_SECONDS + 1)
    app, client_id = world.stage.app, world.full.credentials.client_id
    issued: list[str] = [newest["access_token"]]

    async def keep_refreshing() -> None:
        refresh_token = newest["refresh_token"]
        try:
            for _ in range(200):
                answer = await grants.refresh(
                    app.database,
                    app.counters,
                    world.stage.clock,
                    mall_id=world.mall_id,
                    presented=PresentedRefresh(client_id=client_id, refresh_token=refresh_token),
                )
                issued.append(answer.access_token)
                refresh_token = answer.refresh_token
                await asyncio.sleep(0)
        except OAuthError:
            pass

    async def replay() -> None:
        await asyncio.sleep(0.01)
        presented = grants.Presented(
            client_id=client_id, code=code, redirect_uri="https://x.example/", verifier=""
        )
        try:
            await grants.exchange(
                app.database,
                app.counters,
                world.stage.clock,
                mall_id=world.mall_id,
                presented=presented,
            )
        except OAuthError:
            return
        raise AssertionError("a used code was taken")

    async def race() -> None:
        await asyncio.gather(keep_refreshing(), replay(), replay())

    world.stage.run(race)

    assert {reads(world, each) for each in issued} == {401}


class TestDeletedApps:
    def test_what_an_app_had_before_it_was_deleted_stays_dead_when_it_returns(
        self, world: World
    ) -> None:
        app = world.install(SCOPES)
        given = exchange(world, give_code(world, app), app).json()
        unused = give_code(world, app, family="two")

        _uninstall(world, app)
        deleted = reads(world, given["access_token"])
        _install(world, app)

        assert deleted == 403
        assert reads(world, given["access_token"]) == 401
        assert error(refresh(world, given["refresh_token"], app)) == (400, "invalid_grant")
        assert error(exchange(world, unused, app)) == (400, "invalid_grant")
        assert exchange(world, give_code(world, app, family="new"), app).status_code == 200

    def test_the_refusal_says_why(self, world: World) -> None:
        app = world.install(SCOPES)
        given = exchange(world, give_code(world, app), app).json()

        _uninstall(world, app)

        said = refresh(world, given["refresh_token"], app).json()["error_description"]
        assert said == "the app has been deleted from the shop"

    def test_an_app_allowed_again_without_being_deleted_keeps_its_tokens(
        self, world: World
    ) -> None:
        app = world.install(SCOPES)
        given = exchange(world, give_code(world, app), app).json()

        _install(world, app)

        assert reads(world, given["access_token"]) == 200


def test_a_replaced_secret_stops_at_once(world: World) -> None:
    app, stage = world.install(SCOPES), world.stage
    given = exchange(world, give_code(world, app), app).json()
    client_id = app.credentials.client_id

    async def rotate() -> registered_apps.Credentials:
        return await secret_rotation.rotate(
            stage.app.database, stage.app.counters, stage.clock, client_id
        )

    renewed = Installed(stage.run(rotate), app.token)

    assert error(refresh(world, given["refresh_token"], app)) == (401, "invalid_client")
    assert refresh(world, given["refresh_token"], renewed).status_code == 200


def test_pairs_that_can_do_nothing_any_more_are_forgotten(world: World) -> None:
    given = exchange(world, give_code(world)).json()
    world.stage.clock.pass_(tokens.REFRESH_SECONDS + 1)

    exchange(world, give_code(world, family="later"))
    answer = token(world, grant_type="refresh_token", refresh_token=given["refresh_token"])

    assert error(answer) == (400, "invalid_grant")


def _uninstall(world: World, app: Installed) -> None:
    stage = world.stage

    async def delete() -> None:
        await registered_apps.uninstall(
            stage.app.database,
            stage.app.counters,
            stage.clock,
            mall_id=world.mall_id,
            client_id=app.credentials.client_id,
        )

    stage.run(delete)


def _install(world: World, app: Installed) -> None:
    stage = world.stage

    async def put() -> None:
        async with invalidating_transaction(
            stage.app.database, stage.app.counters, world.mall_id
        ) as db:
            await registered_apps.install(db, stage.clock, app.credentials.client_id, SCOPES)

    stage.run(put)
