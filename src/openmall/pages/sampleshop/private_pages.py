"""Private pages of a shop, which scripts on its other pages can neither read nor send forms to.

Scripts of apps run in the shop's origin. A private page (`routes.Kind`) is closed to their requests
and frames here; `PageContext.page` cuts it off from windows that open it, and
`PageContext.form_token` gives its forms tokens that no page with scripts shows.
"""

from openmall.contract.errors import Forbidden
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import PAGE_IN_FRAME


def require_opened(context: PageContext) -> None:
    """Raise Forbidden (403) when a script or a frame reads a private page.

    Browsers say themselves what a request is for; programs that do not say so have no cookies of a
    shopper. The shop editor shows previews in a frame, on which no scripts of apps run.
    """
    request = context.visit.request
    opened = (b"document", b"iframe") if context.is_framed else (b"document",)
    purpose = request.headers.get(b"sec-fetch-dest", b"document")
    if context.is_private and request.method != "POST" and purpose not in opened:
        raise Forbidden(PAGE_IN_FRAME)
