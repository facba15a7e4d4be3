"""Counts the calls of a worker by status and duration: a few additions a call.

Each worker writes its counts every two seconds into a file of its own below the data directory; the
worker that answers `/metrics` adds all of them up. The file of a worker that is gone stays until
the server restarts, as a counter must not fall.
"""

import logging
import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

log = logging.getLogger("openmall")

BOUNDS: Final = (
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
)  # fmt: skip
"""Seconds: the upper bounds of the histogram of durations; what took longer is beyond them."""
SECONDS: Final = 2.0
"""Seconds between two writes of a worker's metrics."""
SILENT_SECONDS: Final = 60.0
"""Seconds after the last write of a worker from which its process id may belong to another one."""
FOLDER: Final = "metrics"
_UNKNOWN: Final = "-"


class OperationCalls(Struct):
    """The calls of one operation."""

    statuses: dict[int, int] = {}
    """Status -> calls."""
    within: list[int] = []
    """Calls by the bound they stayed within, the last one beyond all of BOUNDS."""
    seconds: float = 0.0
    """Of all of them together."""


class WorkerMetrics(Struct, frozen=True, kw_only=True):
    """The metrics of a worker."""

    worker: int
    """Its process."""
    started_at: float
    """UTC seconds."""
    cpu_seconds: float
    memory_bytes: int
    calls: dict[str, dict[str, OperationCalls]]
    """API -> operation -> its calls."""
    counts: dict[str, dict[str, float]] = {}
    """Further counters: metric -> label -> count or seconds."""
    alive: bool = True
    """Whether its process exists; of one that ended only the counts are exposed."""


class Meter:
    """The counts of this worker."""

    def __init__(
        self, *, started_at: float, counts: Callable[[], dict[str, dict[str, float]]] | None = None
    ) -> None:
        """`started_at`: UTC seconds; `counts`: returns the further counters of `WorkerMetrics`."""
        self._counts = counts or dict
        self._calls: dict[str, dict[str, OperationCalls]] = {}
        self._started_at = started_at

    def call(self, api: str, operation: str, status: int, seconds: float) -> None:
        """Count a call. `operation`: method and declared path; empty: none was found."""
        of_api = self._calls.setdefault(api or _UNKNOWN, {})
        counted = of_api.get(operation or _UNKNOWN)
        if counted is None:
            counted = of_api[operation or _UNKNOWN] = OperationCalls({}, [0] * (len(BOUNDS) + 1))
        counted.statuses[status] = counted.statuses.get(status, 0) + 1
        counted.within[bisect_left(BOUNDS, seconds)] += 1
        counted.seconds += seconds

    def snapshot(self) -> WorkerMetrics:
        """Return the present metrics of this worker."""
        return WorkerMetrics(
            worker=os.getpid(),
            started_at=self._started_at,
            cpu_seconds=time.process_time(),
            memory_bytes=_memory(),
            calls=self._calls,
            counts=self._counts(),
        )


class MetricsFiles:
    """The files in which workers publish their metrics."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / FOLDER

    def clear(self) -> None:
        """Remove the files of all workers, when the server starts."""
        # also what one that was killed had not written to its end
        for path in (*self._folder.glob("*.json"), *self._folder.glob("*.new")):
            path.unlink(missing_ok=True)

    def write(self, metrics: WorkerMetrics) -> None:
        """Write the metrics of a worker, atomically."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{metrics.worker}.json"
        written = path.with_suffix(".new")
        written.write_bytes(msgspec.json.encode(metrics))
        written.replace(path)

    def read(self, *, but: int) -> Iterator[WorkerMetrics]:
        """Yield the metrics of all workers but one, by their process ids."""
        for path in sorted(self._folder.glob("*.json")):
            if path.stem == str(but):
                continue
            try:
                metrics = msgspec.json.decode(path.read_bytes(), type=WorkerMetrics)
                is_recent = time.time() - path.stat().st_mtime < SILENT_SECONDS
                alive = is_recent and _exists(metrics.worker)
                yield msgspec.structs.replace(metrics, alive=alive)
            except (OSError, msgspec.DecodeError, msgspec.ValidationError) as error:
                log.error("metrics not read", extra={"path": str(path), "reason": str(error)})


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # of another user
        return True
    return True


def _memory() -> int:
    """Return the bytes of memory this process uses; 0 where the system does not report them."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
