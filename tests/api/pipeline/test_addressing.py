"""Which mall and which API a host name speaks for."""

import sys
from typing import Final

import pytest

from openmall.contract.errors import Malformed, Misdirected, NotFound
from openmall.http.addressing import MAX_HOST_BYTES, RESERVED, Address, Hosts
from tests.hostile import wire
from tests.world import Stage, World

MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("host", "site", "mall_id"),
    [
        ("demo.shops.example", "mall", "demo"),
        ("DEMO.Shops.Example:8443", "mall", "demo"),
        ("my-shop-2.shops.example", "mall", "my-shop-2"),
        ("collection.shops.example", "collection", ""),
        ("analytics.shops.example", "analytics", ""),
        ("developers.shops.example", "developers", ""),
        ("admin.shops.example:8443", "staff", ""),
        ("shops.example", "bare", ""),
        ("localhost:8443", "bare", ""),
        ("127.0.0.1", "bare", ""),
        ("[::1]:8443", "bare", ""),
        ("[2001:db8::7]", "bare", ""),
        ("192.0.2.7:8443", "bare", ""),
        ("demo.shops.example:1", "mall", "demo"),
        ("demo.shops.example:65535", "mall", "demo"),
    ],
)
def test_a_host_names_a_mall_or_a_site(host: str, site: str, mall_id: str) -> None:
    expected = Address(site, mall_id, f"https://{host.lower()}")  # type: ignore[arg-type] # a Site
    hosts = Hosts("shops.example", ["2001:DB8:0::7", "192.0.2.7", "shops.example", ""])
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
        "::1",
        "[127.0.0.1]",
        "[::1%eth0]",
        f"[fe80::1%{'a' * 200}]:443",
        "[[::1]]",
    ],
)
def test_any_other_host_is_no_shop(host: str) -> None:
    with pytest.raises(NotFound):
        Hosts("shops.example").read(host.encode())


@pytest.mark.parametrize(
    "host", ["192.0.2.8", "[2001:db8::8]:443", "0.0.0.0", "[::ffff:192.0.2.7]"]
)
def test_an_address_that_is_not_served_is_misdirected(host: str) -> None:
    with pytest.raises(Misdirected):
        Hosts("shops.example", ["192.0.2.7"]).read(host.encode())


def test_a_request_has_to_name_a_host() -> None:
    with pytest.raises(Malformed):
        Hosts("shops.example").read(b"")


def test_reserved_names_are_no_malls() -> None:
    for name in RESERVED:
        try:
            assert Hosts("shops.example").read(f"{name}.shops.example".encode()).site != "mall"
        except NotFound:
            continue


NO_PORTS = (
    "",
    "0",
    "00443",
    "65536",
    "99999",
    "443a",
    "-1",
    "+443",
    " 443",
    "443\n",
    "0" * 200 + "1",
)


@pytest.mark.parametrize("port", NO_PORTS)
def test_a_port_is_from_1_to_65535(port: str) -> None:
    for name in ("demo.shops.example", "localhost", "127.0.0.1", "[::1]", "x.example"):
        with pytest.raises(Malformed, match="port"):
            Hosts("shops.example").read(f"{name}:{port}".encode())


@pytest.mark.parametrize("length", [MAX_HOST_BYTES + 1, 16_384, 100_000])
def test_a_host_has_a_length_that_names_can_have(length: int) -> None:
    for host in (b"a" * length, b"demo.shops.example:" + b"0" * length, b"[::1%" + b"a" * length):
        with pytest.raises(Malformed, match="longer"):
            Hosts("shops.example").read(host)


def test_what_no_host_can_be_is_answered_in_the_form_of_all_errors(world: World) -> None:
    path = b"/api/v2/admin/products"
    for host in (
        wire.host(world) + b":" + b"0" * 65_000 + b"1",
        wire.host(world) + b":65536",
        b"x." * 200 + wire.host(world),
    ):
        reply = wire.send(world.stage, b"GET", path, [(b"host", host)])
        assert reply.status == 400
        assert reply.message.startswith("The Host header ")


def test_hosts_of_strangers_take_a_bounded_number_of_bytes(world: World) -> None:
    hosts = world.stage.app._hosts
    name = wire.host(world).partition(b":")[0].decode()
    for port in range(1, 3_001):
        for host in (
            f"{name}:{port}",
            f"{name.upper()}:{port}",
            f"127.{port % 256}.{port // 256}.1:{port}",
            f"{name}:{port:065000d}",
        ):
            wire.send(world.stage, b"GET", b"/nothing", [(b"host", host.encode())])

    kept = [
        sys.getsizeof(key) + sys.getsizeof(found) + sys.getsizeof(found.origin)
        for key, found in hosts._cache.items()
    ]
    assert sum(kept) + sys.getsizeof(hosts._cache) < MEGABYTE
    assert max(len(key) for key in hosts._cache) <= MAX_HOST_BYTES


LOCAL: Final = (b"127.0.0.1:8443", b"localhost:8443", b"[::1]:8443", b"127.9.9.9")


@pytest.mark.parametrize("host", LOCAL)
def test_on_this_machine_a_path_names_a_mall(world: World, host: bytes) -> None:
    world.product()

    reply = asked(world, host, f"/@{world.mall_id}/api/v2/admin/products/count".encode())

    assert (reply.status, reply.body) == (200, {"count": 1})


@pytest.mark.parametrize(
    ("host", "path"),
    [
        (b"openmall.localhost:8443", b"/@%b/api/v2/admin/products/count"),
        (b"other.openmall.localhost", b"/@%b/api/v2/admin/products/count"),
        (LOCAL[0], b"/@nobody-here/api/v2/admin/products/count"),
        (LOCAL[0], b"/@%b"),
        (LOCAL[0], b"/@-x-/api/v2/admin/products/count"),
        (LOCAL[0], b"/@/api/v2/admin/products/count"),
        (LOCAL[0], b"//@%b/api/v2/admin/products/count"),
        (LOCAL[0], b"/@%b/@%b/api/v2/admin/products/count"),
    ],
)
def test_any_other_path_names_none(world: World, host: bytes, path: bytes) -> None:
    reply = asked(world, host, path.replace(b"%b", world.mall_id.encode()))

    assert reply.status in (401, 404), reply.body


def test_a_token_of_one_mall_is_worth_nothing_in_another_by_its_path(
    world: World, stage: Stage
) -> None:
    other = stage.new_world()

    reply = asked(world, LOCAL[0], f"/@{other.mall_id}/api/v2/admin/products/count".encode())

    assert reply.status == 401


def asked(world: World, host: bytes, path: bytes) -> wire.Reply:
    """Return what the mall's app is answered at a host."""
    bearer = b"Bearer " + world.full.token.access_token.encode()
    return wire.send(world.stage, b"GET", path, [(b"host", host), (b"authorization", bearer)])
