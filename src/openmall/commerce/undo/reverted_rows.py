"""Rows that an undo compares and writes back, and what follows from them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from openmall.commerce.category.categories.tree import ROOT
from openmall.commerce.product.products import store as product_store
from openmall.commerce.undo import derived_rows, documents, row_store
from openmall.commerce.undo.owners import OWNERS
from openmall.commerce.undo.refusals import APP_OF_ROW_GONE, NAME_OF_ROW_TAKEN, PARENT_OF_ROW_GONE
from openmall.commerce.undo.row_store import RowWrite, Values
from openmall.commerce.undo.sealed_writes import RevertedRow, WriteContent
from openmall.commerce.undo.table_policies import policies
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.database.session import DuplicateRow
from openmall.database.undo_policies import Reverted

_OF_PRODUCTS: Final = frozenset({"product", "variant", "product_category", "bundle_part"})
"""Tables from whose rows what others see of a product follows."""
_OF_STOCK: Final = frozenset({"variant", "bundle_part"})
"""Those of them on which it depends whether a product is sold out."""
_PARENTS: Final = (("product_no", "product"), ("part_no", "product"), ("category_no", "category"))
"""Columns of a key, and the table in which what they name must be."""
MOST_ALONE: Final = 4
"""Rows that are written one by one; what keeps more of them together would cost as much."""
_OF_APPS: Final = frozenset({"script_tag", "payment_gateway", "payment_gateway_method"})
"""Tables whose rows are of an app that must be there."""
_OWN_PARENTS: Final = {
    "category": (("parent_category_no", "category"),),
    "article": (("parent_article_no", "article"),),
    "article_comment": (("article_no", "article"),),
}
"""The same of columns of restored rows."""


def object_of(row: RevertedRow) -> str:
    """Return the key of a row as it is named to callers."""
    return ",".join(map(str, row.key.values()))


def moved(row: RevertedRow, current: dict[str, Any] | None) -> list[str] | None:
    """Return the fields that are not as the write left them; None: the row is as it left it."""
    if row.after is None:
        return None if current is None else sorted(row.before or ())
    if current is None:
        return sorted(row.after)
    policy = policies()[row.table]
    # what came by other writes would go with a row that this one created
    derived: tuple[str, ...] = ()
    if isinstance(policy, Reverted):
        derived = policy.counted if row.before is None else policy.derived + policy.counted
    different = [name for name, value in row.after.items() if current[name] != value]
    return [name for name in different if name not in derived] or None


def named(values: dict[str, Any] | None, fields: list[str]) -> dict[str, Any] | None:
    return None if values is None else {name: values[name] for name in fields if name in values}


async def locked(
    call: Call, rows: Iterable[RevertedRow]
) -> list[tuple[RevertedRow, Values | None]]:
    """Lock rows, what others belong to before those; return each with what it is now."""
    in_order = sorted(rows, key=is_part)
    products = {row.key["product_no"] for row in in_order if row.table == "product"}
    if products:  # in every language, as in changes of one of them
        await product_store.lock_several(call, sorted(products))
    current = await row_store.read(call.db, in_order, to_change=True)
    return list(zip(in_order, current, strict=True))


async def revert(call: Call, rows: Sequence[tuple[RevertedRow, Values | None]]) -> None:
    """Write rows back; with each, what it is now.

    Raises NotModified (409) where a row cannot become what it was.
    """
    writes = [_write(call, *each) for each in rows]
    # SQLite has no round trips, and would copy each page that changes within a savepoint
    if len(rows) > MOST_ALONE and call.db.dialect != "sqlite":
        with suppress(DuplicateRow):  # one by one, it is found out which
            await row_store.write_together(call.db, writes)
            return
    for (row, _), write in zip(rows, writes, strict=True):
        try:
            await row_store.write(call.db, write)
        except DuplicateRow:
            raise NotModified(
                NAME_OF_ROW_TAKEN, parameter="write_no", table=row.table, named=object_of(row)
            ) from None


def _write(call: Call, row: RevertedRow, current: Values | None) -> RowWrite:
    policy = policies()[row.table]
    assert isinstance(policy, Reverted)
    if row.before is None:
        return RowWrite(row.table, row.key, None)
    values = row.before
    if policy.touched:
        values = values | {policy.touched: int(call.clock.now())}
    if current is None:
        return RowWrite(row.table, row.key, {**values, **policy.restored}, is_new=True)
    changed = {name: value for name, value in values.items() if name not in row.key}
    return RowWrite(row.table, row.key, documents.folded(changed, current))


async def require_parents(call: Call, restored: Sequence[RevertedRow]) -> None:
    """Raise NotModified (409) where a restored row belongs to something that is gone."""
    await _require_apps(call, restored)
    parents = [(row, *place) for row in restored for place in _parents(row)]
    for table in sorted({table for _, table, _ in parents}):
        numbers = {number for _, name, number in parents if name == table}
        present = await row_store.present(call.db, table, OWNERS[table].number, numbers)
        for row, name, number in parents:
            if name == table and number not in present:
                raise NotModified(
                    PARENT_OF_ROW_GONE,
                    parameter="write_no",
                    table=row.table,
                    named=object_of(row),
                    parent=_with_article(table),
                )


def _with_article(table: str) -> str:
    return f"{'an' if table[0] in 'aeiou' else 'a'} {table.replace('_', ' ')}"


async def _require_apps(call: Call, restored: Sequence[RevertedRow]) -> None:
    apps = {(row.before or {})["client_id"] for row in restored if row.table in _OF_APPS}
    for client_id in sorted(apps):
        app = await row_store.read_row(call.db, "installation", {"client_id": client_id})
        if app is None or app["deleted_at"] is not None:
            raise NotModified(APP_OF_ROW_GONE, parameter="write_no")


def _parents(row: RevertedRow) -> Iterator[tuple[str, Any]]:
    """Yield table and number of what a row belongs to."""
    before = row.before or {}
    parents = [(row.key.get(column), table) for column, table in _PARENTS]
    if row.table in _OWN_PARENTS:
        parents = [(before.get(column), table) for column, table in _OWN_PARENTS[row.table]]
    for number, table in parents:
        if number is not None and (table, number) != ("category", ROOT):
            yield table, number


def is_part(row: RevertedRow) -> bool:
    """Return whether a row belongs to another one, which is restored before it."""
    return row.table not in OWNERS


def created(content: WriteContent) -> dict[tuple[str, Any], list[RevertedRow]]:
    """Return table and number of what a write created, and all its new rows."""
    new = [(row, row.after) for row in content.rows if row.before is None and row.after is not None]
    found: dict[tuple[str, Any], list[RevertedRow]] = {}
    for name, owner in OWNERS.items():
        numbers = {after[owner.number] for row, after in new if row.table == name}
        found |= {(name, number): [] for number in sorted(numbers)}
        for row, after in new:
            if (number := after.get(owner.number)) in numbers:
                found[name, number].append(row)
    return found


async def renew(call: Call, reverted: Iterable[RevertedRow]) -> None:
    """Make anew what follows from reverted rows."""
    products, restored, restocked, categories = set(), set(), set(), set()
    for row in reverted:
        if row.table in _OF_PRODUCTS:
            products.add(row.key["product_no"])
        if row.table == "product" and row.after is None:
            restored.add(row.key["product_no"])
        if row.table in _OF_STOCK:
            restocked.add(row.key["product_no"])
        if row.table == "category":
            categories.add(row.key["category_no"])
    if products:
        await derived_rows.renew_products(
            call, sorted(products), restored=restored, restocked=restored | restocked
        )
    if categories:
        await derived_rows.renew_categories(call, sorted(categories))
