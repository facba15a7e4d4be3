"""Newsletters: asked for by a block of a page, and confirmed by the link of a mail.

Opening the link changes nothing, because programs that check mail open links as well.
"""

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.contract.errors import ApiError
from openmall.pages.sampleshop import declining
from openmall.pages.sampleshop.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Show the form, or what came of it."""
    return await _show(context)


async def _show(
    context: PageContext, *, problem: ApiError | None = None, email: str = ""
) -> Response:
    return await context.show(
        default_pages.NEWSLETTER,
        title=_title(context),
        counted=False,
        problem=problem,
        entered_email=email,
        done_already=bool(context.visit.query.text("done")),
    )


async def submit(context: PageContext, form: Fields) -> Response:
    """Ask for newsletters: a member gets them from now on, a guest gets a link to confirm."""
    typed = form.text("email").strip()
    try:
        answer = await context.call(
            subscriber_rules.subscribe, {"email": typed} if typed and not context.member else {}
        )
    except ApiError as error:
        if error.status in (422, 429):
            return await _show(context, problem=error, email=typed[:255])
        raise
    is_confirmed = answer.content.confirmed == "T"
    done = "newsletter" if is_confirmed else "newsletter-asked"
    return context.redirect(subscriber_rules.PATH, done=done)


async def show_confirmation(context: PageContext) -> Response:
    """Ask whether the address is to get newsletters."""
    return await declining.ask(context, default_pages.NEWSLETTER_CONFIRM, _title(context))


async def confirm(context: PageContext, form: Fields) -> Response:
    """Subscribe the address by the link, which is valid once: a reload does not send it again."""
    token = context.visit.query.text("token") or form.text("token")
    try:
        await context.call(subscriber_rules.confirm, {"token": token})
    except ApiError as error:
        if error.status in (422, 429):
            return await declining.ask(
                context, default_pages.NEWSLETTER_CONFIRM, _title(context), problem=error
            )
        raise
    return context.redirect(subscriber_rules.PATH, done="newsletter")


def _title(context: PageContext) -> str:
    return context.translate("Newsletter")
