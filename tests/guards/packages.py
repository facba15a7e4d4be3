"""The top-level packages, from the bottom up: what each is for, and what it may import.

`python -m tests.guards.packages` prints the drawing and the table of ARCHITECTURE.md from here.
"""

import textwrap
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[2] / "ARCHITECTURE.md"
RENEW: Final = "make generated ONLY=printed"
DRAWING_BEGIN: Final = "<!-- drawing of the packages: begin -->"
DRAWING_END: Final = "<!-- drawing of the packages: end -->"
BEGIN: Final = "<!-- packages: begin -->"
END: Final = "<!-- packages: end -->"


class Package(NamedTuple):
    """A package or module directly below `openmall`."""

    name: str
    purpose: str
    may_import: frozenset[str]


def _package(name: str, purpose: str, *may_import: str) -> Package:
    return Package(name, purpose, frozenset(may_import))


PACKAGES: Final = (
    _package("setting_values", "the numbers, words and addresses that settings take"),
    _package(
        "configuration",
        "settings of an installation, from options, environment and file",
        "setting_values",
    ),
    _package("declarations", "every module with tables, settings, events or operations, by name"),
    _package("translations", "texts in every language: gettext catalogues and their look-up"),
    _package(
        "tracing",
        "the request that is being answered, and its OpenTelemetry spans",
        "configuration",
    ),
    _package(
        "database",
        "SQLite and PostgreSQL behind one `Session`: schema, statements, tenancy, migrations",
        "configuration", "declarations", "tracing",
    ),
    _package(
        "contract",
        "what every resource is written with: operation, parameters, call, errors, scopes, money; "
        "`crud/` ready-made handlers; `journal/` activity log and outbox",
        "database", "declarations", "tracing", "translations",
    ),
    _package(
        "http",
        "requests, addresses, bodies and errors below the APIs; `web/` is shared by all pages",
        "configuration", "contract", "database", "tracing", "translations",
    ),
    _package(
        "access",
        "who may call and how often: `malls/`, `oauth/`, `limits/`, `sandbox/`, shopper sessions",
        "configuration", "contract", "database", "http", "tracing", "translations",
    ),
    _package(
        "events",
        "asynchronous work after a call: `webhooks/`, `jobs/` (202), `file_transfers/`, "
        "`operator_tasks/`, `request_log/`, `messages/`",
        "access", "configuration", "contract", "database", "tracing",
    ),
    _package(
        "commerce",
        "the business, an area a package, a resource a module or package of it",
        "access", "contract", "database", "declarations", "events", "translations",
    ),
    _package(
        "analytics",
        "visits: collected, sessionised, stored as facts, reported",
        "access", "commerce", "configuration", "contract", "database", "http",
    ),
    _package(
        "api",
        "the four APIs: `pipeline/` has the steps of every call, `versions/` the dated changes",
        "access", "analytics", "commerce", "configuration", "contract", "database", "declarations",
        "events", "http", "tracing",
    ),
    _package(
        "media",
        "pictures: stored in a directory or a bucket, rendered, served, swept",
        "access", "commerce", "configuration", "contract", "database", "http",
    ),
    _package(
        "transfer",
        "data in and out in bulk: `imports/`, `exports/`, `file_transfers/`, `backup/`",
        "access", "analytics", "api", "commerce", "configuration", "contract", "database",
        "events", "http", "media",
    ),
    _package(
        "demo",
        "the demo mall; `simulated_history/` makes malls with a past",
        "access", "analytics", "commerce", "contract", "database", "media", "translations",
    ),
    _package(
        "apptesting",
        "malls that programs create over HTTP to test apps in: filled, reset, triggered",
        "access", "analytics", "commerce", "configuration", "contract", "database", "demo",
        "events", "http", "media", "transfer",
    ),
    _package(
        "pages",
        "what people open in a browser: `backoffice/`, `console/`, `operator/`, `sampleshop/`, ...",
        "access", "analytics", "api", "apptesting", "commerce", "configuration", "contract",
        "database", "events", "http", "translations",
    ),
    _package(
        "running",
        "how an installation runs: `server/`, `observability/`, periodic work, plain listener",
        "access", "analytics", "api", "commerce", "configuration", "contract", "database",
        "events", "http", "tracing", "transfer",
    ),
    _package(
        "app",
        "the application that a worker serves: it composes everything below",
        "access", "analytics", "api", "apptesting", "configuration", "contract", "database",
        "demo", "events",
        "http", "media", "pages", "running", "tracing", "transfer",
    ),
    _package(
        "web_worker",
        "opens the application of an installation, in a process that serves it or its jobs",
        "access", "app", "configuration", "contract", "database", "declarations", "running",
        "tracing",
    ),
    _package(
        "job_worker", "the process that does periodic work and jobs", "configuration", "web_worker"
    ),
    _package(
        "cli",
        "the command line",
        "access", "analytics", "api", "apptesting", "commerce", "configuration", "contract",
        "database", "demo", "events", "job_worker", "media", "pages", "running", "setting_values",
        "tracing", "transfer", "translations",
    ),
)  # fmt: skip
"""Ordered: a package imports only packages that stand before it."""

AREAS: Final = (
    "messages", "partner_projection", "store", "customer", "category", "collection", "supply",
    "shipping", "promotion", "product", "mileage", "personal", "order", "salesreport",
    "community", "privacy", "partner", "application", "shopwindow", "design", "notification",
    "overview", "translation",
    "changes", "undo",
)  # fmt: skip
"""The areas of `commerce`: an area imports only areas that stand before it."""

ORDER_GROUPS: Final = frozenset({"placement", "billing", "fulfilment", "reporting"})
"""Packages of resources within `commerce.order`, which is too large for one level."""


def table() -> str:
    """Return the packages as a Markdown table."""
    rows = ["| package | what it holds | may import |", "|---|---|---|"]
    for each in PACKAGES:
        name = f"`{each.name}/`" if each.name not in MODULES else f"`{each.name}.py`"
        below = ", ".join(f"`{one.name}`" for one in PACKAGES if one.name in each.may_import)
        rows.append(f"| {name} | {each.purpose} | {below} |")
    return "\n".join(rows)


MODULES: Final = {"configuration", "declarations", "app", "web_worker", "job_worker"}


def levels() -> list[list[str]]:
    """Return the packages by level, from the bottom up.

    A package stands one level above the highest package that it may import, so packages of one
    level do not import each other.
    """
    level: dict[str, int] = {}
    for each in PACKAGES:
        level[each.name] = 1 + max((level[name] for name in each.may_import), default=-1)
    return [
        [name for name in level if level[name] == number]
        for number in range(1 + max(level.values()))
    ]


WIDTH: Final = 70


def drawing() -> str:
    """Return the packages as a drawing of layers, the highest at the top."""
    border = "+" + "-" * WIDTH + "+"
    lines = [border]
    for names in reversed(levels()):
        shown = "    ".join(name if name in MODULES else f"{name}/" for name in names)
        lines += [f"|{shown.center(WIDTH)}|", border]
    areas = textwrap.wrap("  ".join(AREAS), WIDTH, break_on_hyphens=False)
    return "\n".join(
        ["```text", *lines, "", "areas of commerce/, from the bottom up:", *areas, "```"]
    )


def renewed(page: str) -> str:
    """Return a page with drawing and table between their marks printed anew."""
    return _between(_between(page, DRAWING_BEGIN, drawing(), DRAWING_END), BEGIN, table(), END)


def _between(page: str, begin: str, text: str, end: str) -> str:
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{text}\n{end}{after}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
