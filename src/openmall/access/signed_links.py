"""Tokens in the addresses of messages: signed, and valid without a session.

    <claims>.<signature>

The claims are JSON in base64url; the signature is the HMAC-SHA256 of them, with a key derived from
those of the installation for the purpose of the link, so that a link to unsubscribe sets no
password. After a key rotation the earlier keys still verify links.
"""

import base64
import binascii
import hmac
from typing import Final, Literal

import msgspec

from openmall.access.refusals import LINK_NOT_VALID
from openmall.contract.errors import Invalid
from openmall.database.seal import Seal

Purpose = Literal["password", "unsubscribe", "newsletter", "restock", "staff password"]
MAX_LENGTH: Final = 700
"""Most characters of a token."""
_NEVER: Final = 0


class Link(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a link is about."""

    mall_id: str
    shop_no: int
    member_id: str
    number: int = 0
    """Of a link to set a password: a digest of the account, which ends the link by any change of
    password, addresses or rights."""
    expires_at: int = _NEVER
    """UTC seconds by the mall's clock; 0: it does not expire."""
    address: str = ""
    """Of a link to unsubscribe that was sent to no customer: the mail address, sealed, because
    addresses of pages are logged."""


_LINK: Final = msgspec.json.Decoder(Link)


def issue(seal: Seal, purpose: Purpose, link: Link) -> str:
    """Return the token of a link."""
    claims = _written(msgspec.json.encode(link))
    key = seal.keys_for(_name(purpose))[0]
    return (claims + b"." + _signature(key, claims)).decode()


def read(seal: Seal, purpose: Purpose, mall_id: str, token: str, *, now: float) -> Link:
    """Verify a token of a mall and return its link. Raises Invalid (422)."""
    claims, _, signature = token.encode().rpartition(b".")
    # every key is tried, for constant time
    genuine = [
        hmac.compare_digest(_signature(key, claims), signature)
        for key in seal.keys_for(_name(purpose))
    ]
    if not any(genuine):
        raise broken()
    try:
        link = _LINK.decode(base64.urlsafe_b64decode(claims + b"=" * (-len(claims) % 4)))
    except (msgspec.MsgspecError, binascii.Error):
        raise broken() from None
    if link.mall_id != mall_id or (link.expires_at != _NEVER and now >= link.expires_at):
        raise broken()
    return link


def broken() -> Invalid:
    """Return the error for a link that is not genuine, was used, or has expired."""
    return Invalid(LINK_NOT_VALID, parameter="token")


def _name(purpose: Purpose) -> str:
    return f"link to {purpose} 1"


def _signature(key: bytes, claims: bytes) -> bytes:
    return _written(hmac.digest(key, claims, "sha256"))


def _written(octets: bytes) -> bytes:
    return base64.urlsafe_b64encode(octets).rstrip(b"=")
