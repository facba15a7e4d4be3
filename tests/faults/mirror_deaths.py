"""`python -m tests.faults.mirror_deaths`: a copy of a shop while everything is killed in turn.

Writers change a shop as fast as they can. The program that follows the changes, the server and,
with PostgreSQL, the database are killed in turn (SIGKILL; the database stops as in a power cut).
After each death the writers rest, the copy catches up, and its digests must equal the shop's.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
from msgspec import Struct

from openmall.cli.mirror.copy_store import open_copy
from openmall.cli.mirror.feed_client import FeedClient
from openmall.cli.mirror.mirroring import Mirror
from tests import postgres
from tests.journeys.demo_server import COMMAND, ENVIRONMENT, command

RESOURCES: Final = ("products", "variants", "categories")
PRODUCTS: Final = 60
WRITERS: Final = 4
SECONDS: Final = 1.0
"""Longest time that writers write before the next death."""


class Report(Struct, kw_only=True):
    """What happened."""

    deaths: int = 0
    writes: int = 0
    writing_seconds: float = 0.0
    best_rate: int = 0
    """Most changed rows in a second, of a period between two deaths."""
    differences: int = 0


class Shop:
    """A shop with a server of its own, which can be killed and started again."""

    def __init__(self, folder: Path, database: str) -> None:
        self._store = ["--data-dir", str(folder / "data")]
        if database:
            self._store += ["--database", database]
        for words in (
            ("mall", "create", "shop", "--name", "Shop"),
            ("app", "create", "--name", "Copy", "--all-scopes", "--json",
             "--redirect-uri", "https://copy.example.com/back"),
        ):  # fmt: skip
            done = command(*words, *self._store)
            assert done.returncode == 0, done.stderr
        client_id = json.loads(done.stdout)["client_id"]
        done = command("app", "install", client_id, "--mall", "shop", *self._store)
        assert done.returncode == 0, done.stderr
        issue = ("token", "issue", "--mall", "shop", "--app", client_id, "--json")
        done = command(*issue, *self._store)
        assert done.returncode == 0, done.stderr
        self.token = json.loads(done.stdout)["access_token"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"https://127.0.0.1:{self._port}"
        self.ca = folder / "data" / "tls" / "ca.pem"
        self.log = folder / "server.log"
        self.start()

    def start(self) -> None:
        """Start the server."""
        self._process = subprocess.Popen(
            [*COMMAND, "serve", *self._store, "--port", str(self._port), "--http-port", "0",
             "--limits", "count", "--default-mall", "shop", "--workers", "1"],
            stderr=self.log.open("a"),
            stdout=subprocess.DEVNULL,
            env=ENVIRONMENT,
            start_new_session=True,
        )  # fmt: skip
        latest = time.monotonic() + 60
        while time.monotonic() < latest:
            with socket.socket() as attempt:
                if self.ca.exists() and attempt.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """Kill every process of the server."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def client(self) -> httpx.Client:
        """Return a client with the app's token."""
        return httpx.Client(
            base_url=f"{self.address}/api/v2/admin/",
            verify=ssl.create_default_context(cafile=self.ca),
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=20,
        )


class Writers:
    """Threads that change prices and stock, and create and delete products."""

    def __init__(self, shop: Shop, codes: list[str]) -> None:
        self._shop = shop
        self._codes = codes
        self._numbers = itertools.count()
        self._running = threading.Event()
        self._ending = False
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
        with self._shop.client() as client:
            self._running.wait()
            while not self._ending:
                try:
                    self.rows += self._one(client, chance)
                except httpx.HTTPError:
                    time.sleep(0.02)
                if not self._running.is_set():
                    self._resting.release()
                    self._running.wait()

    def _one(self, client: httpx.Client, chance: random.Random) -> int:
        kind = chance.random()
        if kind < 0.5:
            codes = chance.sample(self._codes, 20)
            rows = [{"variant_code": each, "adjust": chance.choice((1, 2, 3))} for each in codes]
            answer = client.put("inventories", json={"requests": rows})
            return len(rows) if answer.status_code == 200 else 0
        if kind < 0.9:
            code = chance.choice(self._codes)
            number = client.get("products", params={"limit": 1, "product_code": code[:8]})
            found = number.json().get("products") if number.status_code == 200 else None
            if not found:
                return 0
            request = {"price": f"{1000 + next(self._numbers)}.00"}
            path = f"products/{found[0]['product_no']}"
            return int(client.put(path, json={"request": request}).status_code == 200)
        request = {"product_name": f"New {next(self._numbers)}", "supply_price": "1"}
        made = client.post("products", json={"request": request})
        if made.status_code != 201:
            return 0
        if kind < 0.97:
            number_ = made.json()["product"]["product_no"]
            return 1 + int(client.delete(f"products/{number_}").status_code == 200)
        return 1


