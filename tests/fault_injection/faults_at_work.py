"""Faults in what takes long: backups, imports, facts of analytics, deliveries."""

from typing import Final

from tests.fault_injection.fault import Fault

AT_WORK: Final[tuple[Fault, ...]] = (
    Fault(
        "copy-memory", "transfer/backup/creation.py",
        "if buffered_bytes >= MEMBER_BYTES:", "if buffered_bytes >= 100 * MEMBER_BYTES:",
        "A backup of a large shop takes all memory.",
        ("transfer/backup/test_memory.py",),
    ),
    Fault(
        "copied-secrets", "transfer/backup/rewriting.py",
        "after=(self.becomes, self.new),", "after=(self.was, self.new),",
        "Secrets of a restored copy of a mall cannot be opened.",
        ("transfer/backup/test_one_mall.py",),
    ),
    Fault(
        "copied-text", "transfer/backup/checking.py",
        "longest is not None and len(value) > longest", "longest is not None and len(value) < 0",
        "A backup that PostgreSQL cannot restore is called sound.",
        ("transfer/backup/test_checking.py",),
    ),
    Fault(
        "resumed-products", "transfer/imports/products.py",
        "if at <= resumed_at:", "if at < resumed_at:",
        "An import that goes on counts and writes a product twice.",
        ("transfer/imports/test_interrupted_imports.py",), "goes_on",
    ),
    Fault(
        "resumed-orders", "transfer/imports/orders.py",
        "if at <= resumed_at:", "if at <= resumed_at + 1:",
        "An import that goes on loses an order.",
        ("transfer/imports/test_import_orders.py",), "killed",
    ),
    Fault(
        "facts-twice", "analytics/engine/duckdb.py",
        "if batch.number > last.get(batch.source, 0):",
        "if batch.number >= last.get(batch.source, 0):",
        "Visits are counted twice after a worker died.",
        ("analytics/sessionising/test_kills.py",),
    ),
    Fault(
        "late-events", "analytics/sessionising/due_events.py",
        "return upto if row is None else int(row[0]) - 1",
        "return upto if row is None else int(row[0])",
        "What was announced and has to wait is forgotten.",
        ("analytics/sessionising/test_streaming.py",),
    ),
    Fault(
        "report-ties", "analytics/reports/search.py",
        "answer.order_by(*keys, *(value_columns[name] for name in tie_breakers))",
        "answer.order_by(*keys)",
        "Rows are missing, or twice, on the pages of a report.",
        ("analytics/reports/test_against_plain_sql.py",),
    ),
    Fault(
        "redelivery-mark", "events/webhooks/delivery/queue_delivery.py",
        "redelivery=attempt > 1,", "redelivery=attempt > 2,",
        "An app takes an event that comes again for a new one.",
        ("events/webhooks/test_sudden_death.py",),
    ),
)  # fmt: skip
