"""Exports the products of a shop as rows that an import reads back.

A row is one combination of option values; the first row of a product has its own fields as well.
What is as in a new product is left out, so an empty cell means what it means to an import.
"""

import csv
from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any, Final, Protocol, TextIO

import msgspec
from msgspec import UNSET, Struct

from openmall.commerce.category.categories import bulk as category_bulk
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.product import picture_texts
from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.product_service.bulk_shape import SETTABLE
from openmall.commerce.product.products import search as product_search
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import ProductFilters, ProductQuery
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.promotion.benefits import sale_prices
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.contract import spreadsheets
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock, moment
from openmall.contract.money import smallest_unit
from openmall.contract.params import Flag
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database
from openmall.transfer.exports import product_sales
from openmall.transfer.imports.columns import (
    CODE,
    IMAGE_ALT,
    IMAGES,
    OPTIONS,
    SALE,
    STOCK,
    VARIANT_ONLY,
)

Row = dict[str, Any]

PAGE: Final = 100
"""Products read at once."""
_DERIVED: Final = frozenset({"price_excluding_tax", "image_upload_type"})
"""What an import works out by itself."""
_ALWAYS: Final = ("product_name", "supply_price", "price")
_OWN: Final = (*_ALWAYS, *sorted(SETTABLE - _DERIVED - set(_ALWAYS)))
_NUMBERED: Final = "category_no"
_BETWEEN: Final = (">", "|")
"""What parts names and paths of categories in a cell, so no name in one may hold them."""
COLUMNS: Final = (
    CODE, *_OWN, "category", _NUMBERED, "recommend", "new",
    *(name for pair in OPTIONS for name in pair), *STOCK, *VARIANT_ONLY, "image", IMAGE_ALT, *SALE,
)  # fmt: skip
"""Every column a file may have, in their order."""


class Writer(Protocol):
    """Writes rows."""

    def write(self, row: Row) -> None: ...


class CsvWriter:
    """A CSV file as spreadsheets read it; lists and objects are written as an import reads them."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\r\n")
        self._writer.writeheader()

    def write(self, row: Row) -> None:
        self._writer.writerow(
            {name: spreadsheets.safe(_cell(name, value)) for name, value in row.items()}
        )


class JsonLinesWriter:
    """One JSON object on each line, without empty fields."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, row: Row) -> None:
        self._file.write(msgspec.json.encode(row).decode() + "\n")


def _cell(name: str, value: Any) -> Any:
    if name == "category":
        return f" {_BETWEEN[1]} ".join(f" {_BETWEEN[0]} ".join(path) for path in value)
    if name == IMAGE_ALT:
        # a text may hold commas
        return msgspec.json.encode(value).decode()
    if isinstance(value, list) and all(map(_is_plain, value)):
        return ",".join(map(str, value))
    if isinstance(value, list | dict | Struct):
        return msgspec.json.encode(value).decode()
    return value


def _is_plain(part: Any) -> bool:
    """Say whether commas may part a value from others."""
    if isinstance(part, str):
        return bool(part) and "," not in part and part == part.strip() and part[0] != "["
    return isinstance(part, int)


