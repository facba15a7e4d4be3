"""The reports of the analytics API, all of them."""

from typing import Final

from openmall.analytics.reports import paths, products, sales, visitors
from openmall.analytics.reports.report import Report

REPORTS: Final[dict[str, Report]] = {
    report.path: report
    for module in (paths, products, sales, visitors)
    for report in sorted(module.REPORTS, key=lambda each: each.path)
}
"""Path -> report."""
