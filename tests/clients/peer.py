"""A server of a test, which answers each path with what the test lists, in turn."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NO_ANSWER = (0, "", "")
"""The connection is closed without an answer."""
Answer = tuple[int, str, str]
"""Status, content type, body."""


class Peer:
    """What was asked for, and where."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[tuple[str, str]] = []
        """Path and the last word of the header `Authorization`."""

    def authorizations(self, path: str) -> list[str]:
        """Return who called a path, in turn."""
        return [word for asked, word in self.asked if asked == path]


@contextmanager
def peer(answers: dict[str, list[Answer]]) -> Iterator[Peer]:
    """Serve `answers`: of each path in turn, the last one again and again."""
    left = {path: list(each) for path, each in answers.items()}

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = self.path.partition("?")[0]
            words = self.headers.get("Authorization", "").split()
            found.asked.append((path, words[-1] if words else ""))
            own = left[path]
            status, kind, body = own.pop(0) if len(own) > 1 else own[0]
            if not status:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Retry-After", "0")
            if kind:
                self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # its name there
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Peer(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield found
        server.shutdown()
        thread.join()
