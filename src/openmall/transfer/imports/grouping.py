"""Groups the rows of a product, and validates them as the API validates a call."""

import contextlib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from openmall.api.pipeline import parsing
from openmall.commerce.category.categories.bulk import Path, folded
from openmall.commerce.product import picture_texts
from openmall.commerce.product.pictures import addressed
from openmall.commerce.product.product_service import admin as product_admin
from openmall.commerce.product.product_service.bulk_shape import SETTABLE, BulkProduct, BulkVariant
from openmall.commerce.product.products.shape import InCategory
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variants.store import OptionNames
from openmall.commerce.promotion.benefits.sale_prices import SalePrice
from openmall.contract import currency_units
from openmall.contract.call import Shop
from openmall.contract.errors import Invalid
from openmall.contract.money import rounded
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_OPTION_NAME, MOST_OPTION_VALUE
from openmall.contract.refusal import Cause, Phrase, RefusedValue, cause
from openmall.contract.refusals import EXPECTED_TYPE, FLAG_EXPECTED, MISSING, TOO_LONG
from openmall.transfer.imports import code_columns, product_extras, product_sales, refusals
from openmall.transfer.imports.columns import (
    CATEGORIES,
    CODE,
    IMAGE_ALT,
    IMAGES,
    OPTIONS,
    STOCK,
    VARIANT_ONLY,
    Reader,
    typed,
)
from openmall.transfer.imports.fetched_pictures import FetchedPictures
from openmall.transfer.imports.records import MOST_TOGETHER, BrokenFile, Record
from openmall.transfer.imports.rows import Row, RowError, RowFault, refuse_nul
from openmall.transfer.imports.turns import SKIPPED_AT_ONCE

_STEPS: Final = (" -> ", "->", ">")
_SEVERAL: Final = "|"


class Ready(Struct, frozen=True):
    """A product that can be written once its categories have numbers."""

    line: int
    product: BulkProduct
    paths: tuple[Path, ...] = ()
    marks: dict[str, Any] = {}
    """`recommend` and `new` of its places."""
    picture_texts: tuple[str, ...] | None = None
    """Alternative texts of its pictures, the main one first; None: left alone."""
    brand: str = ""
    """Name of its brand; empty: left alone."""
    seo: dict[str, str] = {}
    """SEO settings that the file has."""
    sale: SalePrice | None = None
    """Its sale price; None: left alone."""


def _operation(operations: list[Operation], path: str) -> Operation:
    return next(each for each in operations if each.method == "PUT" and each.path == path)


_CHANGE: Final = _operation(product_admin.OPERATIONS, "products/{product_no}")
_CHANGE_VARIANT: Final = _operation(
    variant_admin.OPERATIONS, "products/{product_no}/variants/{variant_code}"
)


def groups(records: Iterable[Record], reader: Reader) -> Iterator[list[Row]]:
    """Return the rows of one product after the other: those beside each other with one code.

    A file that breaks off takes the product it breaks off in with it: rows of it may be missing.
    An empty list stands for many rows that are not selected. Raises BrokenFile for more rows of one
    product than are kept in memory.
    """
    group: list[Row] = []
    skipped = 0
    for record in records:
        if not record.error and not reader.wants(record.values):
            skipped += 1
            if skipped % SKIPPED_AT_ONCE == 0:
                yield []
            continue
        fields, column, fault = code_columns.intact(reader.fields(record.values))
        row = Row(record.line, fields, record.error or fault, column if fault else "")
        if group and (row.code != group[0].code or not row.code):
            yield group
            group = []
        if len(group) >= MOST_TOGETHER:
            raise BrokenFile(row.line, cause(refusals.TOO_MANY_ROWS_TOGETHER, most=MOST_TOGETHER))
        group.append(row)
    if group:
        yield group


