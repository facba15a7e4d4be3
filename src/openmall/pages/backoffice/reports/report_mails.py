"""Mails saved reports to the managers who asked for it, every Monday morning.

The rows are read outside of any transaction. The mail is written to the outbox in the transaction
that moves the report to the next week, so that it is sent once, whichever worker dies.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup, escape
from msgspec import Struct

from openmall.access.malls import rules as mall_rules
from openmall.access.malls import staff_roles
from openmall.access.malls.staff_rights import Rights
from openmall.access.oauth.form_fields import Fields
from openmall.access.staff_site import entered
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.operation_call import InternalCaller, InternalResponse
from openmall.commerce.store import saved_reports
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.saved_reports import SavedReport
from openmall.contract import api_versions
from openmall.contract.call import App, Identity, Mall
from openmall.contract.json_values import Encodable
from openmall.contract.moments import ZONE_NAME, Clocks, moment, seconds
from openmall.database.session import Database
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from openmall.http.addressing import Address
from openmall.http.request import Request
from openmall.http.web.languages import marked
from openmall.pages.backoffice.reports import report_names, tables
from openmall.pages.backoffice.reports.definitions import DEFINITIONS, ReportDefinition
from openmall.pages.backoffice.reports.report_query import (
    PRESETS,
    DateRange,
    ReportQuery,
    preset_range,
    read_query,
)
from openmall.pages.backoffice.reports.report_rows import fetch_comparison, fetch_rows
from openmall.translations import catalogues

log = logging.getLogger("openmall")

ROWS: Final = 50
"""Rows of a report in a mail."""
OCCASION: Final = "report"
_HOUR: Final = 8
_WEEK: Final = timedelta(days=7)


def next_monday(now: float) -> int:
    """Return the UTC second of the next Monday, eight o'clock at +09:00."""
    at = moment(int(now))
    monday = (at - timedelta(days=at.weekday())).replace(
        hour=_HOUR, minute=0, second=0, microsecond=0
    )
    return seconds(monday if monday > at else monday + _WEEK)


def query_of(report: SavedReport, definition: ReportDefinition, now: datetime) -> ReportQuery:
    """Return the query of a saved report for its days up to now."""
    days = preset_range(report.period if report.period in PRESETS else "7", now.date())
    typed = [(name, value) for name, value in parse_qsl(report.query) if name not in _DAYS]
    text = urlencode([*typed, ("start", str(days.start)), ("end", str(days.end))])
    return read_query(Fields(text.encode()), definition, report.shop_no, now.date())


_DAYS: Final = frozenset({"start", "end", "page", "shop_no"})


class _Caller(Struct, frozen=True, kw_only=True):
    """The manager whose report is mailed, as the rows of a report need them."""

    client: InternalClient
    mall: Mall
    language: str
    user_id: str
    user_type: str
    rights: Rights

    @property
    def mall_id(self) -> str:
        return self.mall.mall_id

    def translate(self, message: str) -> str:
        return catalogues.translate(self.language, "backoffice", message)

    async def call(
        self, path: str, parameters: Mapping[str, Encodable] | None = None, *, api: str = "admin"
    ) -> InternalResponse[Any]:
        request = Request(
            {
                "method": "GET",
                "scheme": "https",
                "headers": [],
                "raw_path": b"/reports",
                "query_string": b"",
                "client": None,
            },
            _nothing,
            f"report-{self.mall_id}",
        )
        app = App("", "", api_versions.NEWEST, strict=False, restricted=True)
        caller = InternalCaller(
            request=request,
            address=Address(
                site="mall", mall_id=self.mall_id, origin=self.client.links.of_shop(self.mall_id)
            ),
            mall=self.mall,
            identity=Identity(app, self.rights.scopes, self.user_id, self.user_type),
            permits=self.rights.permits,
        )
        return await self.client.execute(caller, api, "GET", path, parameters)


async def _nothing() -> dict[str, Encodable]:
    return {"type": "http.disconnect"}


