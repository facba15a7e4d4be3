"""Maps the columns of a file to fields: names, constants, and rows to leave out.

The fields are those of the API; what belongs to one combination of option values, or to no single
field, has a name of its own here.
"""

import contextlib
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from openmall.commerce.product.product_service.bulk_shape import SETTABLE
from openmall.commerce.product.products.takes import ProductUpdate
from openmall.commerce.product.variant_service.rules import MOST_OPTIONS
from openmall.contract.fields import fields_of
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_SUCH_COLUMN
from openmall.transfer.imports.refusals import (
    COLUMN_NOT_JSON,
    NO_FIELD_TO_FILL,
    NOT_AN_ASSIGNMENT,
)

CODE: Final = "custom_product_code"
IMAGES: Final = ("detail_image", "list_image", "tiny_image", "small_image")
STOCK: Final = (
    "quantity", "safety_inventory", "use_inventory", "important_inventory",
    "inventory_control_type", "display_soldout", "custom_variant_code", "additional_amount",
)  # fmt: skip
IMAGE_ALT: Final = "image_alt"
"""Alternative text of the main picture, or a JSON list of texts: those of the pictures in order."""
BRAND: Final = "brand"
"""Name of a brand, which is made where the mall does not have it."""
SEO: Final = ("meta_title", "meta_description")
SALE: Final = ("sale_price", "sale_start_date", "sale_end_date")
"""The price for a period, and the period; without an end it does not end."""
VARIANT_ONLY: Final = {"variant_display": "display", "variant_selling": "selling"}
CATEGORIES: Final = ("category", "category1", "category2", "category3")
PLACING: Final = (*CATEGORIES, "category_no", "recommend", "new")
OPTIONS: Final = tuple(
    (f"option{at}_name", f"option{at}_value") for at in range(1, MOST_OPTIONS + 1)
)
SYNONYMS: Final = {"stock": "quantity"}
FIELDS: Final = (
    SETTABLE
    | {CODE, "image", IMAGE_ALT, BRAND, *SEO, *SALE, *STOCK, *VARIANT_ONLY, *PLACING, *SYNONYMS}
    | {name for pair in OPTIONS for name in pair}
)
_IGNORED: Final = ""
_MAX_CACHED: Final = 1_000
_PAIR: Final = re.compile(r"([^=]+)=(.*)", re.DOTALL)
_KINDS: Final = fields_of(ProductUpdate)
_NESTED: Final = (inspect.StructType, inspect.DictType, inspect.UnionType)


class Mapping(Struct, frozen=True):
    """Columns whose values, joined by blanks, are a field's; an empty field: they are ignored."""

    columns: tuple[str, ...]
    field: str


class Plan(Struct, frozen=True, kw_only=True):
    """Rules for reading the rows of a file."""

    shop_no: int = 1
    maps: tuple[Mapping, ...] = ()
    constants: dict[str, str] = {}
    """field -> value of rows that have none of their own."""
    by_product_code: bool = True
    """A code may be the mall's own of a product that no code of its own names."""
    only: dict[str, str] = {}
    """column -> value a row must have there to be read at all."""


def plan(
    *,
    shop_no: int,
    maps: Iterable[str],
    constants: Iterable[str],
    only: Iterable[str],
    fields: AbstractSet[str] = FIELDS,
    by_product_code: bool = True,
) -> Plan:
    """Return the plan that options of the command line describe. Raises ValueError.

    `fields`: those that a file of its kind has; else those of products.
    """
    mappings = []
    for text in maps:
        columns, field = _pair("--map", text)
        if field != _IGNORED:
            _require_field(field, fields)
        mappings.append(Mapping(tuple(part.strip() for part in columns.split("+")), field))
    values = dict(_pair("--set", text) for text in constants)
    for field in values:
        _require_field(field, fields)
    return Plan(
        shop_no=shop_no,
        maps=tuple(mappings),
        constants={SYNONYMS.get(field, field): value for field, value in values.items()},
        only=dict(_pair("--only", text) for text in only),
        by_product_code=by_product_code,
    )


