"""Rows that an undo compares and writes back, and what follows from them."""

from collections.abc import Iterable
from typing import Any, Final

from openmall.commerce.category.categories.tree import ROOT
from openmall.commerce.undo import derived_rows, documents
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.owners import OWNERS
from openmall.commerce.undo.sealed_writes import RevertedRow, WriteContent
from openmall.commerce.undo.table_policies import POLICIES, Reverted
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.database.session import DuplicateRow

_OF_PRODUCTS: Final = frozenset({"product", "variant", "product_category", "bundle_part"})
"""Tables from whose rows what others see of a product follows."""
_PARENTS: Final = (("product_no", "product"), ("part_no", "product"), ("category_no", "category"))
_OF_APPS: Final = frozenset({"script_tag", "payment_gateway", "payment_gateway_method"})
"""Tables whose rows are of an app that must be there."""
_OWN_PARENTS: Final = {
    "category": (("parent_category_no", "category"),),
    "article": (("parent_article_no", "article"),),
    "article_comment": (("article_no", "article"),),
}
"""Columns of restored rows, and the table in which what they name must be; `_PARENTS`: of the key
of any other table."""


def object_of(row: RevertedRow) -> str:
    """Return the key of a row as it is named to callers."""
    return ",".join(map(str, row.key.values()))


def moved(row: RevertedRow, current: dict[str, Any] | None) -> list[str] | None:
    """Return the fields that are not as the write left them; None: the row is as it left it."""
    if row.after is None:
        return None if current is None else sorted(row.before or ())
    if current is None:
        return sorted(row.after)
    policy = POLICIES[row.table]
    # what came by other writes would go with a row that this one created
    derived: tuple[str, ...] = ()
    if isinstance(policy, Reverted):
        derived = policy.counted if row.before is None else policy.derived + policy.counted
    different = [name for name, value in row.after.items() if current[name] != value]
    return [name for name in different if name not in derived] or None


async def read(call: Call, row: RevertedRow) -> dict[str, Any] | None:
    """Return a row as it is, locked, with the fields of its documents that an undo reverts."""
    current = await write_store.read_row(call.db, row.table, row.key)
    return None if current is None else documents.with_fields(row.table, current)


def named(values: dict[str, Any] | None, fields: list[str]) -> dict[str, Any] | None:
    return None if values is None else {name: values[name] for name in fields if name in values}


async def revert(call: Call, row: RevertedRow, current: dict[str, Any] | None) -> None:
    policy = POLICIES[row.table]
    assert isinstance(policy, Reverted)
    if row.before is None:
        await write_store.delete_row(call.db, row.table, row.key)
        return
    values = row.before
    if policy.touched:
        values = values | {policy.touched: int(call.clock.now())}
    if current is None:
        values = {**values, **policy.restored}
    try:
        if current is None:
            await write_store.add_row(call.db, row.table, values)
        else:
            changed = {name: value for name, value in values.items() if name not in row.key}
            changed = documents.folded(changed, current)
            await write_store.change_row(call.db, row.table, row.key, changed)
    except DuplicateRow:
        raise NotModified(
            f"{row.table} {object_of(row)} cannot become what it was: another one has its name.",
            parameter="write_no",
        ) from None


async def require_parents(call: Call, row: RevertedRow) -> None:
    """Raise NotModified (409) where a restored row belongs to something that is gone."""
    assert row.before is not None
    if row.table in _OF_APPS:
        app = await write_store.read_row(
            call.db, "installation", {"client_id": row.before["client_id"]}
        )
        if app is None or app["deleted_at"] is not None:
            raise NotModified("The app is gone from the mall.", parameter="write_no")
    parents = _OWN_PARENTS.get(row.table, _PARENTS)
    for column, table in parents:
        number = row.before.get(column)
        if table == "category" and number == ROOT:
            continue
        if parents is _PARENTS and column not in row.key:
            continue
        key = {OWNERS[table].number: number}
        if not await write_store.exists(call.db, table, key):
            raise NotModified(
                f"{row.table} {object_of(row)} belongs to a {table} that is gone.",
                parameter="write_no",
            )


def is_part(row: RevertedRow) -> bool:
    """Return whether a row belongs to another one, which is restored before it."""
    return row.table not in OWNERS


def created(content: WriteContent) -> dict[tuple[str, Any], list[RevertedRow]]:
    """Return table and number of what a write created, and all its new rows."""
    new = [row for row in content.rows if row.before is None and row.after is not None]
    found: dict[tuple[str, Any], list[RevertedRow]] = {}
    for name, owner in OWNERS.items():
        numbers = {(row.after or {})[owner.number] for row in new if row.table == name}
        for number in sorted(numbers):
            found[name, number] = [
                row for row in new if (row.after or {}).get(owner.number) == number
            ]
    return found


async def renew(call: Call, reverted: Iterable[RevertedRow]) -> None:
    products, restored, categories = set(), set(), set()
    for row in reverted:
        if row.table in _OF_PRODUCTS:
            products.add(row.key["product_no"])
        if row.table == "product" and row.after is None:
            restored.add(row.key["product_no"])
        if row.table == "category":
            categories.add(row.key["category_no"])
    if products:
        await derived_rows.renew_products(call, sorted(products), restored=restored)
    if categories:
        await derived_rows.renew_categories(call, sorted(categories))
