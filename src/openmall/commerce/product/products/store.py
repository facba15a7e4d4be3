"""The rows of products: read, locked and written."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import force_setattr
from sqlalchemy import (
    ColumnElement,
    FromClause,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from openmall.commerce.category.categories import category_placements
from openmall.commerce.category.mains import main_placements
from openmall.commerce.product import bundle_tables
from openmall.commerce.product.products import exposure, names, search_tokens
from openmall.commerce.product.products.shape import InCategory, ListedProduct, Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.store import OptionNames, options_from
from openmall.contract.call import Call
from openmall.contract.crud.json_row import Filling
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.money import hundredths, money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue

P = TypeVar("P", bound=ListedProduct)

AMOUNTS: Final = frozenset({"price", "retail_price", "supply_price", "product_weight"})
"""Columns stored in hundredths."""
_DOCUMENTS: Final = ("options", "listed", "detail")
_SHARED: Final = frozenset({"has_option", "option_type", "custom_product_code"})
_NAMED: Final = frozenset(names.FIELDS)
_DETAIL_COLUMNS: Final = frozenset({"has_option", "option_type"})

COLUMNS: Final = tuple(c.name for c in PRODUCT.c if c.name not in ("mall_id", *_DOCUMENTS))
LISTED: Final = tuple(name for name in COLUMNS if name not in _DETAIL_COLUMNS)


CONVERTING: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(AMOUNTS, money),
    "created_date": moment,
    "updated_date": moment,
}
"""Column -> the function that converts it to a product's value."""
_WHOLE_COLUMNS: Final = Filling(COLUMNS, CONVERTING)
_LISTED_COLUMNS: Final = Filling(LISTED, CONVERTING)

_LISTED_DOCUMENT: Final = frozenset(ListedProduct.__struct_fields__) - set(COLUMNS)
_DETAIL_DOCUMENT: Final = frozenset(Product.__struct_fields__) - _LISTED_DOCUMENT - set(COLUMNS)
_NEVER_KEPT: Final = frozenset({"category", "main", "options", "variants", "additionalimages"})
"""Fields stored in rows of their own."""

_DEFAULTS: Final = tuple(
    (name, value)
    for name, value in msgspec.structs.asdict(Product()).items()
    if name not in _NEVER_KEPT and name not in COLUMNS
)
_LISTED_DEFAULTS: Final = tuple(each for each in _DEFAULTS if each[0] in _LISTED_DOCUMENT)
_DETAIL_DEFAULTS: Final = tuple(each for each in _DEFAULTS if each[0] in _DETAIL_DOCUMENT)

_LISTED: Final = msgspec.json.Decoder(ListedProduct)
_DETAIL: Final = msgspec.json.Decoder(Product)

_KEY: Final = (
    PRODUCT.c.mall_id == bindparam("mall_id"),
    PRODUCT.c.shop_no == bindparam("shop_no"),
    PRODUCT.c.product_no == bindparam("product_no"),
)


def shown_of(table: FromClause) -> dict[str, ColumnElement[Any]]:
    """Return the select expression of each column of products, read as `table`."""
    sold_out = bundle_tables.sold_out_with_mark(table).label("sold_out")
    return {**{name: table.c[name] for name in COLUMNS}, "sold_out": sold_out}


