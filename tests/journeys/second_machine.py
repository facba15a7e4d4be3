"""A server that joins the installation of another one, as on a second machine."""

import json
import signal
import ssl
import subprocess
from pathlib import Path

import httpx

from tests.journeys.demo_server import COMMAND, ENVIRONMENT, FREE_PORTS, WAIT, DemoServer
from tests.server_logs import ServerLog


class Second:
    """A server that joins an installation that another has filled."""

    def __init__(self, data_dir: Path, first: DemoServer, **settings: str) -> None:
        self._environment = {**ENVIRONMENT, **settings}
        self._log = ServerLog()
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--data-dir", str(data_dir), *FREE_PORTS],
            stderr=self._log.file,
            text=True,
            env=self._environment,
        )
        ready = self._log.first_line(self.process)
        assert ready.startswith("ready https://"), self._log.text()
        trusting = ssl.create_default_context(cafile=data_dir / "tls" / "ca.pem")
        port = ready.split()[1].rpartition(":")[2].strip("/")
        self.client = httpx.Client(
            base_url=f"https://127.0.0.1:{port}", verify=trusting, timeout=WAIT
        )
        self.first = first
        self._data_dir = data_dir

    def issue(self) -> str:
        """Return a new token of the full app, made by a command of this machine."""
        client_id = self.first.demo.app("full").client_id
        words = ("token", "issue", "--mall", "demo", "--app", client_id, "--json")
        made: str = json.loads(self.command(*words))["access_token"]
        return made

    def command(self, *words: str, given: str = "") -> str:
        return subprocess.run(
            [*COMMAND, *words, "--data-dir", str(self._data_dir)],
            input=given,
            capture_output=True,
            text=True,
            check=True,
            env=self._environment,
            timeout=2 * WAIT,
        ).stdout

    def end(self) -> None:
        self.client.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(WAIT)
        self._log.ends()
