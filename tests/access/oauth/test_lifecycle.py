"""Codes and tokens from their issue to their end: every row of "States and transitions"."""

import asyncio

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import grants
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.grants import GRACE_SECONDS
from tests.access.oauth.authorization_requests import (
    CHALLENGE,
    SCOPES,
    VERIFIER,
    error,
    exchange,
    give_code,
    reads,
    refresh,
    revoke,
    token,
)
from tests.world import CALLBACK, World


def test_the_token_object_is_as_specified(world: World) -> None:
    answer = exchange(world, give_code(world))

    body = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert {**body, "access_token": "", "refresh_token": ""} == {
        "access_token": "",
        "expires_at": "2026-11-21T11:00:00.000",
        "refresh_token": "",
        "refresh_token_expires_at": "2026-12-05T09:00:00.000",
        "client_id": world.full.credentials.client_id,
        "mall_id": world.mall_id,
        "user_id": "owner",
        "scopes": SCOPES,
        "issued_at": "2026-11-21T09:00:00.000",
        "shop_no": "1",
        "token_type": "Bearer",
        "expires_in": 7200,
    }
    assert reads(world, body["access_token"]) == 200


def test_a_code_lives_a_minute(world: World) -> None:
    early, late = give_code(world), give_code(world)

    world.stage.clock.pass_(59)
    in_time = exchange(world, early)
    world.stage.clock.pass_(1)
    too_late = exchange(world, late)

    assert in_time.status_code == 200
    assert error(too_late) == (400, "invalid_grant")
    assert too_late.json()["error_description"] == "code time expired"


def test_a_code_used_again_later_revokes_all_that_came_from_it(world: World) -> None:
    code = give_code(world)
    first = exchange(world, code).json()
    second = refresh(world, first["refresh_token"]).json()

    world.stage.clock.pass_(GRACE_SECONDS + 1)
    replayed = exchange(world, code)

    assert error(replayed) == (400, "invalid_grant")
    assert [reads(world, each["access_token"]) for each in (first, second)] == [401, 401]
    assert error(refresh(world, second["refresh_token"])) == (400, "invalid_grant")


def test_a_code_sent_twice_at_once_is_no_replay(world: World) -> None:
    code = give_code(world)
    first = exchange(world, code).json()

    assert error(exchange(world, code)) == (400, "invalid_grant")
    assert reads(world, first["access_token"]) == 200


def test_a_code_is_bound_to_client_address_and_mall(world: World) -> None:
    code, other = give_code(world), world.install()
    elsewhere = world.stage.new_world(f"{world.mall_id}-b")

    for answer in (
        exchange(world, code, other),
        exchange(world, code, redirect_uri=CALLBACK + "/"),
        exchange(elsewhere, code, world.full),
        exchange(world, "unknown"),
    ):
        assert error(answer) == (400, "invalid_grant")
    assert exchange(world, code).status_code == 200


@pytest.mark.parametrize(
    ("challenge", "verifier", "status"),
    [
        (CHALLENGE, VERIFIER, 200),
        (CHALLENGE, VERIFIER + "x", 400),
        (CHALLENGE, "", 400),
        ("", VERIFIER, 400),
        (CHALLENGE, "short", 400),
    ],
)
def test_pkce(world: World, challenge: str, verifier: str, status: int) -> None:
    code = give_code(world, challenge=challenge)

    assert exchange(world, code, code_verifier=verifier).status_code == status


def test_a_refresh_replaces_both_tokens(world: World) -> None:
    first = exchange(world, give_code(world)).json()

    second = refresh(world, first["refresh_token"]).json()

    assert {first["access_token"], first["refresh_token"]}.isdisjoint(
        {second["access_token"], second["refresh_token"]}
    )
    assert reads(world, second["access_token"]) == 200
    assert error(refresh(world, first["refresh_token"])) == (400, "invalid_grant")


def test_a_refresh_token_used_again_later_revokes_the_family(world: World) -> None:
    first = exchange(world, give_code(world)).json()
    second = refresh(world, first["refresh_token"]).json()

    world.stage.clock.pass_(GRACE_SECONDS + 1)

    assert error(refresh(world, first["refresh_token"])) == (400, "invalid_grant")
    assert reads(world, second["access_token"]) == 401
    assert error(refresh(world, second["refresh_token"])) == (400, "invalid_grant")


def test_access_ends_after_two_hours_and_refresh_after_two_weeks(world: World) -> None:
    tokens = [exchange(world, give_code(world, family=f"f{n}")).json() for n in range(2)]

    world.stage.clock.pass_(2 * 3600 - 1)
    before = reads(world, tokens[0]["access_token"])
    world.stage.clock.pass_(1)
    headers = {"Authorization": f"Bearer {tokens[0]['access_token']}"}
    after = world.request("GET", "/api/v2/admin/products", headers=headers)
    world.stage.clock.pass_(14 * 86400 - 2 * 3600 - 1)
    renewed = refresh(world, tokens[0]["refresh_token"])
    world.stage.clock.pass_(1)
    ended = refresh(world, tokens[1]["refresh_token"])

    assert (before, after.status_code, renewed.status_code) == (200, 401, 200)
    assert "access_token time expired. (invalid_token)" in after.json()["error"]["message"]
    assert error(ended) == (400, "invalid_grant")


