"""The texts of messages to customers: what each occasion says in a shop, and changing it."""

from typing import Final

from msgspec.structs import asdict
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification.templates import rendering
from openmall.commerce.notification.templates import rules as template_rules
from openmall.commerce.notification.templates import store as template_store
from openmall.commerce.notification.templates.rendering import Texts, UnusableTemplate
from openmall.commerce.notification.templates.shape import LENGTHS, PARTS, Parts, Template
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call import Shop
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.rendering import not_found_page

LONGEST_FORM: Final = 1024 * 1024
"""Bytes of a form with all parts at their greatest length, percent-encoded."""
CAUSES: Final = (
    marked("it makes no text"),
    marked("it has to hold RESET_URL"),
    marked("it has more than 200 characters"),
    marked("it has more than 1,000 characters"),
    marked("it has more than 10,000 characters"),
    marked("it has more than 50,000 characters"),
    marked("it makes more than 200 characters"),
    marked("it makes more than 1,000 characters"),
    marked("it makes more than 10,000 characters"),
    marked("it makes more than 50,000 characters"),
)
"""Why a template of a message is refused, beside what `design_pages.CAUSES` has."""
_DONE: Final = {
    "saved": marked("The texts were saved. The next message has them."),
    "reset": marked("The original texts are sent again."),
    "same": marked("No changes to save."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/message-templates`: list the occasions, and which texts are changed."""
    shop = context.shop
    async with context.database.reading(context.mall_id) as db:
        found = await template_store.of_shop(db, shop.shop_no, shop.language)
    return context.show(
        "message_templates.html",
        shop=shop,
        lines=[
            (code, each.name.translate(context.language), _standing(found.get(code)))
            for code, each in CATALOGUE.occasions.items()
        ],
    )


def _standing(template: Template | None) -> dict[str, Encodable]:
    if template is None:
        return {"changed": None, "failed": None}
    return {
        "changed": time(template.updated_at),
        "failed": None if template.failed_at is None else time(template.failed_at),
    }


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/message-templates/<occasion>`: the texts of an occasion, in a form."""
    try:
        return await _show(context)
    except NotFound as error:
        return not_found_page(context, error)


_DEEDS: Final = Deeds("save", "preview", "reset", without="save")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/message-templates/<occasion>`: save, preview or reset its texts."""
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS, longest=LONGEST_FORM)
    occasion, shop = context.subpath, context.shop
    try:
        template_rules.require(occasion)
    except NotFound as error:
        return not_found_page(context, error)
    here = f"{menu_pages.MESSAGE_TEMPLATES.path}/{occasion}?shop_no={shop.shop_no}"
    if form.deed == "reset":
        return redirect(f"{here}&done={await _reset(context, shop, occasion)}")
    typed = _typed(form)
    parts = template_rules.own(occasion, shop, typed)
    try:
        if form.deed == "preview":
            texts = template_rules.preview(occasion, shop, parts)
            return await _show(context, typed=typed, texts=texts)
        return redirect(f"{here}&done={await _save(context, shop, occasion, parts)}")
    except UnusableTemplate as error:
        return await _show(context, typed=typed, problem=error)


def _typed(form: Fields) -> Parts:
    # browsers send line breaks of text areas as CR LF
    return Parts(**{part: form.text(part).replace("\r\n", "\n") for part in PARTS})


async def _save(context: PageContext, shop: Shop, occasion: str, parts: Parts) -> str:
    async with context.database.writing(context.mall_id) as db:
        try:
            changes = await template_rules.save(db, context.clock, shop, occasion, parts)
        except NotModified:
            return "same"
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="message template change",
            shop_no=shop.shop_no,
            subject=f"message texts {occasion} of shop {shop.shop_no}",
            changes=changes,
        )
    return "saved"


async def _reset(context: PageContext, shop: Shop, occasion: str) -> str:
    async with context.database.writing(context.mall_id) as db:
        if not await template_rules.reset(db, shop, occasion):
            return "same"
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="message template reset",
            shop_no=shop.shop_no,
            subject=f"message texts {occasion} of shop {shop.shop_no}",
        )
    return "reset"


async def _show(
    context: PageContext,
    *,
    typed: Parts | None = None,
    texts: Texts | None = None,
    problem: UnusableTemplate | None = None,
) -> Response:
    occasion, shop = context.subpath, context.shop
    template_rules.require(occasion)
    async with context.database.reading(context.mall_id) as db:
        stored = (await template_store.of_shop(db, shop.shop_no, shop.language)).get(occasion)
    sources = typed or template_rules.sources(occasion, shop, stored)
    if texts is None and problem is None:
        texts = _as_sent(occasion, shop, stored)
    values = asdict(sources)
    line = values[problem.part].splitlines()[problem.line - 1 :][:1] if problem else []
    return context.show(
        "message_template.html",
        status=200 if problem is None else 422,
        shop=shop,
        occasion=occasion,
        occasion_name=CATALOGUE.occasions[occasion].name.translate(context.language),
        values=values,
        lengths=LENGTHS,
        variables=template_rules.variables(occasion, shop, context.language),
        stored=_standing(stored),
        failure="" if stored is None else stored.failure,
        texts=texts,
        previewed=typed is not None,
        problem=problem,
        problem_message="" if problem is None else context.translate(problem.message),
        faulty_line=line[0] if line and problem and problem.line else "",
        done=context.translate(_DONE.get(context.visit.query.text("done"), "")),
    )


def _as_sent(occasion: str, shop: Shop, template: Template | None) -> Texts:
    values = template_rules.sample_values(shop)
    return rendering.texts_of(occasion, shop.language, values, template)[0]