_SHOWN: Final = shown_of(PRODUCT)
SOLD_OUT: Final = bundle_tables.sold_out_of(PRODUCT)
WHOLE: Final = (*_SHOWN.values(), *(PRODUCT.c[name] for name in _DOCUMENTS))
"""The columns a statement selects for `whole` to read."""
_IN_MAINS: Final = main_placements.of(PRODUCT.c.shop_no, PRODUCT.c.product_no)
"""The main display groups a product is in, for `main_placements.read`."""
FILED: Final = category_placements.of(PRODUCT.c.product_no)
_ONE: Final = Statement(select(*WHOLE, _IN_MAINS, FILED).where(*_KEY))
_REPRESENTED: Final = Statement(
    select(*WHOLE, _IN_MAINS, FILED).where(*_KEY[:2], InList(PRODUCT.c.product_no, "product_nos"))
)
_BUNDLES: Final = bundle_tables.bundles_of(PRODUCT.c.product_no)
_ONE_AND_ITS_BUNDLES: Final = Statement(select(*WHOLE, _IN_MAINS, FILED, _BUNDLES).where(*_KEY))
_NUMBER: Final = Statement(select(PRODUCT.c.product_no).where(*_KEY))
_LOCK: Final = Statement(
    select(PRODUCT.c.shop_no).where(_KEY[0], _KEY[2]).order_by(PRODUCT.c.shop_no).with_for_update()
)
_ITSELF: Final = PRODUCT.alias()
_LOCK_WITH_BUNDLES: Final = Statement(
    select(PRODUCT.c.shop_no)
    .where(
        _KEY[0],
        PRODUCT.c.product_no.in_(
            select(_ITSELF.c.product_no)
            .where(
                _ITSELF.c.mall_id == bindparam("mall_id"),
                _ITSELF.c.product_no == bindparam("product_no"),
            )
            .union_all(bundle_tables.bundles_with())
        ),
    )
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_SEVERAL: Final = (
    select(PRODUCT.c.shop_no)
    .where(_KEY[0], InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
)
_LOCK_SEVERAL: Final = Statement(_SEVERAL.with_for_update())
_LOCK_SHARED: Final = Statement(_SEVERAL.with_for_update(read=True, key_share=True))
_OF_NUMBERS: Final = Statement(
    select(*WHOLE).where(*_KEY[:2], InList(PRODUCT.c.product_no, "product_nos"))
)
_DETAILS: Final = Statement(
    select(PRODUCT.c.product_no, PRODUCT.c.detail).where(
        *_KEY[:2], InList(PRODUCT.c.product_no, "product_nos")
    )
)
_IN_SHOPS: Final = Statement(
    select(*WHOLE).where(
        _KEY[0], InList(PRODUCT.c.product_no, "product_nos"), InList(PRODUCT.c.shop_no, "shop_nos")
    )
)
_IN_EVERY_LANGUAGE: Final = Statement(
    select(*WHOLE)
    .where(_KEY[0], InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_ADD: Final = Statement(insert(PRODUCT).values({c.name: bindparam(c.name) for c in PRODUCT.c}))
_CHANGES: Final = StatementCache(
    lambda *names: update(PRODUCT).where(*_KEY).values({name: bindparam(name) for name in names})
)
_SET_SHARED: Final = Statement(
    update(PRODUCT)
    .where(_KEY[0], _KEY[2])
    .values({name: bindparam(name) for name in sorted(_SHARED)})
)
_DELETE: Final = Statement(delete(PRODUCT).where(_KEY[0], _KEY[2]))


async def require(call: Call, product_no: int, *, to_change: bool = False) -> None:
    """Raise NotFound (404) unless the call's shop has the product.

    `to_change`: lock it until this transaction ends.
    """
    if to_change:
        await lock(call, product_no)
    if await call.db.one(_NUMBER, shop_no=call.shop_no, product_no=product_no) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))


async def get(call: Call, product_no: int, *, to_change: bool = False) -> Product:
    """Return a product of the call's shop. Raises NotFound (404).

    `to_change`: lock it until this transaction ends.
    """
    product, _ = await with_options(call, product_no, to_change=to_change)
    return product


async def with_options(
    call: Call, product_no: int, *, to_change: bool = False
) -> tuple[Product, list[OptionNames]]:
    """Return a product and its options in the call's shop. Raises NotFound (404)."""
    if to_change:
        await lock(call, product_no)
    return _alone(await call.db.one(_ONE, shop_no=call.shop_no, product_no=product_no))


async def with_bundles(call: Call, product_no: int) -> tuple[Product, list[int]]:
    """Return a product and the numbers of the bundles it is part of. Raises NotFound (404).

    Locks all of them until this transaction ends, since the price of a bundle follows from its
    parts; in the order of their numbers, the locking order of products.
    """
    if call.db.dialect != "sqlite":
        await call.db.all(_LOCK_WITH_BUNDLES, product_no=product_no)
    row = await call.db.one(_ONE_AND_ITS_BUNDLES, shop_no=call.shop_no, product_no=product_no)
    product, _ = _alone(row and row[:-1])
    return product, bundle_tables.read(row[-1]) if row else []


def _alone(row: Row | None) -> tuple[Product, list[OptionNames]]:
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    *columns, mains, filed = row
    category = [
        InCategory(category_no=no, recommend=recommend, new=new)
        for no, recommend, new in category_placements.read(filed)
    ]
    product, options = whole(columns, category)
    force_setattr(product, "main", main_placements.read(mains))
    return product, options


async def of_numbers(
    call: Call, product_nos: list[int]
) -> dict[int, tuple[Product, list[OptionNames]]]:
    """Return products of the call's shop and their options, without their categories."""
    rows = await call.db.all(_OF_NUMBERS, shop_no=call.shop_no, product_nos=product_nos)
    found = [whole(row, []) for row in rows]
    return {product.product_no: (product, options) for product, options in found}


async def represented(call: Call, product_nos: list[int]) -> list[Product]:
    """Return those of the products that the call's shop has, as they are retrieved one by one."""
    rows = await call.db.all(_REPRESENTED, shop_no=call.shop_no, product_nos=product_nos)
    return [_alone(row)[0] for row in rows]


async def lock(call: Call, product_no: int) -> None:
    """Lock a product in every language until this transaction ends.

    Languages are locked together and in order: shared fields are written to all of them, and two
    calls from different languages would deadlock otherwise.
    """
    if call.db.dialect != "sqlite":  # where writers take turns
        await call.db.all(_LOCK, product_no=product_no)


async def lock_several(call: Call, product_nos: list[int]) -> None:
    """Lock products in every language until this transaction ends, in their locking order."""
    if call.db.dialect != "sqlite":  # where writers take turns
        await call.db.all(_LOCK_SEVERAL, product_nos=product_nos)


async def keep_still(call: Call, product_nos: list[int]) -> None:
    """Take a shared lock on products, so that they are not deleted until this transaction ends."""
    if call.db.dialect != "sqlite":  # where writers take turns
        await call.db.all(_LOCK_SHARED, product_nos=product_nos)


async def in_every_language(
    call: Call, product_nos: list[int]
) -> list[tuple[Product, list[OptionNames]]]:
    """Return products and their options in each language of the mall, without their categories.

    Locks them until this transaction ends.
    """
    rows = await call.db.all(_IN_EVERY_LANGUAGE, product_nos=product_nos)
    return [whole(row, []) for row in rows]


async def in_shops(
    call: Call, product_nos: list[int], shop_nos: list[int]
) -> dict[tuple[int, int], tuple[Product, list[OptionNames]]]:
    """Return products and their options in several shops, by product and shop."""
    rows = await call.db.all(_IN_SHOPS, product_nos=product_nos, shop_nos=shop_nos)
    found = [whole(row, []) for row in rows]
    return {(each[0].product_no, each[0].shop_no): each for each in found}


def whole(row: Row, category: list[InCategory]) -> tuple[Product, list[OptionNames]]:
    """Return the product of a row that holds WHOLE, and its options."""
    *columns, options, listed, detail = row
    product = _marked(_WHOLE_COLUMNS.fill(_DETAIL.decode(joined(listed, detail)), columns))
    force_setattr(product, "category", category)
    return product, options_from(options)


def joined(one: str, other: str) -> str:
    """Return two JSON objects as one: the second continues where the first ends."""
    if "{}" in (one, other):
        return other if one == "{}" else one
    return f"{one[:-1]},{other[1:]}"


def listed(row: Row) -> ListedProduct:
    """Return the product of a row that holds the columns LISTED and the document `listed`."""
    return _marked(_LISTED_COLUMNS.fill(_LISTED.decode(row[-1]), row))


def _marked(product: P) -> P:
    """Return a product just read, with its sold out icon set."""
    stored: str = product.sold_out
    # a text instead of the price says itself that the product cannot be bought
    is_marked = stored == "T" and not product.price_content
    if stored == bundle_tables.UNMARKED:
        force_setattr(product, "sold_out", "T")
    if product.list_icon.soldout_icon != is_marked:
        marked = msgspec.structs.replace(product.list_icon, soldout_icon=is_marked)
        force_setattr(product, "list_icon", marked)
    return product


async def details(call: Call, product_nos: list[int]) -> dict[int, Product]:
    """Return the detail-only fields of several products, in one statement."""
    rows = await call.db.all(_DETAILS, shop_no=call.shop_no, product_nos=product_nos)
    return {number: _DETAIL.decode(document) for number, document in rows}


def row_of(product: Product, options: list[OptionNames]) -> dict[str, BoundValue]:
    """Return a product as the values of its row, without `mall_id`."""
    assert product.created_date is not None
    assert product.updated_date is not None
    row = {name: getattr(product, name) for name in COLUMNS}
    for name in AMOUNTS:
        row[name] = hundredths(row[name])
    row["created_date"] = seconds(product.created_date)
    row["updated_date"] = seconds(product.updated_date)
    row["options"] = _json(options)
    row["listed"] = _document(product, _LISTED_DEFAULTS)
    row["detail"] = _document(product, _DETAIL_DEFAULTS)
    return row


def _document(product: Product, defaults: Sequence[tuple[str, Any]]) -> str:
    """Return the fields of a product that differ from the defaults of its struct.

    A default may therefore only change together with a migration of the products that rely on it.
    """
    return _json(
        {name: value for name, default in defaults if (value := getattr(product, name)) != default}
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


async def add(call: Call, product: Product, options: list[OptionNames]) -> None:
    """Add a product in one shop of the mall."""
    row = row_of(product, options)
    await call.db.run(_ADD, **row)
    await names.add(call.db, [row])
    await search_tokens.index(call, product)
    await exposure.add(call, product)


async def change(call: Call, after: Product, changed: Collection[str]) -> None:
    """Write the fields `changed` of a product in the call's shop.

    Fields shared by its languages are written to all of them.
    """
    await change_several(call, [(after, changed)])


async def change_several(call: Call, products: Sequence[tuple[Product, Collection[str]]]) -> None:
    """Write the changed fields of products, each in its shop; none is in `products` twice.

    Fields shared by the languages of a product are written to all of them.
    """
    rows: dict[Statement, list[dict[str, BoundValue]]] = defaultdict(list)
    shared: dict[int, dict[str, BoundValue]] = {}
    for after, changed in products:
        row = _changed_columns(after, changed)
        key = {"shop_no": after.shop_no, "product_no": after.product_no}
        rows[_CHANGES.of(*row)].append(key | row)
        if not _SHARED.isdisjoint(changed):
            shared[after.product_no] = {name: getattr(after, name) for name in _SHARED}
    for statement, alike in rows.items():
        await call.db.defer(statement, alike)
    await call.db.defer(_SET_SHARED, [{"product_no": no, **row} for no, row in shared.items()])
    for after, changed in products:
        if not _NAMED.isdisjoint(changed):
            await names.change(call, after)
        if not {"product_tag", "additional_information"}.isdisjoint(changed):
            await search_tokens.index(call, after)
        if not exposure.FIELDS.isdisjoint(changed):
            await exposure.change(call, after)


def _changed_columns(after: Product, changed: Collection[str]) -> dict[str, BoundValue]:
    """Return the values of the columns that hold the fields `changed` of a product."""
    row = {name: getattr(after, name) for name in COLUMNS if name in changed}
    for name in AMOUNTS & row.keys():
        row[name] = hundredths(row[name])
    assert after.updated_date is not None
    row["updated_date"] = seconds(after.updated_date)
    if not _LISTED_DOCUMENT.isdisjoint(changed):
        row["listed"] = _document(after, _LISTED_DEFAULTS)
    if not _DETAIL_DOCUMENT.isdisjoint(changed):
        row["detail"] = _document(after, _DETAIL_DEFAULTS)
    return row


async def remove(call: Call, product_no: int) -> None:
    """Remove a product in every language of the mall."""
    await call.db.run(_DELETE, product_no=product_no)
    await names.remove(call, product_no)
    await search_tokens.remove(call, product_no)
