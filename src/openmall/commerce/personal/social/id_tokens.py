"""Verifies ID tokens: signature, issuer, audience, times and nonce (OpenID Connect Core 3.1.3.7).

joserfc verifies signatures and claims. It is imported where it is used: most installations never
verify a token.
"""

import base64
import binascii
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

MAX_CHARACTERS: Final = 16_384
LEEWAY: Final = 60
"""Seconds by which the clocks of a service and of this machine may differ."""
MAX_KEYS: Final = 50
"""Keys of a service that are looked at."""
_KEY_TYPES: Final = {
    "RS256": "RSA",
    "RS384": "RSA",
    "RS512": "RSA",
    "PS256": "RSA",
    "PS384": "RSA",
    "PS512": "RSA",
    "ES256": "EC",
    "ES384": "EC",
    "ES512": "EC",
    "EdDSA": "OKP",
}
"""Accepted algorithms with a public key -> type of the key. There is no `none`."""
_SYMMETRIC: Final = "HS256"


class WrongToken(Exception):
    """An ID token that proves nothing; the text says what is wrong, without its content."""


class UnknownKey(WrongToken):
    """An ID token that is signed with a key which the service did not have."""


class Expected(Struct, frozen=True, kw_only=True):
    """What the ID token of a sign-in must say."""

    issuer: str
    client_id: str
    nonce: str
    secret: str = ""
    """The client secret, of a service that signs with it; empty: it signs with its own keys."""


def verify(
    token: str, expected: Expected, *, keys: Sequence[Mapping[str, Any]], now: float
) -> dict[str, Any]:
    """Return the claims of an ID token. Raises WrongToken, UnknownKey.

    `keys`: the public keys of the service as JWKs. `now`: of this machine, in UTC seconds.
    """
    from joserfc import jwt
    from joserfc.errors import JoseError
    from joserfc.jwk import OctKey

    if len(token) > MAX_CHARACTERS or token.count(".") != 2:
        raise WrongToken("format")
    header = _header(token)
    algorithm = header.get("alg")
    candidates: Sequence[Any]
    if expected.secret and algorithm == _SYMMETRIC:
        candidates = [OctKey.import_key(expected.secret)]
    elif not isinstance(algorithm, str) or algorithm not in _KEY_TYPES:
        raise WrongToken("alg")
    else:
        candidates = _candidates(keys, _KEY_TYPES[algorithm], header.get("kid"))
    registry = jwt.JWTClaimsRegistry(
        now=int(now),
        leeway=LEEWAY,
        iss={"essential": True, "value": expected.issuer},
        sub={"essential": True},
        aud={"essential": True, "value": expected.client_id},
        exp={"essential": True},
        iat={"essential": True},
    )
    for key in candidates:
        try:
            claims = jwt.decode(token, key, algorithms=[str(algorithm)]).claims
        except (JoseError, ValueError, TypeError):
            continue
        try:
            registry.validate(claims)
        except JoseError as error:
            raise WrongToken(getattr(error, "claim", None) or error.error) from None
        _check(claims, expected)
        return claims
    if header.get("kid") is None and not expected.secret:
        # without names of keys, a new one is noticed by this alone
        raise UnknownKey("signature")
    raise WrongToken("signature")


def _header(token: str) -> dict[str, Any]:
    part = token.partition(".")[0]
    try:
        return msgspec.json.decode(
            base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)), type=dict[str, Any]
        )
    except (binascii.Error, ValueError, msgspec.MsgspecError):
        raise WrongToken("format") from None


def _candidates(keys: Sequence[Mapping[str, Any]], kind: str, kid: object) -> list[Any]:
    """Return the keys that may have signed. Raises UnknownKey when there is none."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry

    found = []
    for each in keys[:MAX_KEYS]:
        if each.get("kty") != kind or each.get("use") not in (None, "sig"):
            continue
        if kid is not None and each.get("kid") != kid:
            continue
        try:
            found.append(JWKRegistry.import_key(dict(each)))
        except (JoseError, ValueError, TypeError):
            continue
    if not found:
        raise UnknownKey("key")
    return found


def _check(claims: Mapping[str, Any], expected: Expected) -> None:
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(
        nonce.encode(), expected.nonce.encode()
    ):
        raise WrongToken("nonce")
    if not claims["sub"] or len(claims["sub"]) > 255:
        raise WrongToken("sub")
    audience = claims["aud"]
    others = isinstance(audience, list) and len(audience) > 1
    if (others or "azp" in claims) and claims.get("azp") != expected.client_id:
        raise WrongToken("azp")
