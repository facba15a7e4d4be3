"""The shop editor: merchants design the shop without code, in drafts they preview and publish.

Its script saves the draft while the merchant types, and is answered in JSON (decision 96).
"""

import base64
import re
from typing import Final
from urllib.parse import urlencode

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes.theme_look import (
    MOST_ITEMS,
    ContentPage,
    Look,
    PictureEntry,
)
from openmall.commerce.product import images
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, uploads
from openmall.pages.backoffice.design import (
    editor_answers,
    editor_fields,
    editor_undo,
    new_blocks,
    storefront_drafts,
    storefront_form,
)
from openmall.pages.backoffice.design.storefront_form import Wrong
from openmall.pages.backoffice.displays import displays
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page

LONGEST_FORM: Final = 512 * 1024
MOST_FIELDS: Final = 800
"""A page of twenty blocks, each with six items of three fields, and two menus have 650."""
WIDTHS: Final = ((390, marked("Mobile")), (768, marked("Tablet")), (1440, marked("Desktop")))
"""Pixels that the preview is wide, each with its name."""
_LONGEST_KEPT: Final = 200
"""Characters of a field that is shown again without being saved."""
_SLUG: Final = re.compile(r"[a-z0-9-]{1,60}")
_WRONG: Final = marked("Nothing was saved. Check the marked field.")


async def show_editor(context: PageContext) -> Response:
    """Handle `GET /admin/storefront/{skin_no}`: the form; `page`: of a page of its own."""
    try:
        return await _editor(context, storefront_drafts.skin_no_of(context))
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS: Final = storefront_form.DEEDS.also(
    "picture", "new-page", "remove-page", *editor_undo.DEEDS, "publish"
)


async def edit(context: PageContext) -> Response:
    """Handle `POST /admin/storefront/{skin_no}`: save the draft, or do what a button says.

    A form with `live` was sent by the script in a pause of typing; it is answered in JSON.
    """
    if uploads.is_upload(context.visit.request):
        form, picture = await uploads.read_form(context, deeds=_DEEDS)
    else:
        picture = b""
        form = await context.form(deeds=_DEEDS, longest=LONGEST_FORM, most=MOST_FIELDS)
    is_live = form.text("live") == "T"
    slug = form.text("page")
    skin_no = 0
    try:
        skin_no = storefront_drafts.skin_no_of(context)
        look, version = await storefront_drafts.look_of(context, skin_no)
        # Another tab saved meanwhile: its version stays, and this form keeps its values.
        if form.text("seen") != str(version):
            if is_live:
                return editor_answers.conflict(context)
            return await _editor(
                context, skin_no, slug=slug, form=form, is_conflict=True, status=409
            )
        if is_live:
            return await _save_live(context, skin_no, look, form)
        return await _act(context, skin_no, look, form, picture)
    except Wrong as error:
        if is_live:
            return editor_answers.refused(context, error.field, _reason(context, error))
        return await _editor(context, skin_no, slug=slug, form=form, wrong=error, status=422)
    except ApiError as error:
        message = form_errors.error_message(context, error)
        if is_live:
            return editor_answers.refused(context, "", message)
        if error.status == NotFound.status:
            return not_found_page(context, error)
        return await _editor(
            context, skin_no, slug=slug, form=form, alert=message, status=error.status
        )


async def _save_live(context: PageContext, skin_no: int, look: Look, form: Fields) -> Response:
    """Save what was typed so far. Raises Wrong, and ApiError."""
    # a new draft, or a proposal that waits for approval, is not made by a pause of typing
    if context.may_need_approval or await storefront_drafts.is_published(context, skin_no):
        return editor_answers.by_hand(context)
    after = storefront_form.read(look, form.text("page"), form).look
    if after not in _same_looks(context, look):
        await storefront_drafts.save(context, skin_no, after, "saved")
    return await editor_answers.saved(context, skin_no, form.text("page"))


