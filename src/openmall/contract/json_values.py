"""The values of JSON, as the type checker follows them to any depth."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from msgspec import Struct

Json: TypeAlias = Mapping[str, "Json"] | Sequence["Json"] | str | int | float | None
"""What is read from JSON; objects are dicts and lists are lists, which `isinstance` tells apart."""
Encodable: TypeAlias = (
    Mapping[str, "Encodable"]
    | Sequence["Encodable"]
    | str
    | int
    | float
    | Decimal
    | date
    | Struct
    | None
)
"""What is sent as JSON: texts, numbers, moments, structs, and lists and objects of such."""
