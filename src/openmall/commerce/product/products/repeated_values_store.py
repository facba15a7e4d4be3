"""Tables with a row for each of several values of a product in a shop."""

from collections.abc import Sequence

from sqlalchemy import Table, bindparam, delete, insert, select

from openmall.commerce.product.products.shape import ListedProduct
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue


class RepeatedValues:
    """A table whose primary key is all of its columns, `shop_no` and `product_no` among them."""

    def __init__(self, table: Table) -> None:
        of_mall = table.c.mall_id == bindparam("mall_id")
        columns = [column for column in table.c if column.name != "mall_id"]
        self._names = [column.name for column in columns]
        self._find = Statement(
            select(table.c.shop_no, table.c.product_no, *columns).where(
                of_mall, InList(table.c.product_no, "product_nos")
            )
        )
        self._delete = Statement(
            delete(table).where(of_mall, *(each == bindparam(each.name) for each in columns))
        )
        self._add = Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))

    async def replace(
        self, db: Session, products: Sequence[ListedProduct], rows: Sequence[dict[str, BoundValue]]
    ) -> None:
        """Replace the rows of products, each in its shop, by `rows`; write only what differs."""
        places = {(each.shop_no, each.product_no) for each in products}
        numbers = sorted({product_no for _, product_no in places})
        stored = await db.all(self._find, product_nos=numbers)
        before = {row[2:] for row in map(tuple, stored) if row[:2] in places}
        after = {tuple(each[name] for name in self._names) for each in rows}
        for statement, differing in ((self._delete, before - after), (self._add, after - before)):
            if differing:
                await db.many(statement, [self._row(values) for values in sorted(differing)])

    def _row(self, values: Row) -> dict[str, BoundValue]:
        return dict(zip(self._names, values, strict=True))
