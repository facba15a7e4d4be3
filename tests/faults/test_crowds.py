"""Clients that are many, slow or silent take nobody else's place."""

import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from openmall.contract.errors import Unavailable
from openmall.http import body
from openmall.http.request import Request
from tests.journeys.demo_server import ROOT, soon

HERE = ROOT / "tests" / "running" / "server"
ASKED = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
QUICK = 2.0
"""Seconds within which others are answered, with room for a busy machine."""


class Tiny:
    """The server with the smallest application behind it."""

    def __init__(self, folder: Path, **options: Any) -> None:
        given = {"data_dir": str(folder), "port": 0, "http_port": 0, **options}
        path = os.pathsep.join(map(str, (ROOT / "src", HERE)))
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "serve_command.py"), json.dumps(given)],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._process.stderr is not None
        assert self._process.stderr.readline().startswith("ready ")
        self._family = psutil.Process(self._process.pid).children(recursive=True)
        [self.port] = {
            each.laddr.port
            for process in self._family
            for each in process.net_connections("tcp")
            if each.status == psutil.CONN_LISTEN and self._is_plain(each.laddr.port)
        }

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def asked(self) -> float:
        """Ask on a connection of one's own; return how many seconds it took."""
        began = time.monotonic()
        with self.connect() as connection:
            assert answered(connection)
        return time.monotonic() - began

    def held(self) -> int:
        """Return how many connections the workers hold."""
        return sum(
            each.status == psutil.CONN_ESTABLISHED
            for process in self._family
            for each in process.net_connections("tcp")
        )

    def memory(self) -> int:
        """Return the bytes of memory of all processes."""
        return sum(process.memory_info().rss for process in self._family)

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=30)

    def _is_plain(self, port: int) -> bool:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(b"probe\r\n\r\n")
            return connection.recv(4) == b"HTTP"


def answered(connection: socket.socket) -> bool:
    """Ask once on a connection, and say whether it was answered."""
    connection.sendall(ASKED)
    head, _, rest = connection.recv(4096).partition(b"\r\n\r\n")
    return head.startswith(b"HTTP/1.1 200") and rest.endswith(b"}")


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Callable[..., Tiny]]:
    """Starts such servers."""
    with ExitStack() as stack:

        def start(**options: Any) -> Tiny:
            started = Tiny(tmp_path, **options)
            stack.callback(started.stop)
            return started

        yield start


@contextmanager
def many(make: Callable[[], socket.socket], number: int) -> Iterator[list[socket.socket]]:
    """Open many connections, as far as this process may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        yield [stack.enter_context(make()) for _ in range(min(number, hard - 512))]


def test_two_thousand_idle_connections_are_kept_and_others_are_answered(
    tiny: Callable[..., Tiny],
) -> None:
    server = tiny(concurrency=3_000)
    before = server.memory()
    with many(server.connect, 2_000) as idle:
        assert all(answered(each) for each in idle)

        assert server.held() == 2_000
        assert max(server.asked() for _ in range(20)) < QUICK
        assert all(answered(each) for each in idle[::100])
        # 6 KB each without TLS, 18 KB with it
        assert server.memory() - before < 2_000 * 32_000


def test_more_connections_than_there_are_places_wait_and_are_answered(
    tiny: Callable[..., Tiny],
) -> None:
    server = tiny(concurrency=20, idle_seconds=1)
    with many(server.connect, 20) as idle:
        assert all(answered(each) for each in idle)

        # the idle ones are hung up on, one after the other, and make room
        waited = [server.asked() for _ in range(40)]

    assert max(waited) < 1 + QUICK
    assert soon(lambda: server.held() == 0)


def test_a_flood_of_connections_without_a_request_takes_no_place(
    tiny: Callable[..., Tiny],
) -> None:
    server = tiny(concurrency=20, idle_seconds=30)
    began = time.monotonic()
    with many(server.connect, 1_000) as silent:
        took = time.monotonic() - began
        waited = [server.asked() for _ in range(20)]
        assert server.held() == 0
        # whoever speaks after all is answered
        assert answered(silent[-1])

    assert max(waited) < QUICK
    assert took < 10
    assert server.asked() < QUICK


def test_who_sends_the_head_of_a_request_slowly_is_hung_up_on_and_disturbs_nobody(
    tiny: Callable[..., Tiny],
) -> None:
    server = tiny(concurrency=500, idle_seconds=1)
    with many(server.connect, 300) as slow:
        for each in slow:
            each.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        waited = []
        began = time.monotonic()
        while time.monotonic() - began < 3 and server.held():
            for each in slow[::10]:
                with ExitStack() as stack:
                    stack.push(lambda kind, *_: kind is not None and issubclass(kind, OSError))
                    each.sendall(b"a")
            waited.append(server.asked())
            time.sleep(0.05)

        assert max(waited) < QUICK
        assert soon(lambda: server.held() == 0)


def test_who_does_not_read_answers_is_hung_up_on(tiny: Callable[..., Tiny]) -> None:
    server = tiny(concurrency=100, idle_seconds=2)
    assert server.asked() < QUICK
    before = server.memory()
    with many(server.connect, 10) as deaf:
        for each in deaf:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.sendall(ASKED.replace(b"/", b"/big", 1))
        assert soon(lambda: server.held() == 10)

        assert server.asked() < QUICK
        assert soon(lambda: server.held() == 0)
        assert server.asked() < QUICK

    # what they did not read is kept for them meanwhile, and no longer
    assert server.memory() - before < 10 * 2 * 8 * 1024 * 1024


class PartialRequest:
    """A request whose body a test hands over part by part."""

    def __init__(self) -> None:
        self.headers: dict[bytes, bytes] = {}
        self.parts: asyncio.Queue[tuple[bytes, bool]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        part, more = await self.parts.get()
        return {"type": "http.request", "body": part, "more_body": more}

    def read(self) -> asyncio.Task[bytes]:
        request: Request = self  # type: ignore[assignment] # as far as a body is read
        return asyncio.get_running_loop().create_task(body.read(request, limit=1_000, seconds=5))


def test_bodies_that_arrive_slowly_take_so_much_memory_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(body, "MAX_BUFFERED_BYTES", 100)

    async def run() -> None:
        slow, late, quick = PartialRequest(), PartialRequest(), PartialRequest()
        slow.parts.put_nowait((bytes(90), True))
        first = slow.read()
        await asyncio.sleep(0)
        late.parts.put_nowait((bytes(20), True))
        with pytest.raises(Unavailable, match="Too much is being sent at once"):
            await late.read()
        quick.parts.put_nowait((bytes(200), False))
        assert len(await quick.read()) == 200
        slow.parts.put_nowait((b"", False))
        assert len(await first) == 90
        late.parts.put_nowait((bytes(20), True))
        late.parts.put_nowait((bytes(20), False))
        assert len(await late.read()) == 40

    asyncio.run(run())
    assert body._Buffered.bytes == 0
