"""The operations of the analytics API: a row for each report.

They are open to apps that were approved as partners, with either of the two scopes.
"""

from typing import Any, Final

from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.reports.report import Report
from openmall.analytics.reports.report_structs import takes
from openmall.analytics.reports.rules import answering
from openmall.contract import scopes as scope_names
from openmall.contract.operation import Operation, listing


def _row(report: Report) -> Operation:
    handler, answer_struct = answering(report)
    columns: dict[str, Any] = {"key": report.key, "scope": scope_names.READ_ANALYTICS}
    return listing(
        report.path,
        handler,
        takes=takes(report),
        gives=answer_struct,
        restricted=True,
        reads_store=False,
        **columns,
    )


OPERATIONS: Final = [_row(report) for report in REPORTS.values()]
