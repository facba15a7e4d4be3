"""The state of an installation beside its calls: disk, database, backups, certificate, restarts."""

import asyncio
import contextlib
import logging
import os
import shutil
import time
from pathlib import Path
from typing import Final

from msgspec import Struct

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database import backup_log
from openmall.database.session import Database
from openmall.running.observability import store
from openmall.running.observability.meter import MetricsFiles
from openmall.running.observability.store import Queue

log = logging.getLogger("openmall")

STORE_SECONDS: Final = 2.0
"""Seconds the store may take to answer before it counts as away."""


class Installation(Struct, kw_only=True):
    """What is asked of an installation when its metrics are read. Times are UTC seconds."""

    now: float
    free_bytes: int | None = None
    """Of the disk of the data folder, for its user; None: unknown."""
    total_bytes: int | None = None
    free_files: int | None = None
    """Files that may still be made there; None: the file system does not limit them."""
    database_up: bool = False
    database_seconds: float = 0.0
    """How long the database took to answer, or to fail to."""
    queues: dict[str, Queue] = {}
    undelivered: dict[tuple[str, str], int] = {}
    """Messages by state and channel; empty: unknown."""
    backups: dict[str, float] = {}
    """Last backup of all malls that was `created`, and that was `verified` and sound."""
    certificate_ends_at: float | None = None
    """Of the certificate that the worker began with; None: unknown."""
    restarts: dict[str, int] = {}
    """Kind of process -> how often the server started one again that had died."""


class InstallationProbe:
    """Looks at an installation for its metrics."""

    def __init__(self, configuration: Configuration, database: Database, clock: Clock) -> None:
        self._data_dir = configuration.data_dir
        self._certificate = configuration.certificate or self._data_dir / "tls" / "server.pem"
        self._database = database
        self._clock = clock
        self._files = MetricsFiles(self._data_dir)
        self._ends_at: float | None = None
        self._is_certificate_read = False

    def read_certificate(self) -> None:
        """Note until when the certificate is valid, once: a worker serves the one it began with."""
        if not self._is_certificate_read:
            self._is_certificate_read = True
            with contextlib.suppress(OSError, ValueError):
                self._ends_at = _ends_at(self._certificate)

    async def look(self) -> Installation:
        """Return the present state. Never raises: what cannot be asked stays unknown."""
        found = Installation(now=self._clock.now())
        began = time.monotonic()
        try:
            # the metrics are answered while the store is away, too
            async with asyncio.timeout(STORE_SECONDS):
                await store.ping(self._database, deadline=began + STORE_SECONDS)
            found.database_up = True
        except Exception as error:
            log.error("not ready", extra={"reason": str(error)})
        found.database_seconds = time.monotonic() - began
        if found.database_up:
            with contextlib.suppress(Exception):
                found.queues = await store.queues(self._database, found.now)
                found.undelivered = await store.undelivered(self._database)
        await asyncio.to_thread(self._look_at_files, found)
        return found

    def _look_at_files(self, found: Installation) -> None:
        with contextlib.suppress(OSError):
            disk = shutil.disk_usage(self._data_dir)
            found.free_bytes, found.total_bytes = disk.free, disk.total
            files = os.statvfs(self._data_dir)
            found.free_files = files.f_favail if files.f_files else None
        for entry in reversed(backup_log.read(self._data_dir)):
            if not entry.mall_id and entry.sound:
                found.backups[entry.action] = float(entry.at)
        self.read_certificate()
        found.certificate_ends_at = self._ends_at
        found.restarts = self._files.restarts()


def _ends_at(certificate: Path) -> float:
    """Return until when a PEM certificate is valid, UTC seconds. Raises OSError, ValueError."""
    # imported here, because the plain listener needs it for nothing else
    from cryptography import x509

    leaf = x509.load_pem_x509_certificate(certificate.read_bytes())
    return leaf.not_valid_after_utc.timestamp()
