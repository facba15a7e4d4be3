"""The metrics in the text format that Prometheus reads."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
from openmall.running.observability.meter import BOUNDS, WorkerMetrics
from openmall.running.observability.store import Queue

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


def exposed(workers: Iterable[WorkerMetrics], queues: Mapping[str, Queue]) -> bytes:
    """Return the text: what all workers did together, and how long the queues are."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Everything(list(workers), queues))
    return generate_latest(registry)


class _Everything:
    """A collector of prometheus_client that returns all metric families."""

    def __init__(self, workers: list[WorkerMetrics], queues: Mapping[str, Queue]) -> None:
        self._workers = workers
        self._queues = queues

    def collect(self) -> Iterator[Metric]:
        yield from self._calls()
        yield from self._counts()
        yield from self._processes()
        length = GaugeMetricFamily(
            "openmall_queue_length", "What waits to be done by workers", labels=["queue"]
        )
        age = GaugeMetricFamily(
            "openmall_queue_oldest_seconds", "How long the oldest has waited", labels=["queue"]
        )
        for name, queue in self._queues.items():
            length.add_metric([name], queue.length)
            if queue.oldest_seconds is not None:
                age.add_metric([name], queue.oldest_seconds)
        yield from (length, age)
        build = GaugeMetricFamily("openmall_build_info", "The release", labels=["version"])
        build.add_metric([openmall.__version__], 1)
        yield build

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
