"""Bodies that are broken, lying, enormous or clever are refused and change nothing."""

import gzip
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openmall.api.storefront import BODY_LIMIT
from openmall.contract.errors import Malformed
from openmall.http import body
from tests.every_operation.operation_calls import rows
from tests.hostile import wire
from tests.world import World, open_stage

VALID = {"product_name": "Linen apron", "supply_price": "5000"}


def _with(**fields: Any) -> bytes:
    return json.dumps({"request": {**VALID, **fields}}).encode()


def _raw(name: str, text: str) -> bytes:
    """Return a body in which one field is written exactly as `text`."""
    return f'{{"request":{{"product_name":"A","supply_price":"1","{name}":{text}}}}}'.encode()


BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "white space": b" \n",
    "half an object": b'{"request":{"product_name":"A"',
    "a trailing comma": b'{"request":{},}',
    "two documents": b'{"request":{}}{"request":{}}',
    "single quotes": b"{'request':{}}",
    "a comment": b'{"request":{}/**/}',
    "no number": _raw("product_used_month", "NaN"),
    "infinity": _raw("product_used_month", "Infinity"),
    "minus infinity": _raw("price", "-Infinity"),
    "a leading zero": _raw("product_used_month", "01"),
    "a plus sign": _raw("product_used_month", "+1"),
    "a hexadecimal": _raw("product_used_month", "0x10"),
    "a byte order mark": b"\xef\xbb\xbf" + _with(),
    "utf-16": _with().decode().encode("utf-16"),
    "utf-32": _with().decode().encode("utf-32-le"),
    "latin-1": '{"request":{"product_name":"Café","supply_price":"1"}}'.encode("latin-1"),
    "an overlong octet": _raw("model_name", '"@"').replace(b"@", b"\xc0\xaf"),
    "a surrogate in octets": _raw("model_name", '"@"').replace(b"@", b"\xed\xa0\x80"),
    "a lone high surrogate": _raw("model_name", r'"\ud800"'),
    "a lone low surrogate": _raw("model_name", r'"\udc00"'),
    "surrogates the wrong way round": _raw("model_name", r'"\udc00\ud800"'),
    "a raw control character": _raw("model_name", '"\x01"'),
    "a raw new line": _raw("model_name", '"a\nb"'),
    "an unknown escape": _raw("model_name", r'"\x41"'),
    "a name given twice": _raw("product_name", '"B"'),
    "a name given twice within": _raw("product_volume", '{"product_width":"1","product_width":""}'),
    "a request given twice": b'{"request":{},"request":{}}',
    "ten thousand lists": b'{"request":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "ten thousand objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "a list at the top": b"[" + _with() + b"]",
    "a string at the top": b'"request"',
    "a form": b"product_name=A&supply_price=1",
    "a request that is a list": b'{"request":[]}',
    "a request that is text": b'{"request":"x"}',
    "a number no float holds": _raw("product_used_month", "1e400"),
}  # fmt: skip


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_a_body_that_is_no_request_is_400(world: World, body: bytes) -> None:
    before = rows(world)
    reply = wire.write(world, body)
    assert (reply.status, reply.message != "") == (400, True)
    assert "Traceback" not in reply.message
    assert rows(world) == before


OUTSIDE: dict[str, tuple[bytes, str]] = {
    "an integer of 400 digits": (_raw("product_used_month", "1" + "0" * 400), "product_used_month"),
    "a negative one": (_raw("buy_unit", "-1" + "0" * 400), "buy_unit"),
    "an integer past 64 bits": (_raw("origin_place_no", str(2**64)), "origin_place_no"),
    "one below them": (_raw("origin_place_no", str(-(2**63) - 1)), "origin_place_no"),
    "a list of one": (_raw("main", f"[{2**70}]"), "main"),
    "a group beyond all numbers": (_raw("buy_group_list", f"[{2**64}]"), "buy_group_list"),
    "a negative month beyond": (_raw("product_used_month", str(-(2**70))), "product_used_month"),
    "an amount of 400 digits": (_raw("price", '"' + "9" * 400 + '"'), "price"),
    "an amount as a huge power": (_raw("price", '"1e400"'), "price"),
    "an amount that is no number": (_raw("price", '"NaN"'), "price"),
    "a signalling one": (_raw("price", '"sNaN"'), "price"),
    "an infinite amount": (_raw("price", '"Infinity"'), "price"),
    "an infinite tier": (
        _raw(
            "shipping_rates",
            '[{"shipping_rates_min":"0","shipping_rates_max":"inf","shipping_fee":"1"}]',
        ),
        "shipping_rates.shipping_rates_max",
    ),
    "an amount in Python's writing": (_raw("price", '"1_000"'), "price"),
    "an amount in other digits": (_raw("price", '"１０"'), "price"),
    "a tier with a power of ten": (
        _raw(
            "shipping_rates",
            '[{"shipping_rates_min":"0","shipping_rates_max":"1e3","shipping_fee":"1"}]',
        ),
        "shipping_rates.shipping_rates_max",
    ),
    "a fraction for a whole number": (_raw("buy_unit", "1.5"), "buy_unit"),
    "a boolean for a number": (_raw("buy_unit", "true"), "buy_unit"),
    "a boolean for a flag": (_raw("display", "true"), "display"),
    "a list for a text": (_raw("model_name", '["a"]'), "model_name"),
    "an object for a text": (_raw("model_name", '{"$gt":""}'), "model_name"),
    "null for a text": (_raw("model_name", "null"), "model_name"),
    "a NUL": (_raw("model_name", r'"a\u0000b"'), "model_name"),
    "a NUL in a list": (_raw("product_tag", r'["a\u0000b"]'), "product_tag"),
    "a NUL in a name": (_raw("country_hscode", r'{"K\u0000":"1"}'), "country_hscode"),
    "a NUL far inside": (_raw("product_volume", r'{"product_width":"\u0000"}'),
                         "product_volume.product_width"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "parameter"), OUTSIDE.values(), ids=OUTSIDE)
