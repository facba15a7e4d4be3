"""An HTTP server that receives webhooks, as an app does."""

import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest

import openmall_client
from openmall_client import Event

if TYPE_CHECKING:
    from pytest_openmall.server import Server

LARGEST: Final = 10 * 1024 * 1024
"""Bytes of a delivery."""


class WebhookReceiver:
    """Keeps the deliveries it received. One whose signature is wrong is answered 401."""

    def __init__(self, address: str) -> None:
        self.address = address
        """Where webhooks are sent."""
        self.secret = ""
        """Of the app; the fixture `mall` sets it."""
        self.events: list[Event] = []
        """Deliveries that were answered with success, in the order of their arrival."""
        self.refused: list[str] = []
        """Why other deliveries were refused."""
        self._arrived: queue.Queue[Event] = queue.Queue()
        self._answers: deque[int] = deque()
        self._lock = threading.Lock()

    def answer(self, *statuses: int) -> None:
        """Answer the next deliveries with these statuses instead of 204."""
        self._answers.extend(statuses)

    def wait(self, number: int | None = None, *, timeout: float = 10.0) -> Event:
        """Return the next event that arrives, or that with this number; leave out others before it.

        Raises TimeoutError after so many seconds.
        """
        until = time.monotonic() + timeout
        while True:
            try:
                event = self._arrived.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                name = "event" if number is None else f"event {number}"
                raise TimeoutError(f"no {name} arrived within {timeout:g} seconds") from None
            if number in (None, event.number):
                return event

    def receive(self, headers: dict[str, str], body: bytes) -> int:
        """Take a delivery; return the status to answer."""
        with self._lock:
            try:
                event = openmall_client.verify(self.secret, headers, body)
            except (openmall_client.InvalidSignature, ValueError) as error:
                self.refused.append(str(error))
                return 401
            status = self._answers.popleft() if self._answers else 204
            if status < 300:
                self.events.append(event)
                self._arrived.put(event)
            else:
                self.refused.append(f"answered {status}")
            return status


@contextlib.contextmanager
def listening(server: "Server") -> Iterator[WebhookReceiver]:
    """Yield a receiver that the server reaches."""
    host, port, address = "127.0.0.1", 0, ""
    if not server.is_local:
        address = server.options.receiver
        if not address or not server.options.receiver_port:
            pytest.skip(
                "the server runs on another machine: --openmall-receiver says at which https"
                " address it reaches this one, --openmall-receiver-port where that leads"
            )
        host, port = "0.0.0.0", int(server.options.receiver_port)  # noqa: S104 # others reach it

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # named by the library
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(min(length, LARGEST))
            self.send_response(receiver.receive(dict(self.headers), body))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 # of the library
            pass

    http_server = ThreadingHTTPServer((host, port), Handler)
    receiver = WebhookReceiver(address or f"http://127.0.0.1:{http_server.server_port}/webhooks")
    thread = threading.Thread(target=http_server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        http_server.shutdown()
        thread.join()
        http_server.server_close()
