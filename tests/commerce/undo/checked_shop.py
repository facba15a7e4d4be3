"""A shop that concurrent callers change, and what of it has to agree with the model afterwards."""

from collections import Counter
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select, update

from openmall.commerce.mileage.entries import verification as entry_verification
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.stock import verification as stock_verification
from openmall.commerce.promotion import coupon_verification
from openmall.contract import scopes as scope_names
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.contract.moments import Clocks
from openmall.database.capture import CAPTURED
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.events.plans import plan_expiry
from openmall.events.plans.tables import CHANGE, COMMENT, PLAN
from tests.commerce.product.stock_setup import stocked
from tests.commerce.undo.known_calls import Known, Place, StoredPlan
from tests.commerce.undo.modelled_plans import Plans, announced
from tests.commerce.undo.replayed_log import Limits, LogLine, Replay
from tests.events.plans.people import Person, add_rule
from tests.world import EVERY_SCOPE, Stage

PRODUCTS: Final = 4
DECIDERS: Final = ("owner", "other")
"""People who may decide on plans."""
BYSTANDER: Final = "viewer"
"""Who may look at products only."""
PRICE_PERCENT: Final = 50
_WRITES: Final = "mall.write_"
_PROPOSES: Final = [
    f"{each}{scope_names.PROPOSES}"
    if each.startswith(_WRITES) and each != scope_names.WRITE_APPLICATION
    else each
    for each in EVERY_SCOPE
]
"""Scopes of an app that may apply, combine and discard plans, and write nothing itself."""
_DECISIONS: Final = "POST approvals/{plan_no}/decision"
_A: Final = ACTIVITY.c
_P: Final = PLAN.c
_LINES: Final = Statement(
    select(_A.process_no, _A.type, _A.action, _A.content, _A.changes, _A.client_id)
    .where(_A.mall_id == bindparam("mall_id"))
    .order_by(_A.process_no)
)
_EVENTS: Final = Statement(
    select(EVENT.c.sequence, EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)
_CAPTURED: Final = Statement(
    select(CAPTURED.c.name).where(CAPTURED.c.mall_id == bindparam("mall_id"))
)
_PLANS: Final = Statement(
    select(*(_P[name] for name in StoredPlan.__struct_fields__)).where(
        _P.mall_id == bindparam("mall_id")
    )
)
_CHANGES: Final = Statement(
    select(CHANGE.c.plan_no).where(CHANGE.c.mall_id == bindparam("mall_id"))
)
_COMMENTS: Final = Statement(
    select(COMMENT.c.plan_no, COMMENT.c.comment_no, COMMENT.c.content)
    .where(COMMENT.c.mall_id == bindparam("mall_id"))
    .order_by(COMMENT.c.plan_no, COMMENT.c.comment_no)
)
_AGE: Final = Statement(
    update(PLAN)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.plan_no == bindparam("this"),
        InList(_P.state, "states"),
    )
    .values(expires_at=bindparam("now"))
)


