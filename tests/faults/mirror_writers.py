"""Writers that change products and stock of a shop, for tests of the change feed."""

import http.client
import itertools
import json
import random
import ssl
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

WRITERS: Final = 4
RATE: Final = 700
"""Rows that the writers change in a second at most, so that runs can be compared."""
BULK_ROWS: Final = 50
"""Rows of stock that a call changes."""


class Connection:
    """A kept connection to the shop's server, which costs the machine less than a client's."""

    def __init__(self, address: str, token: str, ca: Path) -> None:
        url = urlsplit(address)
        assert url.hostname is not None
        context = ssl.create_default_context(cafile=ca)
        self._connection = http.client.HTTPSConnection(
            url.hostname, url.port, context=context, timeout=20
        )
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
        }

    def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and body of a call. Raises OSError or HTTPException where there is none."""
        try:
            content = None if body is None else json.dumps(body)
            self._connection.request(method, f"/api/v2/admin/{path}", content, self._headers)
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read())
        except BaseException:
            self._connection.close()
            raise


class Pace:
    """Gives out `RATE` rows a second to all writers."""

    def __init__(self) -> None:
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self, rows: int) -> None:
        """Return when so many rows may be written."""
        with self._lock:
            at = max(self._next, time.monotonic())
            self._next = at + rows / RATE
        time.sleep(max(at - time.monotonic(), 0))


class Writers:
    """Threads that change prices and stock, and create and delete products."""

    def __init__(self, address: str, token: str, ca: Path, stock: dict[str, int]) -> None:
        """`stock`: code of a variant -> number of its product."""
        self._connect = partial(Connection, address, token, ca)
        self._codes, self._products = list(stock), list(stock.values())
        self._numbers = itertools.count()
        self._pace = Pace()
        self._running = threading.Event()
        self._ending = False
        self._counting = threading.Lock()
        self.rows = 0
        """Rows whose change was acknowledged."""
        self._resting = threading.Semaphore(0)
        self._threads = [
            threading.Thread(target=self._write, args=(at,), daemon=True) for at in range(WRITERS)
        ]
        for each in self._threads:
            each.start()

    def write(self) -> None:
        self._running.set()

    def rest(self) -> None:
        """Return when no call is in progress."""
        self._running.clear()
        for _ in self._threads:
            self._resting.acquire()

    def end(self) -> None:
        self._ending = True
        self._running.set()

    def _write(self, at: int) -> None:
        chance = random.Random(at)
        connection = self._connect()
        self._running.wait()
        while not self._ending:
            try:
                written = self._one(connection, chance)
                with self._counting:
                    self.rows += written
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.02)
            if not self._running.is_set():
                self._resting.release()
                self._running.wait()

    def _one(self, connection: Connection, chance: random.Random) -> int:
        kind = chance.random()
        self._pace.wait(BULK_ROWS if kind < 0.5 else 1)
        if kind < 0.5:
            codes = chance.sample(self._codes, BULK_ROWS)
            rows = [{"variant_code": each, "adjust": chance.choice((1, 2, 3))} for each in codes]
            status, _ = connection.send("PUT", "inventories", {"requests": rows})
            return len(rows) if status == 200 else 0
        if kind < 0.9:
            request = {"price": f"{1000 + next(self._numbers)}.00"}
            path = f"products/{chance.choice(self._products)}"
            status, _ = connection.send("PUT", path, {"request": request})
            return int(status == 200)
        request = {"product_name": f"New {next(self._numbers)}", "supply_price": "1"}
        status, made = connection.send("POST", "products", {"request": request})
        if status != 201:
            return 0
        if kind < 0.97:
            status, _ = connection.send("DELETE", f"products/{made['product']['product_no']}")
            return 1 + int(status == 200)
        return 1
