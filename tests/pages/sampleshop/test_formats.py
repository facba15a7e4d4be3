"""A shopper who types something in a wrong format is told which one is expected."""

from typing import Any

from msgspec import inspect

from openmall.contract import patterns
from openmall.pages.sampleshop.messages import FORMATS
from tests.every_operation.registry_rows import every_row

_NEVER_TYPED = {
    "A-Z and 0-9 only", "a URL of http or https", "a number of 19 digits",
    "a country code of ISO 3166-1, such as KR",
}  # fmt: skip
"""Codes of variants and coupons, the address to come back to after a payment, and countries, which
are chosen."""


def _patterns(kind: Any, seen: frozenset[type] = frozenset()) -> set[str]:
    if isinstance(kind, inspect.StrType):
        return {kind.pattern} if kind.pattern else set()
    within = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type", "type")]
    parts = [*within, *getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    if isinstance(kind, inspect.StructType) and kind.cls not in seen:
        parts += [field.type for field in kind.fields]
        seen |= {kind.cls}
    return {found for each in parts if each is not None for found in _patterns(each, seen)}


def test_every_format_that_is_typed_in_the_shop_is_named() -> None:
    found = {
        patterns.expected(pattern)
        for api, operation, *_ in every_row()
        if api.name == "storefront" and operation.writes
        for pattern in _patterns(inspect.type_info(operation.takes))
    }

    assert found == FORMATS.keys() | _NEVER_TYPED
