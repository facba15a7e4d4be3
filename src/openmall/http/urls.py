"""Validates URLs and decodes paths and queries.

Specification: "Shared conventions" 5: non-ASCII characters and symbols are percent-encoded.
"""

import re
from typing import Final
from urllib.parse import unquote_to_bytes

from openmall.contract.errors import Malformed
from openmall.http.refusals import (
    TOO_MANY_URL_PARAMETERS,
    URL_NOT_ENCODED,
    URL_NOT_UTF_8,
    URL_TOO_LONG,
)

MAX_URL_BYTES: Final = 16_384
"""Bytes of path and query together."""
MAX_PARAMETERS: Final = 500
_FORBIDDEN: Final = re.compile(rb"[^!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]|%(?![0-9A-Fa-f]{2})")


def check(path: bytes, query: bytes) -> None:
    """Raise Malformed (400) for a URL with a character that must be percent-encoded."""
    if len(path) + len(query) > MAX_URL_BYTES:
        raise Malformed(URL_TOO_LONG, most=MAX_URL_BYTES)
    if _FORBIDDEN.search(path) or _FORBIDDEN.search(query):
        raise Malformed(URL_NOT_ENCODED)


def segments(path: bytes) -> list[str]:
    """Return the segments of a checked path, percent-decoded individually."""
    if b"%" not in path:
        return path.decode("ascii").split("/")[1:]
    return [percent_decode(part) for part in path.split(b"/")[1:]]


def percent_decode(part: bytes) -> str:
    """Percent-decode one path segment, query name or query value.

    Raises Malformed (400) when the octets are not UTF-8.
    """
    try:
        return (unquote_to_bytes(part) if b"%" in part else part).decode()
    except UnicodeDecodeError:
        raise Malformed(URL_NOT_UTF_8) from None


def query(text: bytes) -> list[tuple[str, str]]:
    """Return the query's names and values in order; `name[]` counts as `name`.

    Raises Malformed (400) when it is not UTF-8 or has too many parameters.
    """
    if not text:
        return []
    pairs_text = text.split(b"&")
    if len(pairs_text) > MAX_PARAMETERS:
        raise Malformed(TOO_MANY_URL_PARAMETERS, most=MAX_PARAMETERS)
    pairs = []
    for pair in pairs_text:
        if not pair:
            continue
        name, _, value = pair.replace(b"+", b" ").partition(b"=")
        pairs.append((percent_decode(name).removesuffix("[]"), percent_decode(value)))
    return pairs
