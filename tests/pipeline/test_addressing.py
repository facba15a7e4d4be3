"""Which mall and which API a host name speaks for."""

import pytest

from openmall.contract.errors import Malformed, NotFound
from openmall.pipeline.addressing import RESERVED, Address, Hosts


@pytest.mark.parametrize(
    ("host", "site", "mall_id"),
    [
        ("demo.shops.example", "mall", "demo"),
        ("DEMO.Shops.Example:8443", "mall", "demo"),
        ("my-shop-2.shops.example", "mall", "my-shop-2"),
        ("collection.shops.example", "collection", ""),
        ("analytics.shops.example", "analytics", ""),
        ("developers.shops.example", "developers", ""),
        ("shops.example", "bare", ""),
        ("localhost:8443", "bare", ""),
        ("127.0.0.1", "bare", ""),
        ("[::1]:8443", "bare", ""),
    ],
)
def test_a_host_names_a_mall_or_a_site(host: str, site: str, mall_id: str) -> None:
    expected = Address(site, mall_id, f"https://{host.lower()}")  # type: ignore[arg-type] # a Site
    hosts = Hosts("shops.example")
    assert hosts.read(host.encode()) == expected
    assert hosts.read(host.encode()) == expected, "from memory"


@pytest.mark.parametrize(
    "host",
    [
        "x.example",
        "ab.shops.example",
        "-ab.shops.example",
        "a.b.shops.example",
        "a" * 51 + ".shops.example",
        "a_b.shops.example",
        "demo.shops.example.",
        "shops.example.evil",
        "www.shops.example",
        "api.shops.example",
    ],
)
def test_any_other_host_is_no_shop(host: str) -> None:
    with pytest.raises(NotFound):
        Hosts("shops.example").read(host.encode())


def test_a_request_has_to_name_a_host() -> None:
    with pytest.raises(Malformed):
        Hosts("shops.example").read(b"")


def test_reserved_names_are_no_malls() -> None:
    for name in RESERVED:
        try:
            assert Hosts("shops.example").read(f"{name}.shops.example".encode()).site != "mall"
        except NotFound:
            continue