async def _act(
    context: PageContext, skin_no: int, look: Look, form: Fields, picture: bytes
) -> Response:
    """Save what is on the screen, and do what the pressed button says. Raises Wrong, ApiError."""
    slug, act, done = form.text("page"), form.deed, "saved"
    fresh = await new_blocks.of_kind(context, act.removeprefix("add-"))
    sent = storefront_form.read(look, slug, form, fresh)
    after, moved = sent.look, sent.moved
    if picture or act == "picture":
        after = await _with_picture(context, after, picture, form.text("name"))
        done = "picture"
    if act == "new-page":
        (after, slug), done = storefront_form.new_page(after, form), "page"
    elif act == "remove-page":
        pages = tuple(each for each in after.pages if each.slug != slug)
        after, slug, done = replace(after, pages=pages), "", "page-removed"
    # an unchanged draft gets no new version, which would be one more step to undo
    if after in _same_looks(context, look):
        done = "same"
    else:
        # A published theme is never edited in place: the change goes to a draft.
        if await storefront_drafts.is_published(context, skin_no):
            skin_no = await storefront_drafts.start(context, skin_no)
        done = await storefront_drafts.save(context, skin_no, after, done)
    if act == "publish":
        return await storefront_drafts.publish(context, skin_no)
    if act in editor_undo.DEEDS:
        done = await editor_undo.step(context, skin_no, act)
    query = {"shop_no": context.shop.shop_no, "page": slug, "done": done}
    if act != "new-page":
        # a page or a picture that is not added yet is still being typed
        query |= {name: form.text(name)[:_LONGEST_KEPT] for name in ("title", "slug")}
    if not picture:
        query |= {"name": form.text("name")[:_LONGEST_KEPT]}
    query = {name: value for name, value in query.items() if value or name == "page"}
    place = f"#b{moved}" if moved >= 0 else ""
    return redirect(f"{context.page.path}/{skin_no}?{urlencode(query)}{place}")


def _same_looks(context: PageContext, look: Look) -> tuple[Look, Look]:
    """Return a look, and it with the blocks that the editor shows for a home page without any."""
    shown = storefront_form.blocks_of(look, "", context.shop.language)
    return look, storefront_form.with_blocks(look, "", shown)


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
    look, version = await storefront_drafts.look_of(context, skin_no)
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
    shop = {"shop_no": context.shop.shop_no}
    mains = (await context.call(main_rules.listing, shop)).content
    categories = (await context.call(category_rules.listing, {**shop, "limit": 100})).content
    entered = (
        editor_fields.sent(form)
        if form is not None
        else editor_fields.stored(
            look,
            page,
            storefront_form.blocks_of(look, slug, context.shop.language),
            context.visit.query,
        )
    )
    # a reason without a field of its own is said above the form
    reason = _reason(context, wrong)
    if wrong is not None:
        alert = context.translate(_WRONG) if wrong.field else reason
    preview = storefront_drafts.preview(
        context, row, f"/shop{context.shop.shop_no}" if context.shop.shop_no != 1 else ""
    )
    published = await storefront_drafts.is_published(context, skin_no)
    steps = await editor_undo.offered(context, skin_no)
    return context.show(
        "storefront_editor.html",
        status=status,
        theme=row,
        look=look,
        picture_address=context.in_shop,
        page=page,
        slug=slug,
        shop=context.shop,
        published=published,
        # what is typed into a refused form is not saved without a button
        live=not (published or context.may_need_approval) and form is None,
        address=f"{context.page.path}/{skin_no}?{urlencode({**shop, 'page': slug})}",
        editor=f"{context.page.path}/{skin_no}?{urlencode(shop)}",
        saved=f"{context.page.path}/{skin_no}?"
        + urlencode({**shop, **({"page": slug} if slug and not is_removed else {})}),
        preview=f"{preview}/page/{slug}" if slug and not is_removed else f"{preview}/",
        framed=storefront_drafts.framed_preview(context, skin_no, "" if is_removed else slug),
        widths=[(width, context.translate(name)) for width, name in WIDTHS],
        version=version,
        steps=steps,
        entered=entered,
        is_conflict=is_conflict,
        is_removed=is_removed,
        fields=storefront_form.FIELDS,
        kinds={kind: context.translate(text) for kind, text in storefront_form.KINDS.items()},
        screens=[(code, context.translate(text)) for code, text in storefront_form.SCREENS],
        frames=context.visit.address.origin,
        items={
            kind: (context.translate(one), context.translate(title))
            for kind, (one, title) in storefront_form.ITEMS.items()
        },
        most_items=MOST_ITEMS,
        presets=[(code, context.translate(text)) for code, text in storefront_form.PRESETS],
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
        done="" if status != 200 else storefront_drafts.done_message(context),
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
