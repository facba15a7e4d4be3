"""Receives requests outside the APIs: finds the mall they are for, and says what went wrong."""

from collections.abc import Awaitable, Callable

from starlette.responses import Response

from openmall.configuration import Configuration
from openmall.oauth import refusal
from openmall.oauth.directory import Directory
from openmall.oauth.fields import Fields
from openmall.oauth.refusal import Refused
from openmall.oauth.visit import Visit
from openmall.pipeline import failure
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Request


class Reception:
    """The way in for browsers, and for apps that ask for tokens."""

    def __init__(self, configuration: Configuration, directory: Directory) -> None:
        self._default_mall = configuration.default_mall
        self._directory = directory

    async def answered(
        self,
        request: Request,
        address: Address,
        work: Callable[[Visit], Awaitable[Response]],
    ) -> Response:
        """Return what `work` answers, or the flat error body of why it could not. Never raises."""
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
    told = failure.as_api_error(error, request_id)
    away = told.status in (503, 504)
    response = refusal.answer(
        Refused(
            "temporarily_unavailable" if away else "server_error", told.message, status=told.status
        )
    )
    if told.retry_after:
        response.headers["Retry-After"] = str(told.retry_after)
    return response
