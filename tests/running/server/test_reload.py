"""The change of shift: every worker is replaced while it is busy, and no visitor notices."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import ssl
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

import psutil
import pytest

from openmall.running.server import certificates, server_state
from tests.random_cases import cases
from tests.running.server.server_process import WAIT, ServerProcess, plain, soon


class Load:
    """Visitors who read and write all the time, each call named, until they are told to stop."""

    def __init__(self, process: ServerProcess, port: int, *, http_port: int) -> None:
        self.sent: list[str] = []
        self.failed: list[str] = []
        self.workers: set[int] = set()
        self._trusting = ssl.create_default_context(cafile=process.data_dir / "tls/ca.pem")
        self._ending = threading.Event()
        self._threads = [
            threading.Thread(target=self._visit, args=(port, *how))
            for how in [(True, 0.02)] * 4 + [(True, 0.5)] * 2 + [(False, 0.05)] * 3
        ]
        self._threads.append(threading.Thread(target=self._visit, args=(http_port, True, 0.02)))
        self._plain_port = http_port

    def _open(self, port: int) -> HTTPConnection:
        if port == self._plain_port:
            return HTTPConnection("127.0.0.1", port, timeout=WAIT)
        return HTTPSConnection("127.0.0.1", port, context=self._trusting, timeout=WAIT)

    def _visit(self, port: int, kept: bool, pause: float) -> None:
        """`kept`: as long as the server does not say that it closes, the connection is used on."""
        rng = random.Random(threading.get_ident())
        connection = self._open(port)
        number = 0
        while not self._ending.is_set():
            number += 1
            name = f"{threading.get_ident()}-{number}"
            method = rng.choice(["GET", "POST"])
            try:
                connection.request(method, f"/{name}", name if method == "POST" else None)
                if method == "POST":
                    self.sent.append(name)
                answer = connection.getresponse()
                told = answer.read().decode()
                if answer.status != 200 or f'"/{name}"' not in told:
                    self.failed.append(f"{name}: {answer.status} {told}")
            except Exception as error:
                self.failed.append(f"{name}: {error!r}")
                connection.close()
            if not kept:
                connection.close()
            time.sleep(pause * rng.random())
        connection.close()

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()


def reload(process: ServerProcess) -> None:
    """Replace the workers, and wait until that is done."""
    before = server_state.reloads(process.data_dir).ended
    process.popen.send_signal(signal.SIGHUP)
    assert soon(lambda: server_state.reloads(process.data_dir).ended > before)


def workers(process: ServerProcess) -> set[int]:
    """The workers, whether they serve or leave."""
    found = set()
    for each in psutil.Process(process.popen.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it exits just now
            if "spawn_main" in " ".join(each.cmdline()):
                found.add(each.pid)
    return found


def test_no_call_fails_while_workers_are_replaced(
    opened: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    process = opened({"TINY_NOTES": str(notes)}, workers=2)
    port = process.port()
    http_port = int(process.secure(port)["ports"][1])
    first = workers(process)
    times = cases(3, usual=2)
    # when workers are replaced more than once under load
    with Load(process, port, http_port=http_port) as load:
        for _ in range(times):
            reload(process)
            time.sleep(0.3)
    # then no call failed, each was carried out once, and nobody of the first shift is left
    assert load.failed == []
    assert len(load.sent) > 100
    assert sorted(notes.read_text().split()) == sorted(load.sent)
    assert soon(lambda: len(workers(process)) == 3)
    assert not first & workers(process)
    assert process.stop() == (0, "reloaded\n" * times)


def test_a_kept_connection_is_told_to_close_by_the_answer(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened()
    http_port = int(process.secure(process.port())["ports"][1])
    connection = HTTPConnection("127.0.0.1", http_port, timeout=WAIT)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    assert answer.headers["connection"] is None
    # given that the worker was replaced while the connection was idle
    reload(process)
    time.sleep(0.5)
    connection.request("GET", "/again")
    answer = connection.getresponse()
    answer.read()
    assert (answer.status, answer.headers["connection"]) == (200, "close")
    assert soon(lambda: len(workers(process)) == 2)


def test_a_handshake_under_way_is_not_broken_off(opened: Callable[..., ServerProcess]) -> None:
    process = opened(http_port=None)
    port = process.port()
    trusting = ssl.create_default_context(cafile=process.data_dir / "tls/ca.pem")
    # given a visitor who has connected, and has said nothing yet
    raw = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
    time.sleep(0.3)
    reload(process)
    time.sleep(0.3)
    with trusting.wrap_socket(raw, server_hostname="localhost") as secure:
        secure.sendall(b"GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
        assert secure.recv(15) == b"HTTP/1.1 200 OK"


def test_a_long_call_is_ended_by_who_began_it(opened: Callable[..., ServerProcess]) -> None:
    process = opened(workers=1, http_port=None)
    port = process.port()
    [old] = workers(process)
    told: list[Any] = []
    caller = threading.Thread(target=lambda: told.append(process.secure(port, "/slow")))
    caller.start()
    time.sleep(0.3)
    reload(process)
    caller.join(timeout=WAIT)
    assert [each["pid"] for each in told] == [old]
    assert soon(lambda: process.secure(port)["pid"] != old)


def test_a_new_worker_that_does_not_start_leaves_the_old_ones(
    opened: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    process = opened({"TINY_BROKEN_WHILE": str(broken)}, workers=2)
    port = process.port()
    before = workers(process)
    broken.touch()
    reload(process)
    # then everybody is still there, and it is told
    assert workers(process) == before
    assert server_state.reloads(tmp_path).error == (
        "a new worker did not start; the old ones go on serving"
    )
    assert process.secure(port)["pid"] in before
    # when the reason is gone, workers are replaced
    broken.unlink()
    reload(process)
    assert server_state.reloads(tmp_path).error == ""
    assert soon(lambda: not before & workers(process))
    status, said = process.stop()
    assert status == 0
    assert said.endswith(
        "error: not reloaded: a new worker did not start; the old ones go on serving\nreloaded\n"
    )


def test_the_certificate_is_read_again(
    opened: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    process = opened(http_port=None)
    port = process.port()
    key, certificate = tmp_path / "tls/server-key.pem", tmp_path / "tls/server.pem"
    shown = ssl.get_server_certificate(("127.0.0.1", port))
    # given another certificate in its place
    certificate.unlink()
    certificates.ensure(tmp_path, now=datetime.now(UTC))
    assert ssl.get_server_certificate(("127.0.0.1", port)) == shown
    reload(process)
    # the old worker hears of it a moment later
    assert soon(lambda: ssl.get_server_certificate(("127.0.0.1", port)) != shown)
    assert soon(lambda: len(workers(process)) == 1)
    shown = ssl.get_server_certificate(("127.0.0.1", port))
    # when the next one cannot be used, the workers stay
    before = workers(process)
    key.write_text("no key")
    reload(process)
    assert server_state.reloads(tmp_path).error.startswith("the certificate cannot be used: ")
    assert ssl.get_server_certificate(("127.0.0.1", port)) == shown
    assert soon(lambda: len(workers(process)) == 1)
    assert workers(process) <= before


def test_a_reload_while_one_goes_on_is_done_after_it(opened: Callable[..., ServerProcess]) -> None:
    process = opened(workers=2)
    process.port()
    for _ in range(5):
        process.popen.send_signal(signal.SIGHUP)
        time.sleep(0.05)
    # then the first one is carried out, and all others together after it
    assert soon(lambda: server_state.reloads(process.data_dir).ended == 2)
    time.sleep(1)
    assert server_state.reloads(process.data_dir) == server_state.ReloadStatus(ended=2)
    assert soon(lambda: len(workers(process)) == 3)
    assert process.stop() == (0, "reloaded\nreloaded\n")


@pytest.mark.parametrize("after", [0.0, 0.3, 1.0, 0.1, 0.6][: cases(5, usual=3)])
def test_a_stop_while_workers_are_replaced_is_a_clean_stop(
    opened: Callable[..., ServerProcess], after: float
) -> None:
    process = opened(workers=2)
    process.port()
    process.popen.send_signal(signal.SIGHUP)
    time.sleep(after)
    family = psutil.Process(process.popen.pid).children(recursive=True)
    status, said = process.stop()
    assert (status, said.replace("reloaded\n", "")) == (0, "")
    assert psutil.wait_procs(family, timeout=WAIT)[1] == []
    assert server_state.server(process.data_dir) is None


def test_a_worker_that_dies_while_others_are_replaced_is_replaced_too(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened(workers=2)
    port = process.port()
    first = workers(process)
    process.popen.send_signal(signal.SIGHUP)
    os.kill(max(first), signal.SIGKILL)
    assert soon(lambda: server_state.reloads(process.data_dir).ended == 1)
    assert soon(lambda: len(workers(process)) == 3)
    assert not first & workers(process)
    assert process.secure(port)["scheme"] == "https"


def test_a_hang_up_of_everybody_kills_nobody(opened: Callable[..., ServerProcess]) -> None:
    process = opened(workers=1)
    port = process.port()
    http_port = int(process.secure(port)["ports"][1])
    for worker in workers(process):
        os.kill(worker, signal.SIGHUP)
    time.sleep(0.3)
    assert {process.secure(port)["scheme"], plain(http_port)["scheme"]} == {"https", "http"}


def test_who_serves_a_folder_can_be_found(
    opened: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    assert server_state.server(tmp_path) is None
    process = opened()
    process.port()
    assert server_state.server(tmp_path) == process.popen.pid
    # when it is killed, its file tells nothing
    process.popen.kill()
    process.popen.wait()
    assert (tmp_path / "server.pid").read_text() == f"{process.popen.pid}\n"
    assert server_state.server(tmp_path) is None
