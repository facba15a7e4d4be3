"""Encodes JSON response bodies and defines their content type."""

from typing import Any, Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder()
JSON: Final = (b"content-type", b"application/json; charset=utf-8")
"""The header of every JSON response."""
LINES: Final = (b"content-type", b"application/jsonl; charset=utf-8")
"""The header of a response in JSON Lines (https://jsonlines.org): an object a line."""
LINES_KINDS: Final = (b"application/jsonl", b"application/x-ndjson", b"application/ndjson")
"""What a client accepts that wants JSON Lines."""


def encode(value: Any) -> bytes:
    """Return `value` as JSON (UTF-8)."""
    return _ENCODER.encode(value)
