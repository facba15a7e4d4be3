"""Batches that are broken, lying, enormous or too many are refused, and nothing is kept of them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.analytics.collecting.collector import MOST_BYTES
from openmall.analytics.collecting.shape import LONGEST_AGO
from tests.analytics.collecting.tracking_browser import SHOP, batch, collected, rows, send, tell
from tests.hostile import wire
from tests.world import World, open_stage


def _raw(event: bytes = b'{"url":"/"}', more: bytes = b"") -> bytes:
    return b'{"batch_id":"batch-00001","events":[' + event + b"]" + more + b"}"


BROKEN = {
    "nothing": b"",
    "half an object": b'{"batch_id":"batch-00001"',
    "two documents": _raw() + _raw(),
    "no number": _raw(b'{"url":"/","ago":NaN}'),
    "a lone surrogate": _raw(b'{"url":"\\ud800"}'),
    "an overlong octet": _raw(b'{"url":"/\xc0\xaf"}'),
    "a raw new line": _raw(b'{"url":"/\n"}'),
    "ten thousand lists": _raw(b"[" * 10_000 + b"]" * 10_000),
    "ten thousand lists nobody asked for": _raw(more=b',"x":' + b"[" * 10_000 + b"]" * 10_000),
    "a form": b"batch_id=batch-00001&events=1",
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
def test_what_is_no_batch_is_refused(world: World, sent: bytes) -> None:
    answer = send(world, sent)

    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["code"] == str(answer.status_code)
    assert rows(world) == []


OUTSIDE: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"events": [{"url": "/"}]}, "batch_id"),
    "a short name": (batch(batch_id="short"), "batch_id"),
    "a long name": (batch(batch_id="x" * 65), "batch_id"),
    "a name with an end": (batch(batch_id="batch-00001\n"), "batch_id"),
    "a name in other letters": (batch(batch_id="묶음-00001-0001"), "batch_id"),
    "a short identifier": (batch(browser="short"), "browser"),
    "an identifier of other letters": (batch(browser="visitor 00001"), "browser"),
    "no shop": (batch(shop_no=0), "shop_no"),
    "a shop beyond all numbers": (batch(shop_no=2**63), "shop_no"),
    "no events": (batch() | {"events": []}, "events"),
    "too many events": (batch(*[{}] * 1_001), "events"),
    "an event of another kind": (batch({"kind": "order"}), "events.kind"),
    "an event without address": (batch() | {"events": [{}]}, "events.url"),
    "an address that is none": (batch({"url": "shop"}), "events.url"),
    "a script": (batch({"url": "javascript:alert(1)"}), "events.url"),
    "a file": (batch({"url": "ftp://shop.example.com/"}), "events.url"),
    "a long address": (batch({"url": "/" + "x" * 2_048}), "events.url"),
    "a long referrer": (batch({"referrer": "x" * 2_049}), "events.referrer"),
    "many words": (batch({"words": "x" * 201}), "events.words"),
    "the future": (batch({"ago": -1}), "events.ago"),
    "long ago": (batch({"ago": LONGEST_AGO + 1}), "events.ago"),
    "a product below nothing": (batch({"product_no": -1}), "events.product_no"),
    "a product beyond all numbers": (batch({"product_no": 2**53}), "events.product_no"),
    "half a product": (batch({"product_no": 1.5}), "events.product_no"),
}


@pytest.mark.parametrize(("sent", "parameter"), OUTSIDE.values(), ids=OUTSIDE)
def test_what_is_outside_of_its_bounds_is_named(
    world: World, sent: dict[str, Any], parameter: str
) -> None:
    answer = send(world, sent)

    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["more_info"]["parameter"] == parameter
    assert rows(world) == []


def test_a_batch_at_all_its_bounds_is_taken(world: World) -> None:
    event = {
        "url": "/" + "x" * 2_047,
        "words": "린" * 200,
        "ago": LONGEST_AGO,
        "product_no": 2**53 - 1,
    }
    tell(world, batch(event, *[{"url": "/"}] * 999, batch_id="x" * 64, browser="y" * 64))

    found = collected(world)
    assert len(found) == 1_000
    assert (found[0].product_no, len(found[0].url), len(found[0].about)) == (2**53 - 1, 2_048, 200)


def test_what_cannot_be_printed_is_not_kept(world: World) -> None:
    came = "https://a\x00b.example/\x00\u202e?q"
    tell(world, batch({"url": "/\x00a", "words": "\x00", "referrer": came}))

    [event] = collected(world)
    assert (event.url, event.about, event.referrer) == ("/a", "", "https://ab.example/")


def test_a_body_is_no_larger_than_is_taken(world: World) -> None:
    head, tail = b'{"batch_id":"batch-00001","events":[{"url":"/"}]', b"}"
    fits = head + b" " * (MOST_BYTES - len(head) - len(tail)) + tail

    assert send(world, fits + b" ").status_code == 413
    assert rows(world) == []
    assert send(world, fits).status_code == 204


def test_a_body_that_says_no_length_is_given_up_at_the_bound(world: World) -> None:
    parts = [b" " * 65_536] * 17

    reply = wire.send(world.stage, b"POST", b"/collect", [(b"host", wire.host(world))], parts)

    assert (reply.status, reply.message) == (413, f"The body is larger than {MOST_BYTES} bytes.")


@pytest.mark.parametrize("kind", ["text/html", "multipart/form-data; boundary=x", "image/gif"])
def test_a_body_of_another_kind_is_refused(world: World, kind: str) -> None:
    answer = send(world, batch(), content_type=kind)

    assert answer.status_code == 400
    assert rows(world) == []


def test_headers_without_end_or_sense_do_no_harm(world: World) -> None:
    headers = [
        (b"content-type", b"text/plain"),
        (b"user-agent", b"\xff\x01" * 20_000),
        (b"sec-ch-ua-mobile", b"\xff"),
        (b"dnt", b"\xff"),
        (b"sec-gpc", b""),
    ]

    answer = world.request(
        "POST", "/collect", content=msgspec.json.encode(batch()), headers=headers
    )

    assert answer.status_code == 204
    assert [(each.device, each.bot) for each in collected(world)] == [("pc", "")]


def test_an_address_may_tell_so_much_in_a_minute(tmp_path: Any) -> None:
    with open_stage(tmp_path, limits="enforce", collect_per_minute=3) as stage:
        world = stage.new_world("mymall")
        answers = [
            send(world, batch({"url": f"{SHOP}/{number}"}, batch_id=f"batch-{number:05}"))
            for number in range(4)
        ]
        stage.clock.pass_(60.0)
        later = send(world, batch({"url": f"{SHOP}/4"}, batch_id="batch-00003"))

        assert [each.status_code for each in answers] == [204, 204, 204, 429]
        assert answers[3].headers["retry-after"] == "60"
        assert answers[3].json()["error"]["message"] == "Too many batches."
        assert later.status_code == 204
        assert [each.url for each in collected(world)] == ["/0", "/1", "/2", "/4"]


def _long(number: int) -> bytes:
    """Return a batch of nearly 10,000 bytes."""
    events = [{"url": f"{SHOP}/{'x' * 1_900}"}] * 5
    encoded = msgspec.json.encode(batch(*events, batch_id=f"batch-{number:05}"))
    assert 9_700 < len(encoded) <= 10_000
    return encoded


def test_a_mall_takes_so_many_bytes_a_minute_and_of_one_address_an_eighth(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"limits": "enforce", "collect_bytes": 160_000}
    with open_stage(tmp_path, trusted_proxies=["127.0.0.1"], **settings) as stage:
        world, other = stage.new_world(), stage.new_world()

        def told(at: World, number: int, ip: str) -> int:
            status: int = send(at, _long(number), **{"X-Forwarded-For": ip}).status_code
            return status

        assert [told(world, at, "192.0.2.1") for at in range(3)] == [204, 204, 429]
        assert told(other, 3, "192.0.2.1") == 204, "it has a share of every mall"
        many = [told(world, 10 + at, f"192.0.2.{10 + at // 2}") for at in range(20)]
        assert many == [204] * 14 + [429] * 6
        assert told(other, 99, "192.0.2.99") == 204
        stage.clock.pass_(60)
        assert told(world, 100, "192.0.2.1") == 204
        assert len(rows(world)) == 17
