"""The job worker: a process that runs the periodic tasks and jobs, and answers no calls."""

import asyncio
import contextlib
import os
import signal
from typing import Final

import uvloop

from openmall.configuration import Configuration
from openmall.web_worker import open_application

_PARENT_SECONDS: Final = 0.5
"""Seconds between two checks that its parent process exists."""


def work(configuration: Configuration, *, parent: int | None = None) -> None:
    """Run the tasks until SIGTERM, or until the process `parent` is gone."""
    # a hang-up of the terminal reaches every process in it; only the server is meant by that
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    uvloop.run(_work(configuration, parent))


async def _work(configuration: Configuration, parent: int | None) -> None:
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    application = open_application(configuration, jobs=True)
    application.begin()
    try:
        while not stopping.is_set() and (parent is None or os.getppid() == parent):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PARENT_SECONDS):
                    await stopping.wait()
    finally:
        await application.end()
