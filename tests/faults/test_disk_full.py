"""A disk without room: writes are refused as a whole, reads go on, and so does all once there is
room again."""

import asyncio
import contextlib
import io
import logging
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import duckdb
import pytest

from openmall.analytics.engine import owner_protocol
from openmall.analytics.engine.duckdb import DuckFile
from openmall.analytics.engine.engine import Batch
from openmall.analytics.engine.owner import Owner
from openmall.running.observability import logs
from tests.analytics.engine.engine_cases import visit
from tests.error_bodies import error
from tests.faults.disks import Disk, disk
from tests.journeys.demo_server import DemoServer, soon
from tests.media.images import base64_of, picture
from tests.postgres import server
from tests.world import World, open_stage

MESSAGE = "The service has no room left to write to, nothing was changed. Try again later."
CUP = {"product_name": "Cup", "supply_price": "1"}


@pytest.fixture
def small() -> Iterator[tuple[Disk, World]]:
    """A world on a disk that a test can fill."""
    with (
        tempfile.TemporaryDirectory() as folder,
        disk() as made,
        open_stage(Path(folder)) as stage,
    ):
        yield made, stage.new_world("full")
        made.room = None


def cups(world: World) -> int:
    found: int = world.get("products/count")["count"]
    return found


def test_a_write_without_room_is_refused_as_a_whole(small: tuple[Disk, World]) -> None:
    disk, world = small
    disk.room = 0

    refused = world.call("POST", "products", json={"request": CUP})
    read = world.call("GET", "products")
    disk.room = None
    taken = world.call("POST", "products", json={"request": CUP})

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert refused.json() == error(503, MESSAGE)
    assert (read.status_code, taken.status_code, cups(world)) == (200, 201, 1)


@pytest.mark.parametrize("spills", [False, True])
def test_wherever_the_room_ends_nothing_is_half_done(
    small: tuple[Disk, World], *, spills: bool
) -> None:
    """`spills`: what is written goes to the disk before the commit, as that of a large call."""
    disk, world = small
    if spills:
        database: Any = world.stage.app.database
        database.writer.execute("PRAGMA cache_size=2")
    notices = [{"no": number, "content": "Of our shop"} for number in (1, 2)]
    answers, kept = [], []

    for room in range(1_000):
        disk.room = room
        answer = world.call("PUT", "privacy/join", json={"requests": notices})
        if answer.status_code == 200:
            break
        disk.room = None
        answers.append(answer.json()["error"]["message"])
        kept += [each["content"] for each in world.get("privacy/join")["join"][:2]]

    assert len(answers) > (10 if spills else 2)
    assert set(answers) == {MESSAGE}
    assert set(kept) == {""}
    said = world.get("privacy/join")["join"]
    assert [each["content"] for each in said[:2]] == ["Of our shop"] * 2


def test_a_log_that_cannot_be_copied_back_holds_nobody_up(
    small: tuple[Disk, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, world = small
    for name in ("_CHECKPOINT_PAGES", "_MAX_WAL_PAGES"):
        monkeypatch.setattr(f"openmall.database.sqlite.{name}", 1)
    world.call("POST", "products", json={"request": CUP})
    disk.room = 0

    refused = [world.call("POST", "products", json={"request": CUP}) for _ in range(3)]
    disk.room = None
    taken = [world.call("POST", "products", json={"request": CUP}) for _ in range(3)]

    assert [each.json()["error"]["message"] for each in refused] == [MESSAGE] * 3
    assert [each.status_code for each in taken] == [201] * 3
    assert cups(world) == 4


def test_calls_wait_to_be_recorded_until_there_is_room(small: tuple[Disk, World]) -> None:
    disk, world = small
    calls = world.stage.app.request_log_writer
    world.stage.run(calls.write)
    disk.room = 0
    world.call("GET", "products")
    world.call("GET", "products/count")

    world.stage.run(calls.write)
    disk.room = None
    waiting, _ = calls.buffer.take()
    calls.buffer.give_back(waiting, {})
    world.stage.run(calls.write)

    assert [each.operation.name for each in waiting if each.operation] == [
        "GET products",
        "GET products/count",
    ]
    assert calls.buffer.take() == ([], {})


def test_a_postgresql_without_room_is_told_as_such() -> None:
    url = server().new_database()
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder), database=url) as stage:
        world = stage.new_world("full")
        stage.run(_on_product, url, _NO_ROOM)

        refused = world.call("POST", "products", json={"request": CUP})
        read = world.call("GET", "products")
        stage.run(_on_product, url, "DROP TRIGGER no_room ON product")
        taken = world.call("POST", "products", json={"request": CUP})

        assert refused.json() == error(503, MESSAGE)
        assert refused.headers["Retry-After"] == "30"
        assert (read.status_code, taken.status_code, cups(world)) == (200, 201, 1)


