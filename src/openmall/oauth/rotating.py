"""An app gets a new secret or front API key; the one before works on for as long as is chosen."""

from typing import Final, Literal

from sqlalchemy import bindparam, update

from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.database.statements import Statement
from openmall.limits.counters import Counters
from openmall.oauth import secrets
from openmall.oauth.announcing import announced
from openmall.oauth.apps import Credentials
from openmall.oauth.tables import APP

Secret = Literal["secret", "key"]
"""The client secret, or the front API key."""

LONGEST: Final = 30 * 24
"""Most hours for which an earlier secret may work on."""

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
    """Give an app a new secret and return it; the one before works on for `hours`.

    One that had been replaced earlier still stops at once: two are good at a time, never three.
    Use a transaction of `announcing.announced`. Raises ValueError for no such app, or hours that
    are too many.
    """
    if not 0 <= hours <= LONGEST:
        raise ValueError(f"an earlier secret works on for 0 to {LONGEST} hours")
    drawn = secrets.draw()
    changed = await db.run(
        _REPLACE[which],
        client_id=client_id,
        new_hash=secrets.digest(drawn),
        until=int(clock.now()) + hours * 3600,
    )
    if not changed:
        raise ValueError(f"there is no app {client_id!r}")
    return drawn


async def end(db: Session, client_id: str, which: Secret) -> None:
    """Let the earlier secret work no longer. Use a transaction of `announcing.announced`."""
    await db.run(_END[which], client_id=client_id)


async def rotate(
    database: Database, counters: Counters, clock: Clock, client_id: str, *, hours: int = 0
) -> Credentials:
    """Give an app a new client secret and a new front API key; the old ones work for `hours`.

    Raises ValueError as `renew` does.
    """
    async with announced(database, counters, "") as db:
        return Credentials(
            client_id,
            await renew(db, clock, client_id, "secret", hours=hours),
            await renew(db, clock, client_id, "key", hours=hours),
        )
