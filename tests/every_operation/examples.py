"""Values a parameter accepts and values it refuses, read off the operation's own declaration."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from msgspec import Struct, inspect

from openmall.commerce.application.appstore.takes import RETURN_URL
from openmall.commerce.application.scripttags.shape import (
    EXCLUDED_PATH,
    INTEGRITY,
    SCRIPT_NO,
    SOURCE,
)
from openmall.commerce.application.webhooks_subscription import RECEIVER
from openmall.commerce.category.page_properties.shape import COLOR, KEY
from openmall.commerce.collection.manufacturers import EMAIL, PHONE
from openmall.commerce.community.articles.takes import HOUR
from openmall.commerce.community.boards.shape import LINK, LINK_OR_NONE
from openmall.commerce.design.themes.shape import PATH
from openmall.commerce.order.placement.subscriptions.takes import HOUR as HOUR_OF_DELIVERY
from openmall.commerce.order.saleschannels import ADDRESS
from openmall.commerce.product.options.takes import PRESET_CODE
from openmall.commerce.promotion.coupons.takes import COUPON
from openmall.commerce.promotion.issues.shape import ISSUE
from openmall.commerce.salesreport.sales_amounts import HOUR_OF_DAY
from openmall.commerce.shipping.carrier_shape import URL
from openmall.commerce.shipping.origins import ZIP_OR_NONE
from openmall.commerce.store.paymentgateway.endpoints.shape import ENDPOINT
from openmall.commerce.store.paymentgateway.takes import PICTURE
from openmall.contract.fields import Field, fields_of
from openmall.contract.params import MONTH
from openmall.contract.patterns import COUNTRY
from openmall.contract.pictures import SENT
from openmall.contract.texts import entered_texts
from openmall.events.file_transfers.takes import ASSIGNMENT

CENT = Decimal("0.01")
_LETTERS = {r"^[a-z0-9]*\Z": "a", r"^[a-z0-9][a-z0-9_-]*\Z": "a", PHONE: "0", COUNTRY: "E"}
"""Pattern of a text -> a letter it may be made of; for all others A. EE is Estonia."""
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYGgAAACEAIHJde6SAAAAAElFTkSuQmCC"
)
"""The smallest picture: a PNG of one blue pixel."""
_WRITTEN = {
    r"^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\Z": "320x80",
    r"^[TFYN]\Z": "F",
    r"^[A-Z]{1,3}\|[0-9]{1,2}\|[0-9]{1,2}\Z": "B|2|3",
    SENT: PIXEL,
    KEY: "product_name",
    COLOR: "#00aaFF",
    r"^([0-9A-Fa-f]{6})?\Z": "C0FFEE",
    HOUR: "6",
    MONTH: "2026-11",
    PRESET_CODE: "AAAAAAAA",
    ZIP_OR_NONE: "04524",
    COUPON: "6000000000000000001",
    ISSUE: "6000000000000000001",
    HOUR_OF_DAY: "9",
    HOUR_OF_DELIVERY: "9",
    SCRIPT_NO: "1",
    COUNTRY: "KR",
}
"""Pattern of a text of one form -> one such text."""
_FORMS = {
    PICTURE: ("https://a/", ".png"),
    ENDPOINT: ("https://a/", ""),
    RECEIVER: ("https://a/", ""),
    PATH: ("/", ".html"),
    EMAIL: ("a@a", ""),
    URL: ("https://a/", ""),
    ADDRESS: ("https://a/", ""),
    LINK: ("https://a/", ""),
    LINK_OR_NONE: ("https://a/", ""),
    SOURCE: ("https://a/a", ""),
    RETURN_URL: ("https://a/", ""),
    INTEGRITY: ("sha256-A", ""),
    EXCLUDED_PATH: ("/", ""),
    ASSIGNMENT: ("A=", ""),
}
"""Pattern that takes more than one kind of letter -> how a text that matches begins and ends."""
_KNOWN_TEXTS = {"country_code": "KR"}
"""Field of an object that takes any text of its form -> one that shops of tests know."""
_DATES = (inspect.DateType, inspect.DateTimeType, inspect.CustomType)


class Trial(Struct, frozen=True):
    """One value for one parameter; `parameter` is the name a refusal must give."""

    parameter: str
    value: Any
    top: str
    """The parameter of the operation that `value` is sent as."""


def valid(kind: Any) -> Any:
    """Return a value of a declared type that is within its bounds."""
    kind = alone(kind)
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.IntType):
        return max(1, kind.ge or 1)
    if isinstance(kind, inspect.StrType):
        return _WRITTEN.get(kind.pattern or "") or _words(kind, max(1, kind.min_length or 1))
    if isinstance(kind, inspect.ListType):
        return [valid(kind.item_type)]
    if isinstance(kind, inspect.StructType):
        return {name: _of_field(name, field) for name, field in fields_of(kind.cls).items()}
    if isinstance(kind, _DATES):
        return (
            "2026-11-21T00:00:00+09:00" if isinstance(kind, inspect.DateTimeType) else "2026-11-21"
        )
    return {
        inspect.DecimalType: "1.00",
        inspect.DictType: {"KR": "1"},
        inspect.BoolType: True,
    }[type(kind)]


def _of_field(name: str, field: Field) -> Any:
    kind = alone(field.type)
    known = _KNOWN_TEXTS.get(name)
    if known and isinstance(kind, inspect.StrType) and re.search(kind.pattern or "", known):
        return known
    return valid(kind)


def codes(kind: Any) -> tuple[Any, ...]:
    """Return the values of a parameter that takes one of a few codes; none of any other."""
    kind = alone(kind)
    return kind.values if isinstance(kind, inspect.LiteralType) else ()


def alone(kind: Any) -> Any:
    if isinstance(kind, inspect.Metadata):
        return alone(kind.type)
    if isinstance(kind, inspect.UnionType):
        rest = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return alone(next((e for e in rest if isinstance(e, inspect.ListType)), rest[0]))
    return kind


def _letter(kind: inspect.StrType) -> str:
    return _LETTERS.get(kind.pattern or "", "A")


def _words(kind: inspect.StrType, length: int) -> str:
    """Return a text that matches a type's pattern, of `length` where that can be."""
    begin, end = _FORMS.get(kind.pattern or "", ("", ""))
    return begin + _letter(kind) * (length - len(begin + end)) + end