class Export:
    """The export of one shop, of one moment on SQLite."""

    def __init__(
        self, database: Database, mall: Mall, clock: Clock, *, shop_no: int, category_no: int = 0
    ) -> None:
        """`category_no`: only products of this category; 0: all.

        Raises ValueError for a shop the mall has not.
        """
        if shop_no not in mall.shops:
            raise RefusedValue(NO_SHOP)
        self._database = database
        self._category = category_no or UNSET
        self._categories = [category_no] if category_no else None
        self._call = Call(clock, mall=mall, shop_no=shop_no)
        self._paths: dict[int, tuple[str, ...]] = {}

    async def number(self) -> int:
        """Return how many products there are to write."""
        return await self._number("F")

    async def left_out(self) -> int:
        """Return how many bundles there are: no column says what they are made of."""
        return await self._number("T")

    async def _number(self, bundles: Flag) -> int:
        filters = ProductFilters(shop_no=self._call.shop_no, product_bundle=bundles)
        async with self._database.reading(self._call.mall.mall_id) as db:
            return await product_search.number(self._call.on(db), filters, None)

    async def run(self, writer: Writer, report_progress: Callable[[int], None]) -> tuple[int, int]:
        """Write every product but bundles, by number; return how many products and rows.

        `watch` is called with the number of products after each page.
        """
        products = rows = 0
        async with self._database.reading(self._call.mall.mall_id) as db:
            self._call = self._call.on(db)
            async for page in self._pages():
                for product_rows in page:
                    for row in product_rows:
                        writer.write(row)
                    rows += len(product_rows)
                products += len(page)
                report_progress(products)
        return products, rows

    async def _pages(self) -> AsyncIterator[list[list[Row]]]:
        last = 0
        while True:
            query = ProductQuery(
                shop_no=self._call.shop_no,
                since_product_no=last,
                limit=PAGE,
                product_bundle="F",
                category=self._category,
            )
            products, _ = await product_search.page(self._call, query, self._categories)
            if not products:
                return
            last = products[-1].product_no
            own = {product.custom_product_code for product in products}
            oldest = await product_bulk_store.oldest_with_codes(self._call.db, sorted(own))
            sales = sale_prices.of_products(
                await benefit_store.in_use(self._call.db, self._call.shop_no)
            )
            yield [await self._rows(each.product_no, oldest, sales) for each in products]

    async def _rows(
        self, product_no: int, oldest: dict[str, int], sales: dict[int, Benefit]
    ) -> list[Row]:
        product, options = await product_store.with_options(self._call, product_no)
        variants = await variant_store.of_products(self._call, {product_no: options})
        # without a code of its own that a file finds it by a product is known by the mall's
        own = product.custom_product_code
        code = (
            own
            if product_bulk_store.names_product(own, product_no, oldest)
            else product.product_code
        )
        pictured = all(getattr(product, name) for name in IMAGES)
        rows = [
            {CODE: code, **_stock(variant, pictured=pictured)} for variant in variants[product_no]
        ] or [{CODE: code}]
        rows[0] = {
            CODE: code,
            **_product_fields(product),
            **await self._category_fields(product),
            **await self._picture_fields(product),
            **rows[0],
        }
        reduced = product_sales.sale_fields(
            product,
            variants[product_no],
            sales.get(product_no),
            now=moment(self._call.clock.now()),
            unit=smallest_unit(self._call.mall.shops[self._call.shop_no].currency),
        )
        return [{**row, **sale} for row, sale in zip(rows, reduced, strict=True)]

    async def _picture_fields(self, product: Product) -> Row:
        paths = picture_texts.paths_of(product)
        if not paths:
            return {}
        number, shop_no = product.product_no, self._call.shop_no
        found = (await picture_texts.stored(self._call.db, [number], shop_no)).get(number, {})
        texts = [found.get(path, "") for path in paths]
        while texts and not texts[-1]:
            texts.pop()
        return {IMAGE_ALT: texts} if texts else {}

    async def _category_fields(self, product: Product) -> Row:
        if not product.category:
            return {}
        paths = [await self._path(each.category_no) for each in product.category]
        marks = {
            name: "T"
            for name in ("recommend", "new")
            if all(getattr(each, name) == "T" for each in product.category)
        }
        found = await category_bulk.ensure(
            self._call.db, self._call.mall, self._call.clock, filter(all, paths), dry_run=True
        )
        numbered = [found.get(path) for path in paths]
        if numbered != [each.category_no for each in product.category] or any(
            mark in name or name.startswith("[")
            for path in paths
            for name in path
            for mark in _BETWEEN
        ):
            return {_NUMBERED: [each.category_no for each in product.category], **marks}
        return {"category": [list(path) for path in paths], **marks}

    async def _path(self, category_no: int) -> tuple[str, ...]:
        if category_no not in self._paths:
            category = await category_store.find(self._call, category_no)
            assert category is not None
            names = [category.category.full_category_name[key] for key in ("1", "2", "3", "4")]
            self._paths[category_no] = tuple(name for name in names if name)
        return self._paths[category_no]


_NEW: Final = {
    name: value for name, value in msgspec.structs.asdict(Product()).items() if name in _OWN
}
_NEW_STOCK: Final = msgspec.structs.asdict(Variant(shop_no=1, variant_code=""))


def _product_fields(product: Product) -> Row:
    row: Row = {}
    for name in _OWN:
        value = getattr(product, name)
        if name in _ALWAYS or value != _NEW[name]:
            row[name] = _plain(value)
    return row


def _stock(variant: Variant, *, pictured: bool) -> Row:
    row: Row = {}
    for (name, value), choice in zip(OPTIONS, variant.options, strict=False):
        row[name], row[value] = choice.name, choice.value
    for name in STOCK:
        value = getattr(variant, name)
        # an import takes a quantity as a wish to count it, so whether to is always said
        if name == "use_inventory" or value != _NEW_STOCK[name]:
            row[name] = _plain(value)
    for ours, name in VARIANT_ONLY.items():
        if getattr(variant, name) != _NEW_STOCK[name]:
            row[ours] = getattr(variant, name)
    if variant.options and variant.image and pictured:
        # a picture of a variant would else be taken for the product's as well
        row["image"] = variant.image
    return row


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Decimal) else msgspec.to_builtins(value)
