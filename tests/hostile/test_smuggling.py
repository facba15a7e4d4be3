"""Nothing is hidden within a request: what two programs could read differently is read in one way.

The server itself answers here, over a socket, an application that says which paths it was asked
for. Every request carries a second one where a careless program would find it.
"""

import json
import re
import socket
from collections.abc import Callable

import pytest

from tests.hostile import wire
from tests.running.server.server_process import WAIT, ServerProcess, opened
from tests.world import World

__all__ = ["opened"]

_HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
_HEAD = b"POST /shown HTTP/1.1\r\nHost: a\r\n"
_LENGTH = b"Content-Length: %d\r\n" % len(_HIDDEN)
_CHUNK = b"%x\r\n" % len(_HIDDEN) + _HIDDEN + b"\r\n0\r\n\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n"

AMBIGUOUS: dict[str, bytes] = {
    "a length, then a request within it": _HEAD + _LENGTH + b"\r\n" + _HIDDEN,
    "chunks, with a request in one": _HEAD + _CHUNKED + b"\r\n" + _CHUNK,
    "a short length beside chunks": _HEAD + b"Content-Length: 4\r\n" + _CHUNKED + b"\r\n" + _CHUNK,
    "chunks beside a short length": _HEAD + _CHUNKED + b"Content-Length: 4\r\n\r\n" + _CHUNK,
    "two lengths": _HEAD + b"Content-Length: 0\r\n" + _LENGTH + b"\r\n" + _HIDDEN,
    "two lengths the other way": _HEAD + _LENGTH + b"Content-Length: 0\r\n\r\n" + _HIDDEN,
    "a list of lengths": _HEAD + b"Content-Length: 0, 60\r\n\r\n" + _HIDDEN,
    "a signed length": _HEAD + b"Content-Length: +0\r\n\r\n" + _HIDDEN,
    "a hexadecimal length": _HEAD + b"Content-Length: 0x0\r\n\r\n" + _HIDDEN,
    "a space before the colon": _HEAD + b"Content-Length : 0\r\n" + _LENGTH + b"\r\n" + _HIDDEN,
    "a folded line": _HEAD + b"X: a\r\n Content-Length: 0\r\n" + _LENGTH + b"\r\n" + _HIDDEN,
    "a tab within chunked": _HEAD + b"Transfer-Encoding:\tchunked\r\n\r\n" + _CHUNK,
    "an unknown encoding": _HEAD + b"Transfer-Encoding: xchunked\r\n\r\n" + _CHUNK,
    "chunked, then identity": _HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n" + _CHUNK,
    "two encodings": _HEAD + _CHUNKED + b"Transfer-Encoding: x\r\n\r\n" + _CHUNK,
    "a quoted encoding": _HEAD + b'Transfer-Encoding: "chunked"\r\n\r\n' + _CHUNK,
    "chunked in HTTP/1.0": _HEAD.replace(b"1.1", b"1.0") + _CHUNKED + b"\r\n" + _CHUNK,
    "a NUL in a name": _HEAD + b"Content-\0Length: 0\r\n" + _LENGTH + b"\r\n" + _HIDDEN,
    "a bare CR in a value": _HEAD + b"X: a\rContent-Length: 0\r\n" + _LENGTH + b"\r\n" + _HIDDEN,
    "a chunk size past 64 bits": _HEAD + _CHUNKED + b"\r\n" + b"f" * 17 + b"\r\n" + _CHUNK,
    "a chunk size below nothing": _HEAD + _CHUNKED + b"\r\n-1\r\n" + _CHUNK,
    "a chunk that is longer than it says": _HEAD + _CHUNKED + b"\r\n3\r\nabcdef\r\n" + _CHUNK,
    "a chunk's extension with a line": _HEAD + _CHUNKED + b"\r\n1;x=\"\r\n\r\na\r\n" + _CHUNK,
    "a length for a GET": b"GET /shown HTTP/1.1\r\nHost: a\r\n" + _LENGTH + b"\r\n" + _HIDDEN,
    "bare line feeds": b"POST /shown HTTP/1.1\nHost: a\n" + _LENGTH + b"\n" + _HIDDEN,
    "a method that hides another": _HEAD + b"X-HTTP-Method-Override: GET\r\n" + _LENGTH
    + b"\r\n" + _HIDDEN,
}  # fmt: skip


def tries() -> int:
    """Return how many requests this suite sends."""
    return len(AMBIGUOUS) + len(HOSTS) + len(OVERRIDES)


