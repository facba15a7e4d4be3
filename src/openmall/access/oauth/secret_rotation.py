"""Rotates client secrets and front API keys; the earlier one stays valid for a grace period."""

from typing import Final, Literal

from sqlalchemy import bindparam, update

from openmall.access.oauth import secrets
from openmall.access.oauth.apps import Credentials
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.tables import APP
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.database.statements import Statement

Secret = Literal["secret", "key"]
"""The client secret, or the front API key."""

LONGEST: Final = 30 * 24
"""Longest grace period of an earlier secret, in hours."""

_HASHES: Final = {
    "secret": (APP.c.secret_hash, APP.c.earlier_secret_hash, APP.c.earlier_secret_until),
    "key": (APP.c.front_key_hash, APP.c.earlier_key_hash, APP.c.earlier_key_until),
}
_REPLACE: Final = {
    which: Statement(
        update(APP)
        .where(APP.c.client_id == bindparam("client_id"))
        .values(
            {
                current.name: bindparam("new_hash"),
                earlier.name: current,
                until.name: bindparam("until"),
            }
        )
    )
    for which, (current, earlier, until) in _HASHES.items()
}
_END: Final = {
    which: Statement(
        update(APP)
        .where(APP.c.client_id == bindparam("client_id"))
        .values({earlier.name: None, until.name: 0})
    )
    for which, (_, earlier, until) in _HASHES.items()
}


async def renew(db: Session, clock: Clock, client_id: str, which: Secret, *, hours: int) -> str:
    """Replace a secret of an app and return the new one; the earlier one is valid for `hours`.

    A secret replaced before that becomes invalid at once: at most two are valid at a time. Use a
    transaction of `announcing.announced`. Raises ValueError for an unknown app or too many hours.
    """
    if not 0 <= hours <= LONGEST:
        raise ValueError(f"an earlier secret works on for 0 to {LONGEST} hours")
    new_secret = secrets.generate()
    changed = await db.run(
        _REPLACE[which],
        client_id=client_id,
        new_hash=secrets.digest(new_secret),
        until=int(clock.now()) + hours * 3600,
    )
    if not changed:
        raise ValueError(f"there is no app {client_id!r}")
    return new_secret


async def end(db: Session, client_id: str, which: Secret) -> None:
    """Invalidate the earlier secret. Use a transaction of `announcing.announced`."""
    await db.run(_END[which], client_id=client_id)


async def rotate(
    database: Database, counters: Counters, clock: Clock, client_id: str, *, hours: int = 0
) -> Credentials:
    """Replace client secret and front API key of an app; the old ones are valid for `hours`.

    Raises ValueError as `renew` does.
    """
    async with invalidating_transaction(database, counters, "") as db:
        return Credentials(
            client_id,
            await renew(db, clock, client_id, "secret", hours=hours),
            await renew(db, clock, client_id, "key", hours=hours),
        )
