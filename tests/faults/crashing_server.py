"""`python -m tests.faults.crashing_server PORT`: a worker that is killed, and replaced at once.

It serves the installation of the environment as a worker of `openmall serve` does; forked from a
process that has loaded the program, so that a death costs no second start. The file `moment` in
the folder `CRASHES` is JSON of a `crashing_store.Moment`, counted from when the file is there: the
worker removes it, and dies then. The file `worker` has the process id of the worker.
"""

import gc
import json
import os
import socket
import sys
from datetime import UTC, datetime
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, Final, Literal

from openmall import declarations, web_worker
from openmall.api import registry
from openmall.app import Application
from openmall.cli.operating import serve
from openmall.configuration import from_environment
from openmall.database.factory import open_database
from openmall.database.session import Database
from openmall.running.server import certificates, http_server, worker
from tests.faults.crashing_store import CrashingStore, Moment

FOLDER: Final = "CRASHES"
"""Variable of the environment."""
_TARGET: Final = "tests.faults.crashing_server:create"


class ArmedStore(CrashingStore):
    """A store that dies at the moment which a file names while it is open."""

    def __init__(self, database: Database, file: Path) -> None:
        super().__init__(database)
        self._file = file

    def pass_(self, when: Literal["before", "after"], what: Literal["statement", "commit"]) -> None:
        if self._moment is None and self._file.exists():
            named, kind, number = json.loads(self._file.read_text())
            self._file.unlink()
            self._moment = Moment(named, kind, self.counted[kind] + number)
        super().pass_(when, what)


def create() -> Application:
    """Return the application of the configured installation, for a worker."""
    folder = Path(os.environ[FOLDER])

    def opened(*given: Any, **rest: Any) -> ArmedStore:
        return ArmedStore(open_database(*given, **rest), folder / "moment")

    # the worker of a server that is killed opens this store instead
    web_worker.open_database = opened  # type: ignore[assignment] # of a narrower type
    application = web_worker.create()
    (folder / "worker").write_text(str(os.getpid()))
    return application


def main(port: int) -> None:
    """Replace the worker whenever it is killed; raise RuntimeError where it ends otherwise."""
    configuration = from_environment()
    declarations.load()
    assert registry
    files = certificates.ensure(
        configuration.data_dir, serve.names(configuration), now=datetime.now(UTC)
    )
    listening = socket.create_server(("127.0.0.1", port), backlog=http_server.BACKLOG)
    gc.freeze()
    while True:
        reading, writing = Pipe(duplex=False)
        child = os.fork()
        if child == 0:
            worker.run(
                worker.WorkerOptions(
                    target=_TARGET,
                    factory=True,
                    http=http_server.HttpOptions(
                        certificate=files.certificate,
                        key=files.key,
                        http2=False,
                        connections=1_000,
                        idle_seconds=30,
                    ),
                    supervisor=os.getppid(),
                    stop_seconds=5,
                    retire_seconds=5,
                    listening=listening.dup(),
                    report=writing,
                )
            )
            os._exit(1)
        _, status = os.waitpid(child, 0)
        reading.close()
        writing.close()
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"the worker ended with {status}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
