"""Validates authorization requests, with which apps send a browser to the consent page.

Specification: "Authentication endpoints" (authorization code). RFC 6749 4.1.1, RFC 7636 4.3.
"""

from urllib.parse import quote

from msgspec import Struct

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import codes, installed_apps, redirects
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.resources import Resources
from openmall.contract import scopes as scope_names
from openmall.database.session import Database
from openmall.http.addressing import Address


class AuthorizationRequest(Struct, frozen=True):
    """A valid authorization request."""

    app: RegisteredApp
    redirect_uri: str
    scopes: list[str]
    state: str | None
    """Percent-encoded, so that any octets are returned unchanged; None when it was not sent."""
    challenge: str
    resources: list[str]
    """Names of the APIs it is for; empty: all."""


class RedirectedError(Exception):
    """An invalid request whose error is reported to the app by a redirect to `location`."""

    def __init__(self, location: str) -> None:
        super().__init__("sent back to the app")
        self.location = location


async def read(
    database: Database, query: Fields, resources: Resources, address: Address, mall_id: str
) -> AuthorizationRequest:
    """Parse the query of the authorize endpoint of the mall at `address`.

    Raises OAuthError when a redirect would not be safe: an unknown app, an address that differs
    from the registered ones, or a site of an app that the mall has not installed, for strangers
    may register apps, and no decision was made yet (RFC 9700 4.11.2). Raises
    RedirectedError for every other error.
    """
    client_id = query.required("client_id")
    redirect_uri = query.required("redirect_uri")
    async with database.reading(mall_id) as db:
        app = await registered_apps.find(db, client_id)
        is_trusted = redirects.stays_here(redirect_uri) or await installed_apps.is_installed(
            db, client_id
        )
    if app is None:
        raise OAuthError("invalid_client", "unknown client_id", status=400)
    if not redirects.is_registered(redirect_uri, app.redirect_uris):
        raise OAuthError(
            "invalid_request", "redirect_uri is invalid: the app has not registered it"
        )
    state = None
    try:
        octets = query.octets("state")
        state = None if octets is None else quote(octets, safe="")
        if query.required("response_type") != "code":
            raise OAuthError("unsupported_response_type", "response_type must be code")
        return AuthorizationRequest(
            app,
            redirect_uri,
            _scopes(query, app),
            state,
            _challenge(query),
            resources.read(query.texts("resource"), address),
        )
    except OAuthError as refused:
        if not is_trusted:
            raise
        answer = {"error": refused.code, "error_description": refused.description}
        location = redirects.response_uri(redirect_uri, answer, state, issuer=address.origin)
        raise RedirectedError(location) from None


def _scopes(query: Fields, app: RegisteredApp) -> list[str]:
    requested = scope_names.split(query.text("scope"))
    if not requested:
        return app.scopes
    wrong = scope_names.unknown(requested)
    if wrong:
        raise OAuthError("invalid_scope", f"there is no scope {_shown(wrong[0])}")
    allowed = frozenset(app.scopes)
    foreign = [scope for scope in requested if not scope_names.asked(allowed, scope)]
    if foreign:
        raise OAuthError("invalid_scope", f"the app is not registered for {foreign[0]}")
    return requested


def _shown(name: str) -> str:
    # the characters RFC 6749 4.1.2.1 allows in a description
    return "".join(each for each in name[:64] if " " <= each <= "~" and each not in '"\\')


def _challenge(query: Fields) -> str:
    challenge, method = query.text("code_challenge"), query.text("code_challenge_method")
    if not challenge and not method:
        return ""
    if method != "S256":
        raise OAuthError("invalid_request", "code_challenge_method must be S256")
    if not codes.CHALLENGE.fullmatch(challenge):
        raise OAuthError("invalid_request", "code_challenge is no S256 challenge")
    return challenge
