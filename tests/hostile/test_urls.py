"""URLs, hosts and headers that no decent client sends."""

import base64
import tempfile
from pathlib import Path

import pytest

from tests.hostile import wire
from tests.world import World, open_stage

RAW = "The URL holds a non-ASCII character or a symbol that is not percent-encoded."
NO_UTF8 = "The URL is not percent-encoded UTF-8."


@pytest.mark.parametrize(
    "target",
    [
        "products?product_name=앞치마".encode(),
        "상품".encode(),
        b"products?product_name=\xff",
        b"products?product_name=a b",
        b'products?product_name="a"',
        b"products?product_name=<a>",
        b"products?product_name={a}",
        b"products?product_name=a|b",
        b"products?product_name=a\\b",
        b"products?product_name=a^b`c",
        b"products?product_no[]=1",
        b"products?product_name=%",
        b"products?product_name=%zz",
        b"products?product_name=%4",
        b"products?a=\x00",
        b"products?a=\r\nX-Evil: 1",
        b"products#top",
    ],
)
def test_what_had_to_be_percent_encoded_is_400(world: World, target: bytes) -> None:
    reply = wire.read(world, target)
    assert (reply.status, reply.message) == (400, RAW)


@pytest.mark.parametrize(
    "target",
    [b"products?product_name=%ff", b"products?%c3%28=1", b"products/%80", b"products?a=%ED%A0%80"],
)
def test_octets_that_are_no_utf8_are_400(world: World, target: bytes) -> None:
    reply = wire.read(world, target)
    assert (reply.status, reply.message) == (400, NO_UTF8)


def test_an_encoded_name_and_brackets_are_read(world: World) -> None:
    world.product(product_name="앞치마")
    assert wire.read(world, b"products/count?product_name=%EC%95%9E").body == {"count": 1}
    listed = wire.read(world, b"products/count?product_no%5B%5D=1&product_no%5B%5D=2")
    assert listed.body == {"count": 1}


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"products/", 404),
        (b"products//", 404),
        (b"/products", 404),
        (b"products//1", 404),
        (b"products/./1", 404),
        (b"products/1/../1", 404),
        (b"../admin/products", 404),
        (b"%2e%2e/admin/products", 404),
        (b"products/%2e%2e/categories", 404),
        (b"products%2F1", 404),
        (b"PRODUCTS", 404),
        (b"products;x=1", 404),
        (b"products/1%00", 422),
        (b"products/%00", 422),
        (b"products/1%2F..%2F2", 422),
        (b"products/%20", 422),
        (b"products/-1", 422),
        (b"products/0x1", 422),
        (b"products/" + b"9" * 5_000, 422),
        (b"products/" + "１".encode().hex("%").upper().encode().join([b"%", b""]), 422),
    ],
)
def test_a_path_is_taken_literally(world: World, target: bytes, status: int) -> None:
    world.product()
    assert wire.read(world, target).status == status


def test_the_unknown_url_of_a_literal_segment_wins_over_a_placeholder(world: World) -> None:
    assert wire.read(world, b"products/count").body == {"count": 0}


@pytest.mark.parametrize("name", ["display", "limit", "anything"])
def test_a_parameter_given_twice_is_422(world: World, name: str) -> None:
    reply = wire.read(world, f"products?{name}=1&{name}=1".encode())
    assert (reply.status, reply.message) == (
        422,
        f"The parameter is given twice. (parameter.{name})",
    )


@pytest.mark.parametrize("name", ["embed", "fields"])
def test_names_to_answer_may_be_given_in_parts(world: World, name: str) -> None:
    number = world.product()["product_no"]
    first, second = ("product_no", "price") if name == "fields" else ("variants", "options")
    parts = wire.read(world, f"products?{name}={first}&{name}={second}".encode())
    joined = wire.read(world, f"products?{name}={first},{second}".encode())
    assert (parts.status, parts.body) == (200, joined.body)
    assert number == parts.body["products"][0]["product_no"]


