"""An operator reloads a busy mall: nobody is refused, and what is written is written once."""

import json
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.journeys.demo_server import DemoServer, command
from tests.random_cases import cases

RELOADS = cases(2, usual=1)
MOST = 1_200
"""Memos of one client: a list can be read up to 8,000 rows deep."""
PAUSE = 0.05
"""Seconds between two memos of a client."""
MEMOS = "/api/v2/admin/products/9/memos"


class Clients:
    """Apps that read and write all the time, some over one connection, some over a new one."""

    def __init__(self, mall: DemoServer) -> None:
        self.written: list[str] = []
        self.failed: list[str] = []
        self._mall = mall
        self._ending = threading.Event()
        self._threads = [
            threading.Thread(target=self._call, args=(number, number % 3 > 0))
            for number in range(6)
        ]

    def _call(self, number: int, kept: bool) -> None:
        headers = {} if kept else {"Connection": "close"}
        token = self._mall.demo.app("full").access_token
        with self._mall.new_client() as client:
            client.headers["Authorization"] = f"Bearer {token}"
            count = 0
            while not self._ending.is_set() and count < MOST:
                count += 1
                time.sleep(PAUSE)
                text = f"{number}-{count}"
                try:
                    body = {"request": {"author_id": "admin", "memo": text}}
                    made = client.post(MEMOS, json=body, headers=headers)
                    self.written.append(text)
                    read = client.get(MEMOS)
                except httpx.HTTPError as error:
                    self.failed.append(f"{text} {error!r}")
                    continue
                if (made.status_code, read.status_code) != (201, 200):
                    self.failed.append(f"{text} {made.status_code} {read.status_code} {made.text}")

    def __enter__(self) -> "Clients":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()


def memos(mall: DemoServer) -> list[str]:
    """Return the texts of all memos."""
    found: list[str] = []
    while True:
        place = {"limit": 100, "offset": len(found)}
        page = mall.call("GET", "products/9/memos", params=place).json()["memos"]
        if not page:
            return found
        found += [each["memo"] for each in page]


@pytest.mark.both_stores
def test_a_busy_mall_is_reloaded_without_a_failed_call(mall: DemoServer) -> None:
    with Clients(mall) as clients:
        for _ in range(RELOADS):
            done = command("reload", "--data-dir", str(mall.data_dir))
            assert (done.returncode, done.stdout, done.stderr) == (0, "Reloaded.\n", "")
    mall.reconnect()
    assert clients.failed == []
    assert len(clients.written) > 20
    # none is missing and none is there twice
    assert sorted(memos(mall)) == sorted(clients.written)


def test_a_reload_needs_a_server(tmp_path: Path) -> None:
    done = command("reload", "--data-dir", str(tmp_path))
    assert (done.returncode, done.stderr) == (1, f"error: no server serves {tmp_path}\n")


@pytest.mark.one_store
def test_a_reload_that_fails_says_why(mall: DemoServer) -> None:
    key = mall.data_dir / "tls/ca-key.pem"
    kept = key.read_bytes()
    key.write_text("damaged")
    try:
        done = command("reload", "--data-dir", str(mall.data_dir))
    finally:
        key.write_bytes(kept)
    assert done.returncode == 1
    assert done.stderr.startswith("error: not reloaded: the certificate cannot be used: ")
    done = command("reload", "--data-dir", str(mall.data_dir), "--json")
    mall.reconnect()
    assert json.loads(done.stdout) == {"pid": mall.process.pid}
