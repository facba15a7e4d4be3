"""Handles requests outside the APIs: resolves the mall, and renders errors."""

from collections.abc import Awaitable, Callable

from starlette.responses import Response

from openmall.access.oauth import errors as oauth_errors
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.staff_site import StaffSite
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.request import Request


class MallRequests:
    """Runs handlers of browser pages and token requests for the mall of the host name."""

    def __init__(self, configuration: Configuration, directory: Directory) -> None:
        self._default_mall = configuration.default_mall
        self._directory = directory

    async def respond(
        self,
        request: Request,
        address: Address,
        work: Callable[[MallRequest], Awaitable[Response]],
        staff: StaffSite | None = None,
        failed: Callable[[Exception], Response] | None = None,
    ) -> Response:
        """Return the response of `work`, or a flat error body. Never raises.

        `failed`: makes the response where there is no open mall, instead of the flat error body.
        """
        try:
            try:
                found = await self._mall_request(request, address, staff)
            except Exception as error:
                if failed is None:
                    raise
                return failed(error)
            response = await work(found)
        except OAuthError as refused:
            response = oauth_errors.answer(refused)
        except Exception as error:
            response = fault(error, request.id)
        response.headers["X-Request-Id"] = request.id
        return response

    async def _mall_request(
        self, request: Request, address: Address, staff: StaffSite | None
    ) -> MallRequest:
        mall = await find_mall(address, self._directory, self._default_mall)
        return MallRequest(request, mall, address, Fields(request.query_string), staff)


async def find_mall(address: Address, directory: Directory, default_mall: str) -> Mall:
    """Return the open mall of a host. Raises OAuthError (404), Unavailable (503)."""
    mall_id = address.mall_id
    if address.site == "bare":
        mall_id = default_mall or await directory.first_mall() or ""
    mall = await directory.open_mall(mall_id) if mall_id else None
    if mall is None:
        raise OAuthError("invalid_request", "there is no shop at this host name", status=404)
    return mall


def fault(error: Exception, request_id: str) -> Response:
    """Return the flat error body of an unexpected exception."""
    api_error = error_responses.as_api_error(error, request_id)
    unavailable = api_error.status in (503, 504)
    response = oauth_errors.answer(
        OAuthError(
            "temporarily_unavailable" if unavailable else "server_error",
            api_error.message,
            status=api_error.status,
        )
    )
    if api_error.retry_after:
        response.headers["Retry-After"] = str(api_error.retry_after)
    return response
