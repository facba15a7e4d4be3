"""Encodes JSON response bodies and defines their content type."""

from typing import Any, Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder()
JSON: Final = (b"content-type", b"application/json; charset=utf-8")
"""The header of every JSON response."""


def encode(value: Any) -> bytes:
    """Return `value` as JSON (UTF-8)."""
    return _ENCODER.encode(value)