class Gatherer:
    """Builds products from rows, and refuses codes that occurred before."""

    def __init__(self, shop: Shop, pictures: FetchedPictures | None = None) -> None:
        self._pictures = pictures or FetchedPictures()
        self._shop_no, self._currency = shop.shop_no, shop.currency
        self._first_lines: dict[str, int] = {}

    def passed(self, rows: list[Row]) -> None:
        """Record the codes of rows that an earlier run processed."""
        self._first_lines.setdefault(rows[0].code, rows[0].line)

    def ready(self, rows: list[Row]) -> Ready | list[RowError]:
        """Return the product of `rows`, or their errors."""
        first, code = rows[0], rows[0].code
        before = self._first_lines.setdefault(code, first.line) if code else first.line
        errors = [RowError(row.line, row.column, row.error, row.code) for row in rows if row.error]
        if errors:
            return errors
        if not code:
            return [RowError(first.line, CODE, cause(MISSING))]
        if before != first.line:
            reason = cause(refusals.CODE_IN_ANOTHER_PLACE, line=before)
            return [RowError(first.line, CODE, reason, code)]
        line = first.line
        try:
            for row in rows:
                refuse_nul(row)
            values = self._product(rows)
            choices_and_stock = []
            for row in rows:
                line = row.line
                stock = self._pictures.of_variant(_stock(row, self._currency))
                choices_and_stock.append((row.choice, stock))
            line = first.line
            options, variants = _combined(rows, choices_and_stock, values, self._currency)
            categories, paths, marks = _category_placements(rows)
            texts = _picture_texts(rows)
            brand, seo = product_extras.brand_of(rows), product_extras.seo_of(rows)
            sale = product_sales.sale_of(rows, values, variants, self._currency)
        except RowFault as fault:
            return [RowError(fault.line or line, fault.field, fault.reason, code)]
        except Invalid as error:
            return [RowError(line, error.parameter or "", Cause(error.reason), code)]
        return Ready(
            line,
            BulkProduct(
                code=code,
                texts={self._shop_no: values},
                options={self._shop_no: options} if options else None,
                variants=variants,
                only_named=True,
                categories=categories,
                marked=bool(marks),
            ),
            paths,
            marks,
            texts,
            brand,
            seo,
            sale,
        )

    def _product(self, rows: list[Row]) -> dict[str, Any]:
        """Return the product's fields, each from the first row that has it."""
        raw: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for row in rows:
            for name, value in row.fields.items():
                if name == CODE:
                    raw[CODE] = row.code  # other programs may write it as a number
                elif name in SETTABLE and name not in raw:
                    raw[name], lines[name] = _typed(row, name, value), row.line
        picture = next((row.fields["image"] for row in rows if "image" in row.fields), None)
        if picture is not None:
            raw = {**dict.fromkeys(IMAGES, picture), **raw}
        raw = self._pictures.main(raw)
        try:
            params = _parsed(_CHANGE, {**raw, "product_no": 1}, self._currency)
            images = getattr(params, "additional_image", UNSET)
            if isinstance(images, list):
                # an import makes no pictures: a text is the address of one
                addresses = [
                    (self._pictures.additional(each) or addressed(each))
                    if isinstance(each, str)
                    else each
                    for each in images
                ]
                params = msgspec.structs.replace(params, additional_image=addresses)
        except Invalid as error:
            name = (error.parameter or "").partition(".")[0]
            first_line = lines.get(name, rows[0].line)
            raise RowFault(first_line, error.parameter or "", Cause(error.reason)) from None
        return {name: getattr(params, name) for name in raw if name != CODE}


def _too_long(most: int) -> Cause:
    return cause(TOO_LONG, expected=Phrase("string"), most=most)


def _typed(row: Row, name: str, value: Any) -> Any:
    try:
        return typed(name, value)
    except RefusedValue as error:
        raise RowFault(row.line, name, Cause(error.reason)) from None


def _picture_texts(rows: list[Row]) -> tuple[str, ...] | None:
    """Return the alternative texts that the first row with any has: one, or a list in order."""
    for row in rows:
        value = row.fields.get(IMAGE_ALT)
        if value is None:
            continue
        if isinstance(value, str) and value.startswith("["):
            # a text may begin with a bracket
            with contextlib.suppress(msgspec.DecodeError):
                value = msgspec.json.decode(value)
        texts = value if isinstance(value, list) else [value]
        if len(texts) > picture_texts.MOST or not all(isinstance(each, str) for each in texts):
            reason = cause(refusals.NOT_ALTERNATIVE_TEXTS, most=picture_texts.MOST)
            raise RowFault(row.line, IMAGE_ALT, reason)
        if any(len(each) > picture_texts.LONGEST for each in texts):
            reason = _too_long(picture_texts.LONGEST)
            raise RowFault(row.line, IMAGE_ALT, reason)
        return tuple(each.strip() for each in texts)
    return None


def _parsed(operation: Operation, values: dict[str, Any], currency: str) -> Struct:
    """Return the parameters of a row; raises Invalid as a call of the operation does."""
    params = parsing.to_struct(operation, values)
    currency_units.check_amounts(params, currency)
    return params


def _stock(row: Row, currency: str) -> dict[str, Any]:
    """Return the stock fields of a row, for its combination of option values."""
    raw: dict[str, Any] = {name: row.fields[name] for name in STOCK if name in row.fields}
    for ours, name in VARIANT_ONLY.items():
        if ours in row.fields:
            raw[name] = row.fields[ours]
    if "quantity" in raw:
        # a quantity is of no use unless it is counted down
        raw.setdefault("use_inventory", "T")
    values = dict(raw)
    if raw:
        path = {"product_no": 1, "variant_code": "P00000000000"}
        params = _parsed(_CHANGE_VARIANT, {**raw, **path}, currency)
        values = {name: getattr(params, name) for name in raw}
    if row.choice and "image" in row.fields:
        values["image"] = str(row.fields["image"])
    return values


