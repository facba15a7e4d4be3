"""Handles requests outside the APIs: resolves the mall, and renders errors."""

from collections.abc import Awaitable, Callable

from starlette.responses import Response

from openmall.access.oauth import refusal
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.fields import Fields
from openmall.access.oauth.refusal import Refused
from openmall.access.oauth.visit import Visit
from openmall.configuration import Configuration
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.request import Request


class Reception:
    """Runs handlers of browser pages and token requests for the mall of the host name."""

    def __init__(self, configuration: Configuration, directory: Directory) -> None:
        self._default_mall = configuration.default_mall
        self._directory = directory

    async def answered(
        self,
        request: Request,
        address: Address,
        work: Callable[[Visit], Awaitable[Response]],
    ) -> Response:
        """Return the response of `work`, or a flat error body. Never raises."""
        try:
            response = await work(await self._visit(request, address))
        except Refused as refused:
            response = refusal.answer(refused)
        except Exception as error:
            response = _fault(error, request.id)
        response.headers["X-Request-Id"] = request.id
        return response

    async def _visit(self, request: Request, address: Address) -> Visit:
        mall_id = address.mall_id
        if address.site == "bare":
            mall_id = self._default_mall or await self._directory.first_mall() or ""
        mall = await self._directory.open_mall(mall_id) if mall_id else None
        if mall is None:
            raise Refused("invalid_request", "there is no shop at this host name", status=404)
        return Visit(request, mall, address, Fields(request.query_string))


def _fault(error: Exception, request_id: str) -> Response:
    api_error = error_responses.as_api_error(error, request_id)
    unavailable = api_error.status in (503, 504)
    response = refusal.answer(
        Refused(
            "temporarily_unavailable" if unavailable else "server_error",
            api_error.message,
            status=api_error.status,
        )
    )
    if api_error.retry_after:
        response.headers["Retry-After"] = str(api_error.retry_after)
    return response
