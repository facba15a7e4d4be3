"""The malls of the installation: list, creation, closing and reopening."""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import manager_administration
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.access.malls.rules import Manager
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract.call import Mall
from openmall.contract.undo import DAYS_OF_NEW_MALLS
from openmall.database.session import Session
from openmall.events.operator_tasks import store as task_store
from openmall.http.addressing import MALL_ID, RESERVED
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import time, unknown_value_error
from openmall.pages.operator import menu, tasks
from openmall.pages.operator import search as operator_search
from openmall.pages.operator.page_context import PageContext, not_found
from openmall.translations import countries

STATES: Final = ("", "open", "closed")
MAX_LENGTH: Final = 100
"""Most characters of a name, a notice or a search."""
LANGUAGES: Final = (
    ("ko_KR:KRW", "한국어 · KRW"),
    ("en_US:USD", "English · USD"),
    ("ja_JP:JPY", "日本語 · JPY"),
    ("zh_CN:CNY", "简体中文 · CNY"),
)
"""Language and currency of the first shop -> what the form calls it."""
LIMIT_TIMES: Final = ("1", "2", "5", "10", "20", "50", "100")
"""Rate limits that a mall can have: times those of the installation."""
MAX_OFFSET: Final = 1_000_000
_USER_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{2,29}")
_MESSAGES: Final = {
    "created": marked("The mall is open."),
    "closed": marked("The mall is closed. Every machine refuses its calls within a few seconds."),
    "limits": marked("The limits were changed. They apply within a few seconds."),
    "removing": marked("The mall is being removed. This may take some minutes."),
    "reopened": marked("The mall is open again."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /operator/malls`: `?text=`, `?state=open` or `closed`, `?from=` an offset."""
    return await _list(context, {}, {})


async def create(context: PageContext) -> Response:
    """Handle `POST /operator/malls`: create a mall with a shop and its head admin."""
    form = await context.form()
    typed = {
        name: form.text(name).strip() for name in ("mall_id", "name", "country", "shop", "user_id")
    }
    password = form.text("password")
    problems = _problems(typed, password)
    mall_id, name = typed["mall_id"], typed["name"]
    if "mall_id" not in problems and await context.services.directory.mall(mall_id) is not None:
        problems["mall_id"] = marked("There is a mall with this ID already.")
    if problems:
        return await _list(context, typed, problems, 422)
    language, _, currency = typed["shop"].partition(":")
    password_hash = await passwords.hash_password_in_thread(password)
    try:
        async with context.audited("mall create", mall_id, name):
            await mall_rules.create(
                context.database,
                context.clock,
                mall_id,
                name,
                typed["country"],
                [Language(name, language, currency)],
                undo_days=DAYS_OF_NEW_MALLS,
            )
            async with context.database.writing(mall_id) as db:
                await _admit(db, context, typed["user_id"], password_hash)
    except ValueError as error:
        return await _list(context, typed, {"mall_id": str(error)}, 422)
    await context.services.counters.invalidate_caches()
    return redirect(f"{menu.MALLS}/{mall_id}?done=created")


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/malls/{mall_id}`."""
    return await _page(context, await _mall(context))


_DEEDS: Final = Deeds("close", "open", "limits", "remove")


async def change(context: PageContext) -> Response:
    """Handle `POST /operator/malls/{mall_id}`.

    `act`: `close` (with `notice`), `open`, `limits` (with `times`), or `remove` (with
    the mall's ID and the password).
    """
    form = await context.form(deeds=_DEEDS)
    mall = await _mall(context)
    act = form.deed
    if act == "close":
        notice = form.text("notice").strip()
        if not 1 <= len(notice) <= MAX_LENGTH:
            problem = context.translate(marked("Enter a notice of at most 100 characters."))
            return await _page(context, mall, {"notice": problem}, 422)
        async with context.audited("mall close", mall.mall_id, notice):
            clock = mall.clock(context.clock)
            await mall_rules.close(context.database, clock, mall.mall_id, notice=notice)
            await context.services.counters.invalidate_caches()
    elif act == "open":
        async with context.audited("mall open", mall.mall_id):
            await mall_rules.reopen(context.database, mall.mall_id)
            await context.services.counters.invalidate_caches()
    elif act == "limits":
        return await _set_limits(context, mall, form.text("times"))
    else:
        return await _remove(context, mall, form)
    done = "closed" if act == "close" else "reopened"
    return redirect(f"{menu.MALLS}/{mall.mall_id}?done={done}")


async def _set_limits(context: PageContext, mall: Mall, times: str) -> Response:
    if times not in LIMIT_TIMES:
        raise unknown_value_error()
    async with context.audited("mall limits", mall.mall_id, f"{times} times"):
        await mall_rules.set_limits(context.database, mall.mall_id, int(times))
        await context.services.counters.invalidate_caches()
    return redirect(f"{menu.MALLS}/{mall.mall_id}?done=limits")


async def _remove(context: PageContext, mall: Mall, form: Fields) -> Response:
    """Let the job worker remove the mall, which nobody is served from by then."""
    mall_id = mall.mall_id
    if form.text("confirm").strip() != mall_id:
        problem = context.translate(marked("Type the ID of the mall to confirm."))
        return await _page(context, mall, {"confirm": problem}, 422)
    if not mall.closed:
        problem = context.translate(marked("Close the mall before you remove it."))
        return await _page(context, mall, {"confirm": problem}, 409)
    problem, status = await context.password_problem(form.text("current"))
    if problem:
        return await _page(context, mall, {"current": problem}, status)
    async with (
        context.audited("mall remove", mall_id, mall.name),
        context.database.writing("") as db,
    ):
        await task_store.add(
            db, context.clock, context.operator.operator_id, kind="removal", subject=mall_id
        )
    return redirect(f"{menu.MALLS}?done=removing")


async def _admit(db: Session, context: PageContext, user_id: str, password_hash: str) -> None:
    manager = Manager(user_id, user_id, manager_administration.HEAD, password_hash)
    await mall_rules.admit(db, context.clock, manager)


async def _mall(context: PageContext) -> Mall:
    mall = None
    if MALL_ID.fullmatch(context.path_value):
        mall = await context.services.directory.mall(context.path_value)
    if mall is None:
        raise not_found()
    return mall


def _problems(typed: dict[str, str], password: str) -> dict[str, str]:
    """Return field -> what is wrong with it, in English."""
    problems = {}
    if not MALL_ID.fullmatch(typed["mall_id"]) or typed["mall_id"] in RESERVED:
        problems["mall_id"] = marked(
            "3 to 50 lower-case letters, digits and hyphens, and no reserved name."
        )
    if not 1 <= len(typed["name"]) <= MAX_LENGTH:
        problems["name"] = marked("Enter a name of at most 100 characters.")
    if typed["country"] not in countries.names("en"):
        problems["country"] = marked("Enter a country code of two letters, such as KR.")
    if typed["shop"] not in dict(LANGUAGES):
        problems["shop"] = marked("Choose one of the languages.")
    if not _USER_ID.fullmatch(typed["user_id"]):
        problems["user_id"] = marked("3 to 30 letters, digits, dots, hyphens or underscores.")
    shortest, longest = passwords.MIN_LENGTH, manager_administration.LONGEST_PASSWORD
    if not shortest <= len(password) <= longest:
        problems["password"] = marked("The password must have 8 to 1000 characters.")
    return problems


async def _list(
    context: PageContext, typed: dict[str, str], problems: dict[str, str], status: int = 200
) -> Response:
    text = context.query.text("text").strip().lower()[:MAX_LENGTH]
    requested = context.query.text("state")
    state = requested if requested in STATES else ""
    start = context.query.text("from")
    offset = min(int(start), MAX_OFFSET) if re.fullmatch(r"[0-9]{1,9}", start) else 0
    async with context.database.reading("") as db:
        found = await operator_search.malls(
            db, context.clock.now(), text=text, state=state, offset=offset
        )

    def address(first: int) -> str:
        values = {"text": text, "state": state, "from": str(first) if first else ""}
        return f"{menu.MALLS}?{urlencode({key: each for key, each in values.items() if each})}"

    return context.show(
        "malls.html",
        status=status,
        malls=[(each, time(each.created_at)) for each in found[: operator_search.PAGE]],
        text=text,
        state=state,
        tasks=await tasks.listed(context, ("removal",)),
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
        newer=address(max(0, offset - operator_search.PAGE)) if offset else "",
        older=address(offset + operator_search.PAGE) if len(found) > operator_search.PAGE else "",
        languages_of_shops=LANGUAGES,
        typed={"mall_id": "", "name": "", "country": "KR", "shop": "", "user_id": "", **typed},
        problems={name: context.translate(problem) for name, problem in problems.items()},
    )


async def _page(
    context: PageContext, mall: Mall, problems: dict[str, str] | None = None, status: int = 200
) -> Response:
    async with context.database.reading("") as db:
        each = await operator_search.mall(db, context.clock.now(), mall.mall_id)
    async with context.database.reading(mall.mall_id) as db:
        managers = await mall_rules.managers(db)
    if each is None:
        raise not_found()
    return context.show(
        "mall.html",
        status=status,
        mall=mall,
        figures=each,
        opened_at=time(each.created_at),
        closed_at=time(each.closed_at),
        managers=[one.user_id for one in managers],
        address=context.services.configuration.origin_of(mall.mall_id),
        office=context.services.configuration.staff_address(mall.mall_id),
        limits=[
            (
                times,
                context.translate(marked("× %(times)s: %(calls)d calls at once"))
                % {
                    "times": times,
                    "calls": int(times) * context.services.configuration.shop_capacity,
                },
            )
            for times in LIMIT_TIMES
        ],
        problems=problems or {},
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )
