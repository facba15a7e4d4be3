"""Raw requests, before validation, and raw responses."""

import itertools
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

Headers = list[tuple[bytes, bytes]]

_LAST_COUNTS = frozenset((b"host", b"content-length", b"x-forwarded-proto", b"x-forwarded-host"))
"""Headers whose last line is used: what a trusted proxy adds stands behind what a client sent.
Host is refused elsewhere, and contradicting lengths by the server."""

_STARTED = f"{int(time.time()):x}-{secrets.token_hex(4)}"
_REQUESTS = itertools.count(1)


def new_id() -> str:
    """Return a unique request id: start and random part of this process, and a sequence number."""
    return f"{_STARTED}-{next(_REQUESTS):x}"


class Request:
    """Method, target, headers and connection of one request; header names are lower case."""

    __slots__ = (
        "asked_origin",
        "cookies",
        "headers",
        "host",
        "hosts",
        "id",
        "ip",
        "mall_path",
        "method",
        "query_string",
        "raw_path",
        "receive",
        "scheme",
        "trusted",
    )

    def __init__(self, scope: Scope, receive: Receive, request_id: str) -> None:
        self.id = request_id
        self.method: str = scope["method"]
        self.scheme: str = scope["scheme"]
        headers: Headers = scope["headers"]
        self.headers: dict[bytes, bytes] = dict(headers)
        if len(self.headers) != len(headers):
            _combine_repeated(headers, self.headers)
        self.raw_path: bytes = scope.get("raw_path") or scope["path"].encode()
        self.query_string: bytes = scope["query_string"]
        client = scope.get("client")
        self.ip: str = client[0] if client else ""
        self.host: bytes = self.headers.get(b"host", b"")
        self.hosts = 1 if len(self.headers) == len(headers) else _hosts(headers)
        """Number of Host headers."""
        self.cookies: dict[str, str] | None = None
        """Name -> value, once `http/cookies.py` has parsed them."""
        self.receive = receive
        self.mall_path = ""
        """`/@trial` of a request that named its mall by path; empty: the host names it."""
        self.asked_origin = ""
        """The origin that such a request was sent to, `https://127.0.0.1:8443`."""
        self.trusted = False
        """Whether it was forwarded by a trusted proxy."""

    @property
    def address_to_read(self) -> str:
        """Path and query of its page, to come back to; without the query of a form's address."""
        path, query = self.raw_path.decode("latin-1"), self.query_string.decode("latin-1")
        return f"{path}?{query}" if query and self.method == "GET" else path


def _hosts(sent: Headers) -> int:
    return sum(name == b"host" for name, _ in sent)


def _combine_repeated(sent: Headers, combined: dict[bytes, bytes]) -> None:
    """Store the lines of each repeated header in `combined`, as one value.

    Several lines mean the same as one line with a list (RFC 9110, section 5.3): a second `Prefer`
    does not cancel the first. What has to have one value is invalid with a list. HTTP/2 splits
    cookies into lines (RFC 9113, section 8.2.3).
    """
    lines: dict[bytes, list[bytes]] = {}
    for name, value in sent:
        lines.setdefault(name, []).append(value)
    for name, values in lines.items():
        if len(values) > 1 and name not in _LAST_COUNTS:
            combined[name] = (b"; " if name == b"cookie" else b", ").join(values)


class Answer:
    """A response: status, headers, body."""

    __slots__ = ("body", "dropped", "headers", "status")

    def __init__(self, status: int, body: bytes, headers: Headers) -> None:
        self.status = status
        self.body = body
        self.headers = headers
        self.dropped = False
        """Whether to drop the connection instead of responding: an injected fault of a sandbox."""

    async def send(self, send: Send) -> None:
        if self.dropped:
            await _send_invalid_response(send)
            return
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body})


async def _send_invalid_response(send: Send) -> None:
    """Send contradicting lengths, so that the server closes the connection before any byte."""
    lengths = [(b"transfer-encoding", b"chunked"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 503, "headers": lengths})
    await send({"type": "http.response.body", "body": b"x"})