class ReportMails(Struct, frozen=True, kw_only=True):
    """The weekly mails of an installation."""

    database: Database
    client: InternalClient
    malls: Callable[[str], Awaitable[Mall | None]]

    async def send_due(self, clocks: Clocks, mall_ids: list[str] | None = None) -> int:
        """Write the due mails of `mall_ids`, or of all malls; return their number.

        A report that cannot be read is logged, and tried again the next time. One of a manager who
        may not see reports any more is not mailed, now and later.
        """
        if mall_ids is None:
            mall_ids = await saved_reports.malls_with_due(self.database, clocks.machine.now())
        written = 0
        for mall_id in mall_ids:
            mall = await self.malls(mall_id)
            if mall is None:
                continue
            async with self.database.reading(mall_id) as db:
                due = await saved_reports.due(db, clocks.of(mall_id).now())
            for report in due:
                try:
                    written += await self._send(clocks, mall, report)
                except Exception as error:
                    facts = {"mall_id": mall_id, "reason": type(error).__name__}
                    log.error("report not mailed", extra=facts)
        return written

    async def _send(self, clocks: Clocks, mall: Mall, report: SavedReport) -> int:
        clock = clocks.of(mall.mall_id)
        definition, shop = DEFINITIONS.get(report.slug), mall.shops.get(report.shop_no)
        async with self.database.reading(mall.mall_id) as db:
            manager = await mall_rules.manager(db, report.user_id)
            # as they are now: the role may have been another when the report was saved
            rights = await staff_roles.rights_of(db, report.user_id)
        permitted = manager is not None and rights.may(menu_pages.REPORTS.area, "view")
        drafts: list[Draft] = []
        if definition and shop and manager and manager.email and permitted:
            caller = _Caller(
                client=self.client,
                mall=mall,
                language=shop.language.partition("_")[0],
                user_id=manager.user_id,
                user_type=manager.manager_type,
                rights=rights,
            )
            now = moment(int(clock.now()))
            with entered(self.client.links.of_staff(mall.mall_id)):
                drafts.append(await _mail(caller, definition, report, now, manager.email))
        async with self.database.writing(mall.mall_id, shown=False) as db:
            again = await saved_reports.get(db, report.report_no, to_change=True)
            if again is None or again.next_at != report.next_at:
                # another worker has mailed it, or its owner wants no more mails
                return 0
            await outbox.enqueue(db, clock, drafts)
            following = next_monday(clock.now()) if permitted else None
            await saved_reports.set_next(db, report.report_no, following)
        return len(drafts)


async def _mail(
    caller: _Caller,
    definition: ReportDefinition,
    report: SavedReport,
    now: datetime,
    recipient: str,
) -> Draft:
    query = query_of(report, definition, now)
    assert query.range is not None
    rows = await fetch_rows(caller, definition, query, query.range, limit=ROWS, offset=0)
    names = await report_names.find_names(caller, definition, rows, report.shop_no)
    before = await fetch_comparison(caller, definition, query) if query.compare else None
    address = f"{menu_pages.REPORTS.path}/{definition.slug}"
    heads = [each.text for each in tables.headers(caller, definition, query, address)]
    lines = [
        [each.text for each in tables.cells(caller, definition, query, row, before, names)]
        for row in rows
    ]
    title, days = report.name, _days(query.range)
    link = query.link(definition, address)
    empty = caller.translate(marked("No data for this period"))
    text = "\n".join(["\t".join(heads), *("\t".join(line) for line in lines)]) if lines else empty
    language = caller.language
    return Draft(
        shop_no=report.shop_no,
        channel="email",
        occasion=OCCASION,
        recipient=recipient,
        sender=caller.mall.shops[report.shop_no].name,
        language=caller.mall.shops[report.shop_no].language,
        subject=f"{title} ({days})",
        body=f"{title}\n{days} ({ZONE_NAME})\n\n{text}\n\n{link}",
        html=_html(language, title, days, heads, lines, link, empty),
    )


def _days(days: DateRange) -> str:
    return f"{days.start} – {days.end}"


def _html(
    language: str,
    title: str,
    days: str,
    heads: list[str],
    lines: list[list[str]],
    link: str,
    empty: str,
) -> str:
    def row(tag: str, cells: list[str]) -> Markup:
        one = Markup("<{0}>{1}</{0}>")
        return Markup("<tr>{}</tr>").format(Markup("").join(one.format(tag, c) for c in cells))

    table = Markup("<table><thead>{}</thead><tbody>{}</tbody></table>").format(
        row("th", heads), Markup("").join(row("td", line) for line in lines)
    )
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title></head><body><h1>{escape(title)}</h1>"
        f"<p>{escape(days)} ({ZONE_NAME})</p>"
        f'{table if lines else escape(empty)}<p><a href="{escape(link)}">{escape(link)}</a></p>'
        "</body></html>"
    )
