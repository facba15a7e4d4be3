"""Tokens and challenges of sign-ins that were used, until they expire.

Of shoppers and of staff: what is stored are digests of random values, which identify no person.
"""

from typing import Final

from sqlalchemy import Index, bindparam, delete, select

from openmall.database.policies import left_behind, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import RIGHTS_CHANGED

DELETED_AT_ONCE: Final = 20
"""Expired rows deleted with each that is added; more than one, so that none accumulate."""

SPENT: Final = shop_table(
    "social_token_spent",
    text("digest"),
    number("expires_at"),
    backup=left_behind("they are of minutes"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("digests of random tokens"),
    key=("digest",),
)
"""Spent tokens until they expire (UTC seconds): SHA-256 of each."""
Index("ix_social_token_spent", SPENT.c.mall_id, SPENT.c.expires_at)
_S: Final = SPENT.c
_ADD: Final = Statement(
    lambda insert: (
        insert(SPENT)
        .values({c.name: bindparam(c.name) for c in _S})
        .on_conflict_do_nothing(index_elements=["mall_id", "digest"])
    )
)
_EXPIRED: Final = Statement(
    select(_S.digest)
    .where(_S.mall_id == bindparam("mall_id"), _S.expires_at <= bindparam("now"))
    .order_by(_S.expires_at)
    .limit(DELETED_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_DELETE: Final = Statement(
    delete(SPENT).where(
        _S.mall_id == bindparam("mall_id"), SPENT.c.digest == bindparam("this_digest")
    )
)


async def spend(db: Session, digest: str, *, expires_at: int, now: int) -> bool:
    """Record that the token with a digest was used; False: it was used before.

    `expires_at`, `now`: UTC seconds by the mall's clock. Deletes some of the expired rows.
    """
    rows = await db.all(_EXPIRED, now=now)
    await db.many(_DELETE, [{"this_digest": each} for (each,) in rows])
    return bool(await db.run(_ADD, digest=digest, expires_at=expires_at))
