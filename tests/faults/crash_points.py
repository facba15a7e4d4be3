"""A purchase that is killed at every step: `python -m tests.faults.crash_points commit`.

Each try is a process of its own, forked from one that holds neither connections nor threads. It
says line by line what it saw and what it was answered, until it is done or killed. Two malls buy
the same: in one nobody dies, and it shows how often each step writes and what is there at the end.
"""

import gc
import hashlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from sqlalchemy import bindparam, select

from openmall.access.limits.local_counters import LocalCounters
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import tokens
from openmall.analytics.engine.duckdb import Embedded
from openmall.app import Application
from openmall.commerce.mileage.entries import verification as entry_verification
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.product.stock import verification as stock_verification
from openmall.commerce.promotion import coupon_verification
from openmall.configuration import Configuration
from openmall.contract.journal.tables import EVENT
from openmall.contract.moments import Clocks
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.schema import metadata
from openmall.database.statements import DialectName, Statement
from tests.client import Client
from tests.commerce.product.stock_setup import stocked
from tests.faults import purchase
from tests.faults.crashing_store import CrashingStore, Moment
from tests.faults.purchase import CHANGES, STEPS, Step, Visit
from tests.postgres import server
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import Installed, MovableClock, Stage, World

CALM: Final = "calm"
STRUCK: Final = "struck"
_MALLS: Final = (CALM, STRUCK)
_EVERYTHING: Final = {
    table.name: Statement(select(table).where(table.c.mall_id == bindparam("mall_id")))
    for table in metadata().sorted_tables
    if "mall_id" in table.primary_key.columns
}
_EVENTS: Final = Statement(
    select(EVENT.c.sequence, EVENT.c.event_no)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)

Line = tuple[str, Any]
"""What a process says, and about what: `seen`, `answered`."""
Say = Callable[[str, Any], None]


