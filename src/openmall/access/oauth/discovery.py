"""Metadata from which clients learn how to authorize: RFC 8414 and RFC 9728.

The authorization server of a mall is at its host name; its issuer is the host's origin, as in `iss`
of its redirects (RFC 9207). The protected resources are the admin API and the analytics API, which
has a host of its own for all malls: `mall_id` in the query names the mall.
"""

from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from openmall.access.oauth import errors as oauth_errors
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_requests import fault, find_mall
from openmall.access.oauth.resources import PATHS, Resources
from openmall.configuration import Configuration
from openmall.contract import scopes as scope_names
from openmall.http.addressing import MALL_ID, Address
from openmall.http.request import Request

SERVER: Final = "/.well-known/oauth-authorization-server"
RESOURCE: Final = "/.well-known/oauth-protected-resource"
_PREFIX: Final = b"/.well-known/oauth-"
_SITES: Final = frozenset({"mall", "bare", "analytics"})
# for browsers as well: the metadata is the same for everybody, and needs no credentials
_HEADERS: Final = {
    "Cache-Control": "public, max-age=3600",
    "Access-Control-Allow-Origin": "*",
}
_ENDPOINTS: Final = "/api/v2/oauth"
_SECRETS: Final = ["client_secret_basic", "client_secret_post"]


def resource_metadata(origin: str, path: str, mall_id: str = "") -> str:
    """Return the address of a protected resource's metadata, which a 401 names (RFC 9728 5.1)."""
    query = f"?mall_id={quote(mall_id, safe='')}" if mall_id else ""
    return f"{origin}{RESOURCE}{path}{query}"


class Discovery:
    """The documents below `/.well-known/oauth-`, at the hosts of malls and of the analytics API."""

    def __init__(self, configuration: Configuration, directory: Directory) -> None:
        self._configuration = configuration
        self._directory = directory
        self._resources = Resources(configuration)

    def serves(self, request: Request) -> bool:
        """Return whether a request is for a document."""
        return request.raw_path.startswith(_PREFIX)

    async def respond(self, request: Request, address: Address) -> Response:
        """Return a document, or an error. Never raises."""
        try:
            response = await self._find(request, address)
        except OAuthError as refused:
            response = oauth_errors.answer(refused)
        except Exception as error:
            response = fault(error, request.id)
        response.headers["X-Request-Id"] = request.id
        return response

    async def _find(self, request: Request, address: Address) -> Response:
        if request.method not in ("GET", "HEAD"):
            refused = OAuthError("invalid_request", "the method is not allowed", status=405)
            response = oauth_errors.answer(refused)
            response.headers["Allow"] = "GET, HEAD"
            return response
        document = await self._document(request, address)
        if document is None:
            raise OAuthError("invalid_request", "there is no such document", status=404)
        response = oauth_errors.json(document, 200, _HEADERS)
        if request.method == "HEAD":
            response.body = b""
        return response

    async def _document(self, request: Request, address: Address) -> dict[str, object] | None:
        path = request.raw_path.decode("latin-1")
        if address.site not in _SITES:
            return None
        if address.site == "analytics":
            return await self._analytics(request, address) if path == RESOURCE else None
        await find_mall(address, self._directory, self._configuration.default_mall)
        if path == SERVER:
            return self._server(address)
        if path == f"{RESOURCE}{PATHS['admin']}":
            return _resource(f"{address.origin}{PATHS['admin']}", [address.origin], "admin API")
        if path == RESOURCE:
            return _resource(address.origin, [address.origin], "APIs")
        return None

    async def _analytics(self, request: Request, address: Address) -> dict[str, object]:
        """Return the metadata of the analytics API: with the server of the mall that is named."""
        mall_id = Fields(request.query_string).text("mall_id")
        servers = []
        if mall_id:
            is_id = MALL_ID.fullmatch(mall_id)
            if not is_id or await self._directory.open_mall(mall_id) is None:
                raise OAuthError("invalid_request", "there is no such shop", status=404)
            port = address.origin.partition(f"analytics.{self._configuration.domain}")[2]
            servers = [f"https://{mall_id}.{self._configuration.domain}{port}"]
        return _resource(address.origin, servers, "analytics API")

    def _server(self, address: Address) -> dict[str, object]:
        """Return the metadata of a mall's authorization server (RFC 8414 2).

        Scopes that an app has only on request are not named: clients ask for all that are.
        """
        base = f"{address.origin}{_ENDPOINTS}"
        return {
            "issuer": address.origin,
            "authorization_endpoint": f"{base}/authorize",
            "token_endpoint": f"{base}/token",
            "revocation_endpoint": f"{base}/revoke",
            "scopes_supported": list(scope_names.SENTENCES),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": _SECRETS,
            "revocation_endpoint_auth_methods_supported": _SECRETS,
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "protected_resources": sorted(self._resources.addresses(address)),
        }


def _resource(resource: str, servers: list[str], name: str) -> dict[str, object]:
    """Return the metadata of a protected resource (RFC 9728 2)."""
    return {
        "resource": resource,
        **({"authorization_servers": servers} if servers else {}),
        "scopes_supported": list(scope_names.SENTENCES),
        "bearer_methods_supported": ["header"],
        "resource_name": f"openmall {name}",
    }
