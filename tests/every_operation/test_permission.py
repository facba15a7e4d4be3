"""Nobody gets in without the right credentials, scope and arrangement, and the body says why."""

from typing import Any, NamedTuple

import pytest
from sqlalchemy import bindparam, update

from openmall.access.oauth.tables import INSTALLATION
from openmall.contract import scopes as scope_names
from openmall.contract.moments import moment
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.error_bodies import error
from tests.every_operation.operation_calls import (
    PREFIXES,
    send,
    send_raw,
    url,
)
from tests.every_operation.prerequisites import (
    Row,
)
from tests.every_operation.registry_rows import every_row
from tests.every_operation.shared_malls import Lend
from tests.world import EVERY_SCOPE, Installed, World

pytestmark = pytest.mark.one_store

NO_TOKEN = "An access token is missing: send Authorization: Bearer <token>."
BAD_TOKEN = "Invalid access_token (invalid_token)"
EXPIRED = "access_token time expired. (invalid_token)"
NO_CLIENT = "The client ID is missing."
UNKNOWN_CLIENT = "The client ID is unknown."
BAD_KEY = "The client ID or the front API key is wrong."
BAD_SECRET = "The client ID or the client secret is wrong."
OTHER_CLIENT = "X-Platform-Client-Id names another client than the credentials."
NO_OPERATION = "There is no such operation at this URL."
NOT_BASIC = "Send Authorization: Basic with base64 of <client_id>:<key>."

Try = tuple[dict[str, Any], int, str]
"""What is sent along, and the status and message it must be answered with."""


_DELETE_FROM_MALL = Statement(
    update(INSTALLATION)
    .where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
    )
    .values(deleted_at=bindparam("deleted_at"))
)


def _uninstalled(world: World) -> Installed:
    app = world.install(restricted=True)
    gone = {"client_id": app.credentials.client_id, "deleted_at": int(world.stage.clock.now())}

    async def delete(db: Session) -> int:
        return await db.run(_DELETE_FROM_MALL, **gone)

    assert world.in_transaction(delete) == 1
    world.stage.app.counters.advance_cache_epoch()
    return app


class _Callers(NamedTuple):
    """Who may not call an operation."""

    elsewhere: Installed
    """An app of another mall."""
    without: Installed
    """An app that lacks the scope."""
    never: Installed
    """An app that nobody installed here."""
    gone: Installed
    """An app that was removed."""


def _tries(world: World, row: Row, callers: _Callers) -> list[Try]:
    api, operation = row
    other, without, never, gone = callers
    holder = "app" if api.credential == "storefront" else "token"
    lacking = f"The {holder} lacks the scope {operation.scope}. (insufficient_scope)"
    if operation.scope in scope_names.ANALYTICS_NAMES:
        lacking = f"INVALID SCOPE. {lacking}"
    if api.credential == "bearer":
        token = world.full.token.access_token
        tries: list[Try] = [
            ({"headers": {"Authorization": ""}}, 401, NO_TOKEN),
            ({"headers": {"Authorization": "Bearer "}}, 401, NO_TOKEN),
            ({"headers": {"Authorization": f"Basic {token}"}}, 401, NO_TOKEN),
            ({"headers": {"Authorization": token}}, 401, NO_TOKEN),
            ({"headers": {"Authorization": "Bearer garbage"}}, 401, BAD_TOKEN),
            ({"headers": {"Authorization": f"Bearer {token}x"}}, 401, BAD_TOKEN),
            ({"headers": {"Authorization": f"Bearer {world.full.token.refresh_token}"}}, 401,
             BAD_TOKEN),
            ({"app": other}, 401, BAD_TOKEN),
            ({"app": without}, 403, lacking),
            ({"app": never}, 403, "The app has been deleted from the shop."),
            ({"app": gone}, 403, "The app has been deleted from the shop."),
        ]  # fmt: skip
        return tries
    if api.credential == "partner":
        lacking = f"The client is not permitted {operation.scope}. (insufficient_scope)"
        client_id, secret = world.full.credentials.client_id, world.full.credentials.client_secret
        return [
            ({"auth": None}, 401, NOT_BASIC),
            ({"headers": {"Authorization": "Basic !"}}, 401, NOT_BASIC),
            ({"headers": world.full.headers}, 401, NOT_BASIC),
            ({"auth": (client_id, "wrong")}, 401, BAD_SECRET),
            ({"auth": ("nobody", secret)}, 401, BAD_SECRET),
            ({"auth": world.full.basic}, 401, BAD_SECRET),
            ({"app": without}, 401, lacking),
        ]
    client_id, key = world.full.basic
    named = {"X-Platform-Client-Id": client_id}
    return [
        ({"auth": None}, 401, NO_CLIENT),
        ({"auth": None, "headers": {"X-Platform-Client-Id": "nobody"}}, 401, UNKNOWN_CLIENT),
        ({"headers": {"Authorization": "Basic !"}}, 401, NOT_BASIC),
        ({"headers": {"Authorization": "Basic bm9jb2xvbg=="}}, 401, NOT_BASIC),
        ({"headers": world.full.headers}, 401, NOT_BASIC),
        ({"auth": (client_id, "wrong")}, 401, BAD_KEY),
        ({"auth": (client_id, "")}, 401, BAD_KEY),
        ({"auth": ("nobody", key)}, 401, BAD_KEY),
        ({"auth": (client_id, world.full.credentials.client_secret)}, 401, BAD_KEY),
        ({"auth": other.basic, "headers": named}, 401, OTHER_CLIENT),
        ({"auth": other.basic}, 403, "The app is not installed in the shop."),
        ({"auth": gone.basic}, 403, "The app is not installed in the shop."),
        ({"auth": without.basic}, 403, lacking),
    ]


