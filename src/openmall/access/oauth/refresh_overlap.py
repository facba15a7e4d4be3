"""Refreshes of apps that chose the overlap: a refresh token works until its successor is used.

A reply that is lost between the commit and the app leaves the app with its previous refresh token.
By default that token is dead, and the app has to ask a manager again. An app that chose the overlap
repeats the refresh, within an hour of the first time, and is given another successor. The first
successor that is used ends the others and their predecessor.

The thief of a refresh token gains nothing by that: as soon as one successor was used, the
predecessor, and any other successor, is a replay, which revokes the whole token family (RFC 9700
4.14); so is a predecessor after an hour. `docs/security.md` compares both kinds.
"""

from typing import Final

from openmall.access.oauth import grants, secrets, tokens
from openmall.access.oauth.grants import PresentedRefresh, Refusal
from openmall.access.oauth.tokens import Pair, TokenAnswer
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session

SECONDS: Final = 3600
"""Seconds after its first use for which a refresh token may be used again."""
_INVALID: Final = "invalid refresh_token"
_REPLAYED: Final = "invalid refresh_token, its successor was used"


async def refresh(
    database: Database,
    counters: Counters,
    clock: Clock,
    *,
    mall_id: str,
    presented: PresentedRefresh,
) -> TokenAnswer:
    """Exchange a refresh token as `grants.refresh` does, again if its successor is unused.

    Raises OAuthError (invalid_grant, invalid_scope, invalid_target).
    """
    async with database.writing(mall_id) as db:
        outcome, is_revoking = await _refreshed(db, clock, presented)
    if is_revoking:
        await counters.invalidate_caches()
    return await grants.settled(outcome, counters)


async def _refreshed(
    db: Session, clock: Clock, presented: PresentedRefresh
) -> tuple[TokenAnswer | Refusal, bool]:
    """Return the outcome, and whether access tokens were revoked on the way."""
    pair = await _lock(db, secrets.digest(presented.refresh_token))
    if pair is None:
        return Refusal("invalid_grant", _INVALID), False
    if pair.grant.client_id != presented.client_id:
        refused = await grants.refusal(db, clock, presented)
        return refused or Refusal("invalid_grant", _INVALID), False
    if pair.revoked_at is not None:
        return await _replay(db, clock, pair, _INVALID), False
    if pair.refreshed_at is not None and not await _may_repeat(db, clock, pair):
        return await _replay(db, clock, pair, _REPLAYED), False
    refused = await grants.unusable(db, clock, pair, presented)
    if refused is not None:
        return refused, False
    others: list[Pair] = []
    if pair.refreshed_at is None:
        others = await _others(db, pair)
        token = presented.refresh_token
        if await tokens.use_refresh_token(db, clock, presented.client_id, token) is None:
            return Refusal("invalid_grant", _INVALID), False
        for each in others:
            await tokens.revoke_pair(db, clock, each)
    return await grants.renewed(db, clock, pair.grant, presented), bool(others)


async def _lock(db: Session, refresh_hash: str) -> Pair | None:
    """Return the pair of a refresh token, with its predecessor locked until the transaction ends.

    Uses of a token and of its successors wait for each other. All lock older pairs first, so that
    none waits for another that waits for it.
    """
    pair = await tokens.find(db, refresh_hash)
    if pair is None:
        return None
    if pair.previous_hash:
        await tokens.lock(db, pair.previous_hash)
    return await tokens.lock(db, refresh_hash)


async def _may_repeat(db: Session, clock: Clock, pair: Pair) -> bool:
    """Return whether a used refresh token works again: its successors are unused and not revoked.

    A successor that the app revoked ended the authorization.
    """
    assert pair.refreshed_at is not None
    if clock.now() - pair.refreshed_at > SECONDS:
        return False
    successors = await tokens.successors(db, pair.grant.family, pair.refresh_hash)
    return all(each.refreshed_at is None and each.revoked_at is None for each in successors)


async def _others(db: Session, pair: Pair) -> list[Pair]:
    """Return the other successors of the predecessor of an unused token."""
    if not pair.previous_hash:
        return []
    successors = await tokens.successors(db, pair.grant.family, pair.previous_hash)
    return [each for each in successors if each != pair]


async def _replay(db: Session, clock: Clock, pair: Pair, description: str) -> Refusal:
    revoked = await tokens.revoke_family(db, clock, pair.grant.family)
    return Refusal("invalid_grant", description, revoked=revoked)
