"""What an operator is told of the engine of reports and the mail server."""

import asyncio
import json
import socket
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from openmall.analytics.engine import layout
from openmall.analytics.engine.duckdb import FILE, DuckFile
from openmall.analytics.engine.owner import Owner
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.cli.operating import doctor_servers
from openmall.configuration import Configuration
from tests.analytics.engine.clickhouse_server import ClickHouseServer
from tests.cli.command_line import Shell
from tests.cli.test_doctor import CLOSED, found
from tests.events.messages.mail_server import mail_server


@contextmanager
def owning(folder: Path) -> Iterator[None]:
    """Own the facts of a folder, in a thread of this process."""
    file = DuckFile(folder / FILE)
    owner, listening = Owner(file, seconds=5), threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        async with await asyncio.start_unix_server(owner.serve, socket_of(folder)):
            listening.set()
            await owner.ending.wait()
        await asyncio.sleep(0)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    assert listening.wait(60)
    try:
        yield
    finally:
        loops[0].call_soon_threadsafe(owner.ending.set)
        thread.join(60)
        file.close()
        socket_of(folder).unlink(missing_ok=True)


def test_the_process_that_owns_the_facts() -> None:
    # the path of a socket has 107 bytes at most
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def reports(seconds: float = 30.0) -> tuple[str, str]:
            asked = Configuration(data_dir=folder)
            return asyncio.run(doctor_servers.check_engine(asked, seconds=seconds))

        assert reports() == ("well", "in DuckDB; no process owns its file now")
        with owning(folder):
            assert reports() == ("well", "in DuckDB, its process answers")
        with socket.socket(socket.AF_UNIX) as stopped:
            # as of a process that was stopped: connections are taken, and nothing is answered
            stopped.bind(str(socket_of(folder)))
            stopped.listen()
            state, said = reports(0.3)
        assert state == "problem"
        assert said.startswith("in DuckDB, facts wait: its owner did not answer within 0.3 s")
        # and of one that was killed
        state, said = reports()
        assert (state, "its owner does not listen" in said) == ("problem", True)


class Tables:
    """A ClickHouse server with tables, all as they should be unless a test says otherwise."""

    def __init__(self) -> None:
        self.columns = {
            name: {each.name: layout.column_type(each, "clickhouse") for each in table.c}
            for name, table in layout.TABLES.items()
        }
        self.engines = dict.fromkeys(self.columns, "MergeTree")
        self.settings = dict.fromkeys(self.columns, "non_replicated_deduplication_window = 10000")

    async def carry_out(
        self, statement: str, values: Mapping[str, str], content: bytes = b""
    ) -> bytes:
        rows: list[list[str]]
        if "system.columns" in statement:
            rows = [
                [table, *each] for table, names in self.columns.items() for each in names.items()
            ]
        elif "system.tables" in statement:
            rows = [
                [
                    name,
                    self.engines[name],
                    f"{self.engines[name]} SETTINGS {self.settings[name]}",
                ]
                for name in self.columns
            ]
        else:
            assert "version()" in statement
            rows = [["25.8.1"]]
        return json.dumps({"data": rows}).encode()

    async def close(self) -> None: ...


def engine_of(tables: Tables) -> tuple[str, str]:
    return asyncio.run(doctor_servers._clickhouse(tables))


def test_tables_of_clickhouse() -> None:
    count = len(layout.TABLES)
    assert engine_of(Tables()) == ("well", f"in ClickHouse 25.8.1, {count} tables")

    empty = Tables()
    empty.columns = {}
    assert engine_of(empty)[0] == "warning"

    missing = Tables()
    del missing.columns["sale"]
    state, said = engine_of(missing)
    assert (state, said) == (
        "problem",
        "ClickHouse 25.8.1 has no table sale: restart a worker, it makes it",
    )

    other = Tables()
    other.columns["visit"]["day"] = "String"
    state, said = engine_of(other)
    assert (state, said) == ("problem", "ClickHouse 25.8.1: visit.day is String, not Int32")
    del other.columns["visit"]["day"]
    assert engine_of(other)[1] == "ClickHouse 25.8.1: visit.day is none, not Int32"

    forgetful = Tables()
    forgetful.settings["visit"] = "index_granularity = 8192"
    state, said = engine_of(forgetful)
    assert state == "problem"
    assert "visit would count facts twice" in said
    forgetful.engines["visit"] = "ReplicatedMergeTree"
    assert engine_of(forgetful)[0] == "well"


def test_an_address_that_is_none_of_clickhouse(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENMALL_ANALYTICS_ENGINE", "clickhouse:///shop")
    done = shop.run("doctor", *CLOSED, "--json")
    assert done.exit_code in (1, 2)
    assert "analytics_engine" in done.stdout + done.stderr


@pytest.mark.journey
def test_a_clickhouse_with_and_without_the_tables_of_facts(
    shop: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with ClickHouseServer(tmp_path / "clickhouse") as server:
        monkeypatch.setenv("OPENMALL_ANALYTICS_ENGINE", server.url)
        patient = ("--seconds", "60")
        state, said = found(shop, "reports", *patient)
        assert (state, "has no tables yet" in said) == ("warning", True), said
        shop.text("analytics", "tidy")
        state, said = found(shop, "reports", *patient)
        assert (state, said.endswith(f", {len(layout.TABLES)} tables")) == ("well", True), said


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_a_mail_server(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(shop, "mail")[0] == "well"
    with mail_server(user="shop", password="s3cret") as running:
        address = f"smtp+plain://127.0.0.1:{running.port}"
        monkeypatch.setenv("OPENMALL_MAIL_SERVER", address)
        monkeypatch.setenv("OPENMALL_MAIL_USER", "shop")
        monkeypatch.setenv("OPENMALL_MAIL_PASSWORD", "wrong")
        state, said = found(shop, "mail")
        assert (state, said.partition(":")[0]) == ("problem", "smtp+plain")
        assert "takes none, it waits" in said
        assert "wrong" not in said
        monkeypatch.setenv("OPENMALL_MAIL_PASSWORD", "s3cret")
        assert found(shop, "mail") == ("well", f"{address} takes it")
        assert running.keeper.mails == []
    assert found(shop, "mail")[0] == "problem"
