"""Whom a trusted proxy forwards, as limits and logs know them."""

import pytest

from openmall.http.request import Request
from openmall.http.transport import Proxies

PROXIES = Proxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"])


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("192.0.2.7:4712", "192.0.2.7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("2001:DB8:0::7", "2001:db8::7"),
        ("198.51.100.1, 192.0.2.7:4711", "192.0.2.7"),
        ("192.0.2.7:4711, 10.0.0.1:80", "192.0.2.7"),
        ("192.0.2.7, [2001:db8:1::1]:443, 10.0.0.1", "192.0.2.7"),
        ("unknown", "unknown"),
        ("_hidden:7", "_hidden:7"),
        ("192.0.2.7:", "192.0.2.7"),
        ("[", "["),
        ("", "127.0.0.1"),
    ],
)
def test_a_client_is_its_address_without_a_port(forwarded: str, client: str) -> None:
    request = _request("127.0.0.1", forwarded)

    PROXIES.apply_forwarded_headers(request)

    assert (request.ip, request.trusted) == (client, True)


def test_only_a_trusted_proxy_is_believed() -> None:
    request = _request("192.0.2.1", "198.51.100.1:80")

    PROXIES.apply_forwarded_headers(request)

    assert (request.ip, request.trusted) == ("192.0.2.1", False)


def _request(ip: str, forwarded: str) -> Request:
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": [(b"x-forwarded-for", forwarded.encode())],
        "client": (ip, 4711),
    }
    return Request(scope, _nothing, "id")


async def _nothing() -> dict[str, object]:
    return {}
