"""Receives the webhooks of a test's mall: by HTTP as an app does, or by fetching them.

A server on this machine, and one that was given an address, sends them. From any other server they
are fetched, with the headers and signatures that they would be sent with.
"""

import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Protocol

import openmall_client
from openmall_client import Event
from pytest_openmall.connection import Connection

POLL_SECONDS: Final = 0.2
"""Seconds between two looks for webhooks that are fetched."""
LARGEST: Final = 10 * 1024 * 1024
"""Bytes of a delivery."""


class Sending(Protocol):
    """The mall whose webhooks are fetched."""

    def call(self, method: str, path: str) -> dict[str, Any]:
        """Make a call below `/_test/malls/{mall_id}`."""
        ...


class WebhookReceiver:
    """Keeps the deliveries it received. One whose signature is wrong is answered 401."""

    def __init__(self, address: str) -> None:
        self.address = address
        """Where webhooks are sent; empty: they are fetched."""
        self.secret = ""
        """Of the app; the fixture `mall` sets it."""
        self.events: list[Event] = []
        """Deliveries that were answered with success, in the order of their arrival."""
        self.refused: list[str] = []
        """Why other deliveries were refused."""
        self._arrived: queue.Queue[Event] = queue.Queue()
        self._answers: deque[int] = deque()
        self._lock = threading.Lock()
        self._mall: Sending | None = None
        self._fetching = threading.Lock()
        self._fetched_up_to = 0

    def fetch_from(self, mall: Sending | None) -> None:
        """Fetch the webhooks of a mall from now on; None: no more."""
        with self._fetching:
            self._mall = mall
            if mall is not None:
                self._fetched_up_to = mall.call("GET", "/deliveries")["head"]

    def fetch(self) -> None:
        """Receive what there is to be fetched."""
        with self._fetching:
            while self._mall is not None:
                path = f"/deliveries?after={self._fetched_up_to}"
                found = self._mall.call("GET", path)["deliveries"]
                for each in found:
                    self.receive(each["headers"], each["body"].encode())
                    self._fetched_up_to = each["sequence"]
                if not found:
                    return

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
def listening(server: Connection) -> Iterator[WebhookReceiver]:
    """Yield a receiver of what the server sends, or of what is fetched from it."""
    options = server.options
    if server.is_local:
        with _http_server("127.0.0.1", 0, "") as receiver:
            yield receiver
    elif options.receiver and options.receiver_port:
        port = int(options.receiver_port)
        # others reach it
        with _http_server("0.0.0.0", port, options.receiver) as receiver:  # noqa: S104
            yield receiver
    else:
        with _fetching() as receiver:
            yield receiver


@contextlib.contextmanager
def _fetching() -> Iterator[WebhookReceiver]:
    """Yield a receiver that fetches, until the block ends."""
    receiver, ended = WebhookReceiver(""), threading.Event()

    def work() -> None:
        while not ended.wait(POLL_SECONDS):
            # what has failed is fetched again; the test's own calls raise it
            with contextlib.suppress(Exception):
                receiver.fetch()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        ended.set()
        thread.join()


@contextlib.contextmanager
def _http_server(host: str, port: int, address: str) -> Iterator[WebhookReceiver]:
    """Yield a receiver at a port; `address`: under which it is reached, empty: its own."""

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
