"""Whether an installation is well, and what it did, as an operator's programs ask."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from openmall.running.observability.meter import MetricsFiles, OperationCalls, WorkerMetrics
from tests import postgres
from tests.client import Client
from tests.redis import Server
from tests.world import Stage, World, open_stage

Metrics = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def metrics(stage: Stage, **headers: str) -> Metrics:
    """Return every sample, by name and labels, as Prometheus reads them."""
    answer = ask(stage, "/metrics", **headers)
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def ask(stage: Stage, path: str, scheme: str = "https", **headers: str) -> httpx.Response:
    return stage.client.get(f"{scheme}://127.0.0.1{path}", headers=headers)


@pytest.fixture
def own_stage() -> Iterator[Stage]:
    """An application of its own: nobody else's calls are counted there."""
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        yield stage


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_a_worker_is_alive_and_ready(stage: Stage, scheme: str) -> None:
    live, ready = ask(stage, "/healthz", scheme), ask(stage, "/readyz", scheme)

    assert (live.status_code, live.text) == (200, "ok\n")
    assert (ready.status_code, ready.json()) == (
        200,
        {"ready": True, "store": True, "serving": True},
    )
    assert live.headers["cache-control"] == "no-store"


def test_a_worker_without_its_store_is_alive_and_not_ready() -> None:
    server = postgres.Server()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=server.new_database()) as stage,
    ):
        server.stop()
        live, ready = ask(stage, "/healthz"), ask(stage, "/readyz")
        counted = metrics(stage)
        server.start()
        again = [ask(stage, "/readyz").status_code for _ in range(3)]

    assert live.status_code == 200
    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "store": False, "serving": True}
    assert any(name == "openmall_worker_memory_bytes" for name, _ in counted)
    assert again[-1] == 200


def test_a_worker_that_is_asked_to_stop_wants_nothing_new(own_stage: Stage) -> None:
    own_stage.app.operator_endpoints.stopping = True

    assert ask(own_stage, "/readyz").json() == {"ready": False, "store": True, "serving": False}


def test_calls_are_counted_by_operation_and_status(own_stage: Stage) -> None:
    world = own_stage.new_world("counted")
    for path in ("products", "products", "products/999", "nothing"):
        world.call("GET", path)

    found = metrics(own_stage)

    def calls(operation: str, status: str, api: str = "admin") -> float:
        labels = {"api": api, "operation": operation, "status": status}
        return found["openmall_calls_total", tuple(sorted(labels.items()))]

    assert calls("GET products", "200") == 2
    assert calls("GET products/{product_no}", "404") == 1
    assert calls("-", "404", "-") == 1
    of = (("api", "admin"), ("operation", "GET products"))
    assert found["openmall_call_seconds_count", of] == 2
    assert 0 < found["openmall_call_seconds_sum", of] < 60
    assert found["openmall_call_seconds_bucket", (*of[:1], ("le", "+Inf"), *of[1:])] == 2
    assert found["openmall_queue_length", (("queue", "facts"),)] == 0


def test_what_limits_refuse_is_counted() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), limits="enforce", shop_capacity=2) as stage,
    ):
        world = stage.new_world("limited")
        answers = [world.call("GET", "products").status_code for _ in range(5)]
        found = metrics(stage)

    of = (("api", "admin"), ("operation", "GET products"))
    assert answers == [200, 200, 429, 429, 429]
    assert found["openmall_limit_refusals_total", of] == 3


def test_what_other_workers_did_is_added(own_stage: Stage) -> None:
    world = own_stage.new_world("together")
    world.call("GET", "products")
    slate = MetricsFiles(own_stage.app.configuration.data_dir)
    done = OperationCalls({200: 41, 503: 1}, [42, *[0] * 13], 1.5)
    other = WorkerMetrics(
        worker=1,
        started_at=5.0,
        cpu_seconds=2.0,
        memory_bytes=1000,
        calls={"admin": {"GET products": done}},
    )

    slate.write(other)
    (slate._folder / "2.json").write_text("{")
    found = metrics(own_stage)
    slate.clear()
    alone = metrics(own_stage)

    of = (("api", "admin"), ("operation", "GET products"))
    assert found["openmall_calls_total", (*of, ("status", "200"))] == 42
    assert found["openmall_calls_total", (*of, ("status", "503"))] == 1
    assert found["openmall_worker_memory_bytes", (("worker", "1"),)] == 1000
    assert alone["openmall_calls_total", (*of, ("status", "200"))] == 1


@pytest.mark.parametrize("end", ["killed", "its process id is taken by another"])
def test_only_the_counts_of_a_worker_that_ended_are_kept(own_stage: Stage, end: str) -> None:
    slate = MetricsFiles(own_stage.app.configuration.data_dir)
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    worker = process.pid if end == "killed" else os.getppid()
    done = OperationCalls({200: 41}, [41, *[0] * 13], 1.5)
    slate.write(
        WorkerMetrics(
            worker=worker,
            started_at=5.0,
            cpu_seconds=2.0,
            memory_bytes=1000,
            calls={"admin": {"GET products": done}},
        )
    )
    if end != "killed":
        os.utime(slate._folder / f"{worker}.json", (1_000_000_000, 1_000_000_000))
    found = metrics(own_stage)

    of = (("api", "admin"), ("operation", "GET products"), ("status", "200"))
    assert found["openmall_calls_total", of] == 41
    of_processes = [labels for name, labels in found if name.startswith("openmall_worker_")]
    assert set(of_processes) == {(("worker", str(os.getpid())),)}


def test_a_worker_says_how_far_it_is(own_stage: Stage) -> None:
    own_stage.run(own_stage.app.operator_endpoints.publish)

    [told] = MetricsFiles(own_stage.app.configuration.data_dir).read(but=0)

    assert told.memory_bytes > 10_000_000


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": "Bearer right"}, 200),
        ({"Authorization": "Bearer wrong"}, 403),
        ({"Authorization": "right"}, 403),
        ({}, 403),
    ],
)
def test_metrics_are_for_who_knows_the_token(headers: dict[str, str], status: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), metrics_token="right") as stage,  # of a test
    ):
        assert ask(stage, "/metrics", **headers).status_code == status


def test_metrics_are_not_told_to_others(own_stage: Stage) -> None:
    with Client(own_stage.app, ip="203.0.113.7") as elsewhere:
        told = elsewhere.get("https://127.0.0.1/metrics").status_code

    assert (told, ask(own_stage, "/metrics", "http").status_code) == (403, 403)


def test_behind_a_proxy_nobody_is_next_door() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), trusted_proxies=("127.0.0.1",)) as stage,
    ):
        assert ask(stage, "/metrics").status_code == 403


def test_shops_do_not_lose_their_own_addresses(world: World) -> None:
    assert world.request("POST", "/healthz").status_code == 404


def test_what_the_store_of_limits_was_asked_is_counted() -> None:
    with (
        Server() as redis,
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), limits_store=redis.url) as stage,
    ):
        world = stage.new_world("asked")
        before = metrics(stage)
        world.call("GET", "products")
        asked = metrics(stage)
        redis.kill()
        assert world.call("GET", "products").status_code == 200
        away = metrics(stage)

    def trips(outcome: str, found: Metrics) -> float:
        return found["openmall_limits_store_round_trips_total", (("outcome", outcome),)]

    assert trips("answered", asked) - trips("answered", before) in (1, 2)  # and what time it took
    assert asked["openmall_limits_store_seconds_total", ()] > 0
    assert [found["openmall_limits_decided_alone_total", ()] for found in (asked, away)] == [0, 1]
    assert [trips("failed", found) for found in (asked, away)] == [0, 1]
