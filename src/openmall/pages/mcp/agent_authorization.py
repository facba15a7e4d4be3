"""The authorization server of shoppers' agents: registration, tokens, revocation and metadata.

RFC 7591, RFC 6749, RFC 7009, RFC 8414, RFC 9728. The consent page is a page of the sample shop
(`pages/sampleshop/accounts/agents.py`), where shoppers sign in.
"""

from typing import Final

import msgspec

from openmall.access.agents import grants, registration
from openmall.access.agents.grants import Refusal
from openmall.access.agents.registration import InvalidRegistration
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields, read_parameters
from openmall.access.oauth.resources import ADMIN_TOOLS
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http import body, json_body
from openmall.http.addressing import Address
from openmall.http.request import Answer, Headers, Request
from openmall.pages.mcp.refusals import SHOP_PAGES_OFF

PATH: Final = "/api/mcp"
"""Of the shoppers' endpoint, which is the resource and, with the host, the issuer."""
ADMIN_PATH: Final = ADMIN_TOOLS
AUTHORIZE_PATH: Final = "/agents/authorize"
REGISTER: Final = f"{PATH}/register"
TOKEN: Final = f"{PATH}/token"
REVOKE: Final = f"{PATH}/revoke"
SERVER_METADATA: Final = f"/.well-known/oauth-authorization-server{PATH}"
RESOURCE_METADATA: Final = f"/.well-known/oauth-protected-resource{PATH}"
ADMIN_METADATA: Final = f"/.well-known/oauth-protected-resource{ADMIN_PATH}"
SCOPE: Final = "shopper"
_LONGEST_METADATA: Final = 16 * 1024
"""Bytes of the metadata that registers an agent."""
_PUBLIC: Final[Headers] = [
    (b"cache-control", b"public, max-age=3600"),
    (b"access-control-allow-origin", b"*"),
]
_NO_STORE: Final[Headers] = [(b"cache-control", b"no-store"), (b"pragma", b"no-cache")]


class AgentAuthorization:
    """The endpoints of the authorization server of a mall's shoppers."""

    def __init__(
        self, configuration: Configuration, database: Database, seal: Seal, clock: Clock
    ) -> None:
        """`clock`: the machine's."""
        self._seconds = configuration.body_seconds
        self._has_pages = configuration.sample_shop
        self._database = database
        self._seal = seal
        self._clock = clock

    def metadata(self, path: str, address: Address) -> Answer:
        """Return a document of discovery. Raises NotFound (404)."""
        origin = address.origin
        if path == ADMIN_METADATA:
            return _json(_resource(f"{origin}{ADMIN_PATH}", origin, "admin tools (MCP)"), _PUBLIC)
        if not self._has_pages:
            raise NotFound(SHOP_PAGES_OFF)
        if path == RESOURCE_METADATA:
            document = _resource(f"{origin}{PATH}", f"{origin}{PATH}", "shop tools (MCP)")
            return _json({**document, "scopes_supported": [SCOPE]}, _PUBLIC)
        server = {
            "issuer": f"{origin}{PATH}",
            "authorization_endpoint": f"{origin}{AUTHORIZE_PATH}",
            "token_endpoint": f"{origin}{TOKEN}",
            "revocation_endpoint": f"{origin}{REVOKE}",
            "registration_endpoint": f"{origin}{REGISTER}",
            "scopes_supported": [SCOPE],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        return _json(server, _PUBLIC)

    async def respond(self, request: Request, address: Address, mall: Mall) -> Answer:
        """Respond to a POST at one of the endpoints, with errors as OAuth has them."""
        path = request.raw_path.decode("latin-1")
        try:
            if path == REGISTER:
                return await self._register(request, mall)
            form = await read_parameters(request, self._seconds)
            if path == REVOKE:
                return await self._revoke(form, mall)
            return await self._token(form, address, mall)
        except OAuthError as refused:
            document = {"error": refused.code, "error_description": refused.description}
            status = 400 if refused.status == 401 else refused.status
            return _json(document, _NO_STORE, status)
        except InvalidRegistration as refused:
            document = {"error": refused.code, "error_description": refused.description}
            return _json(document, _NO_STORE, 400)

    async def _register(self, request: Request, mall: Mall) -> Answer:
        try:
            body.require_json(request)
            content = await body.read(request, limit=_LONGEST_METADATA, seconds=self._seconds)
            metadata = body.decode(content)
        except ApiError as error:
            # as clients read it (RFC 7591, section 3.2.2)
            raise InvalidRegistration("invalid_client_metadata", error.message) from None
        client_id, registered = registration.register(self._seal, mall.mall_id, metadata)
        document = {
            "client_id": client_id,
            "client_id_issued_at": int(mall.clock(self._clock).now()),
            "client_name": registered.name,
            "redirect_uris": list(registered.redirect_uris),
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            "scope": SCOPE,
        }
        return _json(document, _NO_STORE, 201)

    async def _token(self, form: Fields, address: Address, mall: Mall) -> Answer:
        client_id = form.required("client_id")
        if registration.read(self._seal, mall.mall_id, client_id) is None:
            raise OAuthError("invalid_client", "unknown client_id")
        for resource in form.texts("resource"):
            if resource.removesuffix("/") != f"{address.origin}{PATH}":
                raise OAuthError("invalid_target", "resource is not the MCP endpoint of this shop")
        grant_type, now = form.required("grant_type"), int(mall.clock(self._clock).now())
        async with self._database.writing(mall.mall_id) as db:
            if grant_type == "authorization_code":
                outcome = await grants.exchange(
                    db,
                    code=form.required("code"),
                    client_id=client_id,
                    redirect_uri=form.required("redirect_uri"),
                    verifier=form.required("code_verifier"),
                    now=now,
                )
            elif grant_type == "refresh_token":
                outcome = await grants.refresh(
                    db,
                    refresh_token=form.required("refresh_token"),
                    client_id=client_id,
                    now=now,
                )
            else:
                raise OAuthError(
                    "unsupported_grant_type",
                    "grant_type must be authorization_code or refresh_token",
                )
        if isinstance(outcome, Refusal):
            raise OAuthError("invalid_grant", outcome.description)
        return _json(msgspec.to_builtins(outcome), _NO_STORE)

    async def _revoke(self, form: Fields, mall: Mall) -> Answer:
        client_id, token = form.required("client_id"), form.required("token")
        if registration.read(self._seal, mall.mall_id, client_id) is None:
            raise OAuthError("invalid_client", "unknown client_id")
        async with self._database.writing(mall.mall_id) as db:
            await grants.revoke_token(db, token, client_id)
        return _json({}, _NO_STORE)


def _resource(resource: str, server: str, name: str) -> dict[str, Encodable]:
    """Return the metadata of a protected resource (RFC 9728 2)."""
    return {
        "resource": resource,
        "authorization_servers": [server],
        "bearer_methods_supported": ["header"],
        "resource_name": f"openmall {name}",
    }


def _json(document: object, headers: Headers, status: int = 200) -> Answer:
    return Answer(status, json_body.encode(document), [json_body.JSON, *headers])
