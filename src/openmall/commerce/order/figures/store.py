"""SQL that adds figures and folds them into sums."""

import secrets
from collections.abc import Hashable, Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import Table, bindparam, delete, func, select, union

from openmall.commerce.order.figures.tables import GOODS, GOODS_FIGURES, SALES, SALES_FIGURES
from openmall.database.schema import fixed
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue

K = TypeVar("K", bound=Hashable)

AN_HOUR: Final = 3_600
AT_ONCE: Final = 2_000
"""Rows that are folded in one transaction."""


class SalesKey(NamedTuple):
    """Key of the sum of an hour that figures of money belong to."""

    shop_no: int
    hour: int
    methods: str
    gateway: str


class GoodsKey(NamedTuple):
    """Key of the sum of an hour that units belong to; prices in hundredths."""

    shop_no: int
    hour: int
    product_no: int
    variant_code: str
    product_price: int
    option_price: int
    mobile: str
    delivery_type: str
    supplier_id: str
    group_no: int


Figures = dict[str, int]


class _Statements:
    """The statements of one table of figures."""

    def __init__(self, table: Table, keys: tuple[str, ...], figures: tuple[str, ...]) -> None:
        self.keys, self.figures = keys, figures
        self.dated = "updated_date" in table.c
        c = table.c
        pending = c.entry_no > fixed(0)
        chosen = (
            select(c.entry_no)
            .where(c.mall_id == bindparam("mall_id"), pending)
            .limit(bindparam("most"))
        )
        dates = (c.updated_date,) if self.dated else ()
        self.take = Statement(
            delete(table)
            .where(c.mall_id == bindparam("mall_id"), pending, c.entry_no.in_(chosen))
            .returning(*(c[name] for name in (*keys, *figures)), *dates)
        )
        index = ["mall_id", *keys, "entry_no"]
        self.add = Statement(
            lambda insert: (
                adding := insert(table).values({each.name: bindparam(each.name) for each in c})
            ).on_conflict_do_update(
                index_elements=index,
                set_={name: c[name] + adding.excluded[name] for name in figures}
                | ({"updated_date": adding.excluded.updated_date} if self.dated else {}),
            )
        )
        self.clear = Statement(delete(table).where(c.mall_id == bindparam("mall_id")))

    def row(
        self, key: tuple[str | int, ...], figures: Mapping[str, int], **more: int
    ) -> dict[str, BoundValue]:
        named = zip(self.keys, key, strict=True)
        return {**dict(named), **dict.fromkeys(self.figures, 0), **figures, **more}


_SALES: Final = _Statements(SALES, SalesKey._fields, SALES_FIGURES)
_GOODS: Final = _Statements(GOODS, GoodsKey._fields, GOODS_FIGURES)
_WAITING: Final = Statement(
    union(
        *(
            select(table.c.mall_id).where(table.c.entry_no > fixed(0)).distinct()
            for table in (SALES, GOODS)
        )
    ),
    across_malls="a worker looks for the malls whose figures are to be summed up",
)

_REFUND_SUMS: Final = Statement(
    select(
        *(SALES.c[name] for name in SalesKey._fields),
        func.sum(SALES.c.refund_points),
        func.sum(SALES.c.refund_credits),
    )
    .where(
        SALES.c.mall_id == bindparam("mall_id"),
        (SALES.c.refund_points != 0) | (SALES.c.refund_credits != 0),
    )
    .group_by(*(SALES.c[name] for name in SalesKey._fields))
)


def hour_of(at: int) -> int:
    """Return the UTC second at which the hour of a time begins; hours of +09:00 are the same."""
    return at - at % AN_HOUR


def _entry_no() -> int:
    # drawn rather than counted: a counter would be the one row that all orders wait for
    return secrets.randbits(62) + 1


async def add_sales_row(db: Session, key: SalesKey, figures: Figures) -> None:
    """Add the figures of an order to an hour; they are folded later."""
    await db.defer(_SALES.add, [_SALES.row(key, figures, entry_no=_entry_no())])


async def add_goods_rows(db: Session, rows: Iterable[tuple[GoodsKey, Figures]], now: int) -> None:
    """Add the units of an order to hours; they are folded later."""
    new_rows = [
        _GOODS.row(key, figures, entry_no=_entry_no(), updated_date=now) for key, figures in rows
    ]
    await db.defer(_GOODS.add, new_rows)


class Sums:
    """Figures of many orders, added up in memory before they are written."""

    def __init__(self) -> None:
        self.sales: dict[SalesKey, Figures] = {}
        self.goods: dict[GoodsKey, Figures] = {}

    def add_sales(self, key: SalesKey, figures: Figures) -> None:
        """Add figures of money."""
        _added(self.sales, key, figures)

    def add_goods(self, key: GoodsKey, figures: Figures) -> None:
        """Add units."""
        _added(self.goods, key, figures)

    async def write(self, db: Session, now: int) -> None:
        """Add everything to the sums of the hours; sorted, so that no two writers deadlock."""
        sales = [_SALES.row(key, self.sales[key], entry_no=0) for key in sorted(self.sales)]
        goods = [
            _GOODS.row(key, self.goods[key], entry_no=0, updated_date=now)
            for key in sorted(self.goods)
        ]
        if sales:
            await db.many(_SALES.add, sales)
        if goods:
            await db.many(_GOODS.add, goods)


def _added(into: dict[K, Figures], key: K, figures: Figures) -> None:
    existing = into.setdefault(key, {})
    for name, value in figures.items():
        existing[name] = existing.get(name, 0) + value


async def fold(db: Session, now: int) -> int:
    """Fold rows of single orders into sums, `AT_ONCE` of a table at most.

    Return the number of rows of the table that had more. Rows are locked by the one who takes them.
    """
    sums = Sums()
    moneys = await _taken(db, _SALES)
    goods = await _taken(db, _GOODS)
    for key, figures in moneys:
        sums.add_sales(SalesKey(*key), figures)
    for key, figures in goods:
        sums.add_goods(GoodsKey(*key), figures)
    await sums.write(db, now)
    return max(len(moneys), len(goods))


async def _taken(db: Session, statements: _Statements) -> list[tuple[Row, Figures]]:
    width, end = len(statements.keys), len(statements.keys) + len(statements.figures)
    rows = await db.all(statements.take, most=AT_ONCE)
    return [
        (row[:width], dict(zip(statements.figures, row[width:end], strict=True))) for row in rows
    ]


async def waiting(db: Session) -> list[str]:
    """Return the malls with rows to fold."""
    return [row[0] for row in await db.all(_WAITING)]


async def clear(db: Session, sums: Sums) -> None:
    """Delete every figure of the session's mall, to be written again from `sums`.

    Restored points and deposit, which no order's ledger has, are added to `sums` first.
    """
    for *key, points, deposit in await db.all(_REFUND_SUMS):
        figures = {"refund_points": int(points), "refund_credits": int(deposit)}
        sums.add_sales(SalesKey(*key), figures)
    await db.run(_SALES.clear)
    await db.run(_GOODS.clear)
