"""Design: the themes of the mall, copied, published, previewed and deleted."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import MOST, Fields
from openmall.commerce.design.themes import administration, publication_store
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes.publication_store import StoredThemeRow
from openmall.commerce.design.themes.refusals import (
    DEFAULT_THEME_STAYS,
    EARLIER_THEME_DELETED,
    NO_EARLIER_THEME,
    THEME_IN_USE,
    TOO_MANY_THEMES,
)
from openmall.contract.change import Changes
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.journal import record
from openmall.contract.journal.record import Action
from openmall.contract.refusal import Phrase, Value
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import Wordings, said
from openmall.pages.backoffice.page_context import PageContext, time

TYPES: Final = {"pc": marked("All screens"), "mobile": marked("Phones")}
"""Type of screens of a theme -> its label."""
_MESSAGES: Final = {
    "copy": marked("The design was copied."),
    "rename": marked("The name was saved."),
    "publish": marked("The design is published."),
    "back": marked("The previous design is shown again."),
    "remove": marked("The design was deleted."),
    "same": marked("The shops show this design already."),
}


def _gone(values: Mapping[str, Value]) -> str | None:
    is_theme = values["resource"] == "theme"
    return marked("This design was deleted in the meantime.") if is_theme else None


def _no_such(values: Mapping[str, Value]) -> str | None:
    is_type = values["resource"] == "type of screen"
    return marked("Choose a type of screen.") if is_type else None


_WORDINGS: Final[Wordings] = {
    TOO_MANY_THEMES: marked("There are {most} designs. Delete one first."),
    EARLIER_THEME_DELETED: marked("The previous design was deleted. Publish another one."),
    DEFAULT_THEME_STAYS: marked("The default design cannot be deleted."),
    THEME_IN_USE: marked("A shop shows this design. Publish another one first."),
    NO_EARLIER_THEME: marked("The shop has no previous design."),
    DOES_NOT_EXIST: _gone,
    NO_SUCH: _no_such,
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/design`: list the themes and which shops show them."""
    return await _list(context)


async def _list(context: PageContext, *, problem: ApiError | None = None) -> Response:
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        rows = await theme_rules.all_themes(db, mall, now=now)
        publications = await publication_store.publications(db)
    names = {each.skin_no: each.name for each in rows}
    message = "" if problem is None else said(problem.reason, context.translate, _WORDINGS)
    return context.show(
        "design.html",
        status=200 if problem is None else problem.status,
        themes=[
            {
                "row": each,
                "type": context.translate(TYPES[each.type]),
                "shops": theme_rules.published_in(each, mall.shops, publications),
                "parent": names.get(each.parent_skin_no or 0, ""),
                "updated": None if each.updated_date is None else time(each.updated_date),
                "preview": context.in_shop(f"/skin-{theme_rules.code(each.skin_no)}"),
                "default": each.skin_no == theme_rules.DEFAULT,
            }
            for each in rows
        ],
        shops=sorted(mall.shops.values(), key=lambda shop: shop.shop_no),
        before=[
            {
                "publication": each,
                "shop": mall.shops[each.shop_no].name,
                "type": context.translate(TYPES[each.type]),
                "name": names.get(each.previous_skin_no, context.translate(marked("None"))),
            }
            for each in publications
            if each.shop_no in mall.shops
            and (each.previous_skin_no in names or each.type == "mobile")
            and each.previous_skin_no != each.skin_no
        ],
        types=[(code, context.translate(label)) for code, label in TYPES.items()],
        done=context.translate(_MESSAGES.get(context.visit.query.text("done"), "")),
        problem=message,
    )


_DEEDS: Final = Deeds("copy", "rename", "publish", "remove", "back")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/design`: copy, rename, publish, roll back or delete a theme."""
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS, most=MOST + len(context.visit.mall.shops))
    action = form.deed
    try:
        async with invalidating_transaction(
            context.database, context.counters, context.mall_id
        ) as db:
            done = await execute(context, db, action, form)
    except ApiError as error:
        return await _list(context, problem=error)
    return redirect(f"{context.page.path}?{urlencode({'done': done})}")


async def execute(context: PageContext, db: Session, action: str, form: Fields) -> str:
    """Do what a form asks for; return the name of the message about it."""
    mall, now = context.visit.mall, int(context.clock.now())
    if action == "back":
        shop_no, screen = _number(form.text("shop_no")), form.text("type")
        skin_no = await administration.roll_back(db, shop_no, screen, now=now)
        await log(context, db, "design publish", skin_no, {"shop_no": (None, shop_no)})
        return action
    skin_no, name = _number(form.text("skin_no")), form.text("name")
    if action == "copy":
        screen = form.text("type")
        new = await administration.copy(db, mall, skin_no, name=name, screen=screen, now=now)
        await log(context, db, "design copy", new.skin_no, {"name": (None, new.name)})
    elif action == "rename":
        before = await theme_rules.require(db, mall, skin_no, now=now)
        await administration.rename(db, mall, skin_no, name, now=now)
        await log(context, db, "design change", skin_no, {"name": (before.name, name)})
    elif action == "publish":
        shops = [each for each in mall.shops if form.text(f"shop-{each}")]
        changed = await administration.publish(db, mall, skin_no, shops, now=now)
        if not changed:
            return "same"
        await log(context, db, "design publish", skin_no, {"shops": (None, changed)})
    elif action == "remove":
        removed: StoredThemeRow = await administration.remove(db, skin_no)
        await log(context, db, "design remove", skin_no, {"name": (removed.name, None)})
    else:
        raise Invalid(NO_SUCH, parameter="act", resource=Phrase("action"))
    return action


async def log(
    context: PageContext,
    db: Session,
    action: Action,
    skin_no: int,
    changes: Changes,
) -> None:
    subject = f"theme {theme_rules.code(skin_no)}"
    await record.write_browser_action(
        db,
        context.clock,
        context.user,
        action=action,
        shop_no=record.WHOLE_MALL,
        subject=subject,
        changes=changes,
    )


def _number(text: str) -> int:
    """Return a number of a form; 0 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < len("1234567890") else 0
