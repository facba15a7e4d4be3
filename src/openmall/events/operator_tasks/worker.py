"""Does the work that operators began, each as a command of the program in a process of its own.

A command needs memory and time that the job worker does not have: it is ended and begun again
later when the job worker stops. Backups leave no half file, and removal continues where it was.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from openmall.configuration import PREFIX, Configuration, to_environment
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.events.operator_tasks import store as task_store
from openmall.events.operator_tasks.store import OperatorTask

log = logging.getLogger("openmall")

SECONDS: Final = 2.0
"""Between two searches for work."""
ALIVE_SECONDS: Final = 5.0
"""Between two signs of life of a task."""
_LONGEST: Final = 500
"""Characters that are kept of what a command printed."""


class OperatorTasks:
    """The work of this process."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        clock: Clock,
        *,
        program: Sequence[str] = (sys.executable, "-m", "openmall"),
    ) -> None:
        """`program`: the words that begin every command."""
        self._program = program
        self._configuration = configuration
        self._database = database
        self._clock = clock
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End the command that runs; its task is begun again later."""
        self._stopping.set()

    def resume(self) -> None:
        """Take tasks again after `stop`."""
        self._stopping.clear()

    async def work(self) -> int:
        """Do one task that waits; return the number of tasks done: 0 or 1."""
        if self._stopping.is_set():
            return 0
        async with self._database.writing("") as db:
            task = await task_store.claim(db, self._clock)
        if task is None:
            return 0
        try:
            words = await asyncio.to_thread(command_of, self._configuration, task, self._clock)
            status, printed = await self._run(task, words)
        except OSError as error:
            status, printed = 1, str(error)
        if status is None:
            state: task_store.State = "waiting"
        else:
            state = "failed" if status else "done"
            fields = {"kind": task.kind, "subject": task.subject, "status": status}
            log.info("operator task ended", extra=fields)
        outcome = printed[-_LONGEST:] if state == "failed" else ""
        async with self._database.writing("") as db:
            await task_store.end(db, self._clock, task.task_no, state, outcome)
        return 1

    async def _run(self, task: OperatorTask, words: list[str]) -> tuple[int | None, str]:
        """Run a command of the program; return its status (None: stopped) and its last words."""
        process = await asyncio.create_subprocess_exec(
            *self._program,
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=_environment(self._configuration),
        )
        reading = asyncio.create_task(process.communicate())
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            while not reading.done() and not stopping.done():
                await asyncio.wait(
                    (reading, stopping),
                    timeout=ALIVE_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                async with self._database.writing("") as db:
                    await task_store.keep(db, self._clock, task.task_no)
            if not reading.done():
                process.terminate()
                await reading
                return None, ""
        finally:
            stopping.cancel()
            if process.returncode is None:
                process.kill()
        lines = (await reading)[1].decode("utf-8", "replace").strip().splitlines()
        return process.returncode, lines[-1].removeprefix("Error: ") if lines else ""


def backup_folder(configuration: Configuration) -> Path:
    """Return the folder of the backups that the console makes."""
    if configuration.backup_dir:
        return Path(configuration.backup_dir)
    return configuration.data_dir / "backups"


def command_of(configuration: Configuration, task: OperatorTask, clock: Clock) -> list[str]:
    """Return the words of the command that does a task. Raises OSError."""
    folder = backup_folder(configuration)
    if task.kind == "removal":
        return ["mall", "remove", task.subject, "--yes", "--json"]
    if task.kind == "verify":
        return ["backup", "verify", str(folder / task.subject), "--json"]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    moment = datetime.fromtimestamp(clock.now(), UTC).strftime("%Y%m%dT%H%M%SZ")
    target = folder / f"{task.subject or 'openmall'}-{moment}.tar"
    only = ["--mall", task.subject] if task.subject else []
    return ["backup", "create", str(target), *only, "--json"]


def _environment(configuration: Configuration) -> dict[str, str]:
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return {**others, **to_environment(configuration)}
