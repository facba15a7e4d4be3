"""The rows of many products at once: one statement reads, one writes each table."""

from typing import Any, Final

from sqlalchemy import Table, bindparam, func, insert, select, tuple_

from openmall.commerce.category.categories import category_placements
from openmall.commerce.product import partner_updates
from openmall.commerce.product.availability import LIMITS
from openmall.commerce.product.bundles import pricing as bundle_pricing
from openmall.commerce.product.products import exposure, names, option_names_store, search_tokens
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.exposure import EXPOSURE
from openmall.commerce.product.products.shape import InCategory, Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock import propagation
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock_tables import CHANGE
from openmall.commerce.product.variant_service.combinations import VariantChanges, rearrange
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.events import Event
from openmall.contract.journal import batch as journal_batch
from openmall.contract.journal.tables import EVENT
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement

Values = dict[str, Any]


def _inserting(table: Table) -> Statement:
    return Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))


TABLES: Final = (
    PRODUCT, category_placements.PLACE, search_tokens.TAG, search_tokens.INFORMATION,
    EXPOSURE, variant_store.VARIANT, CHANGE, EVENT,
)  # fmt: skip
"""Tables written for many products."""
_P: Final = PRODUCT.c
_ADD: Final = {
    table: _inserting(table)
    for table in (
        PRODUCT, category_placements.PLACE, search_tokens.TAG, search_tokens.INFORMATION, EXPOSURE
    )
}  # fmt: skip
_BY_CODE: Final = Statement(
    select(*product_store.WHOLE)
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.custom_product_code, "codes"))
    .order_by(_P.product_no, _P.shop_no)
    .with_for_update()
)
_BY_NUMBER: Final = Statement(
    select(*product_store.WHOLE)
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.product_no, "product_nos"))
    .order_by(_P.product_no, _P.shop_no)
    .with_for_update()
)
_OLDEST: Final = Statement(
    select(_P.custom_product_code, func.min(_P.product_no))
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.custom_product_code, "codes"))
    .group_by(_P.custom_product_code)
)
_AGAIN: Final = category_placements.PLACE.alias()
_PLACES: Final = Statement(
    # asked for their keys first, from the index by product: SQLite, left to itself, would walk
    # through every place of the mall
    select(category_placements.PLACE).where(
        category_placements.PLACE.c.mall_id == bindparam("mall_id"),
        tuple_(category_placements.PLACE.c.category_no, category_placements.PLACE.c.product_no).in_(
            select(_AGAIN.c.category_no, _AGAIN.c.product_no).where(
                _AGAIN.c.mall_id == bindparam("mall_id"),
                InList(_AGAIN.c.product_no, "product_nos"),
            )
        ),
    )
)
_CODE_AT: Final = product_store.COLUMNS.index("custom_product_code")
_NUMBER_AT: Final = product_store.COLUMNS.index("product_no")


class StoredProduct:
    """A product that exists: its rows in each language, variants and categories."""

    def __init__(
        self,
        rows: list[Row],
        stock: list[Values],
        removed: set[str],
        places: list[InCategory],
    ) -> None:
        self.places = places
        self.stock = stock
        self.removed = removed
        self.here: dict[int, tuple[Product, list[OptionNames]]] = {}
        for row in rows:
            product, options = product_store.whole(row, places)
            self.here[product.shop_no] = (product, options)


async def _by_own_code(db: Session, named: list[str]) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for row in await db.all(_BY_CODE, codes=named) if named else ():
        same = rows.setdefault(row[_CODE_AT], [])
        # a code is unique only by custom: of several products the oldest is meant
        if not same or same[0][_NUMBER_AT] == row[_NUMBER_AT]:
            same.append(row)
    return rows


async def _by_product_code(db: Session, named: list[str]) -> dict[str, list[Row]]:
    numbers = {
        number: code
        for code in named
        if len(code) == codes.OF_PRODUCT and (number := codes.product_no(code))
    }
    rows: dict[int, list[Row]] = {}
    for row in await db.all(_BY_NUMBER, product_nos=list(numbers)) if numbers else ():
        rows.setdefault(row[_NUMBER_AT], []).append(row)
    own = {each[0][_CODE_AT] for each in rows.values()}
    oldest = await oldest_with_codes(db, sorted(own))
    return {
        numbers[number]: each
        for number, each in rows.items()
        if not names_product(each[0][_CODE_AT], number, oldest)
    }


