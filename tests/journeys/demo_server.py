"""A demo mall run as its operator runs it: a process of its own, on ports of its own."""

import os
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
from click.testing import CliRunner

from openmall.cli.demo.file import DemoFile
from openmall.cli.main import openmall
from tests.server_logs import ServerLog

ROOT = Path(__file__).parents[2]
WAIT = 30.0
COMMAND = (sys.executable, "-m", "openmall")
FREE_PORTS = ("--port", "0", "--http-port", "0")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("OPENMALL_")},
    "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
}


def command(
    *words: str, given: str = "", timeout: float = 2 * WAIT
) -> subprocess.CompletedProcess[str]:
    """Run `openmall` with `words` to its end, with `given` on standard input."""
    return subprocess.run(
        [*COMMAND, *words],
        input=given,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=timeout,
    )


class DemoServer:
    """A running demo mall."""

    def __init__(
        self,
        data_dir: Path,
        *options: str,
        program: Sequence[str] = COMMAND,
        environment: Mapping[str, str] = ENVIRONMENT,
        **settings: str,
    ) -> None:
        """Start it; `settings`: variables of its environment, `OPENMALL_...`."""
        self.data_dir = data_dir
        at = options.index("--database") if "--database" in options else len(options)
        self.store_options = options[at : at + 2]
        """Options that commands need to find the store of this mall."""
        self.log = ServerLog()
        self.process = subprocess.Popen(
            [*program, "demo", "--data-dir", str(data_dir), *FREE_PORTS, *options],
            stdout=subprocess.PIPE,
            stderr=self.log.file,
            text=True,
            env={**environment, **settings},
            start_new_session=True,
        )
        self.ready = self.log.first_line(self.process)
        if not self.ready.startswith("ready "):
            self.kill()
            raise AssertionError(self.log.text())
        self.demo = msgspec.json.decode((data_dir / "demo.json").read_bytes(), type=DemoFile)
        self.client = self.new_client()

    def new_client(self) -> httpx.Client:
        """Return a client that trusts the mall's authority, with connections of its own."""
        assert self.demo.ca_file is not None
        trusting = ssl.create_default_context(cafile=self.demo.ca_file)
        return httpx.Client(base_url=self.demo.local_url, verify=trusting, timeout=WAIT)

    def reconnect(self) -> None:
        """Continue on a new connection, which another worker may answer."""
        self.client.close()
        self.client = self.new_client()

    def printed(self) -> str:
        """Return what was printed before the server was ready."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("Programs read"):
                break
        return "".join(lines)

    def call(self, method: str, path: str, app: str = "full", **rest: Any) -> httpx.Response:
        """Call the admin API as one of the apps."""
        token = self.demo.app(app).access_token
        headers = {"Authorization": f"Bearer {token}", **rest.pop("headers", {})}
        return self.client.request(method, f"/api/v2/admin/{path}", headers=headers, **rest)

    def openmall(self, *words: str, given: str = "") -> str:
        """Run a command that has to succeed on the mall's installation; return what it prints.

        It runs in the process of the tests, which saves the import of the program.
        """
        where = ["--data-dir", str(self.data_dir), *self.store_options]
        done = CliRunner().invoke(openmall, [*words, *where], prog_name="openmall", input=given)
        assert done.exit_code == 0, (words, done.output)
        return done.stdout

    def new_app(self, name: str, *options: str) -> str:
        """Create an app with `options`, install it in the demo mall, and return its client ID."""
        created = self.openmall("app", "create", "--name", name, *options, "--json")
        client_id: str = msgspec.json.decode(created)["client_id"]
        self.openmall("app", "install", client_id, "--mall", self.demo.mall_id)
        return client_id

    def at(self, url: str) -> dict[str, str]:
        """Return the header that says which host is meant: Python resolves no `*.localhost`."""
        return {"Host": url.removeprefix("https://")}

    def family(self) -> list[psutil.Process]:
        """Return the server's processes."""
        parent = psutil.Process(self.process.pid)
        return [parent, *parent.children(recursive=True)]

    def stop(self) -> int:
        """Ask it to stop, as a service manager does; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        """End every process of it at once, without a chance to tidy up."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self._ended()

    def _ended(self) -> int:
        status = self.process.wait(WAIT)
        if hasattr(self, "client"):
            self.client.close()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.ends()
        return status


def soon(condition: Callable[[], bool], *, pause: float = 0.02, patience: float = WAIT) -> bool:
    """Say whether `condition` comes true within `patience`; `pause`: seconds between two looks."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True
