"""The pages below the signed-in person's own account."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response

from openmall.http.web.languages import marked
from openmall.pages.backoffice.accounts import account_passkeys, account_providers, two_step
from openmall.pages.backoffice.page_context import PageContext, PageError

_Handler = Callable[[PageContext], Awaitable[Response]]
_PAGES: Final[dict[str, tuple[_Handler, _Handler]]] = {
    "two-step": (two_step.show, two_step.change),
    "accounts": (account_providers.show, account_providers.change),
    "passkeys": (account_passkeys.show, account_passkeys.change),
}
"""Name -> how it is shown and changed."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/account/<page>`. Raises PageError (404)."""
    return await _page(context)[0](context)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/account/<page>`. Raises PageError (404)."""
    return await _page(context)[1](context)


def _page(context: PageContext) -> tuple[_Handler, _Handler]:
    found = _PAGES.get(context.subpath)
    if found is None:
        raise PageError(
            marked("Page not found"), marked("There is no page at this address."), status=404
        )
    return found
