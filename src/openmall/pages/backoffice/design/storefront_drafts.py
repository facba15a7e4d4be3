"""The drafts of the shop editor: started, listed, saved, published, rolled back and deleted.

A draft is a copy of the theme that shoppers see; its look is a page of it (decision 45). What is
published, rolled back and deleted is done as on the page of designs.
"""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import (
    administration,
    framed_previews,
    publication_store,
    theme_look,
)
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.theme_look import Look
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.design import design, design_pages
from openmall.pages.backoffice.page_context import PageContext, time

_SUBPATH: Final = re.compile(r"[1-9][0-9]{0,8}")
_DONE: Final = {
    "draft": marked("This is your draft. Shoppers see it once you publish it."),
    "saved": marked("The draft was saved."),
    "same": marked("Nothing was changed."),
    "picture": marked("The picture was added. Choose it below."),
    "page": marked("The page was added. Fill it here, and put it into a menu."),
    "page-removed": marked("The page was removed."),
    "undone": marked("The last change was undone."),
    "redone": marked("The change was made again."),
    "publish": marked("The design is published."),
    "back": marked("The previous design is shown again."),
    "remove": marked("The design was deleted."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/storefront`: what shoppers see, and the drafts."""
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        rows = await theme_rules.all_themes(db, mall, now=now)
        publications = await publication_store.publications(db)
    shop_no = context.shop.shop_no
    rows = [each for each in rows if each.type == "pc"]
    names = {each.skin_no: each.name for each in rows}
    shown = next(
        (each for each in publications if (each.shop_no, each.type) == (shop_no, "pc")), None
    )
    current = theme_rules.DEFAULT if shown is None else shown.skin_no
    before = 0 if shown is None else shown.previous_skin_no
    return context.show(
        "storefront.html",
        shop=context.shop,
        shops=sorted(mall.shops.values(), key=lambda each: each.shop_no),
        current=current,
        current_name=names.get(current, ""),
        before=before if before in names and before != current else 0,
        before_name=names.get(before, ""),
        drafts=[
            (
                each,
                None if each.updated_date is None else time(each.updated_date),
                preview(context, each),
            )
            for each in rows
            if not theme_rules.published_in(each, mall.shops, publications)
            and each.skin_no != theme_rules.DEFAULT
        ],
        shop_home=_home(context),
        done=done_message(context),
    )


_DEEDS_OF_LIST: Final = Deeds("draft", "publish", "remove", "back")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/storefront`: start a draft, publish, roll back or delete one."""
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS_OF_LIST)
    shop_no = context.shop.shop_no
    try:
        if form.deed == "draft":
            number = await start(
                context, number_of(form.text("skin_no") or str(theme_rules.DEFAULT))
            )
            return redirect(f"{context.page.path}/{number}?shop_no={shop_no}&done=draft")
        async with invalidating_transaction(
            context.database, context.counters, context.mall_id
        ) as db:
            done = await design.execute(context, db, form.deed, form)
    except (ApiError, ValueError):
        done = "same"
    return redirect(f"{context.page.path}?{urlencode({'shop_no': shop_no, 'done': done})}")


async def start(context: PageContext, skin_no: int) -> int:
    """Copy a theme to a draft; return its number."""
    mall, now = context.visit.mall, int(context.clock.now())
    # it keeps the name when it is published
    design_name = context.translate(marked("Design"))
    name = f"{design_name} {moment(now):%Y-%m-%d %H:%M}"
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        new = await administration.copy(db, mall, skin_no, name=name, screen="pc", now=now)
        await design.log(context, db, "design copy", new.skin_no, {"name": (None, name)})
    return new.skin_no


async def publish(context: PageContext, skin_no: int) -> Response:
    """Let shoppers of the page's shop see a draft. Raises PageError (403) under a rule."""
    context.require_no_approval()
    shop_no = context.shop.shop_no
    sent = Fields(urlencode({"skin_no": skin_no, f"shop-{shop_no}": "T"}).encode())
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        done = await design.execute(context, db, "publish", sent)
    return redirect(f"{context.page.path}?{urlencode({'shop_no': shop_no, 'done': done})}")


async def save(context: PageContext, skin_no: int, look: Look, done: str) -> str:
    """Save the look of a draft; return the name of the message about it.

    The first one is preceded by the default look, so that it can be undone.
    """
    async with context.database.reading(context.mall_id) as db:
        stored = await theme_store.page(db, skin_no, theme_look.PATH)
    if stored is None and not context.may_need_approval:
        first = theme_look.encode(theme_look.DEFAULT)
        await design_pages.save(context, skin_no, theme_look.PATH, first, done)
    return await design_pages.save(context, skin_no, theme_look.PATH, theme_look.encode(look), done)


async def is_published(context: PageContext, skin_no: int) -> bool:
    """Return whether a shop shows a theme. Raises NotFound (404)."""
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        row = await theme_rules.require(db, mall, skin_no, now=now)
        publications = await publication_store.publications(db)
    # the default theme is what a shop falls back to
    shown = theme_rules.published_in(row, mall.shops, publications)
    return bool(shown) or skin_no == theme_rules.DEFAULT


async def look_of(context: PageContext, skin_no: int) -> tuple[Look, int]:
    """Return the look of a theme and the version of its page. Raises NotFound (404)."""
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        await theme_rules.require(db, mall, skin_no, now=now)
        stored = await theme_store.page(db, skin_no, theme_look.PATH)
    return theme_look.decode(stored.source if stored else None), stored.version if stored else 0


def preview(context: PageContext, row: publication_store.StoredThemeRow, shop: str = "") -> str:
    """Return the address of a theme's preview, without the last slash."""
    return context.in_shop(f"{shop}/skin-{theme_rules.code(row.skin_no)}")


def framed_preview(context: PageContext, skin_no: int, slug: str) -> str:
    """Return the address of a page of a draft for the frame of the editor; empty: the home page."""
    now = int(context.clock.now())
    path = framed_previews.path(context.client.seal, context.mall_id, skin_no, now=now)
    return context.in_shop(f"{_base(context)}{path}/{f'page/{slug}' if slug else ''}")


def _base(context: PageContext) -> str:
    return f"/shop{context.shop.shop_no}" if context.shop.shop_no != 1 else ""


def _home(context: PageContext) -> str:
    return context.in_shop("/" if context.shop.shop_no == 1 else f"/shop{context.shop.shop_no}")


def skin_no_of(context: PageContext) -> int:
    """Return the number of the theme of the editor. Raises NotFound (404)."""
    return number_of(context.subpath)


def number_of(text: str) -> int:
    """Return the number of a theme. Raises NotFound for a text that cannot be one."""
    if _SUBPATH.fullmatch(text) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="skin_no", resource=Phrase("theme"))
    return int(text)


def done_message(context: PageContext) -> str:
    """Return what the page says of what was done; empty: nothing."""
    return context.translate(_DONE.get(context.visit.query.text("done"), ""))
