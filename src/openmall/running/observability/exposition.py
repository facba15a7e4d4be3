"""The metrics in the text format that Prometheus reads."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import generate_latest

import openmall
from openmall.running.observability.installation import Installation
from openmall.running.observability.meter import BOUNDS, WorkerMetrics
from openmall.running.observability.task_states import together

KIND: Final = b"text/plain; version=0.0.4; charset=utf-8"
_ENDS: Final = [str(bound) for bound in BOUNDS] + ["+Inf"]


_COUNTS: Final = {
    "openmall_webhook_deliveries": ("Tries to deliver webhooks", "outcome"),
    "openmall_webhook_retries": ("Those of them that were not the first of their event", ""),
    "openmall_webhook_lag_seconds": ("How long after their events webhooks were delivered", ""),
    "openmall_limits_store_round_trips": ("Questions to the store of limits", "outcome"),
    "openmall_limits_store_seconds": ("How long the store of limits took to answer", ""),
    "openmall_limits_decided_alone": ("Decisions while the store of limits was away", ""),
    "openmall_spans": ("Spans of traces", "outcome"),
}
"""What workers count beside calls: metric -> what it says, and what its label is called."""


def exposed(workers: Iterable[WorkerMetrics], installation: Installation) -> bytes:
    """Return the text: what all workers did together, and the state of the installation."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Everything(list(workers), installation))
    return generate_latest(registry)


