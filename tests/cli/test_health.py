"""A service manager asks a server how it is, without another program."""

import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from openmall.cli.operating.serve import certified
from openmall.configuration import Configuration
from tests.cli.command_line import Shell


class Listener(HTTPServer):
    """Answers every path it is told to, and 404 to others."""

    def __init__(self, answers: dict[str, tuple[int, bytes]]) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.answers = answers
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answering(BaseHTTPRequestHandler):
    """What a listener does with a request."""

    def do_GET(self) -> None:
        assert isinstance(self.server, Listener)
        status, body = self.server.answers.get(self.path, (404, b""))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def listeners(shell: Shell) -> Iterator[tuple[Listener, Listener]]:
    """An HTTPS listener with the installation's own certificate and a plain one, both ready."""
    files = certified(Configuration(data_dir=shell.data_dir))
    ready = {"/readyz": (200, b'{"ready":true}'), "/healthz": (200, b"ok\n")}
    secure, plain = Listener(dict(ready)), Listener(dict(ready))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    yield secure, plain
    for listener in (secure, plain):
        listener.shutdown()
        listener.server_close()


def asked(shell: Shell, listeners: tuple[Listener, Listener], *words: str) -> tuple[int, str]:
    ports = [str(listener.server_port) for listener in listeners]
    done = shell.run("health", "--port", ports[0], "--http-port", ports[1], *words)
    return done.exit_code, done.stdout


def test_both_listeners_are_ready(shell: Shell, listeners: tuple[Listener, Listener]) -> None:
    assert asked(shell, listeners) == (0, "https  ready\nhttp   ready\n")


def test_one_that_is_not_ready_says_why(shell: Shell, listeners: tuple[Listener, Listener]) -> None:
    listeners[1].answers["/readyz"] = (503, b'{"ready":false,"store":false,"serving":true}')
    status, said = asked(shell, listeners)
    assert status == 1
    assert said.splitlines() == [
        "https  ready",
        'http   503 {"ready":false,"store":false,"serving":true}',
    ]
    assert asked(shell, listeners, "--live")[0] == 0


def test_nobody_there(shell: Shell) -> None:
    told = shell.run("health", "--port", "1", "--http-port", "1", "--json")
    assert told.exit_code == 1
    assert told.stdout.count("refused") == 2


def test_which_ports_has_to_be_said(shell: Shell) -> None:
    line = shell.fails("health", "--port", "0", status=2)
    assert line.startswith("a server that took free ports is asked with --port and --http-port")