def _challenge(world: World, api: str) -> str:
    """Return what a 401 asks for, and where it says how to obtain it."""
    if api in ("storefront", "partner"):
        return 'Basic realm="openmall"'
    path = "/.well-known/oauth-protected-resource"
    at = {
        "admin": f"{world.base_url}{path}/api/v2/admin",
        "analytics": f"https://analytics.openmall.localhost{path}?mall_id={world.mall_id}",
    }
    return f'Bearer realm="openmall", resource_metadata="{at[api]}"'


def test_a_caller_who_may_not_is_told_why_and_changes_nothing(unchanged: Lend, row: Row) -> None:
    scope = row[1].scope
    names = scope_names.ANALYTICS_NAMES if scope in scope_names.ANALYTICS_NAMES else {scope}

    def callers(world: World) -> _Callers:
        return _Callers(
            elsewhere=world.stage.new_world().full,
            without=world.install([each for each in EVERY_SCOPE if each not in names]),
            never=world.install(in_mall=False, restricted=True),
            gone=_uninstalled(world),
        )

    world, path, values, those = unchanged(row, callers)
    for sent, status, message in _tries(world, row, those):
        answer = send(world, row, values, path, **sent)
        assert (answer.status_code, answer.json()) == (status, error(status, message)), sent
        challenge = _challenge(world, row[0].name) if status == 401 else None
        assert answer.headers.get("www-authenticate") == challenge


def test_an_app_without_an_arrangement_may_not_call_a_restricted_operation(
    unchanged: Lend, restricted: Row
) -> None:
    world, path, values, ordinary = unchanged(restricted, World.install)
    answer = send(world, restricted, values, path, app=ordinary)
    assert answer.status_code == 403
    assert answer.json() == error(
        403, "This operation is open to certain clients by arrangement only."
    )


def test_a_token_works_for_two_hours_and_says_so_when_it_is_over(world: World) -> None:
    clock = world.stage.clock
    issued = clock.at
    assert world.call("GET", "products/count").status_code == 200
    try:
        clock.at = issued + 7_199
        assert world.call("GET", "products/count").status_code == 200
        clock.at = issued + 7_200
        late = world.call("GET", "products/count")
    finally:
        clock.at = issued
    assert (late.status_code, late.json()) == (401, error(401, EXPIRED))
    assert world.full.token.expires_at == moment(issued + 7_200).strftime("%Y-%m-%dT%H:%M:%S.000")


def test_a_client_id_alone_is_let_into_the_storefront(world: World) -> None:
    named = {"X-Platform-Client-Id": world.full.credentials.client_id}
    answer = world.request("GET", "/api/v2/products/count", headers=named)
    assert (answer.status_code, answer.json()) == (200, {"count": 0})
    assert answer.headers["x-api-call-limit"] == "1/10"


def test_the_analytics_scope_has_two_names() -> None:
    for name in ("mall.analytics", "mall.read_analytics"):
        assert scope_names.permits(frozenset({name}), scope_names.READ_ANALYTICS)
    assert not scope_names.permits(frozenset({"mall.read_store"}), scope_names.READ_ANALYTICS)


@pytest.mark.one_store
def test_plain_http_is_refused_before_anything_else(unchanged: Lend, row: Row) -> None:
    world = unchanged(row).world
    path = dict.fromkeys(row[1].placeholders, "1")
    address = f"http://{world.mall_id}.openmall.localhost{url(row, path)}"
    answer = world.stage.client.request(row[1].method, address, headers=world.full.headers)
    assert (answer.status_code, answer.json()) == (
        403,
        error(403, "Only HTTPS is supported. Send the same request to an https:// address."),
    )


@pytest.mark.parametrize("api", sorted(PREFIXES))
def test_an_unknown_url_is_404_with_credentials_and_without(world: World, api: str) -> None:
    row = next(row for row in every_row() if row[0].name == api)
    nowhere = f"{PREFIXES[api]}/nowhere"
    named = {"params": {"mall_id": world.mall_id}} if row[0].mall_from == "query" else {}
    senders: tuple[dict[str, Any], ...] = (
        {},
        {"auth": None},
        {"headers": {"Authorization": "Bearer wrong"}},
        {"headers": {"Authorization": "Basic wrong"}},
    )
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
        for sender in senders:
            answer = send_raw(world, row[0], method, nowhere, **named, **sender)
            assert (answer.status_code, answer.json()) == (404, error(404, NO_OPERATION)), sender
            assert "www-authenticate" not in answer.headers


def test_a_known_url_is_401_to_a_stranger_whatever_there_is(world: World) -> None:
    for method, path in (
        ("GET", "/api/v2/admin/products/999999"),
        ("PATCH", "/api/v2/admin/products"),
        ("GET", "/api/v2/products/999999"),
    ):
        assert world.request(method, path).status_code == 401, path


@pytest.mark.parametrize(
    "path",
    ["api/v3/admin/products", "api/v1/products", "api/v2", "api/v2/admin", "api/no/such", "api/"],
)
def test_an_unknown_version_of_an_api_is_404_at_any_host(world: World, path: str) -> None:
    for host in (
        f"{world.mall_id}.openmall.localhost",
        "localhost",
        "collection.openmall.localhost",
    ):
        answer = world.stage.client.get(f"https://{host}/{path}")
        assert answer.status_code == 404, host
        assert answer.json()["error"]["code"] == "404"
