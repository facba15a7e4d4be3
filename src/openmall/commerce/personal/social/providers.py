"""Asks services for their endpoints and keys, and for the account of an authorization code.

OpenID Connect Discovery 1.0 and Core 1.0 3.1.3; RFC 6749, RFC 7636. Every address is requested over
guarded connections, outside any transaction.
"""

import base64
import logging
from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from openmall.commerce.personal.social import id_tokens
from openmall.commerce.personal.social.id_tokens import Expected, UnknownKey, WrongToken
from openmall.commerce.personal.social.refusals import SIGN_IN_NOT_CONFIRMED, SIGN_IN_SERVICE_AWAY
from openmall.commerce.personal.social.services import Service
from openmall.commerce.personal.social.sign_in_tokens import OpenAttempt
from openmall.contract.errors import Invalid, Unavailable
from openmall.contract.outgoing import NoReply, Outgoing, Reply

_LOG: Final = logging.getLogger(__name__)
LIFETIME: Final = 3_600.0
"""Seconds for which a worker remembers endpoints and keys of a service."""
KEYS_AGAIN: Final = 30.0
"""Seconds after which the keys are read again for a token that none of them has signed."""
MOST: Final = 200
"""Services that a worker remembers."""
_WELL_KNOWN: Final = "/.well-known/openid-configuration"
_SECRET_SECONDS: Final = 300
"""For which a signed client secret is valid."""
_JSON: Final = {"Accept": "application/json", "User-Agent": "openmall-sign-in"}
_FORM: Final = {**_JSON, "Content-Type": "application/x-www-form-urlencoded"}
_BEGIN: Final = "-----BEGIN PRIVATE KEY-----"
_END: Final = "-----END PRIVATE KEY-----"
_POSTED: Final = "client_secret_post"


class Metadata(Struct, frozen=True):
    """What a provider of OpenID Connect says of itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


PORTAL: Final = Metadata(
    issuer="https://nid.naver.com",
    authorization_endpoint="https://nid.naver.com/oauth2.0/authorize",
    token_endpoint="https://nid.naver.com/oauth2.0/token",  # noqa: S106 - an address
    jwks_uri="",
    userinfo_endpoint="https://openapi.naver.com/v1/nid/me",
    token_endpoint_auth_methods_supported=(_POSTED,),
)
"""The portal's endpoints of OAuth 2.0; it has no discovery."""


class Keys(Struct, frozen=True):
    """The public keys of a provider."""

    keys: tuple[dict[str, Any], ...]


class Tokens(Struct, frozen=True):
    """The answer of a token endpoint."""

    id_token: str = ""
    access_token: str = ""


class _Profile(Struct, frozen=True):
    """Whose profile the portal has answered."""

    id: str
    email: str = ""
    name: str = ""


class _PortalAnswer(Struct, frozen=True):
    response: _Profile


class Account(Struct, frozen=True, kw_only=True):
    """An account that was authenticated."""

    subject: str
    email: str
    """Empty unless the service has verified it."""
    name: str


class _Known:
    """What is remembered of a provider."""

    __slots__ = ("at", "keys", "keys_at", "metadata")

    def __init__(self, metadata: Metadata, at: float) -> None:
        self.metadata = metadata
        self.at = at
        self.keys: tuple[dict[str, Any], ...] = ()
        self.keys_at = float("-inf")


S = TypeVar("S", bound=Struct)