def _combined(
    rows: list[Row],
    choices_and_stock: list[tuple[list[tuple[str, str]], dict[str, Any]]],
    product: dict[str, Any],
    currency: str,
) -> tuple[list[OptionNames], list[BulkVariant]]:
    """Return the options named by the rows, and a variant for each combination."""
    # without the blanks around them, as other ways of writing options take them
    with_choice = [
        (row, [(name.strip(), value.strip()) for name, value in choice], stock)
        for row, (choice, stock) in zip(rows, choices_and_stock, strict=True)
        if choice
    ]
    if not with_choice:
        if len(rows) > 1:
            reason = cause(refusals.CODE_WITHOUT_OPTIONS, line=rows[0].line)
            raise RowFault(rows[1].line, CODE, reason)
        return [], [BulkVariant(**choices_and_stock[0][1])] if choices_and_stock[0][1] else []
    names = [name for name, _ in with_choice[0][1]]
    for at, name in enumerate(names):
        if len(name) > MOST_OPTION_NAME:
            line, reason = with_choice[0][0].line, _too_long(MOST_OPTION_NAME)
            raise RowFault(line, OPTIONS[at][0], reason)
    values: list[dict[str, None]] = [{} for _ in names]
    prices = _prices(with_choice, product, currency)
    variants: dict[tuple[str, ...], BulkVariant] = {}
    for row, choice, stock in with_choice:
        if [name for name, _ in choice] != names or not all(map(all, choice)):
            field = OPTIONS[0][0]
            reason = cause(refusals.OPTIONS_OF_ROW_DIFFER, options=", ".join(names))
            raise RowFault(row.line, field, reason)
        picked = tuple(value for _, value in choice)
        for at, value in enumerate(picked):
            if len(value) > MOST_OPTION_VALUE:
                reason = _too_long(MOST_OPTION_VALUE)
                raise RowFault(row.line, OPTIONS[at][1], reason)
        # Otherwise one of two stocks of the same variant would be lost silently.
        if picked in variants:
            reason = cause(refusals.OPTIONS_REPEATED, options=", ".join(picked))
            raise RowFault(row.line, OPTIONS[0][1], reason)
        for each, value in zip(values, picked, strict=True):
            each[value] = None
        # An amount in a column of its own wins over the difference of prices.
        if row.line in prices:
            stock.setdefault("additional_amount", prices[row.line])
        variants[picked] = BulkVariant(choice=picked, **stock)
    options = [OptionNames(name, list(each)) for name, each in zip(names, values, strict=True)]
    return options, list(variants.values())


def _prices(
    rows: list[tuple[Row, list[tuple[str, str]], dict[str, Any]]],
    product: dict[str, Any],
    currency: str,
) -> dict[int, Decimal]:
    """Return the surcharge of each combination; the cheapest one sets the product's price.

    One that is not for sale sets it only where none is: lists would name a price at which nothing
    can be bought.
    """
    prices: dict[int, Decimal] = {}
    for row, _, _ in rows:
        if "price" in row.fields:
            try:
                price_fields = {"price": row.fields["price"], "product_no": 1}
                price = getattr(_parsed(_CHANGE, price_fields, currency), "price", UNSET)
            except Invalid as error:
                raise RowFault(row.line, "price", Cause(error.reason)) from None
            if isinstance(price, Decimal):
                prices[row.line] = rounded(price)
    if not prices:
        return {}
    for_sale = [
        prices[row.line]
        for row, _, stock in rows
        if row.line in prices and "F" not in (stock.get("selling"), stock.get("display"))
    ]
    product["price"] = lowest = min(for_sale or prices.values())
    return {line: price - lowest for line, price in prices.items()}


def _category_placements(
    rows: list[Row],
) -> tuple[list[InCategory], tuple[Path, ...], dict[str, Any]]:
    marks: dict[str, Any] = {}
    paths: dict[Path, None] = {}
    numbers: dict[int, None] = {}
    for row in rows:
        for name in ("recommend", "new"):
            if name in row.fields:
                if row.fields[name] not in ("T", "F"):
                    raise RowFault(row.line, name, cause(FLAG_EXPECTED))
                marks.setdefault(name, row.fields[name])
        for name in CATEGORIES:
            for path in paths_of(row.fields.get(name, ())):
                try:
                    paths[folded(path)] = None
                except RefusedValue as error:
                    raise RowFault(row.line, name, Cause(error.reason)) from None
        for number in _numbers(row):
            numbers[number] = None
    return [InCategory(category_no=each, **marks) for each in numbers], tuple(paths), marks


def _numbers(row: Row) -> Iterator[int]:
    value = row.fields.get("category_no", ())
    parts = value.split(",") if isinstance(value, str) else value
    for part in parts if isinstance(parts, list | tuple) else [parts]:
        try:
            yield int(part)
        except (TypeError, ValueError):
            reason = cause(EXPECTED_TYPE, expected=Phrase("integer"))
            raise RowFault(row.line, "category_no", reason) from None


def paths_of(value: Any) -> Iterator[Path]:
    """Return the paths of category names in a cell, or in a value of JSON."""
    if isinstance(value, str) and value.startswith("["):
        # a name may begin with a bracket
        with contextlib.suppress(msgspec.DecodeError):
            yield from paths_of(msgspec.json.decode(value, type=list[str | list[str]]))
            return
    if isinstance(value, str):
        for text in value.split(_SEVERAL):
            for step in _STEPS[:2]:
                text = text.replace(step, _STEPS[2])
            yield tuple(text.split(_STEPS[2]))
    elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield tuple(value)
    elif isinstance(value, list):
        for each in value:
            yield from paths_of(each)
