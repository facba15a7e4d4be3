"""What a call leaves in a trace, as a collector receives it, and what it never leaves there."""

import json
import logging
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from openmall.access.limits.local_counters import LocalCounters
from openmall.analytics.engine.duckdb import DuckFile, Embedded
from openmall.app import Application
from openmall.configuration import Configuration
from openmall.database.factory import open_database
from openmall.events.webhooks import rules as webhook_rules
from openmall.running.observability import logs
from openmall.tracing.factory import is_enabled, open_traces
from openmall.tracing.otel import SECONDS
from tests import new_store, postgres
from tests.client import Client
from tests.events.webhooks.conftest import _one_receiver, receiver
from tests.events.webhooks.receiver import Receiver, _here
from tests.journeys.demo_server import ENVIRONMENT
from tests.redis import Server
from tests.tracing.trace_collector import Collector, Span
from tests.world import MovableClock, Stage

pytestmark = pytest.mark.journey

__all__ = ["_one_receiver", "receiver"]

UPSTREAM = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
STORES = ["sqlite", "postgresql"]


class Traced:
    """A stage whose spans go to a collector."""

    def __init__(self, stage: Stage, collector: Collector) -> None:
        self.stage = stage
        self._collector = collector

    def spans(self) -> list[Span]:
        """Return what came in since the last look."""
        traces: Any = self.stage.app._traces
        assert traces._provider.force_flush()
        came, self._collector.spans = self._collector.spans, []
        return came


@contextmanager
def traced(collector: Collector, store: str = "sqlite", **settings: Any) -> Iterator[Traced]:
    database = postgres.server().new_database() if store == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(
            **{
                "data_dir": Path(folder),
                "limits": "count",
                "traces": collector.url,
                "database": database,
                **settings,
            }
        )
        new_store.prepare(configuration)
        clock, engine = MovableClock(), Embedded(DuckFile(":memory:"))
        app = Application(
            configuration,
            open_database(configuration),
            LocalCounters(),
            clock,
            engine=engine,
            traces=open_traces(configuration, version="1.2.3"),
        )
        with Client(app, ip="127.0.0.1") as client:
            yield Traced(Stage(app, clock, client, engine), collector)


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as running:
        yield running


@pytest.mark.parametrize("store", STORES)
def test_a_call_is_a_span_with_its_statements_below_it(collector: Collector, store: str) -> None:
    with traced(collector, store) as here:
        world = here.stage.new_world("traced")
        world.call("GET", "products")
        here.spans()

        answer = world.call("GET", "products")

        *below, call = here.spans()

    assert (call.name, call.kind, call.parent_id) == ("GET /api/v2/admin/products", "server", "")
    assert call.attributes == {
        "http.request.method": "GET",
        "url.scheme": "https",
        "http.route": "/api/v2/admin/products",
        "http.response.status_code": 200,
        "openmall.api": "admin",
        "openmall.mall_id": "traced",
        "openmall.request_id": answer.headers["X-Request-Id"],
    }
    assert not call.failed
    assert {span.trace_id for span in below} == {call.trace_id}
    assert {span.parent_id for span in below} == {call.span_id}
    # as many as the call has steps: nothing is told twice
    assert len(below) == 3
    wait, *statements = below
    assert (wait.name, wait.kind) == ("wait for a connection", "internal")
    assert {(each.name, each.kind) for each in statements} == {("SELECT", "client")}
    assert {each.attributes["db.system.name"] for each in statements} == {store}
    assert all(str(each.attributes["db.query.text"]).startswith("SELECT ") for each in statements)
    assert collector.paths == {"/v1/traces"}
    assert collector.resource["service.name"] == "openmall"
    assert collector.resource["service.version"] == "1.2.3"


