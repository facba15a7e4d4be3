"""Dynamic registration of agents (RFC 7591): a client id is its own signed metadata.

Nothing is stored, so that registrations of strangers cost no room. An agent is a public client:
PKCE proves that who exchanges a code is who asked for it.
"""

import re
from typing import Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from openmall.access.agents import signatures
from openmall.access.oauth import redirects
from openmall.contract.json_values import Json
from openmall.database.seal import Seal

LONGEST_URI: Final = 512
MOST_URIS: Final = 5
LONGEST_NAME: Final = 80
LONGEST_ID: Final = 2_000
"""Characters of a client id, which is in the address of the consent page."""
_PURPOSE: Final = "agent registration 1"
_PREFIX: Final = "agent-"
_LOCAL: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_UNSHOWN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Characters that hide or reorder others; the name is shown on the consent page."""


class Registration(Struct, frozen=True, array_like=True):
    """An agent, as it described itself. Nobody has checked its name."""

    mall_id: str
    name: str
    redirect_uris: tuple[str, ...]


class InvalidRegistration(Exception):
    """The metadata cannot be registered: `code` of RFC 7591 3.2.2."""

    def __init__(self, code: str, description: str) -> None:
        super().__init__(description)
        self.code = code
        self.description = description


_DECODER: Final = msgspec.json.Decoder(Registration)


def register(seal: Seal, mall_id: str, metadata: dict[str, Json]) -> tuple[str, Registration]:
    """Return the client id of an agent with this metadata. Raises InvalidRegistration."""
    uris = metadata.get("redirect_uris")
    if not isinstance(uris, list) or not 1 <= len(uris) <= MOST_URIS:
        raise InvalidRegistration(
            "invalid_redirect_uri", f"redirect_uris must be a list of 1 to {MOST_URIS} addresses"
        )
    for uri in uris:
        _require_redirect(uri)
    method = metadata.get("token_endpoint_auth_method", "none")
    if method not in ("none", "client_secret_basic", "client_secret_post"):
        raise InvalidRegistration(
            "invalid_client_metadata", "token_endpoint_auth_method must be none"
        )
    name = metadata.get("client_name") or urlsplit(uris[0]).hostname or "MCP client"
    if not isinstance(name, str):
        raise InvalidRegistration("invalid_client_metadata", "client_name must be a text")
    shown = " ".join(_UNSHOWN.sub(" ", name[: 4 * LONGEST_NAME]).split())[:LONGEST_NAME]
    registration = Registration(mall_id, shown or "MCP client", tuple(uris))
    client_id = _PREFIX + signatures.sign(seal, _PURPOSE, msgspec.json.encode(registration))
    if len(client_id) > LONGEST_ID:
        raise InvalidRegistration("invalid_client_metadata", "the metadata is too long")
    return client_id, registration


def read(seal: Seal, mall_id: str, client_id: str) -> Registration | None:
    """Return the agent of a client id; None for one that is not of this mall."""
    if len(client_id) > LONGEST_ID or not client_id.startswith(_PREFIX):
        return None
    content = signatures.verify(seal, _PURPOSE, client_id.removeprefix(_PREFIX))
    if content is None:
        return None
    registration = _DECODER.decode(content)
    return registration if registration.mall_id == mall_id else None


def _require_redirect(uri: object) -> None:
    """Raise InvalidRegistration for an address to which no code may be sent.

    Addresses are of https, of this machine, or of a scheme of the program's own (RFC 8252 7).
    """
    if not isinstance(uri, str) or len(uri) > LONGEST_URI:
        raise InvalidRegistration(
            "invalid_redirect_uri", f"a redirect URI is a text of up to {LONGEST_URI} characters"
        )
    try:
        redirects.check(uri)
        parts = urlsplit(uri)
    except ValueError as error:
        raise InvalidRegistration("invalid_redirect_uri", str(error)) from None
    if parts.scheme.lower() == "http" and parts.hostname not in _LOCAL:
        raise InvalidRegistration(
            "invalid_redirect_uri", "a redirect URI of http must name this machine: 127.0.0.1"
        )
