"""What strangers write is cut before it is masked and kept, and hidden all the same."""

import inspect
import random
import re
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from openmall.api.registry import apis
from openmall.contract.operation import Operation
from openmall.events.request_log.buffer import LONGEST_CREDENTIAL, LONGEST_ID, LONGEST_URL
from openmall.events.request_log.redaction import (
    LONGEST_BODY,
    LONGEST_MESSAGE,
    LONGEST_VALUE,
    MASK,
    MOST_REMEMBERED,
    Masking,
    rules_of,
)
from openmall.events.request_log.secret_shapes import CUT, MARGIN, cut, shapes_masked
from tests.events.request_log.log_reader import Log
from tests.hostile import wire
from tests.hostile.test_patterns import _grows

SHORT = 16 * 1024
LONG = 100 * 1024
"""Characters: as long as the listener takes them."""

OPERATIONS = {f"{api.name} {each.name}": each for api in apis().all for each in api.operations}
PRODUCTS = OPERATIONS["admin POST products"]
PRODUCT = OPERATIONS["admin GET products/{product_no}"]
CART = OPERATIONS["storefront POST carts"]
WORST: dict[str, Callable[[int], str]] = {
    "a long name before @": lambda n: f"{'a' * (n // 2)}@{'1.' * (n // 4)}",
    "letters": lambda n: "a" * n,
    "both cases": lambda n: "aA" * (n // 2),
    "@ at every other place": lambda n: "a@" * (n // 2),
    "@ alone": lambda n: "@" * n,
    "endings that are none": lambda n: f"a@{'.1a' * (n // 3)}",
    "phones that are none": lambda n: "0101234567" * (n // 10),
    "words": lambda n: "a " * (n // 2),
    "commas": lambda n: "a," * (n // 2),
    "parameters": lambda n: "a=1&" * (n // 4),
    "segments": lambda n: "/a" * (n // 2),
    "octets": lambda n: "%40" * (n // 3),
}
SECRETS = [
    "haneul.kim@example.org", "x" * 40 + "@" + "mail." * 9 + "example.com", "010-1234-5678",
    "TixBKRMHDtHSjBzCf2KFZa1b2", "010 1234 5678",
]  # fmt: skip
_OLD_MAIL = re.compile(r"[^\s@\"<>,;:/?&=()]+@[^\s@\"<>,;:/?&=()]+\.[A-Za-z]{2,}")


def of(operation: Operation | None) -> Masking:
    return Masking(rules_of(operation), b"")


def _named(text: str) -> bytes:
    return msgspec.json.encode({"request": {text: 1}})


def _valued(text: str) -> bytes:
    return msgspec.json.encode({"request": {"product_name": text}})


def _refused(text: str) -> bytes:
    return msgspec.json.encode({"error": {"message": text, "more_info": {"parameter": text}}})


def _told_again(text: str) -> str:
    masked = of(CART)
    values = {f"{at}": text[: at + 3] for at in range(MOST_REMEMBERED - 1)}
    masked.body(msgspec.json.encode({"request": values}))
    return masked.message(text)


ENTRIES: dict[str, tuple[Callable[[str], str], int]] = {
    "body": (lambda text: of(PRODUCTS).body(_valued(text)), LONGEST_BODY),
    "body, a name": (lambda text: of(PRODUCTS).body(_named(text)), LONGEST_BODY),
    "body of people": (lambda text: of(CART).body(_valued(text)), LONGEST_BODY),
    "body of a refusal": (lambda text: of(CART).body(_refused(text), answer=True), LONGEST_BODY),
    "query": (lambda text: of(PRODUCT).query(b"q=" + text.encode()), LONGEST_VALUE),
    "query, a name": (lambda text: of(CART).query(text.encode() + b"=1"), LONGEST_VALUE),
    "path": (
        lambda text: of(None).path(f"/x/{text}".encode(), None, frozenset({"a"})), LONGEST_VALUE,
    ),
    "path of an operation": (
        lambda text: of(PRODUCT).path(f"/api/v2/admin/products/{text}".encode(), PRODUCT,
                                      frozenset()), LONGEST_VALUE,
    ),
    "message": (lambda text: of(None).message(text), LONGEST_MESSAGE),
    "message with what was masked": (_told_again, LONGEST_MESSAGE),
    "cut": (lambda text: cut(text, LONGEST_VALUE), LONGEST_VALUE),
}  # fmt: skip


def test_all_ways_into_the_masking_are_tried() -> None:
    public = {name for name, _ in inspect.getmembers(Masking, inspect.isfunction)
              if not name.startswith("_")}  # fmt: skip
    assert public <= {each.partition(",")[0].partition(" ")[0] for each in ENTRIES}


@pytest.mark.parametrize("worst", sorted(WORST))
@pytest.mark.parametrize("entry", sorted(ENTRIES))
def test_what_is_masked_is_bounded_and_takes_time_in_proportion(entry: str, worst: str) -> None:
    work, most = ENTRIES[entry]
    short, long = WORST[worst](SHORT), WORST[worst](LONG)

    for text in (short, long):
        assert len(work(text)) <= most + len(CUT)
    assert not _grows(work, short, long)


def test_only_a_bounded_text_reaches_the_patterns() -> None:
    seen: list[int] = []

    def mask(text: str) -> str:
        seen.append(len(text))
        return shapes_masked(text)

    for length in (10, LONGEST_VALUE, LONGEST_VALUE + 1, SHORT, LONG):
        cut("a" * length, LONGEST_VALUE, mask)

    assert max(seen) == LONGEST_VALUE + MARGIN


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_that_is_cut_in_two_is_not_shown_in_part(secret: str) -> None:
    for shift in range(-len(secret) - 2, MARGIN + 2):
        filling = "- " * LONGEST_VALUE
        before = filling[: LONGEST_VALUE + shift]
        shown = cut(f"{before} {secret} {filling}", LONGEST_VALUE)
        assert shown.endswith(CUT)
        assert secret[:5] not in shown.replace(MASK, "")
        assert secret[-5:] not in shown.replace(MASK, "")


def test_what_looked_like_a_mail_address_is_hidden_as_before() -> None:
    draw = random.Random(7)
    letters = "aB1.@ ,-_é가\t@..ab"
    for _ in range(20_000):
        text = "".join(draw.choice(letters) for _ in range(draw.randrange(6, 24)))
        # a key or a phone there is none in so few letters
        now, then = shapes_masked(text), _OLD_MAIL.sub(MASK, text)
        if all(word.count("@") < 2 for word in text.split()):
            assert now == then
        else:
            assert len(now.replace(MASK, "")) <= len(then.replace(MASK, ""))


def test_a_path_too_long_to_say_where_its_parameters_are_shows_none() -> None:
    operation = OPERATIONS["admin GET customers/{member_id}/memos/{memo_no}"]
    path = f"/api/v2/admin/customers/{'kim-haneul-' * 300}/memos/{'1' * 300}".encode()

    for sent in (path, path[:LONGEST_URL]):
        shown = of(operation).path(sent, operation, frozenset())
        assert shown == "/customers/{member_id}/memos/{memo_no}…"


def test_a_refusal_of_too_many_masked_values_shows_nothing() -> None:
    masked = of(CART)
    values = {str(at): f"Kim {at}" for at in range(MOST_REMEMBERED + 1)}
    masked.body(msgspec.json.encode({"request": values}))

    assert masked.message("No Kim 5.") == MASK


def test_a_masked_value_is_hidden_where_it_stands_by_itself_alone() -> None:
    masked = of(CART)
    masked.body('{"request": {"name": "a-b", "note": "가나다"}}'.encode())

    told = masked.message("a-b xa-b a-bx a-b-a-b a-ba-b _a-b (a-b) 가나다 가나다라 a-b")

    assert told == "*** xa-b a-bx ***-*** a-ba-b _a-b (***) *** 가나다라 ***"


def _attack(log: Log, path: bytes, body: bytes = b"", method: bytes = b"GET") -> int:
    """Send a call that proves nothing but its public client id, and return its status."""
    headers = [
        (b"host", wire.host(log.world)),
        (b"content-type", b"application/json"),
        (b"x-platform-client-id", log.client_id.encode()),
    ]
    return wire.send(log.world.stage, method, path, headers, body).status


def _mail(length: int) -> bytes:
    return WORST["a long name before @"](length).encode()


@pytest.mark.parametrize("length", [SHORT // 2, SHORT, LONG])
def test_a_long_path_of_a_stranger_is_kept_as_far_as_it_may_be(log: Log, length: int) -> None:
    status = _attack(log, b"/api/v2/" + _mail(length))

    row = log.last()
    assert status == row.status == (400 if length >= SHORT else 404)
    assert row.path == f"/api/v2/{'a' * (LONGEST_VALUE - len('/api/v2/'))}{CUT}"


@pytest.mark.parametrize("length", [SHORT, 30_000, 60_000])
def test_a_long_name_in_a_body_of_a_stranger_is_cut(log: Log, length: int) -> None:
    status = _attack(log, b"/api/v2/carts", _named(_mail(length).decode()), b"POST")

    row = log.last()
    assert status == row.status == 422
    assert msgspec.json.decode(row.sent) == {"request": {f"{'a' * 100}{CUT}": MASK}}
    assert row.sent_size > length


def _waiting(log: Log) -> list[Any]:
    return log.world.stage.app.request_log_writer.buffer._calls


@pytest.mark.parametrize("length", [SHORT, LONG])
def test_a_call_of_a_stranger_waits_in_a_bounded_number_of_bytes(log: Log, length: int) -> None:
    long = b"a" * length
    headers = [
        (b"host", wire.host(log.world)),
        (b"authorization", b"Bearer " + long),
        (b"x-platform-client-id", long),
    ]
    wire.send(log.world.stage, b"A" * length, b"/api/v2/" + long + b"?" + long, headers)

    [call] = _waiting(log)
    assert len(call.path) == len(call.query) == LONGEST_URL
    assert (len(call.authorization), len(call.method)) == (LONGEST_CREDENTIAL, LONGEST_ID)
    assert len(call.claimed) == LONGEST_ID
    texts = [value for value in msgspec.structs.astuple(call) if isinstance(value, str | bytes)]
    assert sum(map(sys.getsizeof, texts)) < 8_000
    log.write()


def test_the_worker_is_not_held_up_by_the_path_of_a_stranger(log: Log) -> None:
    def sent(path: bytes) -> None:
        for _ in range(5):
            _attack(log, path)
        log.write()

    assert not _grows(sent, b"/api/v2/" + _mail(SHORT), b"/api/v2/" + _mail(LONG))
