"""Registers passkeys and verifies sign-ins with them (WebAuthn Level 3, sections 7.1 and 7.2).

A challenge is part of a sealed token in the page: no row is kept for a page that is shown. The
token is bound to the purpose and to the browser's cookie, expires, and is used once. The relying
party is the host that was asked. The library is imported where it is used: most workers never
verify a passkey.
"""

import base64
import hashlib
import hmac
import ipaddress
import json
import logging
import secrets
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from openmall.access.malls import passkeys, spent_tokens
from openmall.access.malls.passkeys import Passkey
from openmall.contract.json_values import Json
from openmall.contract.moments import Clock
from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Session
from openmall.http.addressing import without_port

_LOG: Final = logging.getLogger(__name__)
SECONDS: Final = 600
"""For which a challenge is valid."""
MAX_CHARACTERS: Final = 16_384
"""Of what an authenticator answers."""
_CHALLENGE_BYTES: Final = 32
_TIMEOUT: Final = 300_000
"""Milliseconds that a browser waits for the person."""

Purpose = Literal["sign-in", "second step", "registration"]


class Challenge(Struct, frozen=True, kw_only=True):
    """The content of a token."""

    challenge: str
    """base64url."""
    expires_at: int
    name: str = ""
    """Of the passkey that is registered."""


class Ceremony(Struct, frozen=True, kw_only=True):
    """Where and why a passkey is used."""

    seal: Seal
    clock: Clock
    """Of the mall."""
    mall_id: str
    origin: str
    """Scheme, host and port that the browser shows."""
    cookie: str
    """Which the challenge is bound to."""
    purpose: Purpose

    @property
    def rp_id(self) -> str:
        """The relying party: the host without its port."""
        return without_port(self.origin.removeprefix("https://"))

    @property
    def is_possible(self) -> bool:
        """Return whether browsers allow passkeys at this host: not at addresses of machines."""
        try:
            ipaddress.ip_address(self.rp_id.strip("[]"))
        except ValueError:
            return True
        return False

    @property
    def _about(self) -> str:
        bound_to = hashlib.sha256(self.cookie.encode()).hexdigest()
        return f"{self.mall_id} passkey {self.purpose} {bound_to}"

    def begin(self, *, name: str = "") -> tuple[str, str]:
        """Return a challenge in base64url, and the token that holds it."""
        challenge = base64url(secrets.token_bytes(_CHALLENGE_BYTES))
        content = Challenge(
            challenge=challenge, expires_at=int(self.clock.now()) + SECONDS, name=name
        )
        return challenge, self.seal.close(msgspec.json.encode(content).decode(), about=self._about)

    def read(self, token: str) -> Challenge | None:
        """Return what a token holds; None: it is not of this ceremony, or has expired."""
        try:
            content = msgspec.json.decode(self.seal.open(token, about=self._about), type=Challenge)
        except (SealBroken, ValueError):
            return None
        return content if self.clock.now() < content.expires_at else None

    async def spend(self, db: Session, challenge: Challenge) -> bool:
        """Use a challenge up; False: it was used before."""
        return await spent_tokens.spend(
            db,
            hashlib.sha256(f"passkey {challenge.challenge}".encode()).hexdigest(),
            expires_at=challenge.expires_at,
            now=int(self.clock.now()),
        )


def request_options(ceremony: Ceremony, allowed: list[Passkey] | None = None) -> tuple[str, str]:
    """Return the options with which a browser asks for a passkey, as JSON, and the token.

    `allowed`: the passkeys of the person who signs in; None: any that this browser has.
    """
    challenge, token = ceremony.begin()
    options: dict[str, Json] = {
        "challenge": challenge,
        "rpId": ceremony.rp_id,
        "timeout": _TIMEOUT,
        "userVerification": "required" if allowed is None else "preferred",
    }
    if allowed is not None:
        options["allowCredentials"] = [
            {"type": "public-key", "id": each.credential_id} for each in allowed
        ]
    return json.dumps(options), token