async def oldest_with_codes(db: Session, own: list[str]) -> dict[str, int]:
    """Return the number of the oldest product with each of these codes of their own."""
    texts = [code for code in own if code]
    rows = await db.all(_OLDEST, codes=texts) if texts else ()
    return {row[0]: row[1] for row in rows}


def names_product(own: str, product_no: int, oldest: dict[str, int]) -> bool:
    """Say whether a file finds a product by its own code: not by one that begins with blanks."""
    return bool(own) and own == own.strip() and oldest.get(own) == product_no


class PendingWrites:
    """Rows to write, collected over the whole batch."""

    def __init__(self) -> None:
        self.rows: dict[Table, list[Values]] = {table: [] for table in _ADD}
        self.events: list[Event] = []
        self.changed: list[tuple[Product, set[str]]] = []
        self.options: list[option_names_store.OptionNamesRow] = []
        self.places: list[tuple[int, list[Values]]] = []
        self.new_variants: list[Values] = []
        self.variants = VariantChanges()

    def touched(self) -> list[int]:
        """Return the numbers of the products whose partner projection may have changed."""
        written = {row["product_no"] for row in self.rows[PRODUCT]}
        changed = {product.product_no for product, _ in self.changed}
        renamed = {each["product"] for each in self.options}
        return sorted(written | changed | renamed | {number for number, _ in self.places})

    def words(self, product: Product) -> None:
        for table, found in search_tokens.rows(product).items():
            self.rows[table] += found
        self.rows[EXPOSURE] += exposure.rows(product)


async def find(
    db: Session, named: list[str], *, by_product_code: bool = False
) -> dict[str, StoredProduct]:
    """Return the products with these codes of their own.

    `by_product_code`: a code that no product has may be the mall's own code of a product that no
    code of its own names: it has none, or one that an older product has as well.
    """
    rows = await _by_own_code(db, named)
    if by_product_code:
        rows |= await _by_product_code(db, [code for code in named if code not in rows])
    if not rows:
        return {}
    nos = [each[0][_NUMBER_AT] for each in rows.values()]
    stock = await variant_store.rows_to_change(db, nos)
    removed = await stock_store.removed_codes(db, nos)
    places: dict[int, list[InCategory]] = {}
    rows_of_places = sorted(await db.all(_PLACES, product_nos=nos), key=lambda row: row[1])
    for _, category_no, product_no, recommend, new in rows_of_places:
        place = InCategory(category_no=category_no, recommend=recommend, new=new)
        places.setdefault(product_no, []).append(place)
    return {
        code: StoredProduct(each, stock.get(number, []), removed, places.get(number, []))
        for (code, each), number in zip(rows.items(), nos, strict=True)
    }


async def carry_out(call: Call, work: PendingWrites, *, why: stock_store.ChangeReason) -> None:
    db = call.db
    await _add(
        db,
        work,
        PRODUCT,
        search_tokens.TAG,
        search_tokens.INFORMATION,
        EXPOSURE,
        category_placements.PLACE,
    )
    await names.add(db, work.rows[PRODUCT])
    for product, changed in work.changed:
        with call.in_shop(product.shop_no):
            await product_store.change(call, product, changed)
    if work.options:
        await option_names_store.write(db, work.options)
    for product_no, places in work.places:
        await category_placements.put(call, product_no, places)
    now = int(call.clock.now())
    await stock_store.add_variants(db, work.new_variants, why=why, reference="", now=now)
    await rearrange(call, work.variants, why=why)
    limited = {product.product_no for product, changed in work.changed if LIMITS & changed}
    await propagation.update(call, sorted(limited.difference(work.variants.counted())), [])
    dearer = {product.product_no for product, changed in work.changed if "price" in changed}
    if dearer:
        await bundle_pricing.recalculate_for_parts(call, sorted(dearer))
    if partner_updates.takes_part(call):
        await partner_updates.update_projection(call, work.touched())
    await journal_batch.publish(db, call.clock, [*work.events, *call.effects.events])


async def _add(db: Session, work: PendingWrites, *tables: Table) -> None:
    for table in tables:
        if work.rows[table]:
            await db.many(_ADD[table], work.rows[table])
