"""Deletes the rows that belong to one customer alone, when the customer is deleted.

Which tables hold them is declared with each table: `deleted_with=("customer",)`.
"""

from functools import cache

from sqlalchemy import Table, bindparam, delete

from openmall.contract.call import Call
from openmall.database.policies import CustomerRows, policies_of
from openmall.database.schema import metadata
from openmall.database.statements import InList, Statement


def _delete_by_member(table: Table) -> Statement:
    return Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.member_id == bindparam("member_id"),
        )
    )


def _delete_by_cart(table: Table) -> Statement:
    return Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            InList(table.c.shop_no, "shop_nos"),
            table.c.kind == "member",
            table.c.name == bindparam("member_id"),
        )
    )


def _dependent(found_by: str) -> list[Table]:
    """Return the tables deleted with a customer whose rows are found by the named column."""
    found = []
    for _, table in sorted(metadata().tables.items()):
        policies = policies_of(table)
        data = policies.personal_data
        if "customer" in policies.deleted_with and isinstance(data, CustomerRows):
            found += [table] if data.found_by == found_by else []
    return found


@cache
def by_member() -> tuple[Statement, ...]:
    """Return the statements that delete by `member_id`, in the order of the tables' names."""
    return tuple(_delete_by_member(each) for each in _dependent("member_id"))


@cache
def by_cart() -> tuple[Statement, ...]:
    """Return the statements that delete the customer's carts: their lines, then the carts."""
    tables = sorted(_dependent("cart"), key=lambda each: len(each.primary_key), reverse=True)
    return tuple(_delete_by_cart(each) for each in tables)


async def delete_all(call: Call, member_id: str) -> None:
    """Delete the rows that belong to a customer, in every shop of the mall.

    Call it with the customer locked: writers of these rows lock the customer first.
    """
    for statement in by_member():
        await call.db.run(statement, member_id=member_id)
    for statement in by_cart():
        await call.db.run(statement, member_id=member_id, shop_nos=list(call.mall.shops))
