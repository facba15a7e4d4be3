"""Apps and people write, rehearse, propose, decide, apply and undo at once; connections break.

`python -m tests.commerce.undo.interleavings --runs 1000 --store postgresql` runs as many cases;
`--seed N --runs 1` repeats one. A model replays the activity log: each line must begin with the
values that the lines before it left, and what it leads to must be what the store has at the end.
Who may only propose, or is concerned by a rule, has lines only of what people approved.
"""

import argparse
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx2
import msgspec

from openmall.contract.errors import ApiError
from openmall.database.factory import open_database
from openmall.database.session import DatabaseAway
from tests import postgres
from tests.client import respond
from tests.commerce.undo.callers import Callers
from tests.commerce.undo.checked_shop import CheckedShop
from tests.commerce.undo.interrupted_store import (
    INTERRUPTION,
    InterruptedDatabase,
    Interruption,
    Moment,
)
from tests.commerce.undo.known_calls import LOST, Answer, Known
from tests.stores import STORES
from tests.world import Installed, Stage, open_stage

STEPS: Final = 14
"""Calls of each caller; an undo or an application counts as one with what it asks first."""
EXPECTED: Final = frozenset({200, 201, 202, 207, 403, 404, 409, 412, 422, LOST})
"""Statuses that a call of these callers may be answered."""


class InProcess:
    """Calls the application in this process, whose connections break at random moments."""

    def __init__(self, shop: CheckedShop, known: Known) -> None:
        self._shop, self._known = shop, known

    async def send(
        self,
        app: Installed,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        random: Random | None = None,
    ) -> Answer:
        """See `callers.Transport`."""
        request = httpx2.Request(
            method,
            f"{self._shop.world.base_url}/api/v2/admin/{path}",
            headers={**app.headers, **(headers or {})},
            **({} if body is None else {"json": body}),
        )
        interruption = _interruption(random)
        INTERRUPTION.set(interruption)
        answer = await respond(self._shop.stage.app, request, ip="127.0.0.1")
        INTERRUPTION.set(None)
        content = msgspec.json.decode(answer.read())
        self._hear(f"{method} {path}", answer.status_code, content, interruption)
        return Answer(
            answer.status_code,
            content,
            answer.headers.get("Link", ""),
            answer.headers.get("X-Platform-Plan-Token", ""),
        )

    async def decide(
        self, person: str, plan_no: int, decision: dict[str, Any], random: Random | None = None
    ) -> Answer:
        """See `callers.Transport`."""
        return await self._do(person, f"approvals/{plan_no}/decision", decision, random)

    async def comment(
        self, person: str, plan_no: int, content: str, random: Random | None = None
    ) -> Answer:
        """See `callers.Transport`."""
        sent = {"content": content}
        return await self._do(person, f"approvals/{plan_no}/comments", sent, random)

    async def _do(
        self, person: str, path: str, sent: dict[str, Any], random: Random | None
    ) -> Answer:
        interruption = _interruption(random)
        INTERRUPTION.set(interruption)
        doing: Awaitable[Any] = self._shop.people[person].execute("POST", path, sent)
        try:
            status, content = 200, await doing
        except ApiError as error:
            status, content = error.status, {"error": {"more_info": error.more_info()}}
        except DatabaseAway:
            status, content = LOST, None
        finally:
            INTERRUPTION.set(None)
        self._hear(f"{person}: {path} {sent}", status, content, interruption)
        return Answer(status, content)

    def _hear(self, call: str, status: int, content: Any, interruption: Interruption) -> None:
        self._known.breaks += interruption.broke
        # a deadlock on PostgreSQL with the calls of a combined plan, which has done nothing
        is_deadlock = self._known.combines and self._shop.stage.app.database.dialect == "postgresql"
        lost = status == LOST
        if status not in EXPECTED or (lost != interruption.broke and not (lost and is_deadlock)):
            self._known.wrong.append(f"{call}: {status} {content}")


def _interruption(random: Random | None) -> Interruption:
    if random is None:
        return Interruption()
    moment: Moment = random.choice(("statement", "statement", "before commit", "after commit"))
    number = random.randint(1, 25 if moment == "statement" else 2)
    number = 0 if random.random() < 0.6 else number
    return Interruption(moment, number, pauses=random.randrange(1, 2**31))


class Run:
    """One case: a mall of its own, callers, and what is found wrong."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self._stage, self._random = stage, Random(seed)
        self.known = Known()
        self._shop = CheckedShop(stage)
        count = self._random.randint(1, 4)
        transport = InProcess(self._shop, self.known)
        self._callers = Callers(self._shop, transport, self.known, count, steps=STEPS)

    def run(self) -> list[str]:
        """Let the callers call; return what is wrong."""
        self._stage.run(self._callers.run, self._random)
        self._stage.run(self._callers.complete)
        return self._shop.wrong(self.known)

    def tally(self) -> dict[str, int]:
        """Return how much a run did of what it is about."""
        plans = [*self._stage.run(self._shop.stored_plans).values()]
        decided = [each for made in self.known.decisions.values() for each in made]
        return {
            "broken connections": self.known.breaks,
            "plans": len(self.known.plans),
            "applied": sum(each.state == "applied" for each in plans),
            "undo calls": sum(len(each) for each in self.known.attempts.values()),
            "waited": sum(each.reason != "" for each in plans),
            "decisions": len(decided),
            "approved": sum(each.state == "applied" and each.decided_by != "" for each in plans),
            "approved in part": sum(
                each.status == 200 and each.approves and self._is_part(number, each.objects)
                for number, made in self.known.decisions.items()
                for each in made
            ),
            "rejected": sum(each.state == "rejected" for each in plans),
            "replaced": sum(each.state == "expired" for each in plans),
            "combined": sum(each.operation == "POST plans/combine" for each in plans),
            "expired": len(self.known.expired),
            "withdrawn": sum(each == 200 for each in self.known.withdrawn.values()),
        }

    def _is_part(self, number: int, objects: list[int]) -> bool:
        # what is proposed again while it waits has the number of the first plan, and its objects
        plan = next(each for each in self.known.plans if each.number == number)
        return len(objects) < len(plan.objects)


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
        stage.app.undo.days = 1
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
            totals.update(run.tally())
            if wrong:
                failed.append(seed)
                print(f"seed {seed}:", *wrong, sep="\n  ", flush=True)
            done = seed - given.seed + 1
            if done % 50 == 0:
                print(_text(done, failed, totals), file=sys.stderr, flush=True)
    print(_text(given.runs, failed, totals))
    raise SystemExit(bool(failed))


def _text(runs: int, failed: list[int], totals: Counter[str]) -> str:
    return msgspec.json.encode({"runs": runs, "failed": failed, **totals}).decode()


if __name__ == "__main__":
    main()
