"""`python -m tests.faults.mirror_deaths`: a copy of a shop while everything is killed in turn.

Writers change 700 rows of a shop a second, if the machine can. The program that follows the
changes, the server and, with PostgreSQL, the database are killed in turn (SIGKILL; the database
stops as in a power cut). After each death the writers rest, the copy catches up, and its digests
must equal the shop's.
"""

import argparse
import asyncio
import itertools
import json
import math
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
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
from tests.faults.mirror_writers import Writers
from tests.journeys.demo_server import COMMAND, ENVIRONMENT, command

RESOURCES: Final = ("products", "variants", "categories")
PRODUCTS: Final = 60
GOAL: Final = 500
"""Rows that are to be changed in a second between deaths."""
SECONDS: Final = 1.0
"""Longest time that writers write before the next death."""


class Report(Struct, kw_only=True):
    """What happened."""

    deaths: int = 0
    writes: int = 0
    """Rows changed, those while something was dead included."""
    periods: int = 0
    """Periods between two deaths, in which everything ran."""
    at_goal: int = 0
    """Of these, with 500 rows a second."""
    period_rows: int = 0
    period_seconds: float = 0.0
    differences: int = 0

    @property
    def rate(self) -> float:
        """Return the rows changed in a second while everything ran."""
        return self.period_rows / max(self.period_seconds, 0.001)


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


def fill(shop: Shop) -> dict[str, int]:
    """Create products whose stock is counted; return the code of the variant of each."""
    codes = {}
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
            codes[variant["variant_code"]] = number
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
    minutes: float = math.inf,
    progress: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Kill everything `deaths` times in turn, or for so many minutes; return what happened."""
    latest = time.monotonic() + minutes * 60
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
            writers = Writers(shop.address, shop.token, shop.ca, codes)
            victims = itertools.cycle(
                ("consumer", "server", "database")
                if store == "postgresql"
                else ("consumer", "server")
            )
            for victim in itertools.islice(victims, deaths):
                if time.monotonic() > latest:
                    break
                writers.write()
                # connections are made again, and the first calls of a new server load modules
                time.sleep(SECONDS / 4)
                before, began = writers.rows, time.monotonic()
                time.sleep(chance.uniform(SECONDS / 4, SECONDS))
                rows, spent = writers.rows - before, time.monotonic() - began
                report.periods += 1
                report.at_goal += rows / spent >= GOAL
                report.period_rows += rows
                report.period_seconds += spent
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
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    given = parser.parse_args()

    def progress(report: Report) -> None:
        if report.deaths % 10 == 0:
            print(_text(given.store, report), file=sys.stderr, flush=True)

    report = run(given.deaths, store=given.store, minutes=given.minutes, progress=progress)
    print(_text(given.store, report))
    sys.exit(1 if report.differences else 0)


def _text(store: str, report: Report) -> str:
    return (
        f"{store}: {report.deaths} deaths, {report.differences} ranges differed; {report.writes}"
        f" rows written, {report.rate:.0f} a second between deaths; {report.at_goal} of"
        f" {report.periods} periods with {GOAL} rows a second; load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
