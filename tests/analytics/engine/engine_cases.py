"""Facts and questions that every engine has to agree on."""

from typing import Any

from sqlalchemy import Select, bindparam, case, distinct, func, literal, select, union_all

from openmall.analytics.engine.engine import Batch
from openmall.analytics.facts.tables import CART_ACTION, SALE, SALE_WITHDRAWAL, VISIT

ODD = "a%b_'\"\\\t\n한글 {x:String} $1"


def visit(number: int, *, mall: str = "mall", day: int = 20260131, **more: Any) -> list[Any]:
    """Return a row of `visit`."""
    row: dict[str, Any] = dict.fromkeys(VISIT.c.keys(), "")
    row |= {"mall_id": mall, "shop_no": 1, "day": day, "hour": number % 24, "at": number}
    row |= {"visit": number, "browser": number % 7, "ip": 2**62 + number % 5, "first": number % 2}
    row |= {"device": "pc" if number % 3 else "mobile", **more}
    return list(row.values())


def sale(number: int, *, mall: str = "mall", day: int = 20260131, **more: Any) -> list[Any]:
    """Return a row of `sale`."""
    row: dict[str, Any] = dict.fromkeys(SALE.c.keys(), "")
    row |= {"mall_id": mall, "shop_no": 1, "day": day, "hour": number % 24, "at": number}
    row |= {"order_id": f"order-{number}", "device": "pc", "amount": number * 100, "buyer": number}
    row |= {"member": 0, "ordered_day": day, "visit": number, "first": 0, **more}
    return list(row.values())


def batches() -> list[Batch]:
    """Return batches of two malls; one holds facts of two months."""
    mine = [visit(number, ad="news" if number % 4 else "") for number in range(40)]
    later = [visit(number, day=20260201, keyword=ODD) for number in range(40, 60)]
    sales = [sale(number, ad="news") for number in range(1, 9)]
    return [
        Batch(source="mall", number=1, rows={"visit": mine + later, "sale": sales}),
        Batch(source="mall", number=2, rows={"visit": [visit(60, day=20260201, ad=ODD)]}),
        Batch(source="other", number=1, rows={"visit": [visit(1, mall="other")] * 3}),
    ]


IMPORTED = Batch(
    source="mall",
    number=3,
    rows={
        "visit": [
            *(visit(100 + at, browser=at) for at in (-21, -20, -15, -10, -9)),
            visit(99, mall="other", browser=-15),
        ]
    },
)
"""What imports brought in: the one with browsers from -20 to -10, and two others."""


def _withdrawal(number: int, **more: Any) -> list[Any]:
    row: dict[str, Any] = dict.fromkeys(SALE_WITHDRAWAL.c.keys(), 0)
    row |= {"mall_id": "sold", "shop_no": 1, "day": 20260202, "order_id": f"order-{number}"}
    row |= {"millisecond": 999, "first_day": 20260131, "last_day": 20260131, **more}
    return list(row.values())


WITHDRAWN = [
    Batch(
        source="sold",
        number=1,
        rows={"sale": [sale(at, mall="sold", at=at * 1_000 + 999) for at in (1, 2, 3)]},
    ),
    # the first is paid again on another day, the second never, the third is of no withdrawal
    Batch(
        source="sold",
        number=2,
        rows={
            "sale_withdrawal": [
                _withdrawal(1),
                _withdrawal(2, first_day=0, last_day=99_991_231),
                _withdrawal(3, millisecond=998),
                _withdrawal(3, mall_id="other"),
                _withdrawal(3, shop_no=2),
                _withdrawal(3, first_day=20260201, last_day=20260203),
            ],
            "sale": [sale(1, mall="sold", day=20260202, at=90_001_998)],
        },
    ),
]
"""Sales, and the withdrawal of some of them."""
SOLD = (
    select(SALE.c.order_id, SALE.c.day)
    .where(SALE.c.mall_id == bindparam("mall_id"))
    .order_by(SALE.c.order_id)
)
LEFT_OF_SALES = [("order-1", 20260202), ("order-3", 20260131)]

_V = VISIT.c
_S = SALE.c
_OF_MALL = (
    _V.mall_id == bindparam("mall_id"),
    _V.day.between(bindparam("start"), bindparam("end")),
)
DAYS = {"mall_id": "mall", "start": 20260101, "end": 20261231}


def questions() -> list[tuple[Select[Any], dict[str, Any]]]:
    """Return questions such as reports ask, with their values."""
    by_ad = (
        select(_V.ad.label("ad"), func.count().label("visits"))
        .where(*_OF_MALL)
        .group_by(_V.ad)
        .subquery()
    )
    sold = (
        select(_S.ad.label("ad"), func.sum(_S.amount).label("amount"))
        .where(_S.mall_id == bindparam("mall_id"))
        .group_by(_S.ad)
        .subquery()
    )
    both = union_all(
        select(_V.day.label("day"), func.count().label("count")).where(*_OF_MALL).group_by(_V.day),
        select(literal(20251231).label("day"), literal(5).label("count")),
    ).subquery()
    carts = CART_ACTION.c
    return [
        (
            select(
                _V.day,
                func.count(),
                func.sum(_V.first),
                func.count(distinct(_V.ip)),
                (func.count() * 1.0 / func.nullif(func.sum(_V.first), 0)).label("rate"),
            )
            .where(*_OF_MALL, _V.device.in_(bindparam("devices", expanding=True)))
            .group_by(_V.day)
            .order_by(_V.day),
            {**DAYS, "devices": ["pc", "mobile"]},
        ),
        (
            select(by_ad.c.ad, by_ad.c.visits, sold.c.amount)
            .select_from(by_ad.outerjoin(sold, by_ad.c.ad == sold.c.ad))
            .order_by(by_ad.c.visits.desc(), by_ad.c.ad)
            .limit(bindparam("limit"))
            .offset(bindparam("offset")),
            {**DAYS, "limit": 2, "offset": 0},
        ),
        (
            select(_V.visit, _V.keyword, _V.ad, _V.ip)
            .where(*_OF_MALL, (_V.keyword == bindparam("text")) | (_V.ad == bindparam("text")))
            .order_by(_V.visit),
            {**DAYS, "text": ODD},
        ),
        (
            select(both.c.day, func.sum(both.c.count)).group_by(both.c.day).order_by(both.c.day),
            DAYS,
        ),
        (
            select(
                func.sum(case((_V.ad == "", 1), else_=0)).label("direct"),
                func.max(_V.browser),
                (func.sum(_V.visit) / func.count()).label("mean"),
            ).where(*_OF_MALL),
            DAYS,
        ),
        (
            select(
                _V.day,
                (func.count().filter(_V.ad == "news") + func.sum(_V.first)).label("some"),
                (func.sum(func.count()).over() + func.count().over(order_by=_V.day)).label("all"),
            )
            .where(*_OF_MALL)
            .group_by(_V.day)
            .order_by(_V.day),
            DAYS,
        ),
        (
            select(func.count(), func.sum(carts.quantity)).where(
                carts.mall_id == bindparam("mall_id")
            ),
            {"mall_id": "mall"},
        ),
    ]
