"""What runs when a mall is served: workers, the owner of facts, and a job worker beside them."""

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.journeys.running import Running, soon

MOST_MEMORY = 120 * 1024 * 1024
"""Bytes a worker may have after it has answered all kinds of calls."""


@pytest.fixture
def served() -> Iterator[Running]:
    with tempfile.TemporaryDirectory() as folder:
        mall = Running(Path(folder), "--products", "100", "--no-limits")
        yield mall
        mall.kill()


def called(mall: Running, words: str) -> list[psutil.Process]:
    """The processes of a mall whose command has `words` in it."""
    found = []
    for each in mall.family():
        try:
            if words in " ".join(each.cmdline()):
                found.append(each)
        except psutil.NoSuchProcess:
            continue
    return found


def test_the_job_worker_is_begun_again_and_leaves_with_its_parent(served: Running) -> None:
    # given a mall that is served
    assert soon(lambda: len(called(served, "jobs work")) == 1)
    [first] = called(served, "jobs work")
    # when its job worker dies, another one comes
    first.send_signal(signal.SIGKILL)
    assert soon(lambda: any(each.pid != first.pid for each in called(served, "jobs work")))
    # when the server dies without a word, nobody stays
    family = served.family()
    served.process.kill()
    assert psutil.wait_procs(family, timeout=30)[1] == []


def test_a_reload_replaces_the_job_worker(served: Running) -> None:
    assert soon(lambda: len(called(served, "jobs work")) == 1)
    [first] = called(served, "jobs work")
    [owner] = called(served, "analytics own")
    served.process.send_signal(signal.SIGHUP)
    assert soon(lambda: not first.is_running() and len(called(served, "jobs work")) == 1)
    # the owner of facts answers questions, and stays
    assert called(served, "analytics own") == [owner]


def test_workers_do_it_all_when_the_setting_says_so() -> None:
    with tempfile.TemporaryDirectory() as folder:
        mall = Running(Path(folder), "--products", "5", OPENMALL_JOBS="workers")
        try:
            assert called(mall, "jobs work") == []
            answer = mall.call("GET", "products/count")
            assert answer.status_code == 200
        finally:
            assert mall.stop() == 0


def test_a_worker_needs_less_memory_than_it_may_have(served: Running) -> None:
    statuses = set()
    for _ in range(20):
        for path in (
            "products?limit=100&embed=variants,options,seo,tags",
            "orders?limit=100&start_date=2026-09-01&end_date=2026-11-21",
            "categories?limit=100",
            "products/1",
        ):
            statuses.add(served.call("GET", path).status_code)
        body = {"request": {"simple_description": "x" * 200}}
        made = served.call("PUT", "products/1", json=body)
        statuses |= {made.status_code} - {409}
        for page in ("/", "/developers", "/developers/reference/admin"):
            found = served.client.get(page, headers=served.at(served.demo.local_url))
            assert isinstance(found, httpx.Response)
    assert statuses == {200}
    workers = called(served, "spawn_main")
    assert len(workers) == 2
    memory = [each.memory_info().rss for each in workers]
    assert max(memory) < MOST_MEMORY, memory
