"""Concurrent callers write, rehearse, apply and undo, and connections break at random moments.

`python -m tests.commerce.undo.interleavings --runs 1000 --store postgresql` runs as many cases;
`--seed N --runs 1` repeats one. A model replays the activity log: each line must begin with the
values that the lines before it left, and what it leads to must be what the store has at the end.
"""

import argparse
import asyncio
import itertools
import logging
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx2
import msgspec
from sqlalchemy import bindparam, select

from openmall.commerce.mileage.entries import verification as entry_verification
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.stock import verification as stock_verification
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.contract.moments import Clocks
from openmall.contract.undo import DAY_SECONDS
from openmall.database.capture import CAPTURED
from openmall.database.factory import open_database
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.plans.tables import PLAN
from tests import postgres
from tests.client import respond
from tests.commerce.product.stock_setup import stocked
from tests.commerce.undo.interrupted_store import (
    INTERRUPTION,
    InterruptedDatabase,
    Interruption,
    Moment,
)
from tests.commerce.undo.replayed_log import (
    Attempt,
    Decisions,
    Known,
    Place,
    Proposed,
    Replay,
)
from tests.stores import STORES
from tests.world import Installed, Stage, open_stage

PRODUCTS: Final = 4
STEPS: Final = 8
"""Calls of each caller; an undo or an application counts as one with what it asks first."""
_REHEARSE: Final = {"Prefer": "handling=rehearse"}
_EXPECTED: Final = frozenset({200, 201, 207, 404, 409, 412, 422, 503})
_A: Final = ACTIVITY.c
_LINES: Final = Statement(
    select(_A.process_no, _A.action, _A.content, _A.changes)
    .where(_A.mall_id == bindparam("mall_id"))
    .order_by(_A.process_no)
)
_EVENTS: Final = Statement(
    select(EVENT.c.sequence, EVENT.c.event_no)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)
_CAPTURED: Final = Statement(
    select(CAPTURED.c.name).where(CAPTURED.c.mall_id == bindparam("mall_id"))
)
_PLANS: Final = Statement(
    select(PLAN.c.plan_no, PLAN.c.state).where(PLAN.c.mall_id == bindparam("mall_id"))
)


