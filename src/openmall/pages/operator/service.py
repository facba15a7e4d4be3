"""The operator console as a component of the application: all paths below `/operator`.

It is served at `developers.<domain>` alone: no mall's theme or script runs in that origin
(docs/decisions/0051-operator-console.md). Its pages are imported with the first request.
"""

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request

if TYPE_CHECKING:
    from openmall.pages.operator.page_context import OperatorServices

PREFIX: Final = b"/operator"


class OperatorConsole:
    """The console of those who run the installation."""

    def __init__(self, **services: object) -> None:
        """`services`: the fields of `page_context.OperatorServices`."""
        self._given = services
        self._services: OperatorServices | None = None

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the operator console."""
        path = request.raw_path
        return address.site == "developers" and (path == PREFIX or path.startswith(PREFIX + b"/"))

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request. Never raises."""
        from openmall.pages.operator import answering, page_context

        if self._services is None:
            self._services = page_context.OperatorServices(**self._given)  # type: ignore[arg-type] # given by name
        response: Response = await answering.answer(
            self._services, exchange.request, exchange.address
        )
        response.headers["X-Request-Id"] = exchange.request.id
        await response(exchange.scope, exchange.receive, exchange.send)
