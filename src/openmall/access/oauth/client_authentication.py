"""Authenticates the client of a token request, by client id and client secret.

RFC 6749 section 2.3.1: HTTP Basic, or both in the form; never both ways at once.
"""

import base64
import binascii
from typing import Final
from urllib.parse import unquote_plus

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.secrets import StoredSecret
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http.request import Request

_NOBODY: Final = StoredSecret()


async def authenticate(
    database: Database, clock: Clock, request: Request, form: Fields
) -> RegisteredApp:
    """Authenticate the client and return its app.

    The secret is read from the database each time, so that a replaced one is invalid at once.
    Raises OAuthError (invalid_request, invalid_client).
    """
    client_id, secret = _credentials(request, form)
    async with database.reading("") as db:
        app = await registered_apps.find(db, client_id)
    right = (app.secret if app else _NOBODY).proves(secret, clock.now())
    if not right or app is None:
        known = "invalid client secret" if app else "unknown client_id"
        raise OAuthError("invalid_client", known)
    return app


def _credentials(request: Request, form: Fields) -> tuple[str, str]:
    client_id, secret = form.text("client_id"), form.text("client_secret")
    header = request.headers.get(b"authorization")
    if header is None:
        if not client_id or not secret:
            raise OAuthError("invalid_client", "client_id and client_secret are needed")
        return client_id, secret
    if secret:
        raise OAuthError("invalid_request", "the client authenticates itself in two ways")
    user, password = _basic(header)
    if client_id and client_id != user:
        raise OAuthError("invalid_request", "client_id is not the client that authenticates itself")
    return user, password


def _basic(header: bytes) -> tuple[str, str]:
    scheme, _, encoded = header.partition(b" ")
    if scheme.lower() == b"basic":
        try:
            user, colon, password = (
                base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
            )
            user, password = (unquote_plus(part, errors="strict") for part in (user, password))
        except (binascii.Error, ValueError):
            colon = ""
        if colon and "\0" not in user:
            return user, password
    raise OAuthError("invalid_client", "send Authorization: Basic with <client_id>:<client_secret>")
