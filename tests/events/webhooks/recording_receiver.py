"""A receiver in a process of its own that a test can kill: it writes down, then answers.

Arguments: port, certificate, its key, the file in which it writes.
"""

import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Receiver(ThreadingHTTPServer):
    book: Path


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        line = f"{self.headers['X-Event-Sequence']} {self.headers['X-Webhook-Redelivery']}\n"
        assert isinstance(self.server, Receiver)
        with self.server.book.open("a") as book:
            book.write(line)
        self.send_response(204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        return


def main(arguments: list[str]) -> None:
    """Receive until the process is killed."""
    port, certificate, key, book = arguments
    server = Receiver(("127.0.0.1", int(port)), Handler)
    server.book = Path(book)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False
    )
    server.serve_forever()
