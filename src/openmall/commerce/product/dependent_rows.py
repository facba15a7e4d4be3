"""Deletes the rows that belong to one product alone, when the product is deleted.

Which tables hold them is declared with each table: `deleted_with=("product",)`.
"""

from functools import cache

from sqlalchemy import bindparam, delete

from openmall.contract.call import Call
from openmall.database.policies import policies_of
from openmall.database.schema import metadata
from openmall.database.statements import Statement


@cache
def by_product() -> tuple[Statement, ...]:
    """Return the statements that delete rows by `product_no`, in the order of the tables' names."""
    return tuple(
        Statement(
            delete(table).where(
                table.c.mall_id == bindparam("mall_id"),
                table.c.product_no == bindparam("product_no"),
            )
        )
        for _, table in sorted(metadata().tables.items())
        if "product" in policies_of(table).deleted_with
    )


async def delete_all(call: Call, product_no: int) -> None:
    """Delete the rows that belong to a product, in every language.

    Call it once the product's own row is deleted: writers of these rows lock the product first.
    """
    for statement in by_product():
        await call.db.run(statement, product_no=product_no)
