"""Token grants: exchange of authorization codes, refresh and revocation of tokens.

Specification: "States and transitions"; "Authentication" steps 2-5. The reasons for our own
implementation are in docs/decisions/0005-own-grants.md.

Refusals are returned, not raised, inside a transaction, so that their revocations are committed.
"""

from typing import Final

import msgspec
from msgspec import Struct

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import codes, secrets, tokens
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.errors import Code, OAuthError
from openmall.access.oauth.resources import narrowed
from openmall.access.oauth.tokens import Grant, Pair, TokenAnswer
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session

GRACE_SECONDS: Final = 3
"""A code or refresh token that its own client uses twice within this time counts as a retry, not as
theft: the second use is refused, but revokes nothing."""

_DELETED: Final = "the app has been deleted from the shop"


class Refusal(Struct, frozen=True):
    """The reason why no token was issued; `revoked`: a replay, and its token family was revoked."""

    code: Code
    description: str
    revoked: bool = False


class Presented(Struct, frozen=True, kw_only=True):
    """The parameters of a code exchange."""

    client_id: str
    code: str
    redirect_uri: str
    verifier: str
    resources: list[str] = []
    """Names of the APIs to limit the access token to (RFC 8707); empty: all that were granted."""


class PresentedRefresh(Struct, frozen=True, kw_only=True):
    """The parameters of a refresh."""

    client_id: str
    refresh_token: str
    scopes: list[str] = []
    """Scopes to limit the grant to; empty: all of them."""
    resources: list[str] = []
    """As those of a code exchange."""


async def exchange(
    database: Database, counters: Counters, clock: Clock, *, mall_id: str, presented: Presented
) -> TokenAnswer:
    """Exchange an authorization code for tokens. Raises OAuthError (invalid_grant)."""
    async with database.writing(mall_id) as db:
        outcome = await _exchanged(db, clock, presented)
    return await settled(outcome, counters)


async def _exchanged(db: Session, clock: Clock, presented: Presented) -> TokenAnswer | Refusal:
    code = await codes.find(db, presented.code)
    if code is None:
        return Refusal("invalid_grant", "invalid code")
    foreign = code.grant.client_id != presented.client_id
    if code.used_at is not None:
        return await _used_twice(
            db,
            clock,
            "code already used",
            family=code.grant.family,
            at=code.used_at,
            foreign=foreign,
        )
    if foreign:
        return Refusal("invalid_grant", "invalid code")
    if clock.now() >= code.expires_at:
        return Refusal("invalid_grant", "code time expired")
    if presented.redirect_uri != code.redirect_uri:
        return Refusal("invalid_grant", "redirect_uri is not the one the code was given to")
    if not codes.proves(presented.verifier, code.challenge):
        return Refusal("invalid_grant", "invalid code_verifier")
    if not await registered_apps.installed(db, code.grant.client_id):
        return Refusal("invalid_grant", _DELETED)
    audience = narrowed(code.grant.resources, presented.resources)
    if not await codes.use(db, clock, presented.code):
        return Refusal("invalid_grant", "code already used")
    return await tokens.issue(db, clock, code.grant, audience=audience)


async def refresh(
    database: Database,
    counters: Counters,
    clock: Clock,
    *,
    mall_id: str,
    presented: PresentedRefresh,
) -> TokenAnswer:
    """Exchange a refresh token for new tokens, with all its scopes or only those presented.

    Raises OAuthError (invalid_grant; invalid_scope when it adds scopes; invalid_target).
    """
    async with database.writing(mall_id) as db:
        outcome = await _refreshed(db, clock, presented)
    return await settled(outcome, counters)


async def _refreshed(
    db: Session, clock: Clock, presented: PresentedRefresh
) -> TokenAnswer | Refusal:
    client_id, scopes = presented.client_id, presented.scopes
    # a token that asks for less may be refused for that alone, and is then not used
    refused = await refusal(db, clock, presented) if scopes else None
    if refused is not None:
        return refused
    grant = await tokens.use_refresh_token(db, clock, client_id, presented.refresh_token)
    if grant is None:
        refused = await refusal(db, clock, presented)
        return refused or Refusal("invalid_grant", "invalid refresh_token")
    return await renewed(db, clock, grant, presented)