def fill(shop: Shop) -> list[str]:
    """Create products whose stock is counted; return the codes of their variants."""
    codes = []
    with shop.client() as client:
        for at in range(PRODUCTS):
            request = {"product_name": f"Cup {at}", "supply_price": "1"}
            made = client.post("products", json={"request": request})
            assert made.status_code == 201, made.text
            number = made.json()["product"]["product_no"]
            [variant] = client.get(f"products/{number}/variants").json()["variants"]
            path = f"products/{number}/variants/{variant['variant_code']}/inventories"
            stock = {"use_inventory": "T", "display_soldout": "T", "quantity": 1}
            assert client.put(path, json={"request": stock}).status_code == 200
            codes.append(variant["variant_code"])
    return codes


async def differences(shop: Shop, target: str) -> int:
    """Let the copy catch up, and return the number of ranges that differ."""
    copy = await open_copy(target)
    try:
        async with FeedClient(shop.address, shop.token, shop.ca, tries=None) as feed:
            mirror = Mirror(feed, copy, RESOURCES, 1)
            await mirror.bring_up(lambda _: None)
            found = await mirror.compare(repair=False, progress=lambda _: None)
            return len(found.differences)
    finally:
        await copy.close()


class Consumer:
    """The program that follows the changes."""

    def __init__(self, shop: Shop, target: str, folder: Path) -> None:
        self._words = [
            *COMMAND, "mirror", "--follow", "--to", target, "--server", shop.address,
            "--ca", str(shop.ca), "--resources", ",".join(RESOURCES),
        ]  # fmt: skip
        self._environment = {**ENVIRONMENT, "OPENMALL_MIRROR_TOKEN": shop.token}
        self._log = folder / "consumer.log"
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._words,
            env=self._environment,
            stderr=self._log.open("a"),
            stdout=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def run(
    deaths: int,
    *,
    store: str,
    copy_on_postgresql: bool = False,
    progress: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Kill everything `deaths` times in turn; return what happened."""
    chance = random.Random(1)
    report = Report()
    server: Any = postgres.Server() if store == "postgresql" or copy_on_postgresql else None
    with tempfile.TemporaryDirectory(prefix="mirror-") as name:
        folder = Path(name)
        shop = Shop(folder, server.new_database() if store == "postgresql" else "")
        writers: Writers | None = None
        consumer: Consumer | None = None
        try:
            codes = fill(shop)
            target = f"sqlite:///{folder / 'copy.db'}"
            if copy_on_postgresql:
                target = server.new_database()
            assert asyncio.run(differences(shop, target)) == 0
            consumer = Consumer(shop, target, folder)
            writers = Writers(shop, codes)
            victims = itertools.cycle(
                ("consumer", "server", "database")
                if store == "postgresql"
                else ("consumer", "server")
            )
            for victim in itertools.islice(victims, deaths):
                before, began = writers.rows, time.monotonic()
                writers.write()
                time.sleep(chance.uniform(SECONDS / 4, SECONDS))
                spent = time.monotonic() - began
                report.best_rate = max(report.best_rate, int((writers.rows - before) / spent))
                report.writing_seconds += spent
                killed: Any = {"consumer": consumer, "server": shop}.get(victim, _Database(server))
                killed.kill()
                report.deaths += 1
                killed.start()
                # they write on after the death, too
                time.sleep(SECONDS / 4)
                writers.rest()
                report.differences += asyncio.run(differences(shop, target))
                report.writes = writers.rows
                progress(report)
        finally:
            if writers is not None:
                writers.end()
            if consumer is not None:
                consumer.kill()
            shop.kill()
    return report


class _Database:
    """The database server."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def kill(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.start()


def main() -> None:
    """Parse the command line, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.mirror_deaths")
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()

    def progress(report: Report) -> None:
        if report.deaths % 10 == 0:
            print(f"{report.deaths} deaths, {report.differences} differences", file=sys.stderr)

    report = run(given.deaths, store=given.store, progress=progress)
    rate = report.writes / max(report.writing_seconds, 0.001)
    print(
        f"{given.store}: {report.deaths} deaths, {report.writes} rows written,"
        f" {rate:.0f} rows a second between deaths, {report.best_rate} at best,"
        f" {report.differences} ranges differed"
    )
    sys.exit(1 if report.differences else 0)


if __name__ == "__main__":
    main()
