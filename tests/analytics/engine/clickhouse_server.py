"""A ClickHouse server for tests: the embedded engine, asked over HTTP as a server is.

Runs as a program of its own, as the engine does not survive a fork. Statements are carried out
one after the other. Arguments: folder of its data. Prints its port.
"""

import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from tests.journeys.demo_server import ENVIRONMENT, ROOT


class ClickHouseServer:
    """The program, started; it ends with the block."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.analytics.engine.clickhouse_server", str(folder)],
            cwd=ROOT,
            env={**ENVIRONMENT, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        port = self._process.stdout.readline().strip()
        assert port, "the server did not start"
        self.url = f"clickhouse://127.0.0.1:{port}/default"
        """As the setting names it."""

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()


def main(folder: str) -> None:
    """Serve until the process is killed."""
    from chdb.session import Session

    session = Session(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"])).decode()
            found = {
                name: values[0]
                for name, values in parse_qs(
                    urlsplit(self.path).query, keep_blank_values=True
                ).items()
            }
            params = {
                name.removeprefix("param_"): value
                for name, value in found.items()
                if name.startswith("param_")
            }
            try:
                answer = bytes(session.query(f"{found['query']} {content}", params=params).bytes())
                status = 200
            except RuntimeError as error:
                answer, status = str(error).encode(), 500
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1])
