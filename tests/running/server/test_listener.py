"""The server: it opens, answers on both listeners, and closes with nobody left inside."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.running.server.server_process import WAIT, ServerProcess, plain, soon


def test_both_listeners_serve_one_application_and_stop_clean(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened({"TINY_TOLD": "before"})
    port = process.port()

    told = process.secure(port, "/caf%C3%A9")
    assert (told["scheme"], told["path"], told["told"]) == ("https", "/café", "before")
    assert told["ports"][0] == str(port)
    http_port = int(told["ports"][1])
    assert plain(http_port)["scheme"] == "http"

    family = psutil.Process(process.popen.pid).children(recursive=True)
    assert process.stop() == (0, "")
    assert psutil.wait_procs(family, timeout=WAIT)[1] == []


def test_options_reach_the_workers_as_environment(opened: Callable[..., ServerProcess]) -> None:
    given = {"TINY_TOLD": "by the options"}
    process = opened({"TINY_TOLD": "by the shell"}, http_port=None, environment=given)
    told = process.secure(process.port())
    assert (told["told"], told["ports"][1]) == ("by the options", None)


def test_requests_at_the_same_time_keep_apart_what_belongs_to_one(
    opened: Callable[..., ServerProcess],
) -> None:
    """The id under which a request's lines are logged is kept in a context of its own."""
    process = opened()
    port = process.port()
    paths = [f"/remember/{at}" for at in range(12)]

    with ThreadPoolExecutor(len(paths)) as pool:
        told = list(pool.map(lambda path: process.secure(port, path), paths))

    assert [each["path"] for each in told] == paths
    assert all(each["remembered"] for each in told)


