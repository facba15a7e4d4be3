"""OAuth 2.0 error responses.

They have a flat body with `error` and `error_description`, not the envelope of the APIs.
Specification: "Authentication". RFC 6749 sections 4.1.2.1 and 5.2.
"""

from typing import Final, Literal

import msgspec
from starlette.responses import Response

Code = Literal[
    "access_denied",
    "invalid_client",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "invalid_target",
    "server_error",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_grant_type",
    "unsupported_response_type",
]

JSON: Final = "application/json; charset=utf-8"
NO_STORE: Final = {"Cache-Control": "no-store", "Pragma": "no-cache"}


class OAuthError(Exception):
    """An error of RFC 6749, with the status of its response."""

    def __init__(self, code: Code, description: str, *, status: int | None = None) -> None:
        """`status`: by default that of RFC 6749 5.2: 401 for invalid_client, otherwise 400."""
        super().__init__(description)
        self.code = code
        self.description = description
        self.status = status or (401 if code == "invalid_client" else 400)


def answer(refused: OAuthError) -> Response:
    """Return the flat error body."""
    headers = dict(NO_STORE)
    if refused.status == 401:
        headers["WWW-Authenticate"] = 'Basic realm="openmall"'
    body = {"error": refused.code, "error_description": refused.description}
    return json(body, refused.status, headers)


def json(body: object, status: int, headers: dict[str, str]) -> Response:
    """Return `body` as JSON."""
    return Response(
        msgspec.json.encode(body),
        status,
        {"Content-Type": JSON, **headers},
    )
