"""Cookies are read as browsers send them, in time that grows with their length alone."""

import ast

import pytest

from openmall.http.cookies import MAX_COOKIE_BYTES, cookie, read_cookies
from openmall.http.request import Request
from tests.guards.sources import PACKAGE, sources
from tests.hostile import wire
from tests.hostile.test_patterns import _grows
from tests.world import World

SHORT = 16 * 1024
LONG = 100 * 1024
"""Characters: as long as the listener takes them."""

WORST = {
    "backslashes": lambda n: b'a="' + b"\\" * n + b'"',
    "escaped quotes": lambda n: b'a="' + b'\\"' * (n // 2) + b'"',
    "octal": lambda n: b'a="' + b"\\101" * (n // 4) + b'"',
    "many": lambda n: b"a=b;" * (n // 4),
    "blanks": lambda n: b"a=" + b" " * n + b";",
    "nothing": lambda n: b";" * n,
}


async def _nothing() -> dict[str, str]:
    return {}


def request(*lines: bytes) -> Request:
    scope = {
        "method": "GET", "scheme": "https", "path": "/", "query_string": b"",
        "headers": [(b"cookie", line) for line in lines],
    }  # fmt: skip
    return Request(scope, _nothing, "1")


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (b"", {}),
        (b"a=b", {"a": "b"}),
        (b"a=b; __Host-c=d=e;f=", {"a": "b", "__Host-c": "d=e", "f": ""}),
        (b" a = b ;a=c; no pair", {"a": "b"}),
        (b'a="b c"', {"a": '"b c"'}),
        (b"a=" + b"b" * MAX_COOKIE_BYTES + b"; c=d", {"a": "b" * (MAX_COOKIE_BYTES - 2)}),
    ],
)
def test_cookies_are_read_as_they_came(sent: bytes, read: dict[str, str]) -> None:
    came = request(sent)

    assert read_cookies(came) == read
    assert {name: cookie(came, name.encode()) for name in read} == {
        name: value.encode() for name, value in read.items()
    }


def test_a_long_header_is_cut_and_parsed_once() -> None:
    came = request(b"a=b;" * 30_000 + b"late=x")
    first = read_cookies(came)
    came.headers.clear()

    assert cookie(came, b"a") == b"b"
    assert cookie(came, b"late") is None
    assert read_cookies(came) is first


def test_headers_that_pages_read_often_are_read_in_one_place() -> None:
    places = {
        (bytes(node.value), str(source.path.relative_to(PACKAGE)))
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Constant)
        and node.value in (b"cookie", b"accept-language", b"user-agent")
    }

    # the collector cuts what it stores; `request.py` joins lines
    assert places == {
        (b"cookie", "http/cookies.py"),
        (b"cookie", "http/request.py"),
        (b"accept-language", "http/web/languages.py"),
        (b"user-agent", "http/web/devices.py"),
        (b"user-agent", "analytics/collecting/collector.py"),
    }


@pytest.mark.parametrize("worst", sorted(WORST))
def test_cookies_of_strangers_take_time_in_proportion(worst: str) -> None:
    make = WORST[worst]

    assert not _grows(lambda cookie: read_cookies(request(cookie)), make(SHORT), make(LONG))


@pytest.mark.parametrize("path", [b"/developers", b"/admin", b"/", b"/api/v2/oauth/authorize"])
def test_no_page_is_held_up_by_a_cookie(world: World, path: bytes) -> None:
    def show(cookie: bytes) -> None:
        headers = [(b"host", wire.host(world)), (b"cookie", cookie)]
        wire.send(world.stage, b"GET", path, headers)

    show(b"")  # what is made once
    assert not _grows(show, WORST["backslashes"](SHORT), WORST["backslashes"](LONG))


def test_cookies_that_are_split_into_lines_are_all_read() -> None:
    # as HTTP/2 clients send them (RFC 9113, section 8.2.3)
    assert read_cookies(request(b"a=1", b"b=2; c=3")) == {"a": "1", "b": "2", "c": "3"}
