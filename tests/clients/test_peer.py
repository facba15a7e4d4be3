"""The Python client against a server that answers what a running mall cannot be made to."""

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall_client import (
    ApiError,
    ConnectionFailed,
    FileTokenStore,
    InvalidResponse,
    MemoryTokenStore,
    OAuth,
    Retries,
    Tokens,
    TokenStore,
    Unauthorized,
)
from openmall_client.transport import AsyncTransport, Call, Connection, Transport
from tests.clients.peer import NO_ANSWER, Answer, Peer, peer

CALL = Call("GET /products", "GET", "/products")
TOKEN, REVOKE = "/api/v2/oauth/token", "/api/v2/oauth/revoke"
JSON = "application/json"
UNAVAILABLE = (503, JSON, "{}")
EXPIRED = (401, JSON, '{"error": {"code": "invalid_token", "message": "ended"}}')
DONE = (200, JSON, '{"products": []}')
MAINTENANCE = (200, "text/html", "<html>maintenance</html>")
RENEWED = (
    200,
    JSON,
    msgspec.json.encode(
        {
            "access_token": "second",
            "refresh_token": "next",
            "issued_at": "2026-11-28T12:00:00",
            "expires_at": "2026-11-28T14:00:00",
            "refresh_token_expires_at": "2026-12-12T12:00:00",
        }
    ).decode(),
)


def authorised() -> MemoryTokenStore:
    end = time.time() + 7200
    return MemoryTokenStore(Tokens("first", "one", end, end))


def oauth(server: Peer, store: TokenStore | None = None) -> OAuth:
    return OAuth(server.url, "app", "secret", authorised() if store is None else store)


def called(server: Peer, *, is_async: bool, attempts: int = 3) -> Any:
    """Return the body of a call, by one of the two transports."""
    retries = Retries(attempts=attempts)
    connection = Connection(server.url, "2026-03-01", tokens=oauth(server), retries=retries)
    if not is_async:
        blocking = Transport(connection)
        try:
            return blocking.call(CALL)
        finally:
            blocking.close()

    async def call() -> Any:
        transport = AsyncTransport(connection)
        try:
            return await transport.call(CALL)
        finally:
            await transport.close()

    return asyncio.run(call())


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("before", [UNAVAILABLE, NO_ANSWER])
def test_a_token_that_ends_after_another_repetition_is_refreshed(
    is_async: bool, before: Answer
) -> None:
    with peer({"/products": [before, EXPIRED, before, DONE], TOKEN: [RENEWED]}) as server:
        body = called(server, is_async=is_async)

    assert body == {"products": []}
    assert server.authorizations("/products") == ["first", "first", "second", "second"]


@pytest.mark.parametrize("is_async", [False, True])
def test_a_token_is_refreshed_once_for_a_call(is_async: bool) -> None:
    with peer({"/products": [EXPIRED], TOKEN: [RENEWED]}) as server, pytest.raises(Unauthorized):
        called(server, is_async=is_async)

    assert server.authorizations("/products") == ["first", "second"]


@pytest.mark.parametrize(
    "refusal",
    [
        (401, JSON, '{"error": "invalid_client", "error_description": "wrong secret"}'),
        (503, "text/html", "<html>"),
    ],
)
def test_a_refused_revocation_is_an_error_and_keeps_the_tokens(refusal: Answer) -> None:
    store = authorised()
    with peer({REVOKE: [refusal]}) as server, pytest.raises(ApiError) as refused:
        oauth(server, store).revoke()

    kept = store.load()
    assert refused.value.status == refusal[0]
    assert kept is not None
    assert kept.access_token == "first"


def test_a_lost_revocation_is_an_error_and_can_be_repeated() -> None:
    store = authorised()
    with peer({REVOKE: [NO_ANSWER, (200, JSON, "{}")]}) as server:
        with pytest.raises(ConnectionFailed):
            oauth(server, store).revoke()
        oauth(server, store).revoke()
        oauth(server, store).revoke()

    assert store.load() is None
    assert len(server.asked) == 2


def test_a_good_revocation_removes_the_file_of_the_tokens(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    store = FileTokenStore(path)
    store.save(Tokens("first", "one", 1.0, 2.0))
    with peer({REVOKE: [(200, "", "")]}) as server:
        oauth(server, store).revoke()

    assert not path.exists()
    assert store.load() is None


def test_an_exchange_without_an_answer_is_a_failed_connection() -> None:
    with peer({TOKEN: [NO_ANSWER]}) as server, pytest.raises(ConnectionFailed):
        oauth(server).exchange("code", "https://app.example.com", "verifier")


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("page", [MAINTENANCE, (200, JSON, '{"half":'), (200, JSON, "")])
def test_a_response_that_is_no_json_is_an_error_of_the_package(
    is_async: bool, page: Answer
) -> None:
    refused = pytest.raises(InvalidResponse, match="no JSON")
    with peer({"/products": [page]}) as server, refused as found:
        called(server, is_async=is_async)

    assert found.value.status == 200


@pytest.mark.parametrize("page", [MAINTENANCE, (200, JSON, "{}"), (200, JSON, "[]")])
def test_tokens_that_are_none_are_an_error_of_the_package(page: Answer) -> None:
    store = authorised()
    with peer({TOKEN: [page]}) as server, pytest.raises(InvalidResponse):
        oauth(server, store).access_token("first")

    kept = store.load()
    assert kept is not None
    assert kept.refresh_token == "one"


def test_an_answer_without_content_has_no_body() -> None:
    with peer({"/products": [(204, "", "")]}) as server:
        assert called(server, is_async=False) is None