def test_a_list_given_in_parts_is_one_list_of_at_most_a_hundred(world: World) -> None:
    many = b"&".join(b"product_no=%d" % at for at in range(1, 101))
    assert wire.read(world, b"products/count?" + many).body == {"count": 0}
    reply = wire.read(world, b"products/count?" + many + b"&product_no=101")
    assert reply.status == 422


def test_an_overlong_url_is_400(world: World) -> None:
    longest = 16_384 - len(b"/api/v2/admin/products")
    assert wire.read(world, b"products?" + b"a" * longest).status == 200
    reply = wire.read(world, b"products?" + b"a" * (longest + 1))
    assert (reply.status, reply.message) == (400, "The URL is longer than 16384 bytes.")


def test_a_query_of_too_many_parameters_is_400(world: World) -> None:
    reply = wire.read(world, b"products?" + b"&".join(b"a%d=1" % at for at in range(501)))
    assert (reply.status, reply.message) == (400, "The URL holds more than 500 parameters.")
    assert wire.read(world, b"products?&&&=&=1&" + b"&" * 400).status in (200, 400, 422)


@pytest.mark.parametrize(
    "query",
    [
        b"created_start_date=0001-01-01&created_end_date=9999-12-31",
        b"created_start_date=0001-01-01T00:00:00%2B09:00&created_end_date=9999-12-31T23:59:59%2B09:00",
        b"price_min=-2147483647&price_max=2147483647",
        b"product_weight=0.001",
        b"since_product_no=2147483647",
        b"product_name=" + b"%25" * 1_000,
    ],
)  # fmt: skip
def test_extreme_filters_find_what_there_is(world: World, query: bytes) -> None:
    assert wire.read(world, b"products?" + query).status == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stock_quantity_min", "9" * 30),
        ("stock_safety_max", "-" + "9" * 30),
        ("limit", "9" * 5_000),
        ("limit", "1_0"),
        ("limit", "+1"),
        ("limit", "%201"),
        ("limit", "1%0A"),
        ("limit", "%D9%A1"),
        ("price_min", "1e30"),
        ("price_min", "NaN"),
        ("price_min", "1_000"),
        ("price_min", "1e3"),
        ("price_min", "%201"),
        ("price_min", "%EF%BC%91"),
        ("product_weight", "1,1_0"),
        ("created_start_date", "2026-02-30"),
        ("created_start_date", "2026-01-01T25:00:00"),
        ("created_start_date", "2026-01-01T00:00:00%2B99:99"),
        ("created_start_date", "1795219200"),
        ("product_name", "a%00b"),
        ("additional_information_key", "%00"),
        ("product_tag", "%00,a"),
        ("shop_no", "0"),
    ],
)
def test_a_filter_that_is_nothing_is_422_and_named(world: World, name: str, value: str) -> None:
    reply = wire.read(world, f"products?{name}={value}".encode())
    assert reply.status == 422, reply.body
    assert reply.message.endswith(f"(parameter.{name})")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (b"", 400),
        (b"evil.example.com", 404),
        (b"openmall.localhost.evil.example.com", 404),
        (b"a.b.openmall.localhost", 404),
        (b"-x-.openmall.localhost", 404),
        (b"nobody-here.openmall.localhost", 404),
        (b".openmall.localhost", 404),
        (b"www.openmall.localhost", 404),
        (b"developers.openmall.localhost", 404),
        (b"\xff.openmall.localhost", 404),
        (b"x\x00.openmall.localhost", 404),
        (b"a@openmall.localhost", 404),
        (b"999.999.999.999", 404),
        (b"[::1", 404),
    ],
)
def test_a_host_that_is_no_shop_is_refused(world: World, host: bytes, status: int) -> None:
    headers = [(b"host", host), *wire.known(world)[1:]]
    reply = wire.send(world.stage, b"GET", b"/api/v2/admin/products", headers)
    assert (reply.status, reply.message != "") == (status, True)


def test_a_request_without_a_host_is_400(world: World) -> None:
    reply = wire.send(world.stage, b"GET", b"/api/v2/admin/products", wire.known(world)[1:])
    assert (reply.status, reply.message) == (400, "The Host header is missing.")