_NO_ROOM = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''no space left on device'' USING ERRCODE = ''53100''; END';
CREATE TRIGGER no_room BEFORE INSERT ON product FOR EACH ROW EXECUTE FUNCTION no_room()
"""


async def _on_product(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(sql)
    await connection.close()


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Let this process write nothing behind the first `size` bytes of a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def facts(number: int, rows: int = 2_000) -> Batch:
    made = [visit(number * rows + at, keyword=f"{at:>40}") for at in range(rows)]
    return Batch(source="mall", number=number, rows={"visit": made})


COUNT = 'SELECT count(*), max("number") FROM "visit", kept'


def test_facts_that_find_no_room_are_given_again(tmp_path: Path) -> None:
    file = DuckFile(tmp_path / "facts")
    file.keep([facts(1)])

    with no_file_beyond(1), pytest.raises(duckdb.TransactionException, match=r"Could not write"):
        file.keep([facts(2)])

    assert file.ask(COUNT, {}, seconds=5) == [(2_000, 1)]
    file.keep([facts(2)])
    assert file.ask(COUNT, {}, seconds=5) == [(4_000, 2)]
    file.close()


def test_whoever_owns_the_facts_leaves_when_duckdb_wants_to_be_opened_anew(tmp_path: Path) -> None:
    file = DuckFile(tmp_path / "facts", worth_sorting=1)
    owner = Owner(file, seconds=5)
    file.keep([facts(1)])

    async def tidied() -> None:
        request = owner_protocol.Request(1, owner_protocol.Tidy())
        await owner._answer(request, Deaf())  # type: ignore[arg-type] # answers are not looked at

    # the log finds room, and the file into which it is copied does not
    with no_file_beyond(500_000):
        asyncio.run(tidied())
    file.close()

    assert owner.ending.is_set()
    again = DuckFile(tmp_path / "facts")
    assert again.ask(COUNT, {}, seconds=5) == [(2_000, 1)]
    again.close()


class Deaf:
    """Where answers are written to that nobody reads."""

    def write(self, data: bytes) -> None:
        return None

    async def drain(self) -> None:
        return None


def test_events_that_cannot_be_logged_are_not_missed_by_anybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logger = logging.getLogger("openmall")
    for name in ("handlers", "level", "propagate"):
        monkeypatch.setattr(logger, name, getattr(logger, name))
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        logs.begin("text")
        logger.error("somebody hears this")
        handler = logger.handlers[0]
        monkeypatch.setattr(handler, "stream", heard := io.StringIO())
        logger.error("and this")
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            full.close()

    assert heard.getvalue().endswith(" ERROR and this\n")


class FullDisk:
    """Where a server keeps everything, which a test fills.

    Where a file system can be mounted, it is a small one. Elsewhere the server's processes may not
    write to any file, which is harder still: not even where a file has room.
    """

    def __init__(self, folder: Path, stack: ExitStack, *, mounted: bool) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        self._mounted = mounted
        if mounted:
            mount = ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(folder)]
            subprocess.run(mount, check=True, capture_output=True)
            stack.callback(subprocess.run, ["umount", "-l", str(folder)], check=True)

    def fill(self, mall: DemoServer) -> None:
        """Leave no room."""
        if not self._mounted:
            self._allow(mall, 1)
            return
        with contextlib.suppress(OSError), self._ballast.open("wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(65_536))

    def clear(self, mall: DemoServer) -> None:
        """Make room."""
        if self._mounted:
            self._ballast.unlink()
        else:
            self._allow(mall, resource.RLIM_INFINITY)

    def _allow(self, mall: DemoServer, size: int) -> None:
        for process in mall.family():
            _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, hard))


def can_mount() -> bool:
    """Say whether this machine lets the tests mount a file system."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        try:
            FullDisk(Path(folder), stack, mounted=True)
        except (OSError, subprocess.CalledProcessError):
            return False
        return True


def test_a_server_on_a_full_disk_goes_on_by_itself_when_there_is_room() -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        disk = FullDisk(Path(folder), stack, mounted=can_mount())
        mall = DemoServer(disk.folder / "data", "--no-limits")
        stack.callback(mall.kill)

        def write(method: str, path: str, request: dict[str, Any]) -> int:
            answer = mall.call(method, path, json=request)
            if answer.status_code == 503:
                assert int(answer.headers["Retry-After"]) >= 1
                assert answer.json()["error"]["code"] == "503"
            return answer.status_code

        image = {"requests": [{"image": base64_of(picture(300, 300))}]}
        cup = {"request": CUP}
        before = mall.call("GET", "products/count").json()
        assert write("POST", "products/images", image) == 201
        processes = {each.pid for each in mall.family()}
        disk.fill(mall)
        try:
            # what is there can be seen, and nothing is added
            assert soon(lambda: write("POST", "products", cup) == 503)
            added = mall.call("GET", "products/count").json()["count"] - before["count"]
            other = {"requests": [{"image": base64_of(picture(301, 300))}]}
            assert write("POST", "products/images", other) == 503
            assert write("POST", "products", cup) == 503
            assert mall.call("GET", "products/1").status_code == 200
            shown = mall.client.get("/healthz")
            assert (shown.status_code, shown.text) == (200, "ok\n")
        finally:
            disk.clear(mall)

        assert soon(lambda: write("POST", "products", cup) == 201)
        assert write("POST", "products/images", other) == 201
        assert mall.call("GET", "products/count").json()["count"] == before["count"] + added + 1
        # none ended; on a busy machine one may have begun later
        assert processes <= {each.pid for each in mall.family()}