def test_a_call_under_way_is_finished_before_the_door_closes(
    opened: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    arrived = tmp_path / "arrived"
    process = opened({"TINY_ARRIVED": str(arrived)})
    port = process.port()
    answers: list[Any] = []
    caller = threading.Thread(target=lambda: answers.append(process.secure(port, "/slow")))
    caller.start()
    assert soon(arrived.exists)
    assert process.stop(signal.SIGINT) == (0, "")
    caller.join(timeout=WAIT)
    assert [answer["path"] for answer in answers] == ["/slow"]


def test_a_signal_to_everybody_at_once_is_a_clean_stop_too(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened()
    process.port()
    for child in psutil.Process(process.popen.pid).children(recursive=True):
        child.send_signal(signal.SIGTERM)
    assert process.stop()[0] == 0


def test_a_signal_within_a_signal_is_a_clean_stop_too(opened: Callable[..., ServerProcess]) -> None:
    process = opened()
    process.port()
    for _ in range(200):
        process.popen.send_signal(signal.SIGTERM)
    assert process.stop()[0] == 0


def test_a_request_to_stop_during_the_start_is_kept(opened: Callable[..., ServerProcess]) -> None:
    process = opened({"TINY_HANGS": "1"})
    supervisor = psutil.Process(process.popen.pid)
    # The supervisor takes signals before it starts its workers.
    assert soon(lambda: len(supervisor.children()) >= 3)
    assert process.stop() == (0, "")


def test_workers_share_the_port(opened: Callable[..., ServerProcess]) -> None:
    process = opened(workers=2)
    port = process.port()
    assert soon(lambda: len({process.secure(port)["pid"] for _ in range(20)}) == 2)
    assert process.stop()[0] == 0


def test_a_taken_port_is_told_in_one_line(opened: Callable[..., ServerProcess]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = opened(port=port)
        assert process.ended() == (
            1,
            f"error: cannot listen on 127.0.0.1 port {port}: Address already in use\n",
        )
        process = opened(http_port=port)
        assert process.ended() == (
            1,
            f"error: cannot listen on 127.0.0.1 port {port}: Address already in use\n",
        )


def test_a_second_installation_does_not_share_the_port(
    opened: Callable[..., ServerProcess],
) -> None:
    first = opened()
    port = first.port()
    status, said = opened(port=port).ended()
    assert (status, said.count("\n")) == (1, 1)
    assert "Address already in use" in said
    assert first.secure(port)["scheme"] == "https"


def test_a_host_that_does_not_exist_is_told_in_one_line(
    opened: Callable[..., ServerProcess],
) -> None:
    status, said = opened(host="nowhere.invalid").ended()
    assert status == 1
    assert said.startswith("error: cannot listen on nowhere.invalid: ")


def test_an_application_that_does_not_start_is_an_error(
    opened: Callable[..., ServerProcess],
) -> None:
    status, said = opened({"TINY_BROKEN": "1"}, http_port=None).ended()
    assert status == 1
    assert said.count("RuntimeError: this application does not start\n") == 1
    assert said.endswith("error: the application's workers do not stay up\n")


def test_an_application_that_takes_too_long_is_an_error(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened({"TINY_HANGS": "1"}, start_seconds=1, stop_seconds=1)
    status, said = process.ended()
    assert status == 1
    assert said.endswith("error: the application did not start within 1 seconds\n")


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_a_worker_that_dies_is_replaced(opened: Callable[..., ServerProcess], scheme: str) -> None:
    process = opened()
    port = process.port()
    before = process.secure(port)
    http_port = int(before["ports"][1])
    if scheme == "http":
        before = plain(http_port)
    os.kill(before["pid"], signal.SIGKILL)

    after = process.secure(port) if scheme == "https" else plain(http_port)
    assert after["pid"] != before["pid"]
    assert after["scheme"] == scheme
    status, said = process.stop()
    assert status == 0
    assert "ERROR Unexpected exit from worker-" in said


def test_nobody_stays_when_the_supervisor_is_killed(opened: Callable[..., ServerProcess]) -> None:
    process = opened()
    port = process.port()
    family = psutil.Process(process.popen.pid).children(recursive=True)
    assert len(family) >= 2
    process.popen.kill()
    assert psutil.wait_procs(family, timeout=WAIT)[1] == []
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=WAIT)


def test_the_server_refuses_by_itself_what_is_not_http(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened()
    http_port = int(process.secure(process.port())["ports"][1])

    def status(request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", http_port), timeout=WAIT) as connection:
            try:
                connection.sendall(request)
                return connection.recv(12)
            except (BrokenPipeError, ConnectionResetError):
                return b"refused before all was said"

    host = b"Host: a\r\nConnection: close\r\n"
    assert status(b"noise\r\n\r\n") == b"HTTP/1.1 400"
    assert status(b"GET /a b HTTP/1.1\r\n" + host + b"\r\n") == b"HTTP/1.1 400"
    assert status(b"GET / HTTP/1.1\r\n" + host + b"X: 1\r\n" * 98 + b"\r\n") == b"HTTP/1.1 200"
    assert status(b"GET / HTTP/1.1\r\n" + host + b"X: 1\r\n" * 99 + b"\r\n") == b"HTTP/1.1 431"
    long_target = b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + host + b"\r\n"
    assert status(long_target) in {
        b"HTTP/1.1 414",
        b"HTTP/1.1 431",
        b"refused before all was said",
    }


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n"])
@pytest.mark.parametrize("encrypted", [True, False])
def test_who_does_not_finish_the_head_of_a_request_is_hung_up_on(
    opened: Callable[..., ServerProcess], encrypted: bool, said: bytes
) -> None:
    process = opened(idle_seconds=1)
    port = process.port()
    if not encrypted:
        port = int(process.secure(port)["ports"][1])
    connection = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
    if encrypted:
        trusting = ssl.create_default_context(cafile=process.data_dir / "tls/ca.pem")
        connection = trusting.wrap_socket(connection, server_hostname="localhost")
    with connection:
        connection.sendall(said)
        assert connection.recv(1) == b""


def test_http2_is_offered_when_asked_for(opened: Callable[..., ServerProcess]) -> None:
    process = opened(http2=True)
    port = process.port()
    trusting = ssl.create_default_context(cafile=process.data_dir / "tls/ca.pem")
    trusting.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port), timeout=WAIT) as connection,
        trusting.wrap_socket(connection, server_hostname="localhost") as secure,
    ):
        assert secure.selected_alpn_protocol() == "h2"


def test_the_door_opens_within_seconds(opened: Callable[..., ServerProcess]) -> None:
    # Of work, which takes as long on a busy machine; usually below 1.5 s with all its processes.
    process = opened()
    process.port()
    first = psutil.Process(process.popen.pid)
    spent = [each.cpu_times() for each in (first, *first.children(recursive=True))]
    assert sum(each.user + each.system for each in spent) < 10