def test_a_token_and_a_page_of_a_shop_are_spans_without_values(collector: Collector) -> None:
    with traced(collector, sample_shop=True) as here:
        world = here.stage.new_world("pages")
        here.spans()
        page = here.stage.client.get(f"{world.base_url}/?keyword=kim-haneul")
        *_, shop = here.spans()
        token = here.stage.client.post(f"{world.base_url}/api/v2/oauth/token", data={"code": "x"})
        *_, refused = here.spans()

    assert (shop.name, shop.kind, shop.parent_id) == ("GET SampleShop", "server", "")
    assert shop.attributes == {
        "http.request.method": "GET",
        "url.scheme": "https",
        "http.response.status_code": page.status_code,
        "openmall.endpoint": "SampleShop",
        "openmall.request_id": page.headers["X-Request-Id"],
    }
    assert refused.name == "POST /api/v2/oauth/token"
    assert refused.attributes["http.response.status_code"] == token.status_code
    assert refused.attributes["http.route"] == "/api/v2/oauth/token"


@pytest.mark.parametrize("store", STORES)
def test_a_write_waits_for_the_writer_and_commits(collector: Collector, store: str) -> None:
    with traced(collector, store) as here:
        here.stage.new_world("traced").product()
        spans = here.spans()

    [call] = [span for span in spans if span.name == "POST /api/v2/admin/products"]
    names = [span.name for span in spans if span.parent_id == call.span_id]
    assert names[-1] == "COMMIT"
    assert names.count("wait for the writer") == names.count("COMMIT") == 1
    assert {"INSERT", "SELECT"} <= set(names)


def test_nothing_personal_and_no_secret_leaves(collector: Collector) -> None:
    with traced(collector) as here:
        world = here.stage.new_world("traced")
        world.product(product_name="Secret apron")
        world.call("GET", "products", params={"product_name": "Secret apron"})
        world.call("GET", "customersprivacy", params={"member_id": "haneul.kim"})
        world.call("GET", "orders/20261121-0000001", headers={"User-Agent": "Haneul's phone"})
        world.call("GET", "products/404404404")
        said = b"".join(span.said for span in here.spans())

    token = world.full.token.access_token
    for secret in ("apron", token, "haneul", "Haneul", "20261121", "404404404", "127.0.0.1"):
        assert secret.encode() not in said, secret


def test_a_trace_is_continued_for_a_trusted_proxy_alone(collector: Collector) -> None:
    headers = {"traceparent": UPSTREAM, "X-Forwarded-Proto": "https"}
    with traced(collector) as here:
        here.stage.new_world("traced").call("GET", "products", headers=headers)
        *_, foreign = here.spans()
    with traced(collector, trusted_proxies=("127.0.0.1",)) as here:
        here.stage.new_world("traced").call("GET", "products", headers=headers)
        *_, known = here.spans()

    assert foreign.trace_id != UPSTREAM[3:35]
    assert foreign.parent_id == ""
    assert (known.trace_id, known.parent_id) == (UPSTREAM[3:35], UPSTREAM[36:52])


def test_a_share_of_the_traces_is_sent_and_what_a_proxy_samples_is_kept(
    collector: Collector,
) -> None:
    with traced(collector, traces_share=0.0, trusted_proxies=("127.0.0.1",)) as here:
        world = here.stage.new_world("traced")
        forwarded = {"X-Forwarded-Proto": "https"}
        for _ in range(5):
            world.call("GET", "products", headers=forwarded)
        none = here.spans()
        world.call("GET", "products", headers={"traceparent": UPSTREAM, **forwarded})
        some = here.spans()

    assert none == []
    assert {span.trace_id for span in some} == {UPSTREAM[3:35]}


def test_a_round_trip_to_the_store_of_limits_is_a_span(collector: Collector) -> None:
    with Server() as redis, traced(collector, limits_store=redis.url) as here:
        here.stage.new_world("traced").call("GET", "products")
        spans = here.spans()

    [trip] = [span for span in spans if span.attributes.get("db.system.name") == "redis"]
    assert (trip.name, trip.kind, trip.parent_id) == (
        "EVALSHA limits",
        "client",
        spans[-1].span_id,
    )


