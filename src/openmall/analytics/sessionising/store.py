"""SQL of the sessioniser: its cursor, visits of browsers and orders, batches of facts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    and_,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from openmall.access.malls.tables import MALL
from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.facts.values import Fact
from openmall.analytics.sessionising.fact_builder import Goods, Key, Placed
from openmall.analytics.sessionising.rule import BrowserState, Visit
from openmall.analytics.sessionising.tables import BROWSER, CURSOR, FACT_BATCH, ORDER_VISIT
from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.category.categories.store import CATEGORY
from openmall.commerce.order.orders.tables import BROUGHT_IN, NOT_REPORTED
from openmall.commerce.product.products.tables import PRODUCT
from openmall.database.sequences import SEQUENCE
from openmall.database.session import Database, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue


class Cursor(Struct, frozen=True):
    """The cursor of a mall, as in the table."""

    sequence: int = 0
    event_sequence: int = 0
    until: int = 0
    batch_no: int = 0
    event_floor: int = 0


_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_C: Final = CURSOR.c
_CURSOR_NAMES: Final = Cursor.__struct_fields__
_CURSOR: Final = Statement(select(*(_C[name] for name in _CURSOR_NAMES)).where(_C.mall_id == _MALL))
_FIRST_CURSOR: Final = Statement(
    lambda insert: (
        insert(CURSOR)
        .values({c.name: bindparam(c.name) for c in _C})
        .on_conflict_do_nothing(index_elements=["mall_id"])
    )
)
_MOVE_CURSOR: Final = Statement(
    update(CURSOR)
    .where(_C.mall_id == _MALL, *(_C[name] == bindparam(f"was_{name}") for name in _CURSOR_NAMES))
    .values({name: bindparam(name) for name in _CURSOR_NAMES})
)
_B: Final = BROWSER.c
_VISIT_NAMES: Final = ("visits", "visit", "began_at", "active_at", "source")
_BROWSERS: Final = Statement(
    select(_B.browser, *(_B[name] for name in _VISIT_NAMES)).where(
        _B.mall_id == _MALL, _B.shop_no == bindparam("shop_no"), InList(_B.browser, "browsers")
    )
)
_UPSERT_BROWSER: Final = Statement(
    lambda insert: (
        insert(BROWSER)
        .values({c.name: bindparam(c.name) for c in _B})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "browser"],
            set_={name: bindparam(name) for name in _VISIT_NAMES},
        )
    )
)
_O: Final = ORDER_VISIT.c
_PLACED: Final = Statement(
    select(_O.order_id, _O.content).where(_O.mall_id == _MALL, InList(_O.order_id, "order_ids"))
)
_UPSERT_ORDER_VISIT: Final = Statement(
    lambda insert: (
        insert(ORDER_VISIT)
        .values({c.name: bindparam(c.name) for c in _O})
        .on_conflict_do_update(
            index_elements=["mall_id", "order_id"],
            set_={"content": bindparam("content"), "visit": bindparam("visit")},
        )
    )
)
_ADD_BATCH: Final = Statement(
    insert(FACT_BATCH).values({c.name: bindparam(c.name) for c in FACT_BATCH.c})
)
_PRODUCTS: Final = Statement(
    select(
        PRODUCT.c.shop_no, PRODUCT.c.product_no, PRODUCT.c.product_code, PRODUCT.c.product_name
    ).where(PRODUCT.c.mall_id == _MALL, InList(PRODUCT.c.product_no, "product_nos"))
)
_PLACES: Final = Statement(
    select(PLACE.c.product_no, PLACE.c.category_no)
    .where(PLACE.c.mall_id == _MALL, InList(PLACE.c.product_no, "product_nos"))
    .order_by(PLACE.c.product_no, PLACE.c.category_no)
)
_NAMES: Final = Statement(
    select(CATEGORY.c.shop_no, CATEGORY.c.category_no, CATEGORY.c.category_name).where(
        CATEGORY.c.mall_id == _MALL, InList(CATEGORY.c.category_no, "category_nos")
    )
)
_DUE: Final = Statement(
    select(MALL.c.mall_id)
    .outerjoin(CURSOR, _C.mall_id == MALL.c.mall_id)
    .outerjoin(SEQUENCE, and_(SEQUENCE.c.mall_id == MALL.c.mall_id, SEQUENCE.c.name == "event"))
    .where(
        or_(
            exists().where(COLLECTED.c.mall_id == MALL.c.mall_id),
            exists().where(BROUGHT_IN.c.mall_id == MALL.c.mall_id, NOT_REPORTED),
            func.coalesce(SEQUENCE.c.value, 0) > func.coalesce(_C.event_floor, 0),
        )
    )
    .order_by(MALL.c.mall_id),
    across_malls="a worker looks for the malls in which something happened",
)


class _StoredSource(Struct, frozen=True, array_like=True):
    """The source and device of a visit, stored in one column."""

    device: str
    source: tuple[str, ...]


_STORED_SOURCE: Final = msgspec.json.Decoder(_StoredSource)
_PLACED_READ: Final = msgspec.json.Decoder(Placed)


async def due(database: Database) -> list[str]:
    """Return the malls in which something happened that is not done."""
    async with database.reading("") as db:
        return [row[0] for row in await db.all(_DUE)]


async def cursor(db: Session) -> Cursor:
    """Return how far the mall is."""
    row = await db.one(_CURSOR)
    return Cursor() if row is None else Cursor(*row)


async def read_up_to(db: Session) -> int:
    """Return the number up to which events of the mall are not read again."""
    return (await cursor(db)).event_floor


async def move(db: Session, before: Cursor, after: Cursor) -> bool:
    """Move the mall's cursor; False: another process moved it since `before` was read.

    Nobody else can move it until the transaction ends.
    """
    values = msgspec.structs.asdict(after)
    if before == Cursor() and await db.run(_FIRST_CURSOR, **values):
        return True
    was = {f"was_{name}": value for name, value in msgspec.structs.asdict(before).items()}
    return await db.run(_MOVE_CURSOR, **values, **was) == 1


async def browsers(db: Session, keys: Iterable[Key]) -> dict[Key, BrowserState]:
    """Return the state of browsers, in one statement for each shop."""
    shops: dict[int, list[int]] = {}
    for shop_no, browser in keys:
        shops.setdefault(shop_no, []).append(browser)
    states = {}
    for shop_no, browser_numbers in shops.items():
        for row in await db.all(_BROWSERS, shop_no=shop_no, browsers=browser_numbers):
            source = _STORED_SOURCE.decode(row[5])
            last = Visit(row[1], row[2], row[3], row[4], source.source, source.device)
            states[(shop_no, row[0])] = BrowserState(last)
    return states


async def keep_browsers(db: Session, known: Iterable[tuple[Key, Visit]]) -> None:
    """Write the state of browsers."""
    rows: list[dict[str, BoundValue]] = [
        {
            "shop_no": shop_no,
            "browser": browser,
            "visits": visit.visits,
            "visit": visit.number,
            "began_at": visit.began_at,
            "active_at": visit.active_at,
            "source": msgspec.json.encode(_StoredSource(visit.device, visit.source)).decode(),
        }
        for (shop_no, browser), visit in known
    ]
    if rows:
        await db.many(_UPSERT_BROWSER, rows)


async def placed(db: Session, order_ids: Sequence[str]) -> dict[str, Placed]:
    """Return the visits in which orders were placed."""
    rows = await db.all(_PLACED, order_ids=list(order_ids)) if order_ids else []
    return {order_id: _PLACED_READ.decode(content) for order_id, content in rows}


async def keep_placed(db: Session, orders: Iterable[tuple[str, Placed]]) -> None:
    """Write the visits in which orders were placed."""
    rows: list[dict[str, BoundValue]] = [
        {
            "order_id": order_id,
            "visit": each.visit,
            "content": msgspec.json.encode(each).decode(),
        }
        for order_id, each in orders
    ]
    if rows:
        await db.many(_UPSERT_ORDER_VISIT, rows)


async def add_batch(
    db: Session, batch_no: int, facts: Mapping[str, Sequence[Sequence[Fact]]]
) -> None:
    """Add a batch of facts to the outbox of the engine."""
    content = msgspec.json.encode(facts).decode()
    await db.run(_ADD_BATCH, batch_no=batch_no, content=content)


async def goods(db: Session, product_nos: Sequence[int]) -> Goods:
    """Return the present names and categories of products."""
    if not product_nos:
        return Goods(products={}, categories={}, names={})
    numbers = list(product_nos)
    products = {
        (row[0], row[1]): (row[2], row[3]) for row in await db.all(_PRODUCTS, product_nos=numbers)
    }
    categories: dict[int, list[int]] = {}
    for product_no, category_no in await db.all(_PLACES, product_nos=numbers):
        categories.setdefault(product_no, []).append(category_no)
    category_nos = sorted({each for some in categories.values() for each in some})
    rows = await db.all(_NAMES, category_nos=category_nos) if category_nos else []
    names = {(row[0], row[1]): row[2] for row in rows}
    return Goods(products=products, categories=categories, names=names)