def accepted(field: Field, *, comma: bool) -> Iterator[Trial]:
    """Return what a parameter accepts at both edges of every bound; every code is an edge."""
    yield from _trials(field, 0, comma=comma)


def refused(field: Field, *, comma: bool) -> Iterator[Trial]:
    """Return what a parameter refuses just outside every bound."""
    yield from _trials(field, 1, comma=comma)


def _trials(field: Field, which: int, *, comma: bool) -> Iterator[Trial]:
    for parameter, value in _values(field, which, field.name, comma=comma):
        yield Trial(parameter, value, field.name)


def _values(field: Field, which: int, name: str, *, comma: bool) -> Iterator[tuple[str, Any]]:
    kind = alone(field.type)
    if isinstance(kind, inspect.ListType):
        item = kind.item_type
        extra = item.extra or {} if isinstance(item, inspect.Metadata) else {}
        low, high = extra.get("ge", field.lowest), extra.get("le", field.highest)
        most = min(100, kind.max_length or 100) if comma else kind.max_length
        if most is not None:
            yield name, [valid(item)] * (most + which)
        for value in _around(alone(item), low, high)[which]:
            yield name, [value]
        inner: Any = alone(item)
        wrap = True
    else:
        for value in _around(kind, field.lowest, field.highest)[which]:
            if isinstance(value, str) and value.endswith("\n") and entered_texts.kind(field.name):
                # blanks around it are left out before it is compared with its pattern
                value += value[:-1] + "~"
            yield name, value
        inner, wrap = kind, False
    if isinstance(inner, inspect.StructType):
        whole = valid(inner)
        for each in fields_of(inner.cls).values():
            for parameter, value in _values(each, which, f"{name}.{each.name}", comma=False):
                changed = {**whole, each.name: value}
                yield parameter, [changed] if wrap else changed


def _around(kind: Any, low: Any, high: Any) -> tuple[list[Any], list[Any]]:
    """Return the values at the edges of a type's bounds, and those just outside."""
    inside: list[Any] = []
    outside: list[Any] = []
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values), ["~", ""] if "" not in kind.values else ["~"]
    if isinstance(kind, inspect.IntType):
        inside = [bound for bound in (kind.ge, kind.le) if bound is not None]
        outside = [kind.ge - 1] if kind.ge is not None else []
        outside += [kind.le + 1] if kind.le is not None else []
    elif isinstance(kind, inspect.StrType):
        letter = _letter(kind)
        for bound, step in ((kind.min_length, -1), (kind.max_length, 1)):
            if bound is not None:
                inside.append(_words(kind, bound))
                outside += [_words(kind, bound + step)] if bound + step >= 0 else []
        if kind.pattern:
            size = max(1, kind.min_length or 1)
            outside += ["~" * size, letter * (size - 1) + "\n"]
    elif isinstance(kind, inspect.DecimalType):
        for bound, step in ((low, -CENT), (high, CENT)):
            if bound is not None:
                inside.append(str(bound))
                outside.append(str(bound + step))
    elif isinstance(kind, inspect.DictType) and kind.max_length is not None:
        inside = [{f"K{at}": "1" for at in range(kind.max_length)}]
        outside = [{f"K{at}": "1" for at in range(kind.max_length + 1)}]
    return inside, outside


def wrong_types(field: Field, *, comma: bool) -> list[Any]:
    """Return values that are not of a parameter's type, as JSON or as query text."""
    kind = alone(field.type)
    if comma:
        if isinstance(kind, inspect.ListType):
            kind = alone(kind.item_type)
        numbers = (inspect.IntType, inspect.DecimalType, *_DATES)
        return ["x", "1.5.2", "NaN"] if isinstance(kind, numbers) else []
    if isinstance(field.type, inspect.UnionType):
        return [True]
    wrong: list[Any] = []
    if not isinstance(kind, inspect.DictType | inspect.StructType):
        wrong.append({"x": 1})
    if not field.nullable:
        wrong.append(None)
    if not isinstance(kind, inspect.ListType):
        wrong.append(["x"])
    if not isinstance(kind, inspect.BoolType | inspect.IntType):
        wrong.append(True)
    if isinstance(kind, inspect.IntType):
        wrong += ["x", 1.5, ""]
    elif not isinstance(kind, inspect.DecimalType | inspect.LiteralType | inspect.BoolType):
        wrong.append(1.5)
    if isinstance(kind, (inspect.DecimalType, inspect.StructType, inspect.ListType, *_DATES)):
        wrong.append("x")
    return wrong
