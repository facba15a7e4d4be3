"""A response waits until the body of its request was received, within bounds."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from openmall.running.server import unread_bodies

Headers = list[tuple[bytes, bytes]]
LENGTH: Headers = [(b"content-length", b"6")]
CLOSE = (b"connection", b"close")


class Client:
    """A client that sends parts, and what was answered when it had sent how many of them."""

    def __init__(self, parts: list[bytes], *, stalls: bool = False, leaves: bool = False) -> None:
        self.sent = 0
        self.answered: list[tuple[int, MutableMapping[str, Any]]] = []
        self._parts = parts
        self._stalls = stalls
        self._leaves = leaves

    async def receive(self) -> MutableMapping[str, Any]:
        if self.sent == len(self._parts):
            if self._leaves:
                return {"type": "http.disconnect"}
            await asyncio.sleep(60)
        self.sent += 1
        more = self._stalls or self._leaves or self.sent < len(self._parts)
        body = self._parts[self.sent - 1]
        return {"type": "http.request", "body": body, "more_body": more}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.answered.append((self.sent, message))


def answer(
    client: Client, headers: Headers, *, version: str = "1.1", status: int = 401, reads: int = 0
) -> tuple[int, Headers]:
    """Answer after `reads` parts; return what the client had sent then, and the headers."""

    async def run() -> None:
        scope: dict[str, Any] = {"http_version": version, "headers": headers}
        receive, send = unread_bodies.received_first(scope, client.receive, client.send)
        for _ in range(reads):
            await receive()
        await send({"type": "http.response.start", "status": status, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": b""})

    asyncio.run(run())
    (sent, start), _ = client.answered
    return sent, start["headers"]


@pytest.mark.parametrize("headers", [LENGTH, [(b"transfer-encoding", b"chunked")]])
@pytest.mark.parametrize("reads", [0, 1, 3])
def test_the_rest_of_a_body_is_received_first(headers: Headers, reads: int) -> None:
    assert answer(Client([b"ab", b"cd", b"ef"]), headers, reads=reads) == (3, [(b"a", b"b")])


def test_a_client_that_leaves_is_not_waited_for() -> None:
    assert answer(Client([b"ab"], leaves=True), LENGTH) == (1, [(b"a", b"b")])


@pytest.mark.parametrize("headers", [[], [(b"content-length", b"0")]])
def test_without_a_body_nothing_is_waited_for(headers: Headers) -> None:
    assert answer(Client([b"ab"]), headers) == (0, [(b"a", b"b")])


def test_a_stream_of_http_2_ends_without_its_connection() -> None:
    assert answer(Client([b"ab"]), LENGTH, version="2") == (0, [(b"a", b"b")])


def test_a_client_that_waits_to_be_asked_is_not_asked() -> None:
    headers = [*LENGTH, (b"expect", b"100-continue")]

    assert answer(Client([b"abcdef"]), headers) == (0, [(b"a", b"b"), CLOSE])
    # after the first part the client sends the rest by itself
    assert answer(Client([b"abc", b"def"]), headers, reads=1) == (2, [(b"a", b"b")])


def test_what_does_not_arrive_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread_bodies, "SECONDS", 0.01)

    assert answer(Client([b"ab"], stalls=True), LENGTH) == (1, [(b"a", b"b"), CLOSE])


def test_a_body_that_timed_out_is_not_waited_for_again() -> None:
    assert answer(Client([b"ab"], stalls=True), LENGTH, status=408) == (0, [(b"a", b"b"), CLOSE])


def test_of_a_body_without_end_only_so_much_is_received(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread_bodies, "MAX_BYTES", 5)

    assert answer(Client([b"abc"] * 9), LENGTH) == (2, [(b"a", b"b"), CLOSE])
