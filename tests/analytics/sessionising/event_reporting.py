"""A mall on a store, to which tests tell what happened, and the facts that come of it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, String, Table, bindparam, delete, insert, select

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.analytics.collecting import store as collecting_store
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.collecting.store import CollectedBatch
from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.engine.duckdb import FILE, DuckFile
from openmall.analytics.engine.layout import TABLES
from openmall.analytics.facts.tables import facts as declared
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.orders.tables import ORDER
from openmall.configuration import Configuration
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.factory import open_database
from openmall.database.statements import Statement
from tests.world import NOVEMBER_2026, MovableClock

MALL = "seen"
LATENESS = 120.0
SHOPS = [Language(each, each, "KRW") for each in ("ko_KR", "en_US")]

_ANNOUNCE = Statement(insert(EVENT).values({c.name: bindparam(c.name) for c in EVENT.c}))
_ORDER = Statement(
    lambda insert: (
        insert(ORDER)
        .values({c.name: bindparam(c.name) for c in ORDER.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "order_id"])
    )
)
_PAYMENT = Statement(
    lambda insert: (
        insert(PAYMENT)
        .values({c.name: bindparam(c.name) for c in PAYMENT.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "order_id", "payment_no"])
    )
)
_FACTS = Statement(
    select(FACT_BATCH.c.batch_no, FACT_BATCH.c.content)
    .where(FACT_BATCH.c.mall_id == bindparam("mall_id"))
    .order_by(FACT_BATCH.c.batch_no)
)
_MADE = Statement(select(FACT_BATCH.c.batch_no).where(FACT_BATCH.c.mall_id == bindparam("mall_id")))
_WAITING = Statement(
    select(COLLECTED.c.sequence).where(COLLECTED.c.mall_id == bindparam("mall_id"))
)
_CLEAR = Statement(delete(FACT_BATCH).where(FACT_BATCH.c.mall_id == bindparam("mall_id")))


def seen(at: int, browser: int = 1, **more: Any) -> CollectedEvent:
    """Return a page that was seen, directly and on a computer unless `more` says otherwise."""
    names = ("bot", "url", "referrer", "engine", "keyword", "ad", "medium", "campaign", "term")
    plain = dict.fromkeys((*names, "content"), "")
    values = {"shop_no": 1, "kind": "page", "ip": 7, "device": "pc", "product_no": 0, **plain}
    return CollectedEvent(**{**values, "url": "/", "at": at, "browser": browser, **more})


def _row(table: Table, **known: Any) -> dict[str, Any]:
    """Return the values of a row without its mall; what is not known is null, 0, F or empty."""

    def blank(column: Any) -> Any:
        if column.nullable:
            return None
        if isinstance(column.type, BigInteger):
            return 0
        return "F" if isinstance(column.type, String) and column.type.length == 1 else ""

    return {c.name: known.get(c.name, blank(c)) for c in table.c if c.name != "mall_id"}


def kept(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all facts that DuckDB's file in a folder keeps, as `EventReporter.facts` does."""
    file = DuckFile(folder / FILE)
    facts = {
        name: [
            dict(zip(table.c.keys(), row, strict=True))
            for row in file.ask(f'SELECT * FROM "{name}"', {}, seconds=10)
        ]
        for name, table in TABLES.items()
    }
    file.close()
    return facts


class EventReporter:
    """What happened in one mall."""

    def __init__(self, configuration: Configuration) -> None:
        self.database = open_database(configuration)
        self.clock = MovableClock()

    @classmethod
    async def new(cls, configuration: Configuration) -> "EventReporter":
        """Open a fresh store with the mall in it."""
        made = cls(configuration)
        await mall_rules.create(made.database, made.clock, MALL, "Seen", "KR", SHOPS)
        return made

    def sessioniser(self, lateness: float = LATENESS) -> Sessioniser:
        return Sessioniser(self.database, self.clock, lateness=lateness)

    async def collect(self, events: Iterable[CollectedEvent], *, received_at: int) -> None:
        """Write down a batch as the collector does; moments in UTC milliseconds."""
        told = sorted(events, key=lambda each: each.at)
        async with self.database.writing(MALL) as db:
            await collecting_store.write(db, [CollectedBatch(told, received_at)])

    async def announce(self, event_no: int, *, at: int, browser: int = 0, **resource: Any) -> None:
        """Announce something; `at` in UTC seconds."""
        async with self.database.writing(MALL) as db:
            await db.run(
                _ANNOUNCE,
                sequence=await sequences.allocate(db, "event"),
                event_no=event_no,
                resource=json.dumps({"mall_id": MALL, "event_shop_no": "1", **resource}),
                created_at=at,
                browser=browser,
                traceparent=None,
                changed_fields=None,
                request_id=None,
            )

    async def pay(self, order_id: str, *, at: int, amount: int, place: str, email: str) -> None:
        """Write an order of a guest that was paid at a moment; once, however often it is told."""
        order = _row(
            ORDER,
            order_id=order_id,
            shop_no=1,
            order_date=int(NOVEMBER_2026),
            order_place_id=place,
            methods=",card,point,",
            buyer_email=email,
            buyer="{}",
            detail="{}",
        )
        payment = _row(
            PAYMENT,
            order_id=order_id,
            payment_no=1,
            shop_no=1,
            payment_settle_type="O",
            payment_methods="card,point",
            paid_amount=amount,
            payment_datetime=at,
        )
        async with self.database.writing(MALL) as db:
            await db.run(_ORDER, **order)
            await db.run(_PAYMENT, **payment)

    async def tell(self, event: tuple[int, int, int, dict[str, Any]]) -> None:
        """Announce an event of a history, of a payment after what it is about was written."""
        second, event_no, browser, resource = event
        subject = dict(resource)
        paid = subject.pop("paid", None)
        if paid is not None:
            await self.pay(subject["order_id"], at=second, **paid)
        await self.announce(event_no, at=second, browser=browser, **subject)

    async def batches(self) -> list[tuple[int, dict[str, list[list[Any]]]]]:
        """Return the facts that were made: number of the batch, and its rows by table."""
        async with self.database.reading(MALL) as db:
            return [(row[0], json.loads(row[1])) for row in await db.all(_FACTS)]

    async def facts(self) -> dict[str, list[dict[str, Any]]]:
        """Return all facts that were made, by table, in the order of time."""
        found: dict[str, list[dict[str, Any]]] = {}
        for _, tables in await self.batches():
            for name, rows in tables.items():
                names = declared.tables[name].c.keys()
                found.setdefault(name, []).extend(
                    dict(zip(names, row, strict=True)) for row in rows
                )
        for rows in found.values():
            rows.sort(key=lambda row: (row["at"], json.dumps(row)))
        return found

    async def waiting(self) -> int:
        """Return how many batches wait."""
        async with self.database.reading(MALL) as db:
            return len(await db.all(_WAITING))

    async def made(self) -> int:
        """Return how many batches of facts wait for the engine."""
        async with self.database.reading(MALL) as db:
            return len(await db.all(_MADE))

    async def forget_facts(self) -> None:
        async with self.database.writing(MALL) as db:
            await db.run(_CLEAR)