def test_a_value_beyond_all_bounds_is_422_and_names_its_parameter(
    world: World, body: bytes, parameter: str
) -> None:
    before = rows(world)
    reply = wire.write(world, body)
    assert (reply.status, reply.message[-len(parameter) - 12 :]) == (
        422,
        f"(parameter.{parameter})",
    ), reply.body
    assert rows(world) == before


def test_an_amount_of_minus_nothing_is_nothing(world: World) -> None:
    reply = wire.write(world, _with(price="-0", additional_price="-0.000"))
    assert reply.status == 201
    made = reply.body["product"]
    assert (made["price"], made["additional_price"]) == ("0.00", "0.00")
    assert world.get("products/1")["product"]["price"] == "0.00"


def test_what_a_client_may_not_set_is_ignored_and_named(world: World) -> None:
    mine = {
        "product_no": 77,
        "mall_id": "other",
        "product_code": "P000ZZZZ",
        "created_date": "2001-01-01T00:00:00+09:00",
        "approve_status": "C",
        "sold_out": "T",
    }
    reply = wire.write(world, _with(**mine))
    assert reply.status == 201
    assert reply.headers["x-platform-ignored"].decode().split(", ") == list(mine)
    read = world.get("products/1")["product"]
    assert (read["product_code"], read["sold_out"], read["approve_status"]) == ("P000000A", "F", "")
    assert read["created_date"].startswith("2026-11-2")
    assert world.stage.new_world(f"x-{world.mall_id}").get("products/count") == {"count": 0}


def test_the_number_in_the_path_wins_over_the_one_in_the_body(world: World) -> None:
    world.product()
    world.product()
    body = b'{"request":{"product_no":2,"product_name":"Changed"}}'
    assert wire.write(world, body, b"products/1", b"PUT").status == 200
    names = [world.get(f"products/{number}")["product"]["product_name"] for number in (1, 2)]
    assert names == ["Changed", "Linen apron"]


SQL = ("'; DROP TABLE product; --", "%", "_", "\\", "' OR '1'='1", '"', "🧵 👩\u200d🧵", "a" * 250)


@pytest.mark.parametrize("text", SQL)
def test_text_that_looks_like_sql_is_text(world: World, text: str) -> None:
    world.product(product_name="Linen apron")
    made = world.product(product_name=text)
    assert made["product_name"] == text
    found = world.get("products", product_name=text)["products"]
    assert [each["product_no"] for each in found] == [2]
    assert world.get("products/count", product_code=text) == {"count": 0}


def test_names_with_line_breaks_cannot_write_headers(world: World) -> None:
    names = ["a\r\nX-Evil: 1", "b\nSet-Cookie: c=d", "\x7f\x01", "ü" * 100, "c" * 500]
    reply = wire.write(world, _with(**dict.fromkeys(names, 1)))
    assert reply.status == 201
    said = reply.headers["x-platform-ignored"]
    assert said.isascii()
    assert b"\n" not in said
    assert said.startswith(b"a%0D%0AX-Evil%3A%201, b%0ASet-Cookie%3A%20c%3Dd, %7F%01, ")
    assert len(said) < 1_000


def test_a_thousand_unknown_names_do_not_make_a_long_header(world: World) -> None:
    reply = wire.write(world, _with(**{f"name_{at}": 1 for at in range(1_000)}))
    assert reply.status == 201
    assert len(reply.headers["x-platform-ignored"].split(b", ")) == 10


@pytest.fixture(scope="module")
def small() -> Iterator[World]:
    """A mall that takes bodies of a thousand bytes."""
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder), body_limit=1_000) as s:
        yield s.new_world("small")