def creation_options(
    ceremony: Ceremony,
    *,
    user_id: str,
    user_name: str,
    mall_name: str,
    name: str,
    known: list[Passkey],
) -> tuple[str, str]:
    """Return the options with which a browser makes a passkey, as JSON, and the token."""
    import webauthn
    from webauthn.helpers import structs

    challenge, token = ceremony.begin(name=name)
    options = webauthn.generate_registration_options(
        rp_id=ceremony.rp_id,
        rp_name=mall_name,
        # one host serves the staff of all malls: browsers list their passkeys side by side
        user_name=f"{user_id} ({ceremony.mall_id})",
        user_id=user_handle(ceremony.mall_id, user_id),
        user_display_name=user_name,
        challenge=octets(challenge),
        timeout=_TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=octets(each.credential_id)) for each in known
        ],
    )
    return webauthn.options_to_json(options), token


async def registered(
    db: Session, ceremony: Ceremony, *, user_id: str, token: str, credential: str
) -> Passkey | None:
    """Return the passkey that an authenticator has made, and use the challenge up; else None."""
    import webauthn

    challenge, answer = ceremony.read(token), _answer(credential)
    if challenge is None or answer is None or not await ceremony.spend(db, challenge):
        return None
    try:
        verified = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=octets(challenge.challenge),
            expected_rp_id=ceremony.rp_id,
            expected_origin=ceremony.origin,
            require_user_verification=True,
        )
    except Exception as error:
        # the parsers below the library raise what they like for malformed input
        _LOG.warning("passkey was refused", extra={"problem": type(error).__name__})
        return None
    return Passkey(
        credential_id=base64url(verified.credential_id),
        user_id=user_id,
        name=challenge.name,
        public_key=base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
        created_at=int(ceremony.clock.now()),
    )


async def proved(
    db: Session, ceremony: Ceremony, *, token: str, credential: str, user_id: str = ""
) -> str:
    """Return the user ID of the manager whose passkey has signed the challenge; empty: none.

    The challenge is used up, also by a wrong answer, and the counter of the passkey is stored: one
    that does not grow is that of a copy. The person was verified by the authenticator, unless the
    passkey is a second step. `user_id`: whose passkey it has to be; empty: anybody's.
    """
    import webauthn

    challenge, answer = ceremony.read(token), _answer(credential)
    if challenge is None or answer is None or not await ceremony.spend(db, challenge):
        return ""
    credential_id = answer.get("id")
    passkey = await passkeys.find(db, credential_id) if isinstance(credential_id, str) else None
    if passkey is None or (user_id and passkey.user_id != user_id):
        return ""
    if not _is_of(answer, user_handle(ceremony.mall_id, passkey.user_id)):
        return ""
    try:
        verified = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=octets(challenge.challenge),
            expected_rp_id=ceremony.rp_id,
            expected_origin=ceremony.origin,
            credential_public_key=octets(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=ceremony.purpose != "second step",
        )
    except Exception as error:
        # the parsers below the library raise what they like for malformed input
        _LOG.warning("passkey was refused", extra={"problem": type(error).__name__})
        return ""
    now = int(ceremony.clock.now())
    used = await passkeys.use(db, passkey, sign_count=verified.new_sign_count, now=now)
    return passkey.user_id if used else ""


def user_handle(mall_id: str, user_id: str) -> bytes:
    """Return the WebAuthn user handle of a manager, which does not show the user ID."""
    return hashlib.sha256(f"passkey of {mall_id} {user_id}".encode()).digest()


def base64url(content: bytes) -> str:
    """Return octets in base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def octets(text: str) -> bytes:
    """Return the octets of a text in base64url. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _answer(credential: str) -> dict[str, Json] | None:
    if len(credential) > MAX_CHARACTERS:
        return None
    try:
        return msgspec.json.decode(credential, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _is_of(answer: dict[str, Json], handle: bytes) -> bool:
    """Return whether an answer names the right user handle, or none."""
    response = answer.get("response")
    sent = response.get("userHandle") if isinstance(response, dict) else None
    if not sent:
        return True
    return isinstance(sent, str) and hmac.compare_digest(
        sent.rstrip("=").encode(), base64url(handle).encode()
    )