@pytest.mark.parametrize("host", ["%s.openmall.localhost:8443", "%s.OPENMALL.localhost"])
def test_a_host_may_have_a_port_and_any_case(world: World, host: str) -> None:
    headers = [(b"host", (host % world.mall_id).encode()), *wire.known(world)[1:]]
    assert wire.send(world.stage, b"GET", b"/api/v2/admin/products", headers).status == 200


def _basic(text: bytes) -> bytes:
    return b"Basic " + base64.b64encode(text)


@pytest.mark.parametrize(
    "authorization",
    [
        _basic(b"\x00:\x00"),
        _basic(b"a\x00b:key"),
        _basic(b"\xff:\xff"),
        _basic(b":"),
        _basic(b"a" * 10_000 + b":" + b"b" * 10_000),
        b"Basic",
        b"Basic \x00",
        b"Basic " + b"=" * 100,
        b"Negotiate a",
        b"\xff\xfe",
        b"Bearer \x00",
    ],
)
def test_credentials_of_any_octets_are_401(world: World, authorization: bytes) -> None:
    headers = [(b"host", wire.host(world)), (b"authorization", authorization)]
    for target in (b"/api/v2/products", b"/api/v2/admin/products"):
        assert wire.send(world.stage, b"GET", target, headers).status == 401
    partner = [(b"host", b"collection.openmall.localhost"), headers[1]]
    assert wire.send(world.stage, b"GET", b"/api/products", partner).status == 401


@pytest.mark.parametrize("client_id", [b"\x00", b"\xff", b"a\x00b", b"a" * 50_000])
def test_a_client_id_of_any_octets_is_401(world: World, client_id: bytes) -> None:
    headers = [(b"host", wire.host(world)), (b"x-platform-client-id", client_id)]
    assert wire.send(world.stage, b"GET", b"/api/v2/products", headers).status == 401


@pytest.mark.parametrize("mall_id", [b"%00", b"a%00b", b"nobody", b"%F0%9F%A7%B5", b"a" * 5_000])
def test_a_mall_that_is_none_is_404_on_the_analytics_api(world: World, mall_id: bytes) -> None:
    headers = [(b"host", b"analytics.openmall.localhost"), *wire.known(world)[1:]]
    target = b"/products/view?mall_id=" + mall_id
    assert wire.send(world.stage, b"GET", target, headers).status == 404


def test_forwarded_headers_of_a_stranger_are_not_believed(world: World) -> None:
    forwarded = [
        *wire.known(world),
        (b"x-forwarded-proto", b"https"),
        (b"x-forwarded-for", b"198.51.100.1"),
        (b"x-forwarded-host", b"evil.example.com"),
    ]
    target = b"/api/v2/admin/products/count"
    assert wire.send(world.stage, b"GET", target, forwarded, scheme="http").status == 403
    assert wire.send(world.stage, b"GET", target, forwarded).status == 200


def test_a_trusted_proxy_says_who_calls_and_how() -> None:
    proxy = "192.0.2.9"
    target = b"/api/v2/admin/products/count"
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), trusted_proxies=(proxy, "10.0.0.0/8")) as stage,
    ):
        world = stage.new_world("proxied")
        own = wire.known(world)

        def status(*headers: tuple[bytes, bytes], ip: str = proxy, scheme: str = "http") -> int:
            sent = [*own, *headers]
            return wire.send(stage, b"GET", target, sent, ip=ip, scheme=scheme).status

        assert status((b"x-forwarded-proto", b"https")) == 200
        assert status((b"x-forwarded-proto", b" HTTPS ")) == 200
        assert status((b"x-forwarded-proto", b"http"), scheme="https") == 403
        assert status() == 403
        assert status((b"x-forwarded-proto", b"https"), ip="198.51.100.1") == 403
        for junk in (b"", b",,,", b"\xff", b"not an address", b"10.0.0.1, " * 500):
            assert status((b"x-forwarded-proto", b"https"), (b"x-forwarded-for", junk)) == 200
        own[0] = (b"host", b"inside.example.com")
        assert status(
            (b"x-forwarded-proto", b"https"), (b"x-forwarded-host", wire.host(world))
        ) == 200  # fmt: skip