def test_a_refresh_may_narrow_the_scopes_and_never_widen_them(world: World) -> None:
    first = exchange(world, give_code(world)).json()

    wider = refresh(world, first["refresh_token"], scope="mall.read_product mall.read_store")
    narrower = refresh(world, first["refresh_token"], scope="mall.read_product")

    assert error(wider) == (400, "invalid_scope")
    assert narrower.json()["scopes"] == ["mall.read_product"]


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_revoking_either_token_ends_both(world: World, which: str) -> None:
    given = exchange(world, give_code(world)).json()
    assert reads(world, given["access_token"]) == 200

    answer = revoke(world, given[which], token_hint=which)

    assert (answer.status_code, answer.content) == (200, b"{}")
    # published clients read the type of every answer, and fail where there is none
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["content-length"] == "2"
    assert reads(world, given["access_token"]) == 401
    assert error(refresh(world, given["refresh_token"])) == (400, "invalid_grant")


def test_revoking_what_is_not_there_is_fine_and_what_is_anothers_is_not(world: World) -> None:
    given = exchange(world, give_code(world)).json()
    other = world.install()

    assert revoke(world, "unknown").status_code == 200
    assert revoke(world, given["access_token"], other).status_code == 400
    assert reads(world, given["access_token"]) == 200


def test_an_app_deleted_from_the_mall_gets_403_and_no_new_tokens(world: World) -> None:
    app = world.install()
    given = exchange(world, give_code(world, app), app).json()
    late = give_code(world, app, family="two")
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

    assert reads(world, given["access_token"]) == 403
    assert error(refresh(world, given["refresh_token"], app)) == (400, "invalid_grant")
    assert error(exchange(world, late, app)) == (400, "invalid_grant")


def test_a_token_is_good_in_its_own_mall_only(world: World) -> None:
    given = exchange(world, give_code(world)).json()
    elsewhere = world.stage.new_world(f"{world.mall_id}-b")

    assert reads(elsewhere, given["access_token"]) == 401
    assert error(refresh(elsewhere, given["refresh_token"], world.full)) == (
        400,
        "invalid_grant",
    )


@pytest.mark.both_stores
def test_of_64_exchanges_at_once_one_wins(world: World) -> None:
    code = give_code(world)
    app = world.stage.app

    async def once() -> bool:
        presented = grants.Presented(
            client_id=world.full.credentials.client_id,
            code=code,
            redirect_uri=CALLBACK,
            verifier="",
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
            return False
        return True

    async def race() -> int:
        return sum(await asyncio.gather(*(once() for _ in range(64))))

    assert world.stage.run(race) == 1


class TestWrongRequests:
    def test_a_wrong_secret(self, world: World) -> None:
        form = {"grant_type": "authorization_code", "code": "x", "redirect_uri": CALLBACK}
        client_id = world.full.credentials.client_id

        answer = world.request("POST", "/api/v2/oauth/token", data=form, auth=(client_id, "no"))

        assert error(answer) == (401, "invalid_client")
        assert answer.headers["WWW-Authenticate"].startswith("Basic")

    def test_credentials_in_the_form_work_and_both_ways_at_once_do_not(self, world: World) -> None:
        mine = world.full.credentials
        form = {
            "grant_type": "authorization_code",
            "code": give_code(world),
            "redirect_uri": CALLBACK,
            "client_id": mine.client_id,
            "client_secret": mine.client_secret,
        }
        path, basic = "/api/v2/oauth/token", (mine.client_id, mine.client_secret)

        both = world.request("POST", path, data=form, auth=basic)
        body = world.request("POST", path, data=form)

        assert error(both) == (400, "invalid_request")
        assert body.status_code == 200

    def test_what_is_neither_a_form_nor_json(self, world: World) -> None:
        headers = {"Content-Type": "text/plain"}
        answer = world.request("POST", "/api/v2/oauth/token", content="a=b", headers=headers)

        assert error(answer) == (400, "invalid_request")
        assert answer.json()["error_description"] == (
            "Content-Type must be application/x-www-form-urlencoded or application/json"
        )

    def test_an_unknown_grant_type(self, world: World) -> None:
        assert error(token(world, grant_type="password")) == (400, "unsupported_grant_type")

    def test_a_missing_parameter(self, world: World) -> None:
        answer = token(world, grant_type="refresh_token")

        assert error(answer) == (400, "invalid_request")
        assert "refresh_token" in answer.json()["error_description"]

    def test_another_malls_id_in_the_form(self, world: World) -> None:
        answer = exchange(world, give_code(world), mall_id="another-mall")

        assert error(answer) == (400, "invalid_request")

    def test_a_form_without_end(self, world: World) -> None:
        assert error(token(world, grant_type="x" * 70_000)) == (413, "invalid_request")

    def test_a_mall_that_does_not_exist(self, world: World) -> None:
        url = "https://no-such-mall.openmall.localhost/api/v2/oauth/token"
        answer = world.stage.client.post(url, data={"grant_type": "refresh_token"})

        assert answer.status_code == 404
