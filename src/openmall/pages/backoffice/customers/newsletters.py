"""Newsletters: plan, preview and test one, and see what became of those before."""

import re
import secrets
from typing import Final

from starlette.responses import Response

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.notification.newsletters import rules as newsletter_rules
from openmall.commerce.notification.newsletters.shape import Mail, Newsletter
from openmall.commerce.notification.recipientgroups import rules as recipientgroup_rules
from openmall.commerce.notification.recipientgroups import segments
from openmall.commerce.notification.recipientgroups.segments import Audience
from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.http.web import rich_text
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries, uploads
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.customers import customers, subscribers
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import product_description
from openmall.pages.backoffice.refusals import AUDIENCE_WITHOUT_CONSENT, OWN_ADDRESS_MISSING
from openmall.pages.backoffice.rendering import not_found_page, render_page

NEW: Final = "new"
LONGEST_FORM: Final = 512 * 1024
"""Bytes of a form with the longest text, percent-encoded."""
_CODE: Final = re.compile(r"[A-Za-z0-9]{1,30}")
_AUDIENCE: Final = re.compile(r"(segment|group)-([1-9][0-9]{0,8})")
_MESSAGES: Final = {
    "planned": marked("The newsletter is planned."),
    "test": marked("A test mail was sent to you."),
    "cancelled": marked("The newsletter was cancelled."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/newsletters`: list the newsletters of a shop, the newest first."""
    query = list_queries.read_list_query(context, ("shop_no",))
    parameters: dict[str, Encodable] = {**query.parameters(("shop_no",)), **query.paging}
    found = (await context.call(newsletter_rules.listing, parameters)).content
    names = await _audiences(context)
    return render_page(
        context,
        "newsletters.html",
        messages=_MESSAGES,
        query=query,
        subscribers=(await context.call(subscriber_rules.count, shop_parameters(context))).content,
        subscribers_address=address(context, f"{context.page.path}/{subscribers.SUBPATH}"),
        newsletters=[(each, _audience_of(context, each, names)) for each in found[:ROWS]],
        page_links=query.page_links(found),
        new_address=address(context, f"{context.page.path}/{NEW}"),
    )


async def _audiences(context: PageContext) -> dict[str, str]:
    """Return the audiences to choose from: value of the form and name; empty: all customers."""
    parameters: dict[str, Encodable] = {**shop_parameters(context), "limit": 100}
    response = await context.call(recipientgroup_rules.listing, parameters)
    group = context.translate(marked("Group"))
    return {
        "": context.translate(marked("All customers and subscribers")),
        **{f"segment-{each.group_no}": each.group_name for each in response.content},
        **{
            f"group-{number}": f"{group}: {name}"
            for number, name in (await customers.groups(context)).items()
        },
    }


def _audience_of(context: PageContext, newsletter: Newsletter, names: dict[str, str]) -> str:
    value = ""
    if newsletter.segment_no is not None:
        value = f"segment-{newsletter.segment_no}"
    elif newsletter.member_group_no is not None:
        value = f"group-{newsletter.member_group_no}"
    return names.get(value) or context.translate(marked("A segment that was deleted"))


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/newsletters/new`, `/admin/newsletters/{code}`, and the subscribers."""
    try:
        if context.subpath == NEW:
            return await _new(context, NO_ERROR)
        if context.subpath == subscribers.SUBPATH:
            return await subscribers.show(context)
        return await _one(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


async def _one(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    found = (await context.call(newsletter_rules.retrieve, _parameters(context))).content
    text = {"subject": found.subject, "body": found.body, "is_html": found.is_html}
    text |= shop_parameters(context)
    return render_page(
        context,
        "newsletter.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        newsletter=found,
        audience=_audience_of(context, found, await _audiences(context)),
        preview=await _preview(context, text),
        address=address(context, f"{context.page.path}/{context.subpath}"),
    )


def _parameters(context: PageContext) -> dict[str, str]:
    """Return the parameters that name the newsletter of the page, and its shop."""
    code = context.subpath if _CODE.fullmatch(context.subpath) else "none"
    return {"code": code, **shop_parameters(context)}


async def _preview(context: PageContext, text: dict[str, str]) -> Mail:
    return (await context.call(newsletter_rules.preview, text)).content


async def _new(
    context: PageContext,
    form_state: FormState,
    *,
    preview: Mail | None = None,
    audience: Audience | None = None,
    done: str = "",
    status: int = 200,
) -> Response:
    query = context.visit.query
    chosen = f"segment-{query.text('segment_no')}" if query.text("segment_no") else ""
    return render_page(
        context,
        "newsletter_new.html",
        status=status,
        kept=bool(done),
        form_state=form_state,
        editor_words=product_description.words(context),
        audiences=list((await _audiences(context)).items()),
        chosen=chosen,
        preview=preview,
        audience=audience,
        key=form_state.value(form_state.action, "key") or secrets.token_urlsafe(24),
        address=address(context, f"{context.page.path}/{NEW}"),
        said=context.translate(_MESSAGES[done]) if done else "",
    )


_DEEDS_OF_NEW: Final = Deeds("preview", "test", "plan", without="preview")
_DEEDS: Final = Deeds("cancel")
_DEEDS_OF_PICTURES: Final = Deeds(product_description.UPLOAD)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/newsletters/...`: preview, test, plan or cancel a newsletter.

    A picture of its text is stored here as well.
    """
    if context.subpath == subscribers.SUBPATH:
        return await subscribers.change(context)
    new = context.subpath == NEW
    if new and uploads.is_upload(context.visit.request):
        _, picture = await uploads.read_form(context, deeds=_DEEDS_OF_PICTURES)
        return await product_description.upload(context, picture, _stores_picture)
    form = await context.form(deeds=_DEEDS_OF_NEW if new else _DEEDS, longest=LONGEST_FORM)
    try:
        if new:
            return await _execute(context, form)
        await context.call(newsletter_rules.cancel, _parameters(context))
        return redirect(address(context, context.page.path, done="cancelled"))
    except ApiError as error:
        names = {"segment_no": "audience", "member_group_no": "audience"}
        state = form_errors.rejected_form(context, "plan", form, error, names)
        try:
            show = _new if new else _one
            return await show(context, state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)


def _stores_picture(operation: Operation) -> bool:
    """Permit image uploads to users who can edit newsletters."""
    return (operation.method, operation.path) == ("POST", product_description.STORE)


async def _execute(context: PageContext, form: Fields) -> Response:
    action = form.deed
    shop = shop_parameters(context)
    body = form.text("body").replace("\r\n", "\n").strip()
    text = {
        "subject": form.text("subject").strip(),
        "body": product_description.saved(body, "body"),
        "is_html": "T" if rich_text.has_markup(body) else "F",
        **shop,
    }
    typed = FormState(action="plan", form=form)
    match = _AUDIENCE.fullmatch(form.text("audience"))
    if form.text("audience") and match is None:
        # never taken for all customers, which the empty text means
        raise Invalid(AUDIENCE_WITHOUT_CONSENT, parameter="audience")
    for_whom: dict[str, str] = {}
    if match is not None:
        for_whom["segment_no" if match[1] == "segment" else "member_group_no"] = match[2]
    counts = (await context.call(segments.audience, {**for_whom, **shop})).content
    if action == "test":
        async with context.database.reading(context.mall_id) as db:
            manager = await mall_rules.manager(db, context.user.user_id)
        if manager is None or not manager.email:
            raise Invalid(OWN_ADDRESS_MISSING)
        test = {**text, "recipient": manager.email, "name": manager.name}
        await context.call(newsletter_rules.test, test)
        return await _new(context, typed, audience=counts, done="test")
    if action != "plan":
        preview = await _preview(context, text)
        return await _new(context, typed, audience=counts, preview=preview)
    if not counts.takes_mail + counts.subscribers:
        raise Invalid(AUDIENCE_WITHOUT_CONSENT, parameter="audience")
    draft = {**text, **for_whom}
    if form.text("send_at"):
        draft["send_at"] = form.text("send_at")
    key = form.text("key")[:100]
    code = (await context.call(newsletter_rules.create, draft, key=key)).content.code
    return redirect(address(context, f"{context.page.path}/{code}", done="planned"))