async def renewed(
    db: Session, clock: Clock, grant: Grant, presented: PresentedRefresh
) -> TokenAnswer:
    """Issue the next pair of a grant. Raises OAuthError (invalid_target), for which nothing is
    committed.
    """
    audience = narrowed(grant.resources, presented.resources)
    if presented.scopes:
        kept = [scope for scope in grant.scopes if scope in presented.scopes]
        grant = msgspec.structs.replace(grant, scopes=kept)
    previous = secrets.digest(presented.refresh_token)
    return await tokens.issue(db, clock, grant, audience=audience, previous_hash=previous)


async def refusal(db: Session, clock: Clock, presented: PresentedRefresh) -> Refusal | None:
    """Return why a refresh token cannot be used, or None. A replay revokes its token family."""
    client_id = presented.client_id
    pair = await tokens.of_refresh_token(db, presented.refresh_token)
    if pair is None or pair.revoked_at is not None:
        return Refusal("invalid_grant", "invalid refresh_token")
    grant = pair.grant
    foreign = grant.client_id != client_id
    if pair.refreshed_at is not None:
        return await _used_twice(
            db,
            clock,
            "invalid refresh_token, it was used before",
            family=grant.family,
            at=pair.refreshed_at,
            foreign=foreign,
        )
    if foreign:
        return Refusal("invalid_grant", "invalid refresh_token")
    return await unusable(db, clock, pair, presented)


async def unusable(
    db: Session, clock: Clock, pair: Pair, presented: PresentedRefresh
) -> Refusal | None:
    """Return why a client cannot use its refresh token, whether it was used before or not."""
    if clock.now() >= pair.refresh_expires_at:
        return Refusal("invalid_grant", "refresh_token time expired")
    if not await registered_apps.installed(db, presented.client_id):
        return Refusal("invalid_grant", _DELETED)
    if not set(presented.scopes) <= set(pair.grant.scopes):
        return Refusal("invalid_scope", "a refresh cannot add scopes")
    return None


async def _used_twice(
    db: Session, clock: Clock, description: str, *, family: str, at: int, foreign: bool
) -> Refusal:
    replayed = foreign or clock.now() - at > GRACE_SECONDS
    if replayed:
        await tokens.revoke_family(db, clock, family)
    return Refusal("invalid_grant", description, revoked=replayed)


async def settled(outcome: TokenAnswer | Refusal, counters: Counters) -> TokenAnswer:
    """Return the tokens of a committed exchange. Raises OAuthError for a refusal."""
    if isinstance(outcome, TokenAnswer):
        return outcome
    if outcome.revoked:
        await counters.invalidate_caches()
    raise OAuthError(outcome.code, outcome.description)


async def revoke(
    database: Database,
    counters: Counters,
    clock: Clock,
    *,
    mall_id: str,
    client_id: str,
    token: str,
) -> None:
    """Revoke an access token with its refresh token, or the other way round.

    A refresh token revokes every token of its authorization (RFC 7009 2.1). An unknown token counts
    as revoked. When this returns no worker of this machine accepts them.
    Raises OAuthError (unauthorized_client) for another client's token.
    """
    async with database.reading(mall_id) as db:
        pair = await tokens.of_either_token(db, token)
        refreshes = await tokens.of_refresh_token(db, token) is not None
    if pair is None:
        return
    if pair.grant.client_id != client_id:
        raise OAuthError("unauthorized_client", "the token belongs to another client")
    async with invalidating_transaction(database, counters, mall_id) as db:
        if refreshes:
            await tokens.revoke_family(db, clock, pair.grant.family)
        else:
            await tokens.revoke_pair(db, clock, pair)