class Run:
    """One case: a mall of its own, callers, and what is found wrong."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self._stage, self._random = stage, Random(seed)
        self._values = itertools.count(1)
        self.known = Known()
        self._world = stage.new_world()
        made = [stocked(self._world, 50) for _ in range(PRODUCTS)]
        self._products = [number for number, _ in made]
        self._codes = [code for _, code in made]
        self._apps = [self._world.full, self._world.install()]
        self._callers = self._random.randint(1, 4)

    def run(self) -> list[str]:
        """Let the callers call; return what is wrong."""
        before = self._state()
        before_all = self._read(_LINES)
        lines, self._prepared = len(before_all), before_all[-1][0]
        events = len(self._read(_EVENTS))
        self._stage.run(self._all)
        replayed = Replay(
            self.known,
            before,
            self._read(_LINES)[lines:],
            plans=self.plan_states(),
            undone_rows=self.undone_rows,
        )
        self.known.wrong += replayed.wrong(after=self._state())
        self.known.wrong += self._ledgers()
        published = self._read(_EVENTS)
        sequences = [row[0] for row in published]
        if sequences != list(range(sequences[0], sequences[0] + len(sequences))):
            self.known.wrong.append("numbers of events are missing")
        low, high = replayed.events
        of_products = sum(row[1] == ProductUpdated.event_no for row in published[events:])
        if not low <= of_products <= high:
            self.known.wrong.append(f"{of_products} events of products, not {low} to {high}")
        if self._read(_CAPTURED):
            self.known.wrong.append("captured rows were left")
        return self.known.wrong

    def plan_states(self) -> dict[int, str]:
        """Return the stored plans and their states."""
        return {row[0]: row[1] for row in self._read(_PLANS)}

    def undone_rows(self, write_no: int) -> set[Place]:
        """Return the rows that an undo has changed, as it was recorded."""
        write = self._world.get(f"writes/{write_no}")["write"]
        moved = {("variant", each["object"].rpartition(",")[2]) for each in write["movements"]}
        return moved | {(each["resource"], each["object"]) for each in write["changes"]}

    def _state(self) -> dict[Place, dict[str, str]]:
        found: dict[Place, dict[str, str]] = {}
        for number, code in zip(self._products, self._codes, strict=True):
            product = self._world.get(f"products/{number}", embed="variants")["product"]
            found["product", f"1,{number}"] = {
                "price": product["price"], "model_name": product["model_name"],
            }  # fmt: skip
            [variant] = product["variants"]
            found["variant", code] = {"quantity": str(variant["quantity"])}
            for memo in self._world.get(f"products/{number}/memos", limit=100)["memos"]:
                found["product_memo", f"{number},{memo['memo_no']}"] = {"memo": memo["memo"]}
        return found

    def _read(self, statement: Statement) -> list[Any]:
        async def read(db: Session) -> list[Any]:
            return list(await db.all(statement))

        return self._world.in_transaction(read)

    def _ledgers(self) -> list[str]:
        app, malls = self._stage.app, [self._world.mall_id]

        async def verify() -> list[Any]:
            def told(share: float) -> None:
                return None

            stock = stock_verification.verify
            orders = order_verification_rules.verify
            database, clocks = app.database, Clocks(self._stage.clock)
            return [
                *(await stock(database, clocks, malls, progress=told)).differences,
                *(await orders(database, clocks, malls, progress=told)).differences,
                *(await use_rules.verify(database, malls, progress=told)).differences,
                *(await entry_verification.verify(database, malls, progress=told)).differences,
            ]

        return [repr(each) for each in self._stage.run(verify)]

    async def _all(self) -> None:
        seeds = [self._random.randrange(1, 2**31) for _ in range(self._callers)]
        await asyncio.gather(*(self._caller(Random(seed)) for seed in seeds))

    async def _caller(self, random: Random) -> None:
        for _ in range(STEPS):
            step = random.choices(
                (self._write, self._rehearse, self._apply, self._undo), (4, 3, 4, 4)
            )[0]
            await step(random)

    async def _write(self, random: Random) -> None:
        method, path, body, mark = self._change(random)
        status, _, _ = await self._send(random, random.choice(self._apps), method, path, body)
        self.known.heard[mark] = status

    async def _rehearse(self, random: Random) -> None:
        method, path, body, mark = self._change(random)
        if random.random() < 0.2 and self.known.attempts:
            await self._undo(random, rehearsed=True)
            return
        await self._propose(random, method, path, body, mark)

    async def _propose(
        self, random: Random, method: str, path: str, body: Any, mark: str
    ) -> tuple[int, Any]:
        app = random.choice(self._apps)
        status, answer, headers = await self._send(
            random, app, method, path, body, headers=_REHEARSE
        )
        if status < 300:
            number = int(headers["Link"].partition(">")[0].rpartition("/")[2])
            token = headers["X-Platform-Plan-Token"]
            before = await self._before(random, number, app)
            self.known.plans.append(Proposed(number, token, app, mark, before))
        elif mark:
            self.known.heard[mark] = status
        return status, answer

    async def _apply(self, random: Random) -> None:
        if not self.known.plans:
            return
        plan = random.choice(self.known.plans[-6:])
        path = f"plans/{plan.number}/apply"
        body = {"request": {"token": plan.token}}
        status, answer, _ = await self._send(random, plan.app, "POST", path, body)
        self.known.applied[plan.number] += status == 201
        fresh = answer.get("error", {}).get("more_info", {}).get("plan") if status == 409 else None
        if fresh:
            # of the same call, so that its value is written by each of both at most once
            before = await self._before(random, fresh["plan_no"], plan.app)
            again = Proposed(fresh["plan_no"], fresh["token"], plan.app, plan.mark, before)
            self.known.plans.append(again)

    async def _before(
        self, random: Random, number: int, app: Installed
    ) -> dict[Place, dict[str, str]]:
        """Return the fields before a plan, of rows that are not new."""
        path = f"plans/{number}/changes?limit=100"
        _, answer, _ = await self._send(random, app, "GET", path, None, safe=True)
        found = {}
        for each in answer.get("changes", []):
            kind, named = each["resource"], each["object"]
            if each["before"] is not None and kind in ("products", "variants"):
                place = ("product", f"1,{named}") if kind == "products" else ("variant", named)
                found[place] = {name: str(value) for name, value in each["before"].items()}
        return found

    async def _undo(self, random: Random, *, rehearsed: bool = False) -> None:
        _, found, _ = await self._send(
            random, self._world.full, "GET", "writes?limit=8", None, safe=True
        )
        writes = [
            each
            for each in found["writes"]
            if each["state"] != "refused" and each["write_no"] > self._prepared
        ]
        if not writes:
            return
        write_no = random.choice(writes)["write_no"]
        _, found, _ = await self._send(
            random, self._world.full, "GET", f"writes/{write_no}", None, safe=True
        )
        changes = found["write"]["changes"]
        decisions: Decisions = {
            (each["resource"], each["object"]): "keep" for each in changes if random.random() < 0.15
        }
        for _ in range(3):
            places = await self._try_undo(random, write_no, decisions, rehearsed=rehearsed)
            if not places:
                return
            decisions = decisions | {each: random.choice(("keep", "revert")) for each in places}

    async def _try_undo(
        self, random: Random, write_no: int, decisions: Decisions, *, rehearsed: bool
    ) -> list[Place]:
        """Undo a write; return the rows that are yet to be decided on."""
        listed = [
            {"resource": resource, "object": named, "decision": each}
            for (resource, named), each in decisions.items()
        ]
        body = {"request": {"decisions": listed}}
        path = f"writes/{write_no}/undo"
        attempts = self.known.attempts.setdefault(write_no, [])
        attempts.append(Attempt(decisions))
        if rehearsed:
            status, answer = await self._propose(random, "POST", path, body, "")
        else:
            app = random.choice(self._apps)
            status, answer, _ = await self._send(random, app, "POST", path, body)
        conflicts = answer.get("error", {}).get("more_info", {}).get("conflicts", [])
        if status == 409 and conflicts and self._callers == 1:
            async with self._stage.app.database.reading(self._world.mall_id) as db:
                last = (await db.all(_LINES))[-1][0]
            attempts.append(Attempt(decisions, last))
        return [(each["resource"], each["object"]) for each in conflicts]

    def _change(self, random: Random) -> tuple[str, str, dict[str, Any], str]:
        """Return a call that changes something, and the value that only this call writes."""
        mark = next(self._values)
        price = f"{20_000 + mark}.00"
        products = random.sample(self._products, random.randint(2, PRODUCTS))
        match random.randrange(5):
            case 0:
                return "PUT", f"products/{products[0]}", {"request": {"price": price}}, price
            case 1:
                name = f"model {mark}"
                return "PUT", f"products/{products[0]}", {"request": {"model_name": name}}, name
            case 2:
                rows = [{"product_no": each, "price": price} for each in products]
                return "PUT", "prices", {"requests": rows}, price
            case 3:
                memo = f"memo {mark}"
                path = f"products/{products[0]}/memos"
                return "POST", path, {"request": {"author_id": "owner", "memo": memo}}, memo
        quantity = 1_000 + mark
        rows = [
            {"variant_code": self._codes[self._products.index(each)], "quantity": quantity}
            for each in products
        ]
        return "PUT", "inventories", {"requests": rows}, str(quantity)

    async def _send(
        self,
        random: Random,
        app: Installed,
        method: str,
        path: str,
        body: Any,
        *,
        headers: dict[str, str] | None = None,
        safe: bool = False,
    ) -> tuple[int, Any, httpx2.Headers]:
        """Send a call whose connection may break; `safe`: it does not."""
        moment: Moment = random.choice(("statement", "statement", "before commit", "after commit"))
        number = random.randint(1, 25 if moment == "statement" else 2)
        number = 0 if safe or random.random() < 0.6 else number
        interruption = Interruption(moment, number, pauses=random.randrange(1, 2**31))
        INTERRUPTION.set(interruption)
        request = httpx2.Request(
            method,
            f"{self._world.base_url}/api/v2/admin/{path}",
            headers={**app.headers, **(headers or {})},
            **({} if body is None else {"json": body}),
        )
        answer = await respond(self._stage.app, request, ip="127.0.0.1")
        INTERRUPTION.set(None)
        content = msgspec.json.decode(answer.read())
        self.known.breaks += interruption.broke
        if answer.status_code not in _EXPECTED or (
            (answer.status_code == 503) != interruption.broke
        ):
            self.known.wrong.append(f"{method} {path}: {answer.status_code} {content}")
        return answer.status_code, content, answer.headers


@contextmanager
def opened(store: str) -> Iterator[Stage]:
    """Open an application whose connections can break, and which records writes."""
    database = postgres.server().new_database() if store == "postgresql" else ""

    def open_interrupted(*given: Any, **rest: Any) -> InterruptedDatabase:
        return InterruptedDatabase(open_database(*given, **rest))

    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), opened=open_interrupted, database=database) as stage,
    ):
        stage.app.undo.seconds = DAY_SECONDS
        yield stage


def main() -> None:
    """Parse the command line, run, print; exit with 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first run")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    given = parser.parse_args()
    logging.disable()
    failed, totals = [], Counter[str]()
    with opened(given.store) as stage:
        for seed in range(given.seed, given.seed + given.runs):
            run = Run(stage, seed)
            wrong = run.run()
            totals.update(tally(run))
            if wrong:
                failed.append(seed)
                print(f"seed {seed}:", *wrong, sep="\n  ", flush=True)
    print(msgspec.json.encode({"runs": given.runs, "failed": failed, **totals}).decode())
    raise SystemExit(bool(failed))


def tally(run: Run) -> dict[str, int]:
    """Return how much a run did of what it is about."""
    return {
        "broken connections": run.known.breaks,
        "plans": len(run.known.plans),
        "applied": sum(each == "applied" for each in run.plan_states().values()),
        "undo calls": sum(len(each) for each in run.known.attempts.values()),
    }


if __name__ == "__main__":
    main()
