"""Request bodies: bounded, strict JSON, in the documented envelope.

Specification: "Shared conventions" 6; "Errors" 400.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.contract.errors import Invalid, Malformed, RequestTimeout, TooLarge, Unavailable
from openmall.contract.json_values import Json
from openmall.contract.operation import Operation
from openmall.contract.refusal import Phrase
from openmall.http.refusals import (
    BODY_INCOMPLETE,
    BODY_NOT_AN_OBJECT,
    BODY_TOO_LARGE,
    BODY_TOO_SLOW,
    CHARSET_NOT_UTF_8,
    CONTENT_ENCODING_UNSUPPORTED,
    CONTENT_TYPE_NOT_JSON,
    JSON_NAME_REPEATED,
    MALFORMED_ENVELOPE,
    MALFORMED_JSON,
    REQUEST_MISSING,
    REQUESTS_MISSING,
    SHOP_NO_CONTRADICTORY,
    TOO_MANY_OBJECTS,
    TOO_MUCH_SENT_AT_ONCE,
    TWO_ENVELOPES,
    UNREADABLE_JSON,
)
from openmall.http.request import Request

MAX_BUFFERED_BYTES: Final = 256 * 1024 * 1024
"""Bytes of incomplete bodies, of all clients of a worker. Beyond it only bodies are accepted that
arrive in one message, so that slow clients cannot exhaust the memory."""
_TEXT: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.S)
"""A JSON text; one without an end takes the rest, so that none is looked at twice."""


_CHARSET: Final = re.compile(rb';[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)', re.I)
_UTF_8: Final = frozenset((b"utf-8", b"utf8", b"us-ascii"))
"""Names of charsets whose texts are UTF-8."""


class _Buffered:
    """The bytes of incomplete bodies now in memory."""

    bytes = 0


def require_json(request: Request) -> None:
    """Raise Malformed (400) unless the body is declared as JSON in UTF-8, and is not compressed.

    `charset` has no meaning for JSON, which is always UTF-8 (RFC 8259 8.1, 11). A client that names
    another one would have its text misread.
    """
    content_type = request.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if content_type != b"application/json":
        raise Malformed(CONTENT_TYPE_NOT_JSON)
    charset = _CHARSET.search(request.headers.get(b"content-type", b""))
    if charset is not None and charset[1].lower() not in _UTF_8:
        raise Malformed(CHARSET_NOT_UTF_8)
    if request.headers.get(b"content-encoding", b"identity").strip().lower() != b"identity":
        raise Malformed(CONTENT_ENCODING_UNSUPPORTED)


async def read(request: Request, *, limit: int, seconds: float) -> bytes:
    """Return the body, at most `limit` bytes received within `seconds`.

    Raises TooLarge (413) as soon as it is known, RequestTimeout (408), Malformed (400) when the
    client disconnects early, and Unavailable (503) when too many bodies are incomplete.
    """
    length = request.headers.get(b"content-length", b"0")
    # int() refuses numbers of thousands of digits; no valid length has more than 18
    if length.isdigit() and (len(length) > 18 or int(length) > limit):
        raise TooLarge(BODY_TOO_LARGE, most=limit)
    try:
        async with asyncio.timeout(seconds):
            return await _receive(request, limit)
    except TimeoutError:
        raise RequestTimeout(BODY_TOO_SLOW, seconds=format(seconds, "g")) from None


async def _receive(request: Request, limit: int) -> bytes:
    parts: list[bytes] = []
    size = buffered = 0
    try:
        while True:
            message = await request.receive()
            if message["type"] == "http.disconnect":
                raise Malformed(BODY_INCOMPLETE)
            part = message.get("body", b"")
            size += len(part)
            if size > limit:
                raise TooLarge(BODY_TOO_LARGE, most=limit)
            if not message.get("more_body"):
                return part if not parts else b"".join((*parts, part))
            if _Buffered.bytes + len(part) > MAX_BUFFERED_BYTES:
                raise Unavailable(TOO_MUCH_SENT_AT_ONCE, retry_after=1)
            parts.append(part)
            buffered += len(part)
            _Buffered.bytes += len(part)
    finally:
        _Buffered.bytes -= buffered


_BYTE: Final = re.compile(r"\(byte ([0-9]{1,10})\)\Z")


def decode(body: bytes) -> dict[str, Json]:
    """Parse a body's JSON object.

    Raises Malformed (400) for anything that RFC 8259 forbids or leaves undefined: another encoding,
    lone surrogates, repeated names, unlimited nesting.
    """
    try:
        decoded = msgspec.json.decode(body)
        repeats = _repeats_a_name(body, msgspec.json.encode(decoded))
    except (ValueError, RecursionError) as error:
        if isinstance(error, msgspec.DecodeError):
            place = _BYTE.search(str(error))
            # without a place the body ends too early
            byte = int(place[1]) if place else len(body)
            raise Malformed(MALFORMED_JSON, byte=byte) from None
        raise Malformed(UNREADABLE_JSON) from None
    if repeats:
        raise Malformed(JSON_NAME_REPEATED)
    if not isinstance(decoded, dict):
        raise Malformed(BODY_NOT_AN_OBJECT)
    return decoded


def _repeats_a_name(body: bytes, encoded: bytes) -> bool:
    """Say whether a valid body has more names than what was decoded of it, encoded again.

    The parser keeps the last of repeated names, which are ambiguous. Every name has a colon, so
    with as many colons outside of texts nothing was left out.
    """
    if b"\\" not in body and body.count(b":") == encoded.count(b":"):
        return False
    return _TEXT.sub(b"", body).count(b":") != _TEXT.sub(b"", encoded).count(b":")


def objects(
    operation: Operation,
    body: dict[str, Json],
    query: Sequence[tuple[str, str]] = (),
    *,
    most: int,
) -> list[dict[str, Json]]:
    """Return the objects of a write, with the call's `shop_no` copied into each.

    `{"shop_no": 1, "request": {...}}`, or `{"requests": [...]}` where several are allowed, at
    `most` of them. `shop_no` may stand in the query as well.
    Raises Malformed (400) when the envelope is missing, and Invalid (422) for two shops, and for
    `request` beside `requests`.
    """
    _require_one_envelope(body)
    named = "request"
    if operation.objects > 1:
        received_objects = body.get("requests")
        named = "request" if received_objects is None else "requests"
        if received_objects is None and isinstance(body.get("request"), dict):
            received_objects = [body["request"]]
        if not isinstance(received_objects, list) or not received_objects:
            raise Malformed(REQUESTS_MISSING, parameter="requests")
        if len(received_objects) > most:
            raise Malformed(TOO_MANY_OBJECTS, parameter="requests", most=most)
    else:
        received_objects = [body.get("request")]
        if received_objects[0] is None:
            raise Malformed(REQUEST_MISSING, parameter="request")
    found = [each for each in received_objects if isinstance(each, dict)]
    if len(found) < len(received_objects):
        expected = (
            Phrase("a JSON object") if named == "request" else Phrase("a list of JSON objects")
        )
        raise Malformed(MALFORMED_ENVELOPE, parameter=named, name=named, expected=expected)
    if not operation.chooses_shop:
        return found
    shops: list[Json] = [text for name, text in query if name == "shop_no"]
    if "shop_no" in body:
        shops.append(body["shop_no"])
    return [_in_shop(each, shops) for each in found] if shops else found


def _require_one_envelope(body: dict[str, Json]) -> None:
    if body.get("request") is not None and body.get("requests") is not None:
        raise Invalid(TWO_ENVELOPES, parameter="requests")


def _in_shop(values: dict[str, Json], shops: list[Json]) -> dict[str, Json]:
    """Return an object with the `shop_no` of its call. Raises Invalid (422) when they differ."""
    if any(str(shop) != str(values.get("shop_no", shops[0])) for shop in shops):
        raise Invalid(SHOP_NO_CONTRADICTORY, parameter="shop_no")
    return {**values, "shop_no": shops[0]}