def _pair(option: str, text: str) -> tuple[str, str]:
    pair = _PAIR.fullmatch(text)
    if pair is None:
        raise RefusedValue(NOT_AN_ASSIGNMENT, option=option, text=repr(text))
    return pair[1].strip(), pair[2].strip()


def _require_field(field: str, fields: AbstractSet[str]) -> None:
    if field not in fields:
        raise RefusedValue(NO_FIELD_TO_FILL, field=repr(field))


class Reader:
    """Converts raw rows of a file to fields and their values."""

    def __init__(self, plan: Plan, fields: AbstractSet[str] = FIELDS) -> None:
        self._plan, self._fields = plan, fields
        self._mappings_by_columns: dict[tuple[str, ...], list[Mapping]] = {}
        self.unused: dict[str, None] = {}
        """Columns that fill no field, in the order they were met."""

    def meet(self, columns: Iterable[str]) -> list[Mapping]:
        """Return the mappings of these columns to fields."""
        key = tuple(columns)
        mappings = self._mappings_by_columns.get(key)
        if mappings is None:
            if (
                len(self._mappings_by_columns) > _MAX_CACHED
            ):  # lines of JSON may each have keys of their own
                self._mappings_by_columns.clear()
            mappings = self._mappings_by_columns[key] = self._mappings(key)
        return mappings

    def require(self, columns: Iterable[str]) -> None:
        """Raise RefusedValue when the plan names a column that is not among `columns`."""
        present = set(columns)
        for each in self._plan.maps:
            for name in {"+".join(each.columns)} & present or each.columns:
                if name not in present:
                    raise RefusedValue(NO_SUCH_COLUMN, column=name)
        for name in self._plan.only.keys() - present:
            raise RefusedValue(NO_SUCH_COLUMN, column=name)

    def wants(self, values: dict[str, Any]) -> bool:
        """Say whether the plan selects a row."""
        return all(str(values.get(name, "")) == value for name, value in self._plan.only.items())

    def fields(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return a row's fields; those that are empty are left out."""
        row_fields: dict[str, Any] = dict(self._plan.constants)
        for columns, field in ((each.columns, each.field) for each in self.meet(values)):
            if len(columns) == 1:
                value = values.get(columns[0])
                if isinstance(value, str):
                    value = value.strip()
            else:
                parts = (str(values.get(name, "")).strip() for name in columns)
                value = " ".join(part for part in parts if part)
            if value is not None and value != "":
                row_fields[field] = value
        return row_fields

    def _mappings(self, columns: tuple[str, ...]) -> list[Mapping]:
        # a plus sign may also be part of a column's own name
        joined_mappings = [
            Mapping(("+".join(each.columns),), each.field) for each in self._plan.maps
        ]
        maps = [
            joined if joined.columns[0] in columns else each
            for joined, each in zip(joined_mappings, self._plan.maps, strict=True)
            if not {*joined.columns, *each.columns}.isdisjoint(columns)
        ]
        mapped = {name for each in maps for name in each.columns}
        filled = {each.field for each in maps}
        mappings = [
            Mapping(each.columns, SYNONYMS.get(each.field, each.field))
            for each in maps
            if each.field != _IGNORED
        ]
        for name in columns:
            if name in self._fields and name not in mapped and name not in filled:
                mappings.append(Mapping((name,), SYNONYMS.get(name, name)))
            elif name and name not in mapped and name not in self._plan.only:
                self.unused[name] = None
        return mappings


def typed(field: str, value: Any) -> Any:
    """Return a product field's value as the API would be sent it.

    A list is written with commas or as JSON, an object or a list of objects as JSON. Raises
    RefusedValue.
    """
    if not isinstance(value, str) or field not in _KINDS:
        return value
    kind = _KINDS[field].type
    nested = isinstance(kind, _NESTED)
    if isinstance(kind, inspect.ListType) and isinstance(kind.item_type, _NESTED):
        nested = True
    if nested:
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise RefusedValue(COLUMN_NOT_JSON, problem=str(error)) from None
    if _KINDS[field].many:
        if value.startswith("["):
            # texts that hold commas, or begin or end with blanks
            with contextlib.suppress(msgspec.DecodeError):
                return msgspec.json.decode(value, type=list[str | int])
        return [part.strip() for part in value.split(",") if part.strip()]
    return value
