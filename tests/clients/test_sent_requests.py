"""What the Python client sends, refuses to send, and tells of it."""

import asyncio
import logging
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

import openmall_client
from openmall.running.server import certificates
from openmall_client import (
    Admin,
    AsyncAdmin,
    Attempt,
    ConnectionFailed,
    InvalidArgument,
    InvalidResponse,
    OpenmallError,
    Retries,
)
from openmall_client.transport import Timeout
from tests.clients.peer import NO_ANSWER, peer
from tests.clients.test_peer import JSON, RENEWED, TOKEN, UNAVAILABLE, authorised, oauth

Answering = Callable[[httpx.Request], httpx.Response]


def empty(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"products": [], "count": 0})


@contextmanager
def admin(answer: Answering = empty, **options: Any) -> Iterator[tuple[Admin, list[httpx.Request]]]:
    """Open a client whose requests are answered here; yield it and its requests."""
    requests: list[httpx.Request] = []

    def answered(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return answer(request)

    with Admin("https://shop.example", "hidden-token", **options) as opened:
        opened.transport._http = httpx.Client(transport=httpx.MockTransport(answered))
        yield opened, requests


def test_a_server_sees_which_client_calls() -> None:
    with admin() as (opened, requests):
        opened.list_products()
        opened.list_products(headers={"User-Agent": "my app"})

    version = openmall_client.__version__
    assert requests[0].headers["user-agent"] == (
        f"openmall-client-python/{version} httpx/{httpx.__version__}"
    )
    assert requests[1].headers["user-agent"] == "my app"


def test_an_empty_list_of_a_filter_is_refused_and_of_fields_is_none() -> None:
    with admin() as (opened, requests):
        with pytest.raises(InvalidArgument, match=r"^product_no: an empty list"):
            opened.list_products(product_no=[])
        with pytest.raises(InvalidArgument, match=r"^product_no: an empty list"):
            list(opened.iterate_products(product_no=()))
        assert requests == []
        opened.list_products(product_no=[1, 2], fields=[], embed=[])

    assert str(requests[0].url.query, "ascii") == "product_no=1%2C2"


@pytest.mark.parametrize(
    "timeout", [3.0, httpx.Timeout(30, connect=2)], ids=["one", "each step its own"]
)
def test_connecting_may_take_another_time_than_reading(timeout: Timeout) -> None:
    blocking = Admin("https://shop.example", "token", timeout=timeout)
    waiting = AsyncAdmin("https://shop.example", "token", timeout=timeout)

    for opened in (blocking, waiting):
        assert opened.transport._http.timeout == httpx.Timeout(timeout)
    blocking.close()
    asyncio.run(waiting.close())


def test_each_attempt_is_told_and_logged_without_secrets(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "openmall_client")
    told: list[Attempt] = []
    answers = {"/api/v2/admin/products/7": [UNAVAILABLE, NO_ANSWER, (200, JSON, "{}")]}
    with (
        peer(answers) as server,
        Admin(server.url, "hidden-token", on_attempt=told.append) as opened,
    ):
        opened.get_product(7)

    assert [(each.operation, each.number, each.status) for each in told] == [
        ("GET /products/{product_no}", 1, 503),
        ("GET /products/{product_no}", 2, None),
        ("GET /products/{product_no}", 3, 200),
    ]
    assert [bool(each.error) for each in told] == [False, True, False]
    assert all(each.seconds >= 0 for each in told)
    lines = [record.getMessage() for record in caplog.records if record.name == "openmall_client"]
    assert len(lines) == 3
    assert lines[0].startswith("GET /products/{product_no} attempt 1: 503 in ")
    assert "hidden-token" not in str(lines) + str(told)


@pytest.mark.parametrize("body", ['["maintenance"]', '"maintenance"', "null", "17"])
def test_json_that_is_none_of_the_api_is_an_error_of_the_package(body: str) -> None:
    def proxy(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text=body, headers={"Content-Type": JSON})

    with admin(proxy) as (opened, _), pytest.raises(InvalidResponse, match="no JSON object"):
        opened.list_products()


@pytest.mark.parametrize("body", ['{"status": "ok"}', '{"products": "none"}'])
def test_a_page_without_its_rows_is_an_error_of_the_package(body: str) -> None:
    def proxy(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text=body)

    with admin(proxy) as (opened, _), pytest.raises(InvalidResponse, match="no list products"):
        list(opened.iterate_products())


@pytest.mark.parametrize(
    "body",
    [
        '{"message": "no route"}',
        '{"error": ["a"]}',
        '{"error": {"more_info": {"values": ["a"], "reason": 3}}}',
        '["a"]',
        "null",
    ],
)
def test_a_refusal_of_a_proxy_is_an_error_of_the_package(body: str) -> None:
    def proxy(_: httpx.Request) -> httpx.Response:
        return httpx.Response(403, text=body, headers={"Content-Type": JSON})

    with admin(proxy) as (opened, _), pytest.raises(OpenmallError) as refused:
        opened.list_products()

    assert isinstance(refused.value, openmall_client.Forbidden)
    assert refused.value.values == {}


@contextmanager
def untrusted(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """Listen with a certificate of an authority that no client knows; count connections."""
    files = certificates.ensure(folder, now=datetime.now(UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    connections: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    accepted, _ = listening.accept()
                except OSError:
                    return
                connections.append(1)
                try:
                    context.wrap_socket(accepted, server_side=True).close()
                except OSError:
                    accepted.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"https://127.0.0.1:{listening.getsockname()[1]}", connections
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize("is_async", [False, True])
def test_a_certificate_that_is_not_trusted_is_no_reason_to_repeat(
    tmp_path: Path, is_async: bool
) -> None:
    with untrusted(tmp_path) as (url, connections):
        with pytest.raises(ConnectionFailed, match=r"not trusted .*verify=") as refused:
            _list(url, is_async=is_async)
        with pytest.raises(ConnectionFailed, match="not trusted"):
            openmall_client.OAuth(url, "app", "secret", authorised()).access_token("first")

    assert refused.value.idempotency_key is None
    assert len(connections) == 2


def _list(url: str, *, is_async: bool) -> None:
    async def waiting() -> None:
        async with AsyncAdmin(url, "token", retries=Retries(attempts=5)) as opened:
            await opened.list_products()

    if is_async:
        asyncio.run(waiting())
        return
    with Admin(url, "token", retries=Retries(attempts=5)) as opened:
        opened.list_products()


def test_a_code_is_exchanged_and_tokens_are_revoked_beside_other_tasks() -> None:
    beside: list[str] = []

    async def work(app: openmall_client.OAuth) -> openmall_client.Tokens:
        async def other() -> None:
            beside.append("ran")

        exchange = app.exchange_async("code", "https://app.example.com", "verifier")
        tokens, _ = await asyncio.gather(exchange, other())
        await app.revoke_async()
        return tokens

    store = authorised()
    with peer({TOKEN: [RENEWED], "/api/v2/oauth/revoke": [(200, "", "")]}) as server:
        tokens = asyncio.run(work(oauth(server, store)))

    assert tokens.access_token == "second"
    assert beside == ["ran"]
    assert store.load() is None
