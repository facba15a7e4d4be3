"""A report of the analytics API is in every list that needs it: the recipe names them."""

from collections.abc import Iterable

from openmall.analytics.reports.registry import REPORTS
from openmall.demo.simulated_history import expected_answers
from openmall.pages.backoffice.reports import report_labels
from tests.analytics.reports import reference_reports, test_wire


def _missing(needed: Iterable[str], listed: Iterable[str], place: str) -> list[str]:
    """Return a line for each name that a list lacks."""
    needed, listed = set(needed), set(listed)
    return [f"{place} lacks {name!r}" for name in sorted(needed - listed)]


def test_every_report_is_in_every_list() -> None:
    labels = "pages/backoffice/reports/report_labels.py: "
    paths = list(REPORTS)
    columns = {figure.name for report in REPORTS.values() for figure in report.figures}

    missing = [
        *_missing(
            paths,
            reference_reports.REFERENCES,
            "tests/analytics/reports/reference_reports.py: REFERENCES",
        ),
        *_missing(paths, test_wire.ANSWERS, "tests/analytics/reports/test_wire.py: ANSWERS"),
        *_missing(
            paths,
            expected_answers.ANSWERS,
            "demo/simulated_history/expected_answers.py: ANSWERS",
        ),
        *_missing(
            (path.partition("/")[0] for path in paths),
            report_labels.GROUP_OF,
            f"{labels}GROUP_OF",
        ),
        *_missing(
            (path.replace("/", "-") for path in paths), report_labels.TITLES, f"{labels}TITLES"
        ),
        *_missing(columns, report_labels.COLUMNS, f"{labels}COLUMNS"),
    ]

    assert missing == [], "\n".join(missing)
