"""Counts of hostile attempts; `python -m tests.hostile.attempt_counts` renews the page."""

import ast
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.events.webhooks import test_addresses
from tests.guards.sources import ROOT
from tests.hostile import (
    test_bodies,
    test_cross_mall,
    test_injection,
    test_mass_assignment,
    test_paths,
    test_redaction,
    test_smuggling,
    test_spreadsheets,
)

PAGE = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- counts -->", "<!-- end of counts -->"
RENEW = "make generated ONLY=printed"


class Family(NamedTuple):
    """What somebody hostile tries, where it is tried, and how often in one run at least."""

    name: str
    files: tuple[str, ...]
    tries: Callable[[], int] | None = None
    """Calls, texts or fields that are sent, as the suite itself counts them."""

    def tests(self) -> int:
        """Return how many tests its files hold; one with a table of cases is one."""
        return sum(_tests(ROOT / "tests" / file) for file in self.files)


def _tests(file: Path) -> int:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return sum(isinstance(n, kinds) and n.name.startswith("test_") for n in ast.walk(tree))


def _bodies() -> int:
    return len(test_bodies.BROKEN) + len(test_bodies.OUTSIDE) + len(test_bodies.SQL)


def _addresses() -> int:
    return len(test_addresses.NOT_ON_THE_INTERNET) + len(test_addresses.ON_THE_INTERNET)


FAMILIES = (
    Family("Cross-mall access", ("hostile/test_cross_mall.py",), test_cross_mall.tries),
    Family("Money of another mall", ("hostile/test_money_across_malls.py",)),
    Family("Another's things on the storefront", ("every_operation/test_strangers.py",)),
    Family("Orders without sign-in", ("hostile/test_orders_without_sign_in.py",)),
    Family("Accounts by an address that exists", ("hostile/test_existing_addresses.py",)),
    Family("Accounts of head admins", ("hostile/test_delegated_administrators.py",)),
    Family(
        "Ways around rules of approval",
        ("every_operation/test_approvals.py", "events/plans/test_ways_around_rules.py"),
    ),
    Family("Callers who may not", ("every_operation/test_permission.py",)),
    Family("Mass assignment", ("hostile/test_mass_assignment.py",), test_mass_assignment.tries),
    Family("Injection into queries", ("hostile/test_injection.py",), test_injection.tries),
    Family(
        "Markup, templates, forms and cookies of pages",
        ("hostile/test_pages.py", "pages/console/test_every_page.py"),
    ),
    Family("Formulas in files", ("hostile/test_spreadsheets.py",), test_spreadsheets.tries),
    Family(
        "Smuggled requests, hosts, overriding headers",
        ("hostile/test_smuggling.py",),
        test_smuggling.tries,
    ),
    Family("Broken, lying and oversized bodies", ("hostile/test_bodies.py",), _bodies),
    Family("URLs, paths and credentials of any octets", ("hostile/test_urls.py",)),
    Family("Paths out of a room, guessed names", ("hostile/test_paths.py",), test_paths.tries),
    Family("Texts that patterns take long for", ("hostile/test_patterns.py",)),
    Family("Random values to every operation", ("hostile/test_random.py",)),
    Family("Requests to private addresses", ("events/webhooks/test_addresses.py",), _addresses),
    Family(
        "Stolen codes, tokens and sessions",
        (
            "access/oauth/test_replays.py", "access/oauth/test_lifecycle.py",
            "access/oauth/test_redirects.py", "access/oauth/test_requests.py",
            "access/oauth/test_pages.py", "access/oauth/test_backoff.py",
            "access/shoppers/test_sessions.py", "pages/console/test_sign_in.py",
        ),
    ),
    Family("Slow and idle clients", ("running/server/test_listener.py",)),
    Family(
        "Pictures that are none, or bombs",
        ("media/test_workshop.py", "pages/sampleshop/test_review_pictures.py"),
    ),
    Family(
        "Secrets and persons in logs",
        (
            "hostile/test_redaction.py", "events/request_log/test_redaction.py",
            "events/request_log/test_every_operation.py",
        ),
        test_redaction.tries,
    ),
    Family("Keys of sealed secrets", ("cli/test_secrets.py", "database/test_seal.py")),
    Family(
        "Guards over the source",
        (
            "guards/test_secret_comparison.py", "guards/test_outward.py", "guards/test_tenancy.py",
            "checks/test_checks.py",
        ),
    ),
)  # fmt: skip


def table() -> str:
    """Return the counts as the page shows them."""
    lines = ["| what is tried | tests | sent in one run |", "|---|---|---|"]
    for family in FAMILIES:
        tries = f"{family.tries():,}" if family.tries is not None else ""
        lines.append(f"| {family.name} | {family.tests()} | {tries} |")
    return "\n".join(lines)


def renewed(page: str) -> str:
    """Return the page with the counts of today."""
    return re.sub(f"(?s){BEGIN}.*{END}", lambda _: f"{BEGIN}\n{table()}\n{END}", page)


def main() -> int:
    """Write the counts into the page."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