class CheckedShop:
    """A mall of its own with products, apps of different rights, and people."""

    def __init__(self, stage: Stage, *, sign_in: bool = False) -> None:
        """`sign_in`: people can sign in to the pages of the back office."""
        self.stage = stage
        self.world = stage.new_world()
        made = [stocked(self.world, 50) for _ in range(PRODUCTS)]
        self.products = [number for number, _ in made]
        self.codes = [code for _, code in made]
        self.free = [self.world.full, self.world.install()]
        self.proposer = self.world.install(_PROPOSES)
        self.ruled, self.priced = self.world.install(), self.world.install()
        add_rule(self.world, client_id=self.ruled.credentials.client_id)
        add_rule(
            self.world,
            client_id=self.priced.credentials.client_id,
            price_percent=PRICE_PERCENT,
        )
        self.people = {
            **{each: Person(self.world, each, sign_in=sign_in) for each in DECIDERS},
            BYSTANDER: Person(self.world, BYSTANDER, "A", "products:view", sign_in=sign_in),
        }
        self._before = self._state()
        lines = self._lines()
        self._lines_before, self.prepared = len(lines), lines[-1].number
        """`prepared`: number of the last line of the log that the callers did not make."""
        self._events_before = len(self._read(_EVENTS))

    async def last_line(self) -> int:
        """Return the number of the last line of the log."""
        async with self.stage.app.database.reading(self.world.mall_id) as db:
            number: int = (await db.all(_LINES))[-1][0]
        return number

    async def age(self, plan_no: int) -> bool:
        """Let a plan that is open or waits be as old as it may be; False: it is neither."""
        now = int(self.stage.app.clock.now())
        async with self.stage.app.database.writing(self.world.mall_id) as db:
            return bool(await db.run(_AGE, this=plan_no, states=["open", "waiting"], now=now))

    async def sweep(self) -> None:
        """Remove expired plans, as a worker does."""
        app = self.stage.app
        await plan_expiry.remove_expired(app.database, Clocks(app.clock), [self.world.mall_id])

    async def stored_plans(self) -> dict[int, StoredPlan]:
        """Return the plans as they are stored."""
        async with self.stage.app.database.reading(self.world.mall_id) as db:
            return {row[0]: StoredPlan(*row) for row in await db.all(_PLANS)}

    def wrong(self, known: Known) -> list[str]:
        """Return what contradicts the model; `known`: what callers sent and heard."""
        plans = self.stage.run(self.stored_plans)
        lines = self._lines()
        events = self._read(_EVENTS)
        replayed = Replay(
            known,
            self._before,
            lines[self._lines_before :],
            plans=plans,
            limits=Limits(
                frozenset(each.credentials.client_id for each in (self.proposer, self.ruled)),
                {self.priced.credentials.client_id: PRICE_PERCENT},
            ),
            undone_rows=self._undone_rows,
        )
        wrong = [*known.wrong, *replayed.wrong(after=self._state()), *self._ledgers()]
        comments: dict[int, list[str]] = {}
        for plan_no, comment_no, content in self._read(_COMMENTS):
            said = comments.setdefault(plan_no, [])
            said.append(content)
            if comment_no != len(said):
                wrong.append(f"comment {comment_no} of plan {plan_no} is the {len(said)}th")
        wrong += Plans(
            known,
            plans,
            events=announced([row[1:] for row in events]),
            comments=comments,
            parts={row[0] for row in self._read(_CHANGES)} | {*comments},
            decision_lines=_decisions(lines),
        ).wrong()
        sequences = [row[0] for row in events]
        if sequences != list(range(sequences[0], sequences[0] + len(sequences))):
            wrong.append("numbers of events are missing")
        low, high = replayed.events
        of_products = sum(
            row[1] == ProductUpdated.event_no for row in events[self._events_before :]
        )
        if not low <= of_products <= high:
            wrong.append(f"{of_products} events of products, not {low} to {high}")
        if self._read(_CAPTURED):
            wrong.append("captured rows were left")
        return wrong

    def _undone_rows(self, write_no: int) -> set[Place]:
        """Return the rows that an undo has changed, as it was recorded."""
        write = self.world.get(f"writes/{write_no}")["write"]
        moved = {("variant", each["object"].rpartition(",")[2]) for each in write["movements"]}
        return moved | {(each["resource"], each["object"]) for each in write["changes"]}

    def _state(self) -> dict[Place, dict[str, str]]:
        found: dict[Place, dict[str, str]] = {}
        for number, code in zip(self.products, self.codes, strict=True):
            product = self.world.get(f"products/{number}", embed="variants")["product"]
            found["product", f"1,{number}"] = {
                "price": product["price"], "model_name": product["model_name"],
            }  # fmt: skip
            [variant] = product["variants"]
            found["variant", code] = {"quantity": str(variant["quantity"])}
            for memo in self.world.get(f"products/{number}/memos", limit=100)["memos"]:
                found["product_memo", f"{number},{memo['memo_no']}"] = {"memo": memo["memo"]}
        return found

    def _lines(self) -> list[LogLine]:
        return [LogLine(*row) for row in self._read(_LINES)]

    def _read(self, statement: Statement) -> list[Any]:
        async def read(db: Session) -> list[Any]:
            return list(await db.all(statement))

        return self.world.in_transaction(read)

    def _ledgers(self) -> list[str]:
        app, malls = self.stage.app, [self.world.mall_id]

        async def verify() -> list[Any]:
            def quiet(share: float) -> None:
                return None

            stock = stock_verification.verify
            orders = order_verification_rules.verify
            database, clocks = app.database, Clocks(self.stage.clock)
            return [
                *(await stock(database, clocks, malls, progress=quiet)).differences,
                *(await orders(database, clocks, malls, progress=quiet)).differences,
                *(await coupon_verification.verify(database, malls, progress=quiet)).differences,
                *(await entry_verification.verify(database, malls, progress=quiet)).differences,
            ]

        return [repr(each) for each in self.stage.run(verify)]


def _decisions(lines: list[LogLine]) -> Counter[int]:
    """Count the lines that say of a plan that somebody approved or rejected it."""
    found = Counter[int]()
    for line in lines:
        subject = line.content.split()
        if line.kind in ("plan", "approval") and subject[:1] == ["plan"]:
            states = msgspec.json.decode(line.changes).get("state") or ("", "")
            found[int(subject[1].rstrip(":"))] += states[0] == "waiting"
    return found