class _Everything:
    """A collector of prometheus_client that returns all metric families."""

    def __init__(self, workers: list[WorkerMetrics], installation: Installation) -> None:
        self._workers = workers
        self._installation = installation

    def collect(self) -> Iterator[Metric]:
        yield from self._calls()
        yield from self._counts()
        yield from self._processes()
        yield from self._connections()
        yield from self._tasks()
        yield from self._queues()
        yield from self._machine()
        build = GaugeMetricFamily("openmall_build_info", "The release", labels=["version"])
        build.add_metric([openmall.__version__], 1)
        yield build

    def _queues(self) -> Iterator[Metric]:
        length = GaugeMetricFamily(
            "openmall_queue_length", "What waits to be done by workers", labels=["queue"]
        )
        age = GaugeMetricFamily(
            "openmall_queue_oldest_seconds", "How long the oldest has waited", labels=["queue"]
        )
        for name, queue in self._installation.queues.items():
            length.add_metric([name], queue.length)
            if queue.oldest_seconds is not None:
                age.add_metric([name], queue.oldest_seconds)
        undelivered = GaugeMetricFamily(
            "openmall_messages_undelivered",
            "Messages that failed, or whose outcome is unknown",
            labels=["state", "channel"],
        )
        for (state, channel), count in sorted(self._installation.undelivered.items()):
            undelivered.add_metric([state, channel], count)
        yield from (length, age, undelivered)

    def _machine(self) -> Iterator[Metric]:
        found = self._installation
        for name, help_, value in (
            ("disk_free_bytes", "Free on the disk of the data folder", found.free_bytes),
            ("disk_size_bytes", "Size of the disk of the data folder", found.total_bytes),
            ("disk_free_files", "Files that may still be made there", found.free_files),
            ("database_up", "Whether the database answers", int(found.database_up)),
            ("database_answer_seconds", "How long it took to answer", found.database_seconds),
            (
                "certificate_expiry_timestamp_seconds",
                "End of the certificate in use, UTC seconds",
                found.certificate_ends_at,
            ),
        ):
            if value is not None:
                yield GaugeMetricFamily(f"openmall_{name}", help_, value=value)
        backups = GaugeMetricFamily(
            "openmall_backup_timestamp_seconds",
            "When all malls were last backed up, and a backup found sound; 0: never",
            labels=["action"],
        )
        for action in ("created", "verified"):
            backups.add_metric([action], found.backups.get(action, 0.0))
        restarts = CounterMetricFamily(
            "openmall_process_restarts", "Processes started again that died", labels=["process"]
        )
        for process, count in sorted(found.restarts.items()):
            restarts.add_metric([process], count)
        yield from (backups, restarts)

    def _connections(self) -> Iterator[Metric]:
        pool = GaugeMetricFamily(
            "openmall_database_connections",
            "Connections of a worker to the database",
            labels=["worker", "state"],
        )
        most = GaugeMetricFamily(
            "openmall_database_connections_max", "Connections it may have", labels=["worker"]
        )
        for each in self._workers:
            if each.alive and each.connections is not None:
                worker = str(each.worker)
                pool.add_metric([worker, "busy"], each.connections.busy)
                pool.add_metric([worker, "idle"], each.connections.idle)
                most.add_metric([worker], each.connections.most)
        yield from (pool, most)

    def _tasks(self) -> Iterator[Metric]:
        labels = ["task"]
        runs = CounterMetricFamily(
            "openmall_task_runs", "Runs of a periodic task", labels=[*labels, "outcome"]
        )
        success = GaugeMetricFamily(
            "openmall_task_success_timestamp_seconds",
            "End of its last run without an error, UTC seconds; 0: none so far",
            labels=labels,
        )
        late = GaugeMetricFamily(
            "openmall_task_late_seconds", "How long its next success is overdue", labels=labels
        )
        for name, task in sorted(together(each.tasks for each in self._workers).items()):
            runs.add_metric([name, "done"], task.runs - task.failures)
            runs.add_metric([name, "failed"], task.failures)
            success.add_metric([name], task.succeeded_at)
            due = (task.succeeded_at or task.started_at) + task.interval
            late.add_metric([name], max(0.0, self._installation.now - due))
        yield from (runs, success, late)

    def _calls(self) -> Iterator[Metric]:
        names = ["api", "operation"]
        calls = CounterMetricFamily(
            "openmall_calls", "Calls that were answered", labels=[*names, "status"]
        )
        times = HistogramMetricFamily(
            "openmall_call_seconds", "How long a call took to answer", labels=names
        )
        refused = CounterMetricFamily(
            "openmall_limit_refusals", "Calls refused because a limit was reached", labels=names
        )
        for (api, operation), counted in self._together().items():
            statuses, within, seconds = counted
            for status in sorted(statuses):
                calls.add_metric([api, operation, str(status)], statuses[status])
            if statuses[429]:
                refused.add_metric([api, operation], statuses[429])
            so_far, buckets = 0, []
            for end, many in zip(_ENDS, within, strict=True):
                so_far += many
                buckets.append((end, float(so_far)))
            times.add_metric([api, operation], buckets, seconds)
        yield from (calls, times, refused)

    def _counts(self) -> Iterator[Metric]:
        for name, (help_, label) in _COUNTS.items():
            sums: Counter[str] = Counter()
            for worker_metrics in self._workers:
                sums.update(worker_metrics.counts.get(name, {}))
            if not sums:
                continue
            family = CounterMetricFamily(name, help_, labels=[label] if label else [])
            for label_value, many in sorted(sums.items()):
                family.add_metric([label_value] if label else [], many)
            yield family

    def _together(self) -> dict[tuple[str, str], tuple[Counter[int], list[int], float]]:
        found: dict[tuple[str, str], tuple[Counter[int], list[int], float]] = {}
        for worker_metrics in self._workers:
            for api, operations in worker_metrics.calls.items():
                for operation, counted in operations.items():
                    statuses, within, seconds = found.get(
                        (api, operation), (Counter(), [0] * len(_ENDS), 0.0)
                    )
                    found[api, operation] = (
                        statuses + Counter(counted.statuses),
                        [one + other for one, other in zip(within, counted.within, strict=True)],
                        seconds + counted.seconds,
                    )
        return dict(sorted(found.items()))

    def _processes(self) -> Iterator[Metric]:
        memory = GaugeMetricFamily(
            "openmall_worker_memory_bytes", "Memory of a worker", labels=["worker"]
        )
        started = GaugeMetricFamily(
            "openmall_worker_started_seconds", "When a worker started", labels=["worker"]
        )
        cpu = CounterMetricFamily(
            "openmall_worker_cpu_seconds", "Processor time of a worker", labels=["worker"]
        )
        for worker_metrics in (each for each in self._workers if each.alive):
            worker = [str(worker_metrics.worker)]
            memory.add_metric(worker, worker_metrics.memory_bytes)
            started.add_metric(worker, worker_metrics.started_at)
            cpu.add_metric(worker, worker_metrics.cpu_seconds)
        yield from (memory, started, cpu)
