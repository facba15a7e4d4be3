"""What themes are given: data without types of the program."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct


def plain(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a page with structs, amounts and times as clients get them in JSON."""
    return {name: _plain(value) for name, value in content.items()}


def data_of(answer: Struct) -> dict[str, Any]:
    """Return an answer of an operation as a client gets it, to add fields of a page to it."""
    data: dict[str, Any] = msgspec.to_builtins(answer)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Struct | Decimal | date):
        return msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
