"""The pages of a theme: edited, reset to the shipped ones, and brought back from their history."""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.design.themes import default_pages, publication_store
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.rendering import not_found_page

LONGEST_FORM: Final = 1024 * 1024
"""Bytes of a form with a page of 65,536 characters, percent-encoded."""
_SUBPATH: Final = re.compile(r"[1-9][0-9]{0,8}")
_PLACE: Final = re.compile(r"line (\d+), column (\d+)")
_VERSION: Final = re.compile(r"[0-9]{1,9}")
CAUSES: Final = (
    marked("it takes too long"),
    marked("its loops have more than 10,000 iterations"),
    marked("it prints more than 1 MB"),
    marked("its variables take more than 1 MB"),
    marked("pages include each other more than 10 levels deep"),
    marked("a filter makes too much of its value"),
    marked("it includes a page that does not exist"),
    marked("a filter has an argument that it cannot use"),
    marked("a filter has a value that it cannot use"),
    marked("values of different kinds are compared"),
    marked("the template is nested too deeply"),
    marked("it cannot be rendered"),
)
"""Why a page fails, as the templates say it."""
_MESSAGES: Final = {
    "saved": marked("The page was saved. Visitors see it at once."),
    "created": marked("The page was created."),
    "reset": marked("The original page is shown again."),
    "removed": marked("The page was deleted."),
    "restored": marked("The earlier version is shown again."),
    "same": marked("Nothing was changed."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/design/{skin_no}`: its pages, or with `path` one of them."""
    try:
        skin_no, path = _skin_no(context), context.visit.query.text("path")
        return await (_page(context, skin_no, path) if path else _list(context, skin_no))
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS: Final = Deeds("create", "save", "reset", "restore", without="save")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/design/{skin_no}`: create, save, reset, delete or restore a page."""
    form = await context.form(deeds=_DEEDS, longest=LONGEST_FORM)
    action, path, source = form.deed, form.text("path"), form.text("source")
    # browsers send line breaks of text areas as CR LF
    source = source.replace("\r\n", "\n")
    try:
        skin_no = _skin_no(context)
        if action == "create":
            draft = {"path": path, "source": "", "display_location": form.text("display_location")}
            await context.call(theme_rules.create_page, {**draft, "skin_no": skin_no})
            done = "created"
        elif action == "reset":
            await context.call(theme_rules.remove_page, {"path": path, "skin_no": skin_no})
            done = "reset" if path in default_pages.PAGES else "removed"
        elif action == "restore":
            source = await _version(context, skin_no, path, form.text("version"))
            done = await save(context, skin_no, path, source, "restored")
        else:
            done = await save(context, skin_no, path, source, "saved")
    except ApiError as error:
        if error.status == NotFound.status:
            return not_found_page(context, error)
        if action == "create":
            return await _list(context, skin_no, problem=error, path=path)
        return await _page(context, skin_no, path, problem=error, source=source)
    query = {"done": done} if done == "removed" else {"path": path, "done": done}
    return redirect(f"{context.page.path}/{skin_no}?{urlencode(query)}")


async def save(context: PageContext, skin_no: int, path: str, source: str, done: str) -> str:
    """Save a page, also one that was deleted; return the name of the message about it."""
    values: dict[str, Encodable] = {"path": path, "source": source, "skin_no": skin_no}
    try:
        await context.call(theme_rules.change_page, values)
    except NotFound:
        await context.call(theme_rules.create_page, values)
    except ApiError as error:
        if error.status == 409:  # identical content
            return "same"
        raise
    return done


async def _version(context: PageContext, skin_no: int, path: str, version: str) -> str:
    """Return the source of an earlier version. Raises NotFound (404)."""
    async with context.database.reading(context.mall_id) as db:
        kept = await theme_store.versions(db, skin_no, path)
    for each in kept:
        if _VERSION.fullmatch(version) and each.version == int(version):
            return each.source
    raise NotFound(DOES_NOT_EXIST, parameter="version", resource=Phrase("version"))


def _skin_no(context: PageContext) -> int:
    if _SUBPATH.fullmatch(context.subpath) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="skin_no", resource=Phrase("theme"))
    return int(context.subpath)


async def _list(
    context: PageContext, skin_no: int, *, problem: ApiError | None = None, path: str = ""
) -> Response:
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        row = await theme_rules.require(db, mall, skin_no, now=now)
        own = {each.path: each for each in await theme_store.pages(db, skin_no)}
        failures = await publication_store.failures(db, skin_no)
    return context.show(
        "design_theme.html",
        status=200 if problem is None else problem.status,
        theme=row,
        address=f"{context.page.path}/{skin_no}",
        preview=context.in_shop(f"/skin-{theme_rules.code(skin_no)}"),
        pages=[
            {
                "path": each,
                "own": own.get(each),
                "shipped": each in default_pages.PAGES,
                "updated": time(own[each].updated_date) if each in own else None,
                "link": urlencode({"path": each}),
            }
            for each in sorted({*default_pages.PAGES, *own})
        ],
        failures=[
            {
                "failure": each,
                "message": context.translate(each.message),
                "last": time(each.last_date),
                "link": urlencode({"path": each.path}),
            }
            for each in failures
        ],
        locations=[
            ("", context.translate(marked("At its own address"))),
            ("MAIN", context.translate(marked("Below the home page"))),
            ("LIST", context.translate(marked("Below categories"))),
            ("SEARCH", context.translate(marked("Below the search"))),
        ],
        path=path,
        problem="" if problem is None else problem.say(context.translate),
        done=_done(context),
    )


async def _page(
    context: PageContext,
    skin_no: int,
    path: str,
    *,
    problem: ApiError | None = None,
    source: str | None = None,
) -> Response:
    page = (
        await context.call(theme_rules.retrieve_page, {"path": path, "skin_no": skin_no})
    ).content
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        row = await theme_rules.require(db, mall, skin_no, now=now)
        own = await theme_store.page(db, skin_no, path)
        kept = await theme_store.versions(db, skin_no, path)
        failures = await publication_store.failures(db, skin_no)
    shown = page.source if source is None else source
    message = "" if problem is None else problem.say(context.translate)
    place = _PLACE.search(str(problem.reason.values.get("problem", "")) if problem else "")
    return context.show(
        "design_page.html",
        status=200 if problem is None else problem.status,
        theme=row,
        address=f"{context.page.path}/{skin_no}",
        path=path,
        source=shown,
        own=own,
        shipped=path in default_pages.PAGES,
        versions=[(each, time(each.updated_date)) for each in kept],
        failures=[
            (each, context.translate(each.message), time(each.last_date))
            for each in failures
            if each.path == path
        ],
        problem=message,
        faulty_line=_line(shown, int(place[1])) if place else "",
        faulty_column=int(place[2]) if place else 0,
        done=_done(context),
    )


def _line(source: str, number: int) -> str:
    lines = source.splitlines()
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _done(context: PageContext) -> str:
    return context.translate(_MESSAGES.get(context.visit.query.text("done"), ""))
