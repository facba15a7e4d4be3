"""The results of the palette (Ctrl K) as JSON: `GET /admin/search/palette`.

The script of the palette alone reads it, with the session and rights of the manager. Names are sent
for what they may open now, so that browsers keep identifiers of what was opened, and nothing else.
"""

from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.staff_site import office_url
from openmall.http.web.languages import marked
from openmall.pages.backoffice import kept_shop
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.search import commands, matching, records
from openmall.pages.backoffice.search.commands import Command

ADDRESS: Final = "palette"
"""The address below that of the search page."""
MOST: Final = 20
"""Results of a query, of all kinds."""
MOST_RECENT: Final = 8
"""Things that were opened lately and are named again."""
_LONGEST_ID: Final = 120


class Line(Struct, frozen=True):
    """A result as the script shows it."""

    id: str
    name: str
    detail: str
    address: str
    icon: str


class Group(Struct, frozen=True):
    """Results below one heading."""

    title: str
    lines: Sequence[Line]


class Results(Struct, frozen=True):
    """The body of the response."""

    groups: Sequence[Group]
    more: str = ""
    """Address of the search page with the same query; empty where nothing was typed."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/search/palette`: what `q` finds; without it, what was opened lately.

    `recent`: identifiers of what was opened, the latest first. Raises PageError (403, 404, 422).
    """
    _require_own_script(context)
    typed = context.visit.query.text("q").strip()
    if len(typed) > matching.MAX_QUERY:
        message = marked("The search text (q) has more than 100 characters.")
        raise PageError(marked("Something went wrong"), message, status=422)
    if not typed:
        return _answer(Results(await _start(context)))
    order = await records.find_order(context, typed)
    if order is not None:
        groups = [Group(context.translate(marked("Orders")), [_record_line(order)])]
    else:
        groups = grouped(context, commands.find(context, typed))
        groups += await _record_groups(context, typed)
    address = f"{context.page.path}?{urlencode({'q': typed})}"
    more = kept_shop.in_shop(address, context.shop.shop_no)
    return _answer(Results(_bounded(groups), more))


def _require_own_script(context: PageContext) -> None:
    """Raise PageError for what the script of our own pages did not ask for.

    Other sites cannot send the header without being allowed to, and nothing allows them; a link or
    a form cannot send it at all, so that the address is never shown as a page.
    """
    if context.subpath != ADDRESS:
        raise PageError(
            marked("Page not found"), marked("There is no page at this address."), status=404
        )
    headers = context.visit.request.headers
    site = headers.get(b"sec-fetch-site", b"same-origin")
    if headers.get(b"x-requested-with") != b"openmall" or site != b"same-origin":
        message = marked("Another website asked for this.")
        raise PageError(marked("Something went wrong"), message, status=403)


async def _start(context: PageContext) -> list[Group]:
    """Return what is offered where nothing was typed: what was opened lately, and actions."""
    ids = [each for each in context.visit.query.texts("recent") if len(each) <= _LONGEST_ID]
    ids = list(dict.fromkeys(ids))[:MOST_RECENT]
    known = {
        **{each: _line(context, found) for each, found in commands.named(context, ids).items()},
        **{each: _record_line(hit) for each, hit in (await records.named(context, ids)).items()},
    }
    opened = [known[each] for each in ids if each in known]
    recent = Group(context.translate(marked("Recent")), opened)
    return [each for each in (recent, *grouped(context, commands.offered(context))) if each.lines]


def grouped(context: PageContext, found: Iterable[Command]) -> list[Group]:
    """Return commands below the headings of their kinds, that of the best one first."""
    groups: dict[str, list[Line]] = {}
    for command in found:
        title = context.translate(commands.TITLES[command.kind])
        groups.setdefault(title, []).append(_line(context, command))
    return [Group(title, lines) for title, lines in groups.items()]


def _line(context: PageContext, command: Command) -> Line:
    shown = command.shown[context.language]
    address = kept_shop.in_shop(office_url(command.at), context.shop.shop_no)
    return Line(command.id, shown.name, shown.place, address, command.icon)


async def _record_groups(context: PageContext, typed: str) -> list[Group]:
    several = len(context.visit.mall.shops) > 1
    return [
        Group(
            f"{kind.title} · {found.shop.name}" if several else kind.title,
            [_record_line(hit) for hit in kind.hits],
        )
        for found in await records.find(context, typed)
        for kind in found.kinds
    ]


def _record_line(hit: records.Hit) -> Line:
    return Line(hit.id, hit.name, hit.detail, hit.path, hit.icon)


def _bounded(groups: Iterable[Group]) -> list[Group]:
    """Return the first `MOST` lines of groups."""
    kept: list[Group] = []
    left = MOST
    for group in groups:
        if left:
            kept.append(Group(group.title, group.lines[:left]))
            left -= len(kept[-1].lines)
    return kept


def _answer(results: Results) -> Response:
    return Response(
        msgspec.json.encode(results),
        headers={
            "Cache-Control": "no-store",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        },
        media_type="application/json",
    )
