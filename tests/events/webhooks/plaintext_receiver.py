"""A program on this machine that speaks HTTP without TLS, as one does under development."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.events.webhooks.receiver import Received


class Plain:
    """Writes down what is posted to it, answers 200, and answers what it is told to."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.asked: list[tuple[str, str]] = []
        self.answers: list[bytes] = []
        """What it answers when it is asked, one after the other."""
        self.statuses: list[int] = []
        """What it answers to the next that are posted, instead of 200."""
        program = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                program.received.append(Received(dict(self.headers.items()), raw))
                self.send_response(program.statuses.pop(0) if program.statuses else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def do_GET(self) -> None:
                program.asked.append((self.path, self.headers["Authorization"]))
                body = program.answers.pop(0)
                error = json.loads(body).get("error")
                self.send_response(int(error["code"]) if error else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
