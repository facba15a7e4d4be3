"""Validates URLs and decodes paths and queries.

Specification: "Shared conventions" 5: non-ASCII characters and symbols are percent-encoded.
"""

import re
from typing import Final
from urllib.parse import unquote_to_bytes

from openmall.contract.errors import Malformed

LONGEST: Final = 16_384
"""Bytes of path and query together."""
MOST_PARAMETERS: Final = 500
_FORBIDDEN: Final = re.compile(rb"[^!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]|%(?![0-9A-Fa-f]{2})")


def check(path: bytes, query: bytes) -> None:
    """Raise Malformed (400) for a URL with a character that must be percent-encoded."""
    if len(path) + len(query) > LONGEST:
        raise Malformed(f"The URL is longer than {LONGEST} bytes.")
    if _FORBIDDEN.search(path) or _FORBIDDEN.search(query):
        raise Malformed(
            "The URL holds a non-ASCII character or a symbol that is not percent-encoded."
        )


def segments(path: bytes) -> list[str]:
    """Return the segments of a checked path, percent-decoded individually."""
    if b"%" not in path:
        return path.decode("ascii").split("/")[1:]
    return [decoded(part) for part in path.split(b"/")[1:]]


def decoded(part: bytes) -> str:
    """Percent-decode one path segment, query name or query value.

    Raises Malformed (400) when the octets are not UTF-8.
    """
    try:
        return (unquote_to_bytes(part) if b"%" in part else part).decode()
    except UnicodeDecodeError:
        raise Malformed("The URL is not percent-encoded UTF-8.") from None


def query(text: bytes) -> list[tuple[str, str]]:
    """Return the query's names and values in order; `name[]` counts as `name`.

    Raises Malformed (400) when it is not UTF-8 or has too many parameters.
    """
    if not text:
        return []
    words = text.split(b"&")
    if len(words) > MOST_PARAMETERS:
        raise Malformed(f"The URL holds more than {MOST_PARAMETERS} parameters.")
    pairs = []
    for word in words:
        if not word:
            continue
        name, _, value = word.replace(b"+", b" ").partition(b"=")
        pairs.append((decoded(name).removesuffix("[]"), decoded(value)))
    return pairs
