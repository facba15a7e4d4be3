"""SQL of comments on plans."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select

from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.plans.tables import COMMENT

MOST: Final = 200
"""Comments on one plan."""
_C: Final = COMMENT.c
_OF_ONE: Final = (_C.mall_id == bindparam("mall_id"), _C.plan_no == bindparam("this"))
_ADD: Final = Statement(insert(COMMENT).values({c.name: bindparam(c.name) for c in _C}))
_LAST: Final = Statement(select(func.coalesce(func.max(_C.comment_no), 0)).where(*_OF_ONE))
_LIST: Final = Statement(
    select(_C.comment_no, _C.user_id, _C.content, _C.created_at)
    .where(*_OF_ONE)
    .order_by(_C.comment_no)
)
_DELETE: Final = Statement(delete(COMMENT).where(*_OF_ONE))


class StoredComment(Struct, frozen=True):
    """A comment of a manager; `created_at` in UTC seconds of the mall's clock."""

    comment_no: int
    user_id: str
    content: str
    created_at: int


async def last_number(db: Session, plan_no: int) -> int:
    """Return the number of a plan's last comment; 0: it has none."""
    row = await db.one(_LAST, this=plan_no)
    return 0 if row is None else int(row[0])


async def add(db: Session, plan_no: int, comment: StoredComment) -> None:
    """Add a comment to a plan."""
    await db.run(
        _ADD,
        plan_no=plan_no,
        comment_no=comment.comment_no,
        user_id=comment.user_id,
        content=comment.content,
        created_at=comment.created_at,
    )


async def of_plan(db: Session, plan_no: int) -> list[StoredComment]:
    """Return the comments on a plan, the oldest first."""
    return [StoredComment(*row) for row in await db.all(_LIST, this=plan_no)]


async def delete_all(db: Session, plan_no: int) -> None:
    """Delete the comments on a plan."""
    await db.run(_DELETE, this=plan_no)
