"""Digests of rows, by which two copies of a resource are compared.

A row's line is its id, a tab, and the row as JSON with sorted names, without blanks, in UTF-8.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec


def canonical(row: Any) -> bytes:
    """Return a row as JSON with sorted names."""
    return msgspec.json.encode(row, order="sorted")


def digest(rows: Iterable[tuple[str, bytes]]) -> str:
    """Return the digest of ids and their canonical rows, in the order of the ids."""
    found = hashlib.sha256()
    for id_, row in rows:
        found.update(id_.encode() + b"\t" + row + b"\n")
    return found.hexdigest()