def test_a_body_up_to_the_limit_is_read_and_one_byte_more_is_413(small: World) -> None:
    fits = _with(description="x" * (1_000 - len(_with(description=""))))
    assert len(fits) == 1_000
    assert wire.write(small, fits).status == 201
    reply = wire.write(small, fits + b" ")
    assert (reply.status, reply.message) == (413, "The body is larger than 1000 bytes.")
    assert wire.write(small, [fits, b" "]).status == 413
    assert wire.write(small, [b" "] * 1_001).status == 413


def test_a_storefront_takes_smaller_bodies_than_the_installation(world: World) -> None:
    def sent(size: int) -> int:
        content = b'{"request":{"product_no":1}}'.ljust(size)
        headers = {"Content-Type": "application/json"}
        status: int = world.request(
            "POST", "/api/v2/carts", auth=world.full.basic, content=content, headers=headers
        ).status_code
        return status

    assert (sent(BODY_LIMIT), sent(BODY_LIMIT + 1)) == (422, 413)


TWICE = [
    b'{"a":1,"a":2}', b'{"a":"x:y","a":1}', b'{"a":1,"a":"\\u003a"}',
    b'{"a":":","b":{"c":1,"c":1}}',
    b'{"a":1,"\\u0061":2}', b'{"a\\"":1,"a\\"":2}', b'[{"a":[{"b":1,"b":":"}]}]',
]  # fmt: skip
ONCE = [
    b'{"a":":"}', b'{":":1}', b'{"a":"\\u003a\\u003a"}', b'{"a\\":":1}', b'{"a":"\\\\","b":":"}',
    b'{"a":{"a":1},"b":["a:",{"a":":"}]}', b'{"a":"\\"\\":\\""}',
]  # fmt: skip


@pytest.mark.parametrize("sent", TWICE)
def test_a_name_given_twice_is_seen(sent: bytes) -> None:
    with pytest.raises(Malformed, match="A name is given twice"):
        body.decode(sent)


@pytest.mark.parametrize("sent", ONCE)
def test_a_colon_within_a_text_is_no_name(sent: bytes) -> None:
    assert body.decode(sent) == json.loads(sent)


def test_a_colon_in_a_text_makes_no_body_slow_to_read() -> None:
    def seconds(text: bytes) -> float:
        sent = b'{"request":{"a":' + text + b',"b":[' + b",".join([b"{}"] * 300_000) + b"]}}"
        started = time.process_time()
        body.decode(sent)
        return time.process_time() - started

    plain = min(seconds(b'"."') for _ in range(3))
    assert min(seconds(b'":\\u003a"') for _ in range(3)) < 3 * plain
    assert min(seconds(b'":"') for _ in range(3)) < 2 * plain


def test_a_body_may_come_in_pieces(small: World) -> None:
    assert wire.write(small, [bytes([each]) for each in _with()]).status == 201
    assert wire.write(small, [b"", *[_with()], b""]).status == 201


@pytest.mark.parametrize(
    ("declared", "status"),
    [(b"1001", 413), (b"9" * 5_000, 413), (b"-1", 201), (b"x", 201), (b"0", 201), (b"", 201)],
)
def test_the_declared_length_is_only_believed_when_it_is_too_much(
    small: World, declared: bytes, status: int
) -> None:
    headers = [*wire.known(small), (b"content-length", declared)]
    target = b"/api/v2/admin/products"
    assert wire.send(small.stage, b"POST", target, headers, _with()).status == status


def test_a_client_that_goes_away_in_the_middle_changes_nothing(world: World) -> None:
    before = rows(world)
    target = b"/api/v2/admin/products"
    reply = wire.send(world.stage, b"POST", target, wire.known(world), _with(), stops=True)
    assert (reply.status, reply.message) == (400, "The body ends early.")
    assert rows(world) == before


def test_a_body_that_does_not_arrive_in_time_is_408() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), body_seconds=0.05) as stage,
    ):
        world = stage.new_world("slow")
        before = rows(world)
        target = b"/api/v2/admin/products"
        reply = wire.send(stage, b"POST", target, wire.known(world), _with(), stalls=True)
        assert (reply.status, reply.message) == (
            408,
            "The body did not arrive within 0.05 seconds.",
        )
        assert rows(world) == before


def test_a_compressed_body_is_refused_for_what_it_is(world: World) -> None:
    sent = gzip.compress(b'{"request":{"category_name":"Aprons"}}')
    lines = [*wire.known(world), (b"content-encoding", b"gzip")]

    answer = wire.send(world.stage, b"POST", b"/api/v2/admin/categories", lines, sent)

    assert (answer.status, answer.message) == (
        400,
        "Content-Encoding is not supported: send the body uncompressed.",
    )