class Providers:
    """The providers that a worker has asked, by issuer; what they say is the same for all malls."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    async def metadata(self, outgoing: Outgoing, service: Service, *, now: float) -> Metadata:
        """Return the endpoints of a service. Raises Unavailable (503)."""
        if not service.is_openid:
            return PORTAL
        return (await self._provider(outgoing, service, now)).metadata

    async def _provider(self, outgoing: Outgoing, service: Service, now: float) -> _Known:
        known = self._known.get(service.issuer)
        if known is not None and 0 <= now - known.at < LIFETIME:
            return known
        reply = await _asked(
            outgoing, service, "GET", service.issuer.rstrip("/") + _WELL_KNOWN, _JSON
        )
        metadata = _published(service, reply, Metadata)
        if metadata.issuer.rstrip("/") != service.issuer.rstrip("/"):
            raise _unavailable(service, "another issuer")
        for address in (
            metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri,
        ):  # fmt: skip
            if refusal := outgoing.refusal(address):
                raise _unavailable(service, refusal)
        if len(self._known) >= MOST:
            self._known.clear()
        known = self._known[service.issuer] = _Known(metadata, now)
        return known

    async def _keys(
        self, outgoing: Outgoing, service: Service, known: _Known, now: float, *, lifetime: float
    ) -> tuple[dict[str, Any], ...]:
        """Return the keys of a provider, read again when they are older than `lifetime`."""
        if not 0 <= now - known.keys_at < lifetime:
            reply = await _asked(outgoing, service, "GET", known.metadata.jwks_uri, _JSON)
            known.keys, known.keys_at = _published(service, reply, Keys).keys, now
        return known.keys

    async def account(
        self, outgoing: Outgoing, service: Service, attempt: OpenAttempt, code: str, *, now: float
    ) -> Account:
        """Return the account that an authorization code is for.

        Raises Invalid (422) when the service refuses the code or its answer proves nothing,
        Unavailable (503) when it does not answer.
        """
        metadata = await self.metadata(outgoing, service, now=now)
        tokens = await _tokens(outgoing, service, metadata, attempt, code, now=now)
        if not service.is_openid:
            return await _profile(outgoing, service, metadata, tokens)
        claims = await self._claims(outgoing, service, attempt, tokens.id_token, now=now)
        if "email" not in claims and metadata.userinfo_endpoint and tokens.access_token:
            # some providers tell the address only there
            claims = {**await _userinfo(outgoing, service, metadata, tokens, claims), **claims}
        # some providers send the flag as a text
        flag = claims.get("email_verified")
        is_verified = flag is True or flag == "true"
        email = claims.get("email")
        return Account(
            subject=claims["sub"],
            email=email[:255] if is_verified and isinstance(email, str) else "",
            name=_name(claims.get("name")),
        )

    async def _claims(
        self,
        outgoing: Outgoing,
        service: Service,
        attempt: OpenAttempt,
        id_token: str,
        *,
        now: float,
    ) -> dict[str, Any]:
        known = await self._provider(outgoing, service, now)
        expected = Expected(
            issuer=known.metadata.issuer,
            client_id=service.client_id,
            nonce=attempt.nonce,
            secret=service.client_secret if service.is_signed_with_secret else "",
        )
        try:
            try:
                keys = await self._keys(outgoing, service, known, now, lifetime=LIFETIME)
                return id_tokens.verify(id_token, expected, keys=keys, now=now)
            except UnknownKey:
                # the provider may have taken a new key into use
                keys = await self._keys(outgoing, service, known, now, lifetime=KEYS_AGAIN)
                return id_tokens.verify(id_token, expected, keys=keys, now=now)
        except WrongToken as error:
            raise _refused(service, f"ID token: {error}") from None


async def _tokens(
    outgoing: Outgoing,
    service: Service,
    metadata: Metadata,
    attempt: OpenAttempt,
    code: str,
    *,
    now: float,
) -> Tokens:
    """Exchange an authorization code."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": attempt.redirect_uri,
        "client_id": service.client_id,
    }
    form |= {"code_verifier": attempt.verifier} if service.is_openid else {"state": attempt.state}
    headers = dict(_FORM)
    secret = _client_secret(service, now)
    methods = metadata.token_endpoint_auth_methods_supported
    if secret and _POSTED in methods:
        form["client_secret"] = secret
    elif secret:
        pair = f"{quote(service.client_id, safe='')}:{quote(secret, safe='')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    reply = await _asked(
        outgoing, service, "POST", metadata.token_endpoint, headers, urlencode(form).encode()
    )
    tokens = _decoded(service, reply, Tokens)
    if not (tokens.id_token if service.is_openid else tokens.access_token):
        raise _refused(service, "no token")
    return tokens


