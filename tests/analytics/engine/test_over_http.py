"""What ClickHouse's server is told over HTTP, and what becomes of its refusals."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import bindparam, func, select

from openmall.analytics.engine.clickhouse import ClickHouse, OverHttp
from openmall.analytics.engine.engine import Batch, EngineAway, TooLong
from openmall.analytics.engine.layout import TABLES
from openmall.analytics.facts.tables import VISIT
from tests.analytics.engine.engine_cases import ODD, visit

Arrivals = list[tuple[dict[str, str], dict[str, str | None], bytes]]


@contextmanager
def _server(answer: bytes, *, status: int = 200) -> Iterator[tuple[str, Arrivals]]:
    """Serve one answer to everything; give the setting that leads there, and what was told."""
    told: Arrivals = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
            names = ("X-ClickHouse-User", "X-ClickHouse-Key")
            content = self.rfile.read(int(self.headers["Content-Length"]))
            params = {name: values[0] for name, values in found.items()}
            told.append((params, {name: self.headers[name] for name in names}, content))
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"clickhouse://shop:s3cret@127.0.0.1:{server.server_port}/facts", told
    finally:
        server.shutdown()
        server.server_close()


def _engine(url: str) -> ClickHouse:
    return ClickHouse(OverHttp(url, seconds=60), seconds=3)


def test_a_batch_is_told_month_by_month_each_under_a_name() -> None:
    rows = [visit(1), visit(2, day=20260201), visit(3)]

    async def run(url: str) -> None:
        engine = _engine(url)
        await engine.keep([Batch(source="o'mall", number=7, rows={"visit": rows})])
        await engine.close()

    with _server(b"") as (url, told):
        asyncio.run(run(url))
    # the tables first, then what is added
    assert len(told) == len(TABLES) + 2
    january, february = told[-2:]
    assert january[0] == {
        "database": "facts",
        "query": (
            'INSERT INTO "visit" SETTINGS insert_deduplicate = 1,'
            " insert_deduplication_token = 'o\\'mall/7/visit/202601' FORMAT JSONCompactEachRow"
        ),
    }
    assert january[1] == {"X-ClickHouse-User": "shop", "X-ClickHouse-Key": "s3cret"}
    assert january[2].count(b"\n") == 1
    assert "/202602'" in february[0]["query"]
    assert february[2].startswith(b'["mall",1,20260201,2,2,')


def test_a_question_is_told_with_its_values_beside_it() -> None:
    question = select(func.count()).where(
        VISIT.c.ad == bindparam("ad"), VISIT.c.day.in_(bindparam("days", expanding=True))
    )

    async def run(url: str) -> object:
        engine = _engine(url)
        found = await engine.ask(question, {"ad": ODD, "days": [1, 2]})
        await engine.close()
        return found

    with _server(b'{"data":[[9007199254740993]],"rows":1}') as (url, told):
        assert asyncio.run(run(url)) == [(9007199254740993,)]
    params = told[-1][0]
    assert params["query"].startswith('SELECT toInt64(count(*)) AS "count_1"')
    assert "{ad:String}" in params["query"]
    assert "{days_1:Int64}" in params["query"]
    assert params["query"].endswith("max_execution_time = 3 FORMAT JSONCompact")
    assert params["param_ad"] == ODD.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    assert (params["param_days_1"], params["param_days_2"]) == ("1", "2")


def test_a_server_that_refuses_or_is_not_there_is_away() -> None:
    async def run(url: str) -> None:
        engine = _engine(url)
        try:
            await engine.forget("mall")
        finally:
            await engine.close()

    with (
        _server(b"Code: 241. Memory limit exceeded", status=500) as (url, _),
        pytest.raises(EngineAway, match="Memory limit exceeded"),
    ):
        asyncio.run(run(url))
    # and what took it too long is that
    with (
        _server(b"Code: 159. (TIMEOUT_EXCEEDED)", status=500) as (slow, _),
        pytest.raises(TooLong),
    ):
        asyncio.run(run(slow))
    with pytest.raises(EngineAway, match="Connect"):
        asyncio.run(run(url))


@pytest.mark.parametrize("url", ["http://localhost", "clickhouse:///facts", "clickhouse"])
def test_what_is_no_address_of_a_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="analytics_engine"):
        OverHttp(url, seconds=5)