def _answers(port: int, request: bytes) -> tuple[list[bytes], list[dict[str, str]]]:
    """Return the statuses answered on one connection, and what the application was asked."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=WAIT) as connection:
        connection.sendall(request)
        connection.settimeout(0.2)
        try:
            while part := connection.recv(65_536):
                said += part
        except (TimeoutError, ConnectionResetError):
            pass
    calls = [json.loads(each) for each in re.findall(rb"\{.*?\}", said)]
    return re.findall(rb"HTTP/1\.1 (\d+)", said), calls


def test_a_request_within_a_request_is_never_answered(opened: Callable[..., ServerProcess]) -> None:
    process = opened()
    port = int(process.secure(process.port())["ports"][1])
    wrong = {}
    for name, request in AMBIGUOUS.items():
        statuses, calls = _answers(port, request)
        paths = [each["path"] for each in calls]
        if "/hidden" in paths or not set(statuses) <= {b"200", b"400"} or len(paths) > 1:
            wrong[name] = (statuses, paths)
    # what follows a request that is whole is the next one, and is answered
    whole, calls = _answers(port, _HEAD + b"Content-Length: 0\r\n\r\n" + _HIDDEN)
    assert wrong == {}
    assert (whole, [each["path"] for each in calls]) == ([b"200", b"200"], ["/shown", "/hidden"])


def test_the_host_of_a_target_in_absolute_form_is_without_effect(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened()
    port = int(process.secure(process.port())["ports"][1])
    request = b"GET http://other.example/shown HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    statuses, answered = _answers(port, request)
    assert (statuses, [(each["path"], each["host"]) for each in answered]) == (
        [b"200"],
        [("/shown", "a")],
    )


HOSTS: dict[str, list[bytes]] = {
    "another mall's behind": [b"%(own)s", b"%(other)s"],
    "another mall's before": [b"%(other)s", b"%(own)s"],
    "the same twice": [b"%(own)s", b"%(own)s"],
    "two in one": [b"%(own)s, %(other)s"],
    "a trailing dot": [b"%(own)s."],
    "a name before @": [b"%(own)s@%(other)s"],
    "a port that is none": [b"%(own)s:99x"],
    "a path": [b"%(own)s/%(other)s"],
    "a blank before": [b" %(own)s"],
    "a tab within": [b"%(own)s\t%(other)s"],
    "a scheme": [b"https://%(own)s"],
    "a line's end": [b"%(own)s\r\nX: 1"],
}


@pytest.mark.parametrize("hosts", HOSTS.values(), ids=HOSTS)
def test_a_host_is_one_name_or_the_request_is_refused(world: World, hosts: list[bytes]) -> None:
    other = world.stage.new_world(f"{world.mall_id}-o")
    names = {b"own": wire.host(world), b"other": wire.host(other)}
    said = [(b"host", each % names) for each in hosts]
    headers = [*said, *wire.known(world)[1:]]
    reply = wire.send(world.stage, b"GET", b"/api/v2/admin/products/count", headers)
    assert reply.status in (400, 404)
    assert reply.message


OVERRIDES = (
    (b"x-http-method-override", b"DELETE"), (b"x-http-method", b"DELETE"),
    (b"x-method-override", b"DELETE"), (b"x-original-url", b"/api/v2/admin/products/1"),
    (b"x-rewrite-url", b"/api/v2/admin/products/1"), (b"x-forwarded-host", b"other.example"),
    (b"x-forwarded-server", b"other.example"), (b"forwarded", b"host=other.example;proto=http"),
    (b"x-host", b"other.example"), (b"x-real-ip", b"127.0.0.1"), (b"x-client-ip", b"127.0.0.1"),
    (b"true-client-ip", b"127.0.0.1"), (b"x-forwarded-prefix", b"/evil"),
    (b"x-forwarded-port", b"1"), (b"x-forwarded-proto", b"http"), (b"expect", b"100-continue"),
)  # fmt: skip


@pytest.mark.parametrize("header", OVERRIDES, ids=lambda header: header[0].decode())
def test_a_header_makes_no_other_request_of_it(world: World, header: tuple[bytes, bytes]) -> None:
    world.product()
    target = b"/api/v2/admin/activitylogs?start_date=2026-11-21&end_date=2026-11-21&limit=1"
    plain = wire.send(world.stage, b"GET", target, wire.known(world))
    reply = wire.send(world.stage, b"GET", target, [*wire.known(world), header])
    assert (reply.status, reply.body) == (200, plain.body)
    assert world.get("products/count") == {"count": 1}
