"""Authenticates callers: access token (admin, analytics) or client credentials (the others).

Specification: "Authentication"; "Errors" 401.
"""

import base64
import binascii
from typing import Final

from openmall.access.oauth import discovery, secrets
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.refusals import APP_DELETED
from openmall.api.pipeline.api_definitions import Credential
from openmall.api.pipeline.refusals import (
    ACCESS_TOKEN_EXPIRED,
    ACCESS_TOKEN_MISSING,
    ACCESS_TOKEN_OF_OTHER_RESOURCE,
    ACCESS_TOKEN_UNKNOWN,
    APP_NOT_INSTALLED,
    CLIENT_ID_MISSING,
    CLIENT_ID_UNKNOWN,
    CLIENT_IDS_DIFFER,
    MALFORMED_BASIC_CREDENTIALS,
    WRONG_CLIENT_SECRET,
    WRONG_FRONT_API_KEY,
)
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden, Unauthorized
from openmall.http.request import Request

CLIENT_ID_HEADER = b"x-platform-client-id"
SCHEMES: Final[dict[Credential, bytes]] = {
    "bearer": b"Bearer",
    "storefront": b"Basic",
    "partner": b"Basic",
}
"""Credential of an API -> its authentication scheme, which a 401 names."""
_NUL = "\x00"
"""No id contains one, and PostgreSQL refuses it as a parameter."""


async def authenticate_bearer(
    request: Request, directory: Directory, mall_id: str, now: float, *, api: str
) -> Identity:
    """Authenticate `Authorization: Bearer <access token>` at the API of the name `api`.

    Raises Unauthorized (401) when it is missing, unknown to this mall, revoked, expired or
    issued for other APIs, and Forbidden (403) when the app has been deleted from the shop.
    """
    scheme, credentials = _authorization(request)
    if scheme != "bearer" or not credentials:
        raise Unauthorized(ACCESS_TOKEN_MISSING)
    token = await directory.token(mall_id, credentials)
    if token is None or token.revoked:
        raise Unauthorized(ACCESS_TOKEN_UNKNOWN)
    if token.audience and api not in token.audience:
        raise Unauthorized(ACCESS_TOKEN_OF_OTHER_RESOURCE)
    if now >= token.expires_at:
        raise Unauthorized(ACCESS_TOKEN_EXPIRED)
    if not token.installed:
        raise Forbidden(APP_DELETED)
    return token.identity


def challenge(context: RequestContext) -> bytes:
    """Return what a 401 asks for; for an access token, also where it says how to obtain one.

    RFC 9728 section 5.1.
    """
    scheme = SCHEMES[context.api.credential]
    if scheme != b"Bearer":
        return b'%s realm="openmall"' % scheme
    origin = context.address.origin
    if context.api.mall_from == "query":
        metadata = discovery.resource_metadata(origin, "", context.mall.mall_id)
    else:
        metadata = discovery.resource_metadata(origin, "/" + "/".join(context.api.prefix))
    return b'Bearer realm="openmall", resource_metadata="%s"' % metadata.encode("ascii")


def access_hash(request: Request) -> str:
    """Return the digest of the access token that an authenticated request was sent with."""
    return secrets.digest(_authorization(request)[1])


async def authenticate_storefront(
    request: Request, directory: Directory, mall_id: str, now: float
) -> tuple[Identity, bool]:
    """Authenticate a storefront client; return its identity, and whether it sent its key.

    Basic credentials are client id and front API key; the client id alone, in
    `X-Platform-Client-Id`, is accepted at the restricted rate limit.
    Raises Unauthorized (401), or Forbidden (403) when the app is not in this shop.
    """
    named = request.headers.get(CLIENT_ID_HEADER, b"").decode("latin-1")
    if b"authorization" not in request.headers:
        if not named:
            raise Unauthorized(CLIENT_ID_MISSING)
        client = None if _NUL in named else await directory.client(mall_id, named)
        if client is None:
            raise Unauthorized(CLIENT_ID_UNKNOWN)
        key_verified = False
    else:
        client_id, key = read_basic_credentials(request)
        client = await directory.client(mall_id, client_id)
        if client is None or not client.key.proves(key, now):
            raise Unauthorized(WRONG_FRONT_API_KEY)
        if named and named != client_id:
            raise Unauthorized(CLIENT_IDS_DIFFER)
        key_verified = True
    if not client.installed:
        raise Forbidden(APP_NOT_INSTALLED)
    return client.identity, key_verified


async def authenticate_partner(request: Request, directory: Directory, now: float) -> Identity:
    """Authenticate a partner-collection client by client id and client secret.

    It belongs to no mall; its scopes are those the operator registered it for.
    Raises Unauthorized (401).
    """
    client_id, secret = read_basic_credentials(request)
    client = await directory.client("", client_id)
    if client is None or not client.secret.proves(secret, now):
        raise Unauthorized(WRONG_CLIENT_SECRET)
    return Identity(client.identity.app, client.registered)


def read_basic_credentials(request: Request) -> tuple[str, str]:
    """Return user and password of `Authorization: Basic`. Raises Unauthorized (401)."""
    scheme, credentials = _authorization(request)
    if scheme == "basic":
        try:
            user, colon, password = (
                base64.b64decode(credentials, validate=True).decode().partition(":")
            )
        except (binascii.Error, ValueError):
            colon = ""
        if colon and _NUL not in user:
            return user, password
    raise Unauthorized(MALFORMED_BASIC_CREDENTIALS)


def _authorization(request: Request) -> tuple[str, str]:
    scheme, _, credentials = (
        request.headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    )
    return scheme.lower(), credentials.strip()
