"""The reports of the analytics API, all of them."""

from typing import Final

from openmall.analytics.reports import paths, products, sales, visitors
from openmall.analytics.reports.report import Report

REPORTS: Final[dict[str, Report]] = {
    report.path: report
    for room in (paths, products, sales, visitors)
    for report in sorted(room.REPORTS, key=lambda each: each.path)
}
"""Path -> report."""
