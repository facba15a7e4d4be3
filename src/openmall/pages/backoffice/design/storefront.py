"""The shop editor: merchants design the shop without code, in drafts they preview and publish.

A draft is a copy of the theme that shoppers see; its look is a page of it (decision 45). What is
published, rolled back and deleted is done as on the page of designs.
"""

import base64
import re
from typing import Final
from urllib.parse import urlencode

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.design.themes import administration, publication_store, theme_look
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.theme_look import ContentPage, Look, PictureEntry
from openmall.commerce.product import images
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, uploads
from openmall.pages.backoffice.design import design, design_pages, editor_fields, storefront_form
from openmall.pages.backoffice.design.storefront_form import Wrong
from openmall.pages.backoffice.displays import displays
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.rendering import not_found_page

LONGEST_FORM: Final = 512 * 1024
MOST_FIELDS: Final = 400
_LONGEST_KEPT: Final = 200
"""Characters of a field that is shown again without being saved."""
_SLUG: Final = re.compile(r"[a-z0-9-]{1,60}")
_SUBPATH: Final = re.compile(r"[1-9][0-9]{0,8}")
_DONE: Final = {
    "draft": marked("This is your draft. Shoppers see it once you publish it."),
    "saved": marked("The draft was saved."),
    "same": marked("Nothing was changed."),
    "picture": marked("The picture was added. Choose it below."),
    "page": marked("The page was added. Fill it here, and put it into a menu."),
    "page-removed": marked("The page was removed."),
    "undone": marked("The last change was undone."),
    "publish": marked("The design is published."),
    "back": marked("The previous design is shown again."),
    "remove": marked("The design was deleted."),
}
_WRONG: Final = marked("Nothing was saved. Check the marked field.")


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
                _preview(context, each),
            )
            for each in rows
            if not theme_rules.published_in(each, mall.shops, publications)
            and each.skin_no != theme_rules.DEFAULT
        ],
        shop_home=_home(context),
        done=_done(context),
    )


