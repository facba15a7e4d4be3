"""What waits to be written is bounded, in calls and in bytes."""

from typing import Any

import msgspec

from openmall.events.request_log.buffer import LONGEST, Buffer, RecordedCall

CALL = RecordedCall(
    at=0.0, seconds=0.0, api="admin", mall_id="", client_id="a", unproven=False, claimed="",
    authorization=b"", method="GET", path=b"/", query=b"", operation=None, status=200, version="",
    request_id="", ip="", headers=[], sent=b"", sent_size=0, answered=b"", answered_size=0,
)  # fmt: skip


def call(**said: Any) -> RecordedCall:
    return msgspec.structs.replace(CALL, **said)


def test_calls_are_taken_in_their_order_and_only_once() -> None:
    buffer = Buffer(most=3)
    calls = [call(request_id=str(at)) for at in range(3)]
    for each in calls:
        assert not buffer.is_full(unproven=False)
        buffer.add(each)
    assert buffer.is_full(unproven=False)
    buffer.lose("a")

    assert buffer.take() == (calls, {"a": 1})
    assert buffer.take() == ([], {})
    assert not buffer.is_full(unproven=False)


def test_what_is_given_back_comes_first_and_what_does_not_fit_is_lost_the_oldest_first() -> None:
    buffer = Buffer(most=3)
    old = [call(request_id="old1", client_id="a"), call(request_id="old2", client_id="b")]
    new = [call(request_id="new1"), call(request_id="new2")]
    for each in new:
        buffer.add(each)

    buffer.give_back(old, {"b": 4})

    assert buffer.take() == ([old[1], *new], {"a": 1, "b": 4})


def test_nothing_of_what_is_given_back_fits_into_a_full_buffer() -> None:
    buffer = Buffer(most=1)
    buffer.add(CALL)

    buffer.give_back([call(client_id="b")], {})

    assert buffer.take() == ([CALL], {"b": 1})


def test_calls_without_proof_take_a_quarter_at_most() -> None:
    buffer = Buffer(most=8)
    for _ in range(2):
        assert not buffer.is_full(unproven=True)
        buffer.add(call(unproven=True))

    assert buffer.is_full(unproven=True)
    assert not buffer.is_full(unproven=False)
    calls, _ = buffer.take()
    assert not buffer.is_full(unproven=True)
    buffer.give_back(calls, {})
    assert buffer.is_full(unproven=True)


def test_bodies_wait_while_there_is_room() -> None:
    buffer = Buffer(most_bytes=100)

    assert buffer.room_for(b"x" * 60) == b"x" * 60
    assert buffer.room_for(b"x" * 60) == b""
    assert buffer.room_for(b"x" * 40) == b"x" * 40
    buffer.take()
    assert buffer.room_for(b"x" * 60) == b"x" * 60


def test_a_long_body_never_waits() -> None:
    buffer = Buffer()

    assert buffer.room_for(b"x" * LONGEST) == b"x" * LONGEST
    assert buffer.room_for(b"x" * (LONGEST + 1)) == b""