def test_a_webhook_continues_the_trace_of_the_call_that_caused_it(
    collector: Collector, receiver: Receiver
) -> None:
    settings = {"webhook_networks": ("127.0.0.0/8",), "webhook_ca": receiver.authority}
    with traced(collector, **settings) as here:
        stage = here.stage
        webhooks = stage.app.periodic_tasks.webhooks
        webhooks.http_client._connections._lookup = _here
        world = stage.new_world("traced")
        run, client_id = stage.run, world.full.credentials.client_id
        run(webhook_rules.set_address, webhooks.context, client_id, receiver.address)
        run(webhook_rules.set_events, webhooks.context, client_id, [90001])
        receiver.answer = lambda received: (503, b"")
        here.spans()
        world.product()
        run(webhooks.sender.finish)
        receiver.answer = lambda received: (200, b"")
        stage.clock.pass_(120)
        run(webhooks.sender.finish)
        spans = here.spans()

    [call] = [span for span in spans if span.kind == "server"]
    failed, good = [span for span in spans if span.name == "POST webhook"]
    assert {failed.trace_id, good.trace_id} == {call.trace_id}
    assert {failed.parent_id, good.parent_id} == {call.span_id}
    assert (failed.failed, failed.attributes["http.response.status_code"]) == (True, 503)
    assert (good.failed, good.attributes["http.response.status_code"]) == (False, 200)
    assert good.attributes["server.address"] == "receiver.test"
    assert good.attributes["http.request.resend_count"] == 1
    sent = [each.headers["traceparent"].rpartition("-") for each in receiver.taken()]
    assert [parent for parent, _, _ in sent] == [
        f"00-{each.trace_id}-{each.span_id}" for each in (failed, good)
    ]
    assert {int(flags, 16) & 1 for _, _, flags in sent} == {1}  # sampled


def test_what_goes_wrong_marks_its_span_without_what_was_said(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("inner workings of Haneul")

    monkeypatch.setattr("openmall.commerce.product.products.search.as_listed", broken)
    with traced(collector) as here:
        world = here.stage.new_world("traced")
        world.product()
        here.spans()
        assert world.call("GET", "products").status_code == 500
        *_, call = here.spans()

    assert (call.failed, call.attributes["error.type"]) == (True, "500")
    assert b"Haneul" not in call.said


def test_lines_of_a_traced_call_bear_its_trace(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    form = logs.AsJson()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(form.format(record))

    def noisy(*_: object) -> None:
        logging.getLogger("openmall").warning("noticed")
        raise RuntimeError

    monkeypatch.setattr("openmall.commerce.product.products.search.as_listed", noisy)
    handler = Kept()
    logging.getLogger("openmall").addHandler(handler)
    try:
        with traced(collector) as here:
            world = here.stage.new_world("traced")
            world.product()
            answer = world.call("GET", "products")
            *_, call = here.spans()
    finally:
        logging.getLogger("openmall").removeHandler(handler)

    told = {"request_id": answer.headers["X-Request-Id"], "trace_id": call.trace_id}
    noticed, fault = [json.loads(line) for line in lines if "noticed" in line or "internal" in line]
    assert {name: noticed.get(name) for name in told} == told
    assert {name: fault.get(name) for name in told} == told


@pytest.mark.parametrize("how", ["gone", "silent"])
def test_a_collector_that_is_away_costs_no_call_and_keeps_no_worker(how: str) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        if how == "silent":
            listening.listen(5)
        away = Collector()
        away._server.server_close()
        away.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with traced(away) as here:
            world = here.stage.new_world("traced")
            statuses = [world.call("GET", "products").status_code for _ in range(20)]
            traces: Any = here.stage.app._traces
            began = time.monotonic()
        waited = time.monotonic() - began

    assert statuses == [200] * 20
    assert waited < SECONDS + 2
    # four a call, and what the first one looked up beside
    assert traces.counts() == {"sent": 0, "lost": 4 * 20 + 2}


def test_standard_variables_say_it_as_well() -> None:
    off = Configuration()
    assert not is_enabled(off, {})
    assert is_enabled(off, {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})
    assert is_enabled(Configuration(traces="http://127.0.0.1:4318"), {})
    assert not is_enabled(
        Configuration(traces="http://127.0.0.1:4318"), {"OTEL_SDK_DISABLED": "true"}
    )


def test_nothing_of_it_is_loaded_where_traces_and_redis_are_off() -> None:
    program = (
        "import sys, openmall.app as app, openmall.cli.operating.serve; "
        "print([each for each in ('opentelemetry', 'redis') if each in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT
    )
    assert said.stdout == "[]\n", said.stderr