def _client_secret(service: Service, now: float) -> str:
    """Return the client secret: the stored one, or one signed with the shop's key."""
    if service.signing_key is None:
        return service.client_secret
    from joserfc import jwt
    from joserfc.errors import JoseError
    from joserfc.jwk import ECKey

    key = service.signing_key
    claims = {
        "iss": key.team_id,
        "iat": int(now),
        "exp": int(now) + _SECRET_SECONDS,
        "aud": service.issuer,
        "sub": service.client_id,
    }
    try:
        private_key = ECKey.import_key(_with_lines(key.pem))
        return jwt.encode({"alg": "ES256", "kid": key.key_id}, claims, private_key)
    except (JoseError, ValueError, TypeError):
        raise _unavailable(service, "the shop's key is no private key for ES256") from None


def _with_lines(pem: str) -> str:
    """Return a key with the line breaks that a form of one line has taken out."""
    words = pem.replace(_BEGIN, "").replace(_END, "").split()
    return "\n".join([_BEGIN, *words, _END, ""])


async def _profile(
    outgoing: Outgoing, service: Service, metadata: Metadata, tokens: Tokens
) -> Account:
    """Return the account whose profile the portal answers; it verifies no mail addresses."""
    headers = {**_JSON, "Authorization": f"Bearer {tokens.access_token}"}
    reply = await _asked(outgoing, service, "GET", metadata.userinfo_endpoint, headers)
    profile = _decoded(service, reply, _PortalAnswer).response
    if not profile.id or len(profile.id) > 255:
        raise _refused(service, "no id")
    return Account(subject=profile.id, email="", name=_name(profile.name))


async def _userinfo(
    outgoing: Outgoing,
    service: Service,
    metadata: Metadata,
    tokens: Tokens,
    claims: Mapping[str, Any],
) -> dict[str, Any]:
    headers = {**_JSON, "Authorization": f"Bearer {tokens.access_token}"}
    reply = await _asked(outgoing, service, "GET", metadata.userinfo_endpoint, headers)
    try:
        found = msgspec.json.decode(reply.body, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}
    # OpenID Connect Core 5.3.2: it must be about the same account
    return found if reply.status == 200 and found.get("sub") == claims["sub"] else {}


async def _asked(
    outgoing: Outgoing,
    service: Service,
    method: Any,
    address: str,
    headers: Mapping[str, str],
    body: bytes = b"",
) -> Reply:
    try:
        reply = await outgoing.request(method, address, headers=headers, body=body)
    except NoReply as error:
        raise _unavailable(service, str(error)) from None
    if reply.status >= 500:
        raise _unavailable(service, f"status {reply.status}")
    return reply


def _published(service: Service, reply: Reply, kind: type[S]) -> S:
    """Return what a service publishes of itself. Raises Unavailable (503)."""
    try:
        return msgspec.json.decode(reply.body if reply.status == 200 else b"", type=kind)
    except msgspec.MsgspecError:
        raise _unavailable(service, f"status {reply.status}, an answer of another form") from None


def _decoded(service: Service, reply: Reply, kind: type[S]) -> S:
    if reply.status != 200:
        raise _refused(service, f"status {reply.status}")
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except msgspec.MsgspecError:
        raise _refused(service, "an answer of another form") from None


def _name(value: object) -> str:
    return value[:50] if isinstance(value, str) and value.isprintable() else ""


def _refused(service: Service, reason: str) -> Invalid:
    _LOG.warning(
        "sign-in was refused", extra={"social_name": service.social_name, "problem": reason}
    )
    return Invalid(SIGN_IN_NOT_CONFIRMED, parameter="authorization_code")


def _unavailable(service: Service, reason: str) -> Unavailable:
    _LOG.warning(
        "sign-in service is unavailable",
        extra={"social_name": service.social_name, "problem": reason},
    )
    return Unavailable(SIGN_IN_SERVICE_AWAY, retry_after=30)


PROVIDERS: Final = Providers()
