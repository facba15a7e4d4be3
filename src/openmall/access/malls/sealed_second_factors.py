"""Sealed secrets of authenticator apps, for the rotation of keys."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, select, update

from openmall.access.malls import second_factors
from openmall.access.malls.tables import SECOND_FACTOR
from openmall.database.reencryption import BATCH_SIZE, EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.database.statements import Statement

_F: Final = SECOND_FACTOR.c
_NEXT: Final = Statement(
    select(_F.user_id, _F.totp_secret)
    .where(_F.mall_id == bindparam("mall_id"), _F.user_id > bindparam("after"))
    .order_by(_F.user_id)
    .limit(BATCH_SIZE)
)
_REPLACE: Final = Statement(
    update(SECOND_FACTOR)
    .where(
        _F.mall_id == bindparam("mall_id"),
        _F.user_id == bindparam("user_id"),
        _F.totp_secret == bindparam("was"),
    )
    .values(totp_secret=bindparam("becomes"))
)


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    found = await db.all(_NEXT, after="".join(after))
    for user_id, sealed in found:
        becomes = sealed and tally.text(seal, sealed, second_factors.purpose(db.mall_id, user_id))
        if becomes:
            await db.run(_REPLACE, user_id=user_id, was=sealed, becomes=becomes)
    return (str(found[-1][0]),) if found else None


SEALED: Final = EncryptedTable(
    table=SECOND_FACTOR.name, columns=frozenset({"totp_secret"}), of_malls=True, renew=_renew
)
"""Secrets of authenticator apps."""
