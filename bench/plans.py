"""`python -m bench.plans`: what it costs to rehearse, apply and undo many changes of prices.

A server on one core serves a demo mall with writes recorded. One plan changes the price of every
product: it is rehearsed, looked at by the API and in the back office, applied, undone, and the undo
is undone. Then single updates of products, calls of 100 prices, and orders that are held and
released are made on the same mall, recorded and not, in turns. Times are what the client waits for;
processor time is that of the server and its database. `--only-writes` leaves the plan out.
"""

import argparse
import asyncio
import contextlib
import datetime
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import bindparam, func, select

from bench import postgres, seeding, servers
from bench.client import Answer, Connection
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import sessions
from openmall.access.oauth.pages import SESSION_COOKIE
from openmall.access.staff_site import FOLDER
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.undo.tables import WRITE
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.statements import Statement

GOAL_SECONDS: Final = 5.0
"""Of each of rehearsing, applying and undoing, on SQLite."""
GOAL_LOOK_MS: Final = 300.0
"""Of a look at a plan or a recorded write, by the API or on its page of the back office."""
LOOKS: Final = 9
API: Final = "/api/v2/admin"
_MANAGER: Final = "bench"
_W: Final = WRITE.c
_SIZES: Final = Statement(
    select(_W.operation, func.count(), func.sum(_W.size))
    .where(_W.mall_id == bindparam("mall_id"), _W.size > 0)
    .group_by(_W.operation)
)


class Measured:
    """Calls to one server, each with the seconds that it took."""

    def __init__(self, server: servers.Server, connection: Connection, token: str) -> None:
        self._server, self._connection = server, connection
        self._connection.headers["Authorization"] = f"Bearer {token}"

    async def look(self, path: str, session: str) -> float:
        """Return the median milliseconds of a page of the back office, or a GET of the API."""
        is_page = path.startswith("/")
        self._connection.headers.pop("Prefer", None)
        # the server is asked by its IP address, where staff pages are in this folder
        path = f"{FOLDER}{path}" if is_page else f"{API}/{path}"
        self._connection.headers["Cookie"] = f"{SESSION_COOKIE}demo={session}"
        waited = []
        for _ in range(LOOKS):
            began = time.perf_counter()
            answer = await self._connection.send("GET", path)
            waited.append((time.perf_counter() - began) * 1_000)
            assert answer.status == 200, (path, answer.status)
        del self._connection.headers["Cookie"]
        return round(statistics.median(waited), 1)

    async def call(
        self, method: str, path: str, sent: Any = None, *, prefer: str = ""
    ) -> tuple[Answer, float, float]:
        """Return the answer, the seconds waited, and the seconds of a core that it took."""
        self._connection.headers.pop("Prefer", None)
        if prefer:
            self._connection.headers["Prefer"] = prefer
        busy, began = self._server.busy(), time.perf_counter()
        answer = await self._connection.send(method, f"{API}/{path}", sent)
        answer.json()
        return answer, time.perf_counter() - began, self._server.busy() - busy


