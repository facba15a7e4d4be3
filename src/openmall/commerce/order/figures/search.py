"""SQL of figures by day, hour and variant; its cost grows with hours and not with orders."""

from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, Label, Select, Table, bindparam, func, select

from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.order.figures.store import AN_HOUR, Figures, hour_of
from openmall.commerce.order.figures.tables import GOODS, GOODS_FIGURES, SALES, SALES_FIGURES
from openmall.database.schema import fixed
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue, StoredRow

A_DAY: Final = 86_400
AHEAD: Final = 32_400
"""Seconds by which the platform's days begin before those of UTC."""
_AHEAD: Final = fixed(AHEAD)
_A_DAY: Final = fixed(A_DAY)
_S: Final = SALES.c
_G: Final = GOODS.c
_PERIOD: Final[tuple[BindParameter[int], BindParameter[int]]] = (
    bindparam("start"),
    bindparam("end"),
)


class DayFigures(NamedTuple):
    """Figures of a shop's day, for one payment method and gateway."""

    shop_no: int
    day: int
    """UTC second at which it begins at +09:00."""
    methods: str
    gateway: str
    figures: Figures


def _day(hour: ColumnElement[int]) -> ColumnElement[int]:
    return hour - (hour + _AHEAD) % _A_DAY


def _of_day(hour: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that an hour is the bound second `of_day` of its day."""
    return (hour + _AHEAD) % _A_DAY == bindparam("of_day")


def _sums(table: Table, names: tuple[str, ...]) -> list[Label[int]]:
    # PostgreSQL adds whole numbers up to decimal ones, which no sum exceeds; read by `_figures`
    return [func.sum(table.c[name]).label(name) for name in names]


def _figures(sums: Row, names: tuple[str, ...]) -> Figures:
    return {name: int(value) for name, value in zip(names, sums, strict=True)}


def _days(of_shop: bool, names: tuple[str, ...]) -> Select[*StoredRow]:
    day = _day(_S.hour)
    where = [_S.mall_id == bindparam("mall_id"), _S.hour.between(*_PERIOD)]
    if of_shop:
        where.append(_S.shop_no == bindparam("shop_no"))
    keys = (_S.shop_no, day, _S.methods, _S.gateway)
    return select(*keys, *_sums(SALES, names)).where(*where).group_by(*keys).order_by(*keys)


_DAYS: Final = StatementCache(_days)


async def days(
    db: Session, period: tuple[int, int], names: tuple[str, ...], *, shop_no: int | None = None
) -> list[DayFigures]:
    """Return the figures `names` of days in order, of one shop or of all.

    `period`: its first and last UTC second.
    """
    more = {} if shop_no is None else {"shop_no": shop_no}
    statement = _DAYS.of(shop_no is not None, names)
    rows = await db.all(statement, start=period[0], end=period[1], **more)
    return [DayFigures(*_split(row, 4, names)) for row in rows]


def _split(row: Row, width: int, names: tuple[str, ...]) -> tuple[Any, ...]:
    return (*row[:width], _figures(row[width:], names))


_PAID: Final = (
    "order_count", "paid_amount", "refund_count", "refund_points", "refund_credits",
)  # fmt: skip


def _hours(of_day: bool) -> Select[*StoredRow]:
    where = [
        _S.mall_id == bindparam("mall_id"),
        _S.shop_no == bindparam("shop_no"),
        _S.hour.between(*_PERIOD),
    ]
    if of_day:
        where.append(_of_day(_S.hour))
    something = func.sum(_S[_PAID[0]]) != 0
    for name in _PAID[1:]:
        something |= func.sum(_S[name]) != 0
    return (
        select(_S.hour, *_sums(SALES, SALES_FIGURES))
        .where(*where)
        .group_by(_S.hour)
        .having(something)
        .order_by(_S.hour.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_HOURS: Final = StatementCache(_hours)


async def hours(
    db: Session, shop_no: int, period: tuple[int, int], *, of_day: int | None, page: tuple[int, int]
) -> list[tuple[int, Figures]]:
    """Return the hours of a period with payments or refunds, newest first.

    `of_day`: only this second of the day; `page`: limit and offset.
    """
    more = {} if of_day is None else {"of_day": of_day}
    rows = await db.all(
        _HOURS.of(of_day is not None),
        shop_no=shop_no,
        start=period[0],
        end=period[1],
        limit=page[0],
        offset=page[1],
        **more,
    )
    return [(row[0], _figures(row[1:], SALES_FIGURES)) for row in rows]


class GoodsFigures(NamedTuple):
    """Units of a variant at one price in an hour."""

    hour: int
    product_no: int
    variant_code: str
    product_price: int
    option_price: int
    updated_date: int
    figures: Figures


def _goods(filters: tuple[str, ...]) -> Select[*StoredRow]:
    where = [
        _G.mall_id == bindparam("mall_id"),
        _G.shop_no == bindparam("shop_no"),
        _G.hour.between(*_PERIOD),
    ]
    for name in filters:
        if name == "of_day":
            where.append(_of_day(_G.hour))
        elif name == "product_no":
            where.append(InList(_G.product_no, "product_no"))
        elif name == "category_no":
            filed = select(PLACE.c.product_no).where(
                PLACE.c.mall_id == bindparam("mall_id"),
                PLACE.c.category_no == bindparam("category_no"),
            )
            where.append(_G.product_no.in_(filed))
        else:
            where.append(_G[name] == bindparam(name))
    something = func.sum(_G[GOODS_FIGURES[0]]) != 0
    for name in GOODS_FIGURES[1:]:
        something |= func.sum(_G[name]) != 0
    keys = (_G.hour, _G.product_no, _G.variant_code, _G.product_price, _G.option_price)
    return (
        select(*keys, func.max(_G.updated_date), *_sums(GOODS, GOODS_FIGURES))
        .where(*where)
        .group_by(*keys)
        .having(something)
        .order_by(_G.hour.desc(), *keys[1:])
    )


_GOODS: Final = StatementCache(_goods)


async def goods(
    db: Session, shop_no: int, period: tuple[int, int], filters: dict[str, BoundValue]
) -> list[GoodsFigures]:
    """Return units that were paid or returned, newest hour first.

    `filters`: `of_day`, `product_no` (a list), `category_no`, or a column of the table.
    """
    return [_of_goods(row) for row in await _of_period(db, shop_no, period, filters)]


async def page_of_goods(
    db: Session,
    shop_no: int,
    period: tuple[int, int],
    filters: dict[str, BoundValue],
    *,
    page: tuple[int, int],
) -> list[GoodsFigures]:
    """Return a page of what `goods` returns; `page`: limit and offset.

    Read from the newest hour back, each time twice as far, until there are enough rows: the cost
    depends on the page and not on the sales of the whole period.
    """
    limit, offset = page
    start, end = period
    found: list[Row] = []
    width = AN_HOUR
    while start <= end and len(found) < offset + limit:
        first = max(start, hour_of(end) + AN_HOUR - width)
        found += await _of_period(db, shop_no, (first, end), filters)
        end = first - 1
        width *= 2
    return [_of_goods(row) for row in found[offset : offset + limit]]


async def _of_period(
    db: Session, shop_no: int, period: tuple[int, int], filters: dict[str, BoundValue]
) -> list[Row]:
    statement = _GOODS.of(tuple(sorted(filters)))
    start, end = period
    return await db.all(statement, shop_no=shop_no, start=start, end=end, **filters)


def _of_goods(row: Row) -> GoodsFigures:
    return GoodsFigures(*_split(row, 6, GOODS_FIGURES))


_PAID_WITH: Final = (
    _S.mall_id == bindparam("mall_id"),
    _S.shop_no == bindparam("shop_no"),
    _S.order_count > fixed(0),
)
_NEXT_METHODS: Final = Statement(
    select(func.min(_S.methods)).where(*_PAID_WITH, _S.methods > bindparam("after"))
)
_FIRST: Final = Statement(
    select(func.min(_S.hour)).where(*_PAID_WITH, _S.methods == bindparam("methods"))
)


async def payment_methods(db: Session, shop_no: int) -> list[tuple[int, str]]:
    """Return the first hour of each combination of payment methods, the earliest first.

    Each is looked up at its place in an index: there are few, and hours of many years.
    """
    found: list[tuple[int, str]] = []
    methods = ""
    while True:
        row = await db.one(_NEXT_METHODS, shop_no=shop_no, after=methods)
        if row is None or row[0] is None:
            return sorted(found)
        methods = row[0]
        first = await db.one(_FIRST, shop_no=shop_no, methods=methods)
        assert first is not None
        found.append((first[0], methods))
