"""Locks an app's installation in a mall, and deletes the rows that belong to it.

Which tables hold them is declared with each table: `deleted_with=("app",)`.
"""

from functools import cache
from typing import Final

from sqlalchemy import bindparam, delete, select

from openmall.access.oauth.tables import INSTALLATION
from openmall.database.policies import policies_of
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import Statement

_HOLD: Final = Statement(
    select(INSTALLATION.c.client_id)
    .where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
        INSTALLATION.c.deleted_at.is_(None),
    )
    .with_for_update()
)


async def hold(db: Session, client_id: str) -> bool:
    """Lock an app's installation until the transaction ends; return whether it is installed."""
    return await db.one(_HOLD, client_id=client_id) is not None


@cache
def _by_app() -> tuple[Statement, ...]:
    return tuple(
        Statement(
            delete(table).where(
                table.c.mall_id == bindparam("mall_id"),
                table.c.client_id == bindparam("client_id"),
            )
        )
        for _, table in sorted(metadata().tables.items())
        if "app" in policies_of(table).deleted_with
    )


async def delete_all(db: Session, client_id: str) -> None:
    """Delete what an app has in the session's mall, except its tokens and its history.

    Call it once the app is marked as deleted: writers of these rows lock the installation first.
    """
    for statement in _by_app():
        await db.run(statement, client_id=client_id)
