"""Lets pages of other origins read the storefront: CORS of the Fetch standard.

Which origins are allowed is a matter of the app (`access/oauth/origins.py`). A preflight request
carries no credentials, so that it is answered before authentication and rate limits, and permitted
when any app of the mall may be called from the origin; the response itself is readable only for
origins of its own app. Cookies are never allowed: `Access-Control-Allow-Credentials` is not sent.
"""

from typing import Final

from openmall.access.oauth.directory import Directory
from openmall.api.pipeline.request_context import RequestContext
from openmall.database.session import DatabaseAway, DeadlinePassed
from openmall.http import cross_origin_headers
from openmall.http.request import Answer

_METHODS: Final = b"GET, HEAD, POST, PUT, DELETE"
_REQUEST_HEADERS: Final = (
    b"authorization, content-type, idempotency-key, if-none-match, prefer, x-openmall-session, "
    b"x-openmall-visitor, x-platform-api-version, x-platform-client-id"
)
_RESPONSE_HEADERS: Final = (
    b"Deprecation, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, RateLimit, "
    b"RateLimit-Policy, Retry-After, Sunset, "
    b"X-Api-Call-Limit, X-Openmall-Session, X-Platform-Api-Version, X-Platform-Call-Remain, "
    b"X-Platform-Call-Usage, X-Platform-Ignored, X-Platform-Time-Remain, X-Platform-Time-Usage, "
    b"X-Request-Id"
)


class CrossOriginAccess:
    """Which pages may read the responses of the storefront."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    def is_preflight(self, context: RequestContext) -> bool:
        """Return whether a browser asks for permission to call the storefront."""
        return (
            context.request.method == "OPTIONS"
            and context.api.credential == "storefront"
            and cross_origin_headers.is_preflight(context.request)
        )

    async def permit(self, context: RequestContext) -> Answer:
        """Return the answer to a preflight request: 204, with permission or without."""
        origin = context.request.headers[b"origin"]
        if origin not in await self._directory.browser_origins(context.mall.mall_id):
            return Answer(204, b"", [*context.headers, *cross_origin_headers.refusal()])
        permission = cross_origin_headers.permission(
            context.request,
            origin=origin,
            methods=_METHODS,
            headers=_REQUEST_HEADERS,
            private_network=True,
        )
        return Answer(204, b"", [*context.headers, *permission])

    async def share(self, context: RequestContext, answer: Answer) -> None:
        """Let a page read a response, an error as well, if its origin is one of the calling app.

        Where the app is not known (401), the origin has to be one of any app of the mall. Never
        raises.
        """
        if not context.mall_found or context.api.credential != "storefront":
            return
        if self.is_preflight(context):
            return
        try:
            allowed = await self._directory.browser_origins(context.mall.mall_id)
        except (DatabaseAway, DeadlinePassed):
            return
        origin = context.request.headers[b"origin"]
        clients = allowed.get(origin, frozenset())
        client_id = context.caller.app.client_id
        # the list is not changed in place: others may be given the same one (`cached_reads`)
        answer.headers = cross_origin_headers.varied_by_origin(answer.headers)
        if client_id in clients or (clients and not client_id):
            answer.headers += cross_origin_headers.readable(origin, _RESPONSE_HEADERS)
