"""The page that withdraws the consent to mail that advertises, by the link of such a mail.

A mail program withdraws it by a POST to the link, without the page (RFC 8058): the token of the
link is all that is needed, and opening the page alone changes nothing.
"""

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.notification.unsubscription import front as unsubscription_front
from openmall.pages.sampleshop import declining
from openmall.pages.sampleshop.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Ask whether the consent is to be withdrawn."""
    return await declining.ask(context, default_pages.UNSUBSCRIBE, _title(context))


async def submit(context: PageContext, form: Fields) -> Response:
    """Withdraw the consent."""
    return await declining.decline(
        context,
        form,
        default_pages.UNSUBSCRIBE,
        _title(context),
        operation=unsubscription_front.unsubscribe,
    )


def _title(context: PageContext) -> str:
    return context.translate("Unsubscribe")
