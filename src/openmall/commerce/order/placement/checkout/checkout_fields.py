"""Additional fields of a shop's checkout: who is asked, and which answers are accepted.

The fields are one setting of the shop, so that a checkout reads them with its other settings.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.commerce.category.categories import category_placements
from openmall.commerce.order.orders.shape import AdditionalInfo
from openmall.commerce.order.placement.checkout.refusals import (
    ANSWER_MISSING,
    ANSWER_NO_DATE,
    ANSWER_NO_OPTION,
    ANSWER_NO_SINGLE_LINE,
    ANSWER_NO_TIME,
    ANSWER_TOO_LONG,
    FIELD_ANSWERED_TWICE,
    FIELD_NOT_ASKED,
)
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.store.orderform_setting import OrderformSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.errors import Invalid
from openmall.contract.params import EntityNo, Flag

InputType = Literal["T", "M", "R", "C", "S", "D", "I"]
"""T a line of text, M several lines, R one of some options, C any of them, S one of a list, D a
date, I a time of day."""
ProductScope = Literal["A", "C", "P"]
"""Asked when an order has any product (A), one of a category (C), or a certain product (P)."""
InputScope = Literal["A", "P"]
"""A answered once for the order, P for each of the products."""
WITH_OPTIONS: Final = frozenset("RCS")
LONGEST: Final = 250
"""Characters of an answer."""
MOST_ANSWERS: Final = 1_000
_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]\Z")
_ANSWERS: Final = "additional_order_info"


class CheckoutField(Struct, frozen=True, kw_only=True):
    """An additional field of the checkout."""

    shop_no: int = 1
    orderform_property_id: str = ""
    input_type: InputType
    is_required: Flag
    subject: str
    available_product_type: ProductScope
    input_scope: InputScope
    description: str = ""
    field_length: int | None = None
    """Width of a line of text, in characters."""
    max_input_length: int | None = None
    """Most characters of a text; null: 250."""
    textarea_rows: int | None = None
    width_percentage: int | None = None
    """Width of several lines of text, of the form's."""
    option_values: list[str] = []
    display_lines_desktop: int | None = None
    """Options beside each other on a wide screen; null: all of them."""
    display_lines_mobile: int | None = None
    """Options beside each other on a phone; null: all of them."""
    category_no: int | None = None
    product_no: int | None = None


class CheckoutFields(Setting, frozen=True, kw_only=True):
    """The additional fields of a shop's checkout; a new shop has none."""

    properties: list[CheckoutField] = []


class FieldAnswer(Struct, frozen=True, kw_only=True):
    """The answer to an additional field of the checkout."""

    id: EntityNo
    """`orderform_property_id` of the field."""
    value: Annotated[str, Meta(max_length=LONGEST)]
    """A date as `2026-04-01`, a time as `14:30`. Several options: an answer for each."""
    product_no: EntityNo | None = None
    """The product that the answer is about, for a field that is answered for each product."""


class AskedProduct(Struct, frozen=True, kw_only=True):
    product_no: int
    product_name: str


class AskedField(CheckoutField, frozen=True, kw_only=True):
    """An additional field that an order has to answer, or may."""

    products: list[AskedProduct] = []
    """The ordered products that it is about."""


async def asked_fields(call: Call, items: Sequence[Priced]) -> list[AskedField]:
    """Return the additional fields that the checkout of the items has, in the shop's order."""
    if (await current(call, OrderformSetting)).orderform_additional_enabled != "T":
        return []
    fields = (await current(call, CheckoutFields)).properties
    names = {each.product.product_no: each.product.product_name for each in items}
    categories = (
        await category_placements.around(call.db, sorted(names))
        if any(each.available_product_type == "C" for each in fields)
        else {}
    )
    asked = []
    for each in fields:
        about = [
            AskedProduct(product_no=number, product_name=name)
            for number, name in names.items()
            if each.available_product_type == "A"
            or (each.available_product_type == "P" and number == each.product_no)
            or (
                each.available_product_type == "C"
                and each.category_no in categories.get(number, frozenset())
            )
        ]
        if about:
            values = {name: getattr(each, name) for name in CheckoutField.__struct_fields__}
            asked.append(AskedField(**values, products=about))
    return asked


def stored_answers(
    fields: Sequence[AskedField], answers: Sequence[FieldAnswer]
) -> list[AdditionalInfo]:
    """Return the answers as an order stores them.

    Raises Invalid (422) for an answer to a field that is not asked, an unsuitable answer, and a
    missing one.
    """
    about = {
        (int(field.orderform_property_id), product_no): (field, names)
        for field in fields
        for product_no, names in _subjects(field)
    }
    given: dict[tuple[int, int | None], list[str]] = {}
    for answer in answers:
        key = (answer.id, answer.product_no)
        if key not in about:
            known = any(number == answer.id for number, _ in about)
            name = "product_no" if known else "id"
            raise Invalid(FIELD_NOT_ASKED, parameter=f"{_ANSWERS}.{name}")
        field, _ = about[key]
        if not answer.value.strip():
            continue
        _require_suitable(field, answer.value)
        values = given.setdefault(key, [])
        if values and (field.input_type != "C" or answer.value in values):
            raise Invalid(FIELD_ANSWERED_TWICE, parameter=f"{_ANSWERS}.id", subject=field.subject)
        values.append(answer.value)
    for key, (field, _) in about.items():
        if field.is_required == "T" and key not in given:
            raise Invalid(ANSWER_MISSING, parameter=_ANSWERS, subject=field.subject)
    return [
        AdditionalInfo(
            id=key[0],
            name=field.subject,
            value=", ".join(given[key]),
            input_type=field.input_scope,
            product_type=field.available_product_type,
            applied_product_list=names,
        )
        for key, (field, names) in about.items()
        if key in given
    ]


def _subjects(field: AskedField) -> list[tuple[int | None, list[str]]]:
    """Return what a field is answered for: a product or None, and the names of the products."""
    if field.input_scope == "A":
        return [(None, [each.product_name for each in field.products])]
    return [(each.product_no, [each.product_name]) for each in field.products]


def _require_suitable(field: CheckoutField, value: str) -> None:
    """Raise Invalid (422) for a value that the field does not take."""
    kind, subject, name = field.input_type, field.subject, f"{_ANSWERS}.value"
    if kind in WITH_OPTIONS and value not in field.option_values:
        options = ", ".join(field.option_values)
        raise Invalid(ANSWER_NO_OPTION, parameter=name, subject=subject, options=options)
    most = field.max_input_length or LONGEST
    if kind in ("T", "M") and len(value) > most:
        raise Invalid(ANSWER_TOO_LONG, parameter=name, subject=subject, most=most)
    if kind == "T" and ("\n" in value or "\r" in value):
        raise Invalid(ANSWER_NO_SINGLE_LINE, parameter=name, subject=subject)
    if kind == "D" and not _is_date(value):
        raise Invalid(ANSWER_NO_DATE, parameter=name, subject=subject)
    if kind == "I" and not _TIME.match(value):
        raise Invalid(ANSWER_NO_TIME, parameter=name, subject=subject)


def _is_date(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