def main() -> None:
    """Parse the command line, measure, print; exit with 1 where SQLite was too slow."""
    parser = argparse.ArgumentParser(prog="python -m bench.plans", description=__doc__)
    parser.add_argument("--products", type=int, default=4_000, help="prices in the plan")
    parser.add_argument("--writes", type=int, default=200, help="single updates of a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of single updates")
    parser.add_argument("--only-writes", action="store_true", help="leave the plan out")
    parser.add_argument("--store", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--data-dir", type=Path, help="keep the mall here for the next run")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data_dir = given.data_dir or scratch / "data"
        database, beside = "", servers.nobody
        if given.store == "postgresql":
            server = stack.enter_context(postgres.running(servers.SERVER_CORE))
            asyncio.run(server.create("plans"))
            database, beside = server.database("plans"), server.processes
        # the demo mall has some products of its own
        seeding.demo(given.products, data_dir=data_dir, database=database)
        given.session = asyncio.run(_signed_in(data_dir, database))
        figures = {
            "date": str(datetime.date.today()),
            "store": given.store,
            "plan": None
            if given.only_writes
            else _with_server(_plan, data_dir, database, beside, given, undo_days=1),
            "writes": _alternated(data_dir, database, beside, given),
            "bytes a write": asyncio.run(_sizes(data_dir, database)),
            "load of the machine": round(os.getloadavg()[0], 1),
        }
    print(json.dumps(figures, indent=1))
    if given.only_writes:
        return
    slow = [n for n in ("rehearse", "apply", "undo") if figures["plan"][n]["s"] > GOAL_SECONDS]
    looks = [n for n, ms in figures["plan"]["looks, ms"].items() if ms > GOAL_LOOK_MS]
    sys.exit(given.store == "sqlite" and bool(slow or looks))


def _with_server(
    measure: Any,
    data_dir: Path,
    database: str,
    beside: servers.Processes,
    given: argparse.Namespace,
    *,
    undo_days: int,
) -> Any:
    options = ("--undo-days", str(undo_days), "--undo-megabytes", "1000")
    with servers.mall(data_dir, 0, database=database, beside=beside, options=options) as server:
        server.settle()
        token = json.loads((data_dir / "demo.json").read_text())["apps"][0]["access_token"]

        async def run() -> Any:
            connection = await Connection.open(server.url)
            try:
                return await measure(Measured(server, connection, token), given)
            finally:
                connection.close()

        return asyncio.run(run())


async def _numbers(measured: Measured, count: int) -> list[tuple[int, str]]:
    """Return number and price of so many products."""
    found: list[tuple[int, str]] = []
    last = 0
    while len(found) < count:
        path = f"products?limit=100&since_product_no={last}&fields=product_no,price"
        answer, _, _ = await measured.call("GET", path)
        page = answer.json()["products"]
        if not page:
            break
        found += [(each["product_no"], each["price"]) for each in page]
        last = found[-1][0]
    return found[:count]


async def _plan(measured: Measured, given: argparse.Namespace) -> dict[str, Any]:
    products = await _numbers(measured, given.products)
    rows = [{"product_no": n, "price": _other(price)} for n, price in products]
    figures: dict[str, Any] = {"prices": len(rows)}
    rehearsed, *took = await measured.call(
        "PUT", "prices", {"requests": rows}, prefer="respond-async, handling=rehearse"
    )
    figures["rehearse"] = _seconds(took)
    plan_no = int(rehearsed.headers["link"].partition(">")[0].rpartition("/")[2])
    token = {"token": rehearsed.headers["x-platform-plan-token"]}
    figures["looks, ms"] = {}
    for path in (
        f"plans/{plan_no}",
        f"plans/{plan_no}/changes?limit=100",
        f"plans/{plan_no}/changes?limit=100&offset={max(0, len(rows) - 100)}",
    ):
        figures["looks, ms"][path] = await measured.look(path, given.session)
    # the back office shows what waits for approval
    proposed, *_ = await measured.call(
        "PUT", "prices", {"requests": rows}, prefer="respond-async, handling=propose"
    )
    waiting = proposed.json()["plan"]["plan_no"]
    for page in (
        menu_pages.APPROVALS.at,
        f"{menu_pages.APPROVALS.at}/{waiting}",
        f"{menu_pages.APPROVALS.at}/{waiting}?offset={max(0, len(rows) - 50)}",
    ):
        figures["looks, ms"][page] = await measured.look(page, given.session)
    await measured.call("DELETE", f"plans/{waiting}")
    _, *took = await measured.call("POST", f"plans/{plan_no}/apply", {"request": token})
    figures["apply"] = _seconds(took)
    for name in ("undo", "undo the undo"):
        answer, *_ = await measured.call("GET", "writes?limit=1")
        write_no = answer.json()["writes"][0]["write_no"]
        if name == "undo":
            for path in (f"writes/{write_no}", f"{menu_pages.HISTORY.at}/{write_no}"):
                figures["looks, ms"][path] = await measured.look(path, given.session)
        answer, *took = await measured.call("POST", f"writes/{write_no}/undo", {"request": {}})
        assert answer.json()["write"]["reverted"] >= len(rows)
        figures[name] = _seconds(took)
    return figures


def _other(price: str) -> str:
    return f"{float(price) + 100:.2f}"


def _seconds(took: Sequence[float]) -> dict[str, float]:
    waited, busy = took
    return {"s": round(waited, 2), "s of a core": round(busy, 2)}


def _alternated(
    data_dir: Path, database: str, beside: servers.Processes, given: argparse.Namespace
) -> dict[str, Any]:
    """Return the least milliseconds of a core of a write, recorded and not."""
    least: dict[str, dict[str, float]] = {}
    for at in range(given.rounds):
        # begin with the other one each time
        for days in (0, 1) if at % 2 == 0 else (1, 0):
            found = _with_server(_writes, data_dir, database, beside, given, undo_days=days)
            name = "recorded" if days else "not recorded"
            for kind, each in found.items():
                was = least.setdefault(kind, {}).get(name, each)
                least[kind][name] = min(was, each)
    for each in least.values():
        each["ratio"] = round(each["recorded"] / each["not recorded"], 2)
    return least


async def _writes(measured: Measured, given: argparse.Namespace) -> dict[str, float]:
    products = await _numbers(measured, min(given.writes, given.products))
    found = {}
    # the first one of each compiles its statements
    for kind, count, size in (("PUT products/7", given.writes, 1), ("PUT prices, 100", 10, 100)):
        total = 0.0
        for at in range(count + 1):
            number, price = products[at % len(products)]
            price = f"{float(price) + 1 + time.monotonic_ns() % 1_000:.2f}"
            path, sent = f"products/{number}", {"request": {"price": price}}
            if size > 1:
                rows = [{"product_no": n, "price": price} for n, _ in products[:size]]
                path, sent = "prices", {"requests": rows}  # type: ignore[dict-item] # as JSON
            _, _, busy = await measured.call("PUT", path, sent)
            total += busy if at else 0.0
        found[f"{kind}, ms of a core"] = round(total / count * 1_000, 2)
    path, status, total = f"orders/{await _order(measured)}", "unhold", 0.0
    for at in range(given.writes + 2):
        status = "hold" if status == "unhold" else "unhold"
        sent = {"request": {"process_status": status}}
        answer, _, busy = await measured.call("PUT", path, sent)
        assert answer.status == 200, (path, sent, answer.body)
        # the first of either compiles its statements
        total += busy if at > 1 else 0.0
    if status == "hold":
        await measured.call("PUT", path, {"request": {"process_status": "unhold"}})
    found["PUT orders/7, ms of a core"] = round(total / given.writes * 1_000, 2)
    return found


async def _order(measured: Measured) -> str:
    """Return an order that is being prepared, which can be held and released."""
    today = datetime.datetime.now(datetime.UTC).date()
    since = today - datetime.timedelta(days=30)
    path = f"orders?start_date={since}&end_date={today}&order_status=N20&limit=1"
    answer, *_ = await measured.call("GET", path)
    order_id: str = answer.json()["orders"][0]["order_id"]
    return order_id


async def _signed_in(data_dir: Path, database: str) -> str:
    """Return the session of a new head admin of the mall."""
    opened, clock = (
        open_database(Configuration(data_dir=data_dir, database=database)),
        SystemClock(),
    )
    try:
        async with opened.writing(seeding.mall_of(data_dir)) as db:
            await mall_rules.keep_manager(
                db, clock, _MANAGER, "bench bench bench", name="Bench", manager_type="P"
            )
            manager = await mall_rules.manager(db, _MANAGER)
            assert manager is not None
            return await sessions.begin(db, clock, manager, instead_of="")
    finally:
        await opened.close()


async def _sizes(data_dir: Path, database: str) -> dict[str, dict[str, int]]:
    """Return how many bytes the recorded writes of the mall take, by operation."""
    opened = open_database(Configuration(data_dir=data_dir, database=database))
    try:
        async with opened.reading(seeding.mall_of(data_dir)) as db:
            rows = await db.all(_SIZES)
    finally:
        await opened.close()
    return {row[0]: {"writes": row[1], "bytes": int(row[2]) // row[1]} for row in rows}


if __name__ == "__main__":
    main()
