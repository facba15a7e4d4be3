"""The site of an app, to which a mall sends browsers back."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def website(onward: str = "") -> Iterator[str]:
    """Serve an app's own site: a page, or a redirect `onward` with the same query."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302 if onward else 200)
            if onward:
                self.send_header("Location", f"{onward}/home?{self.path.partition('?')[2]}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # its name there
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