_DEEDS_OF_LIST: Final = Deeds("draft", "publish", "remove", "back")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/storefront`: start a draft, publish, roll back or delete one."""
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS_OF_LIST)
    shop_no = context.shop.shop_no
    try:
        if form.deed == "draft":
            number = await _draft(
                context, _number(form.text("skin_no") or str(theme_rules.DEFAULT))
            )
            return redirect(f"{context.page.path}/{number}?shop_no={shop_no}&done=draft")
        async with invalidating_transaction(
            context.database, context.counters, context.mall_id
        ) as db:
            done = await design.execute(context, db, form.deed, form)
    except (ApiError, ValueError):
        done = "same"
    return redirect(f"{context.page.path}?{urlencode({'shop_no': shop_no, 'done': done})}")


async def _draft(context: PageContext, skin_no: int) -> int:
    """Copy a theme to a draft; return its number."""
    mall, now = context.visit.mall, int(context.clock.now())
    # it keeps the name when it is published
    design_name = context.translate(marked("Design"))
    name = f"{design_name} {moment(now):%Y-%m-%d %H:%M}"
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        new = await administration.copy(db, mall, skin_no, name=name, screen="pc", now=now)
        await design.log(context, db, "design copy", new.skin_no, {"name": (None, name)})
    return new.skin_no


async def show_editor(context: PageContext) -> Response:
    """Handle `GET /admin/storefront/{skin_no}`: the form; `page`: of a page of its own."""
    try:
        return await _editor(context, _skin_no(context))
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS: Final = storefront_form.DEEDS.also("picture", "new-page", "remove-page", "undo", "publish")


async def edit(context: PageContext) -> Response:
    """Handle `POST /admin/storefront/{skin_no}`: save the draft, or do what a button says."""
    if uploads.is_upload(context.visit.request):
        form, picture = await uploads.read_form(context, deeds=_DEEDS)
    else:
        picture = b""
        form = await context.form(deeds=_DEEDS, longest=LONGEST_FORM, most=MOST_FIELDS)
    slug, act = form.text("page"), form.deed
    done = "saved"
    look = theme_look.DEFAULT
    try:
        skin_no = _skin_no(context)
        look, version = await _look(context, skin_no)
        # Another tab saved meanwhile: its version stays, and this form keeps its values.
        if form.text("seen") != str(version):
            return await _editor(
                context,
                skin_no,
                slug=slug,
                form=form,
                is_conflict=True,
                status=409,
            )
        # whichever button was pressed, what is on the screen is saved first
        sent = storefront_form.read(look, slug, form)
        after, moved = sent.look, sent.moved
        if picture or act == "picture":
            after = await _with_picture(context, after, picture, form.text("name"))
            done = "picture"
        if act == "new-page":
            (after, slug), done = storefront_form.new_page(after, form), "page"
        elif act == "remove-page":
            pages = tuple(each for each in after.pages if each.slug != slug)
            after, slug, done = replace(after, pages=pages), "", "page-removed"
        # Undo and publish save only what was typed, so that an unchanged draft gets no new version.
        if act not in ("undo", "publish") or after != look:
            # A published theme is never edited in place: the change goes to a draft.
            if await _is_published(context, skin_no):
                skin_no = await _draft(context, skin_no)
            done = await design_pages.save(
                context, skin_no, theme_look.PATH, theme_look.encode(after), done
            )
        if act == "undo":
            return await _undo(context, skin_no, slug)
        if act == "publish":
            return await _publish(context, skin_no)
    except Wrong as error:
        return await _editor(context, skin_no, slug=slug, form=form, wrong=error, status=422)
    except ApiError as error:
        if error.status == NotFound.status:
            return not_found_page(context, error)
        return await _editor(
            context,
            skin_no,
            slug=slug,
            form=form,
            alert=form_errors.error_message(context, error),
            status=error.status,
        )
    query = {"shop_no": context.shop.shop_no, "page": slug, "done": done}
    if act != "new-page":
        # a page or a picture that is not added yet is still being typed
        query |= {name: form.text(name)[:_LONGEST_KEPT] for name in ("title", "slug")}
    if not picture:
        query |= {"name": form.text("name")[:_LONGEST_KEPT]}
    query = {name: value for name, value in query.items() if value or name == "page"}
    place = f"#b{moved}" if moved >= 0 else ""
    return redirect(f"{context.page.path}/{skin_no}?{urlencode(query)}{place}")


async def _publish(context: PageContext, skin_no: int) -> Response:
    """Let shoppers of the page's shop see a draft. Raises PageError (403) under a rule."""
    context.require_no_approval()
    shop_no = context.shop.shop_no
    sent = Fields(urlencode({"skin_no": skin_no, f"shop-{shop_no}": "T"}).encode())
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        done = await design.execute(context, db, "publish", sent)
    return redirect(f"{context.page.path}?{urlencode({'shop_no': shop_no, 'done': done})}")


async def _with_picture(context: PageContext, look: Look, content: bytes, name: str) -> Look:
    """Store a picture for the draft. Raises Wrong for none, ApiError for one that is no picture."""
    if not content:
        raise Wrong("picture", storefront_form.NO_PICTURE)
    sent = base64.b64encode(content).decode()
    try:
        stored = (await context.call(images.upload, {"image": sent})).content
    except Invalid as error:
        raise Wrong("picture", error.reason) from None
    path = stored.path.removeprefix(context.visit.address.origin)
    name = " ".join(name.split())[:200] or f"{len(look.pictures) + 1}"
    pictures = (*look.pictures, PictureEntry(name=name, address=path))
    return storefront_form.checked(replace(look, pictures=pictures))


async def _undo(context: PageContext, skin_no: int, slug: str) -> Response:
    """Bring back what the draft was before its last change."""
    async with context.database.reading(context.mall_id) as db:
        kept = await theme_store.versions(db, skin_no, theme_look.PATH)
    done = "same"
    if kept:
        done = await design_pages.save(context, skin_no, theme_look.PATH, kept[0].source, "undone")
    query = {"shop_no": context.shop.shop_no, "page": slug, "done": done}
    return redirect(f"{context.page.path}/{skin_no}?{urlencode(query)}")


async def _is_published(context: PageContext, skin_no: int) -> bool:
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        row = await theme_rules.require(db, mall, skin_no, now=now)
        publications = await publication_store.publications(db)
    # the default theme is what a shop falls back to
    shown = theme_rules.published_in(row, mall.shops, publications)
    return bool(shown) or skin_no == theme_rules.DEFAULT


async def _look(context: PageContext, skin_no: int) -> tuple[Look, int]:
    """Return the look of a theme and the version of its page. Raises NotFound (404)."""
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        await theme_rules.require(db, mall, skin_no, now=now)
        stored = await theme_store.page(db, skin_no, theme_look.PATH)
    return theme_look.decode(stored.source if stored else None), stored.version if stored else 0


async def _editor(
    context: PageContext,
    skin_no: int,
    *,
    slug: str | None = None,
    form: Fields | None = None,
    wrong: Wrong | None = None,
    is_conflict: bool = False,
    alert: str = "",
    status: int = 200,
) -> Response:
    """Show the editor: with `form`, all that was sent and nothing of what is stored in its place.

    `is_conflict`: the draft was saved in another tab or by another user while the form was open.
    """
    look, version = await _look(context, skin_no)
    slug = context.visit.query.text("page") if slug is None else slug
    page = look.page(slug) if slug else None
    # the page of the form was removed elsewhere: it is shown as typed, and saving adds it again
    is_removed = form is not None and page is None and _SLUG.fullmatch(slug) is not None
    if form is not None and is_removed:
        page = ContentPage(slug=slug, title=form.text("page_title"))
    if page is None:
        slug = ""
    mall, now = context.visit.mall, int(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        row = await theme_rules.require(db, mall, skin_no, now=now)
        kept = await theme_store.versions(db, skin_no, theme_look.PATH)
    shop = {"shop_no": context.shop.shop_no}
    mains = (await context.call(main_rules.listing, shop)).content
    categories = (await context.call(category_rules.listing, {**shop, "limit": 100})).content
    entered = (
        editor_fields.sent(form)
        if form is not None
        else editor_fields.stored(
            look,
            page,
            storefront_form.blocks_of(look, slug, context.translate),
            context.visit.query,
        )
    )
    # a reason without a field of its own is said above the form
    reason = _reason(context, wrong)
    if wrong is not None:
        alert = context.translate(_WRONG) if wrong.field else reason
    preview = _preview(
        context, row, f"/shop{context.shop.shop_no}" if context.shop.shop_no != 1 else ""
    )
    return context.show(
        "storefront_editor.html",
        status=status,
        theme=row,
        look=look,
        picture_address=context.in_shop,
        page=page,
        slug=slug,
        shop=context.shop,
        published=await _is_published(context, skin_no),
        address=f"{context.page.path}/{skin_no}?{urlencode({**shop, 'page': slug})}",
        editor=f"{context.page.path}/{skin_no}?{urlencode(shop)}",
        saved=f"{context.page.path}/{skin_no}?"
        + urlencode({**shop, **({"page": slug} if slug and not is_removed else {})}),
        preview=f"{preview}/page/{slug}" if slug and not is_removed else f"{preview}/",
        version=version,
        undoable=bool(kept),
        entered=entered,
        is_conflict=is_conflict,
        is_removed=is_removed,
        fields=storefront_form.FIELDS,
        kinds={kind: context.translate(text) for kind, text in storefront_form.KINDS.items()},
        screens=[(code, context.translate(text)) for code, text in storefront_form.SCREENS],
        frames=context.visit.address.origin,
        fonts=[(code, context.translate(text)) for code, text in storefront_form.FONTS],
        displays=[(0, context.translate(marked("Newest products")))]
        + [(each.display_group, displays.shown_name(context, each)) for each in mains],
        categories=[(0, context.translate(marked("None")))]
        + [(each.category_no, _full_name(each)) for each in categories],
        pictures=[("", context.translate(marked("None")))]
        + [(each.address, each.name) for each in look.pictures],
        menus=[
            (name, context.translate(text), entered.menus[name])
            for name, text in storefront_form.MENU_NAMES.items()
        ],
        places=[
            *((f"/categories/{each.category_no}", _full_name(each)) for each in categories),
            *((f"/page/{each.slug}", each.title) for each in look.pages),
            *((place, context.translate(name)) for place, name in storefront_form.PLACES.items()),
        ],
        rows_beyond=storefront_form.ROWS_BEYOND,
        wrong="" if wrong is None else wrong.field,
        reason=reason,
        alert=alert,
        done="" if status != 200 else _done(context),
    )


def _reason(context: PageContext, wrong: Wrong | None) -> str:
    """Return why a field cannot be used, in the manager's language; empty without one."""
    if wrong is None:
        return ""
    if isinstance(wrong.reason, str):
        return context.translate(wrong.reason)
    return form_errors.reason_message(context, wrong.reason)


def _full_name(category: Category) -> str:
    names = [name for name in (category.full_category_name or {}).values() if name]
    return " › ".join(names) or category.category_name


def _preview(context: PageContext, row: publication_store.StoredThemeRow, shop: str = "") -> str:
    return context.in_shop(f"{shop}/skin-{theme_rules.code(row.skin_no)}")


def _home(context: PageContext) -> str:
    return context.in_shop("/" if context.shop.shop_no == 1 else f"/shop{context.shop.shop_no}")


def _skin_no(context: PageContext) -> int:
    return _number(context.subpath)


def _number(text: str) -> int:
    """Return the number of a theme. Raises NotFound for a text that cannot be one."""
    if _SUBPATH.fullmatch(text) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="skin_no", resource=Phrase("theme"))
    return int(text)


def _done(context: PageContext) -> str:
    return context.translate(_DONE.get(context.visit.query.text("done"), ""))
