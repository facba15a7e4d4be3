"""The page that withdraws the consent to mail that advertises, by the link of such a mail.

A mail program withdraws it by a POST to the link, without the page (RFC 8058): the token of the
link is all that is needed, and opening the page alone changes nothing.
"""

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.contract.errors import ApiError
from openmall.pages.sampleshop.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Ask whether the consent is to be withdrawn."""
    return await _show(context)


async def submit(context: PageContext, form: Fields) -> Response:
    """Withdraw the consent."""
    token = context.visit.query.text("token") or form.text("token")
    try:
        await context.call("customers/unsubscriptions", {"token": token}, method="POST")
    except ApiError as error:
        if error.status in (422, 429):
            return await _show(context, problem=error)
        raise
    return await _show(context, done=True)


async def _show(
    context: PageContext, *, problem: ApiError | None = None, done: bool = False
) -> Response:
    page = await context.show(
        default_pages.UNSUBSCRIBE,
        title=context.translate("Unsubscribe"),
        counted=False,
        problem=problem,
        done_already=done,
        link_token=context.visit.query.text("token"),
    )
    # the address holds the token
    page.headers["Referrer-Policy"] = "no-referrer"
    return page
