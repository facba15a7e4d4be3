"""What runs when a mall is running: workers, the owner of facts, and a job worker beside them."""

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.journeys.demo_server import DemoServer, soon
from tests.journeys.filled_malls import FilledMalls

MOST_MEMORY = 160 * 1024 * 1024
"""Bytes resident of a worker after all kinds of calls.

It was measured at 148 million, and at 154 million under coverage or where the worker compiled the
source itself (docs/performance.md, "Memory"). The code of the modules, which grows with the
program, is the largest part.
"""


@pytest.fixture(scope="module")
def running(filled: FilledMalls) -> Iterator[DemoServer]:
    """A mall of this module, whose last test kills its server."""
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        options = filled.copy(data_dir)
        started = DemoServer(data_dir, *options, "--products", "100", "--no-limits")
        yield started
        started.kill()


def processes_of(mall: DemoServer, words: str) -> list[psutil.Process]:
    """Return the processes of a mall whose command has `words` in it."""
    found = []
    for each in mall.family():
        try:
            if words in " ".join(each.cmdline()):
                found.append(each)
        except psutil.NoSuchProcess:
            continue
    return found


def test_a_reload_replaces_the_job_worker(running: DemoServer) -> None:
    assert soon(lambda: len(processes_of(running, "jobs work")) == 1)
    [first] = processes_of(running, "jobs work")
    [owner] = processes_of(running, "analytics own")
    running.process.send_signal(signal.SIGHUP)
    assert soon(lambda: not first.is_running() and len(processes_of(running, "jobs work")) == 1)
    # the owner of facts answers questions, and stays
    assert processes_of(running, "analytics own") == [owner]


def test_workers_do_it_all_when_the_setting_says_so(tmp_path: Path, filled: FilledMalls) -> None:
    mall = DemoServer(tmp_path / "data", *filled.copy(tmp_path / "data"), OPENMALL_JOBS="workers")
    try:
        assert processes_of(mall, "jobs work") == []
        answer = mall.call("GET", "products/count")
        assert answer.status_code == 200
    finally:
        assert mall.stop() == 0


def test_a_worker_needs_less_memory_than_it_may_have(running: DemoServer) -> None:
    statuses = set()
    for _ in range(20):
        for path in (
            "products?limit=100&embed=variants,options,seo,tags",
            "orders?limit=100&start_date=2026-09-01&end_date=2026-11-21",
            "categories?limit=100",
            "products/1",
        ):
            statuses.add(running.call("GET", path).status_code)
        body = {"request": {"simple_description": "x" * 200}}
        made = running.call("PUT", "products/1", json=body)
        statuses |= {made.status_code} - {409}
        for page in ("/", "/developers", "/developers/reference/admin"):
            found = running.client.get(page, headers=running.at(running.demo.local_url))
            assert isinstance(found, httpx.Response)
    assert statuses == {200}
    workers = processes_of(running, "spawn_main")
    assert len(workers) == 2
    memory = [each.memory_info().rss for each in workers]
    assert max(memory) < MOST_MEMORY, memory


def test_the_job_worker_is_begun_again_and_leaves_with_its_parent(running: DemoServer) -> None:
    # given a mall that is running
    assert soon(lambda: len(processes_of(running, "jobs work")) == 1)
    [first] = processes_of(running, "jobs work")
    # when its job worker dies, another one comes
    first.send_signal(signal.SIGKILL)
    assert soon(lambda: any(each.pid != first.pid for each in processes_of(running, "jobs work")))
    # when the server is killed, none of its processes stays
    family = running.family()
    running.process.kill()
    assert psutil.wait_procs(family, timeout=30)[1] == []