class Conductor:
    """Lets processes live and die on one store."""

    def __init__(self, folder: Path, url: str) -> None:
        self._configuration = Configuration(data_dir=folder, database=url, limits="count")
        self._known: dict[str, Any] = {}
        """Of each mall: its app, and what the purchase knows when it begins."""
        self._facts: dict[str, Any] = {}
        """What is known of it in the mall where somebody dies."""
        self._dialect: DialectName = "postgresql" if url else "sqlite"
        for statement in (*_EVERYTHING.values(), _EVENTS):
            statement.on(self._dialect)
        self._statements = {
            id(each): each for each in gc.get_objects() if isinstance(each, Statement)
        }

    def prepare(self) -> None:
        """Make the store and both malls."""
        migrate(self._configuration)
        [(_, self._known)] = self._apart(self._made)
        self._facts = self._known[STRUCK]["facts"]

    def _made(self, say: Say) -> None:
        known = {}
        with self._open() as stage:
            for mall_id in _MALLS:
                world = stage.new_world(mall_id, ("ko_KR",))
                offer_test_gateway(world)
                world.put("shipping", shipping_fee_type="R", shipping_fee="2500.00")
                world.put("points/setting", point_issuance_standard="P", payment_period=0)
                product, _ = stocked(world, purchase.UNITS)
                earns = purchase.FIVE_PERCENT
                world.put(f"products/{product}", points_by_product="T", points_amount=earns)
                _, other = stocked(world, purchase.UNITS)
                known[mall_id] = {
                    "app": [msgspec.to_builtins(each) for each in _parts(world.full)],
                    "facts": {"product": product, "other": other},
                }
        say("known", known)

    def strike(self, what: str, dangerous: Sequence[Step] = STEPS) -> dict[str, Any]:
        """Buy in both malls, dying in one at every `what`, and return what came of it.

        `dangerous`: the steps in which somebody dies.
        """
        *calm, compiled = [told for _, told in self._apart(self._calm)]
        # or every process would compile them again
        for each in compiled:
            self._statements[each].on(self._dialect)
        gc.collect()
        gc.freeze()
        kills, wrong = 0, []
        for step, often in zip(STEPS, calm, strict=True):
            moments = _moments(what, often[what]) if step in dangerous else iter(())
            died, found = self._strike(step, what, often, moments)
            kills += died
            wrong += [f"{step.__name__}: {each}" for each in found]
        [(_, ends)] = self._apart(self._ends)
        return {"steps": len(dangerous), "kills": kills, "wrong": wrong, **ends}

    def _strike(
        self, step: Step, what: str, often: dict[str, int], moments: Iterator[Moment]
    ) -> tuple[int, list[str]]:
        """Take a step until nobody dies; return how many did, and what was found wrong."""
        found, died = [], 0
        for moment in (*moments, None):
            said = dict(self._apart(partial(self._take, step, moment)))
            found.append(said["seen"])
            died += "answered" not in said
        wrong = _wrong(found, said, changes=step in CHANGES)
        if died and often["commit"] == 1:
            # only who dies after the commit leaves something, and that is all of it
            was, done = found[0]["digest"], said["after"]["digest"]
            left = [was] * (len(found) - 1) + [done if what == "commit" else was]
            wrong += ["half done"] * ([seen["digest"] for seen in found] != left)
        self._facts = said["facts"]
        return died, wrong

    def _calm(self, say: Say) -> None:
        """Buy where nobody dies, and say how often each step writes.

        At last, say which statements were compiled: a fork has them at the same addresses.
        """
        with self._open() as stage:
            database = stage.app.database
            assert isinstance(database, CrashingStore)
            facts = self._known[CALM]["facts"]
            for step in STEPS:
                visit = Visit(self._world(stage, CALM), facts, step.__name__)
                before = dict(database.counted)
                step(visit)
                say("counted", {name: n - before[name] for name, n in database.counted.items()})
        used = [at for at, each in self._statements.items() if self._dialect in each.compiled]
        say("compiled", used)

    def _take(self, step: Step, moment: Moment | None, say: Say) -> None:
        """Say how the other mall is found, take a step there, and die at the moment."""
        with self._open(moment) as stage:
            world = self._world(stage, STRUCK)
            say("seen", stage.run(_look, stage, STRUCK))
            visit = Visit(world, dict(self._facts), step.__name__)
            step(visit)
            answered = [[each.decode() for each in visit.answers]]
            if moment is None:
                say("facts", visit.facts)
                say("after", stage.run(_look, stage, STRUCK))
                # as whoever has not heard the answer would: also without the session it gave
                visit = Visit(world, dict(self._facts), step.__name__)
                step(visit)
                answered.append([each.decode() for each in visit.answers])
                say("again", stage.run(_look, stage, STRUCK))
            say("answered", answered)

    def _ends(self, say: Say) -> None:
        """Say what there is in both malls at the end."""
        with self._open() as stage:
            seen = {mall_id: stage.run(_look, stage, mall_id) for mall_id in _MALLS}
        rows = {
            mall_id: {name: number for name, (number, _) in each["digest"].items()}
            for mall_id, each in seen.items()
        }
        events = {mall_id: each["events"] for mall_id, each in seen.items()}
        say("ends", {"rows": rows, "events": events})

    def _world(self, stage: Stage, mall_id: str) -> World:
        world = World.__new__(World)
        world.stage, world.mall_id = stage, mall_id
        world.base_url = f"https://{mall_id}.openmall.localhost"
        credentials, token = self._known[mall_id]["app"]
        world.full = Installed(
            msgspec.convert(credentials, registered_apps.Credentials),
            msgspec.convert(token, tokens.TokenAnswer),
        )
        return world

    @contextmanager
    def _open(self, moment: Moment | None = None) -> Iterator[Stage]:
        clock = MovableClock()
        database = CrashingStore(open_database(self._configuration), moment)
        app = Application(self._configuration, database, LocalCounters(), clock)
        with Client(app, ip="127.0.0.1") as client:
            # nobody asks here for what visitors did
            yield Stage(app, clock, client, cast(Embedded, app.engine))

    def _apart(self, work: Callable[[Say], None]) -> list[Line]:
        """Do `work` in a process of its own, and return what it said."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)

            def say(what: str, about: Any) -> None:
                os.write(writing, json.dumps([what, about]).encode() + b"\n")

            try:
                work(say)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as heard:
            said = [tuple(json.loads(line)) for line in heard]
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "a process failed"
        return said  # type: ignore[return-value] # pairs, as they were said


def _moments(what: str, often: int) -> Iterator[Moment]:
    """Yield when to die in a step that does `what` so often."""
    for number in range(1, often + 1):
        if what == "statement":
            yield Moment("before", "statement", number)
        else:
            yield Moment("before", "commit", number)
            yield Moment("after", "commit", number)


def _wrong(found: list[dict[str, Any]], said: dict[str, Any], *, changes: bool) -> list[str]:
    """Return what is wrong about a step.

    `found`: what each process saw that took it; all but the last died. `said`: by the last.
    `changes`: what is sent once more is refused.
    """
    after, again = said["after"], said["again"]
    wrong = [each for seen in (*found, after, again) for each in seen["differences"]]
    if again["digest"] != after["digest"]:
        wrong.append("repeated, and done twice")
    first, second = said["answered"]
    if second != first and not changes:
        wrong.append("repeated, and answered otherwise")
    return wrong


def _parts(installed: Installed) -> tuple[Any, Any]:
    return installed.credentials, installed.token


async def _look(stage: Stage, mall_id: str) -> dict[str, Any]:
    database, clocks, malls = stage.app.database, Clocks(stage.clock), [mall_id]
    digest = {}
    async with database.reading(mall_id) as db:
        for name, statement in _EVERYTHING.items():
            rows = sorted(repr(tuple(row)) for row in await db.all(statement))
            if rows:
                kept = hashlib.sha256("\n".join(rows).encode()).hexdigest()
                digest[name] = [len(rows), kept]
        events = [list(row) for row in await db.all(_EVENTS)]

    def told(share: float) -> None:
        return None

    found: list[Any] = [
        *(await stock_verification.verify(database, clocks, malls, progress=told)).differences,
        *(
            await order_verification_rules.verify(database, clocks, malls, progress=told)
        ).differences,
        *(await coupon_verification.verify(database, malls, progress=told)).differences,
        *(await entry_verification.verify(database, malls, progress=told)).differences,
    ]
    return {"digest": digest, "events": events, "differences": [repr(each) for each in found]}


def main(what: str, folder: str = "", url: str = "", half: str = "") -> None:
    """Die at every `what` (statement, commit) on one store, or without one on each of both.

    `half`: 0 or 1, to die in every second step only, beginning with the first or the second.
    """
    if folder:
        conductor = Conductor(Path(folder), url)
        conductor.prepare()
        dangerous = STEPS[int(half) :: 2] if half else STEPS
        print(json.dumps(conductor.strike(what, dangerous)))
        return
    for store in ("sqlite", "postgresql"):
        url = server().new_database() if store == "postgresql" else ""
        with tempfile.TemporaryDirectory() as made:
            conductor = Conductor(Path(made), url)
            conductor.prepare()
            told = conductor.strike(what)
        rows, events = told.pop("rows"), told.pop("events")
        whole = rows[CALM] == rows[STRUCK] and events[CALM] == events[STRUCK]
        print(json.dumps({"store": store, **told, "whole": whole}))


if __name__ == "__main__":
    main(*sys.argv[1:])
