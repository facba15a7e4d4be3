"""Storage of work that operators began."""

from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import and_, bindparam, insert, or_, select, update

from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.schema import fixed_text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.operator_tasks.tables import OPERATOR_TASK

Kind = Literal["backup", "verify", "removal"]
State = Literal["waiting", "running", "done", "failed"]
MOST: Final = 20
"""Tasks in a list."""
STALE_SECONDS: Final = 60
"""Without a sign of life, after which another process takes a task over."""

_T: Final = OPERATOR_TASK.c
_ADD: Final = Statement(insert(OPERATOR_TASK).values({c.name: bindparam(c.name) for c in _T}))
_LIST: Final = Statement(select(*_T).order_by(_T.task_no.desc()).limit(bindparam("most")))
_OPEN: Final = Statement(
    select(_T.task_no)
    .where(
        _T.kind == bindparam("of_kind"),
        _T.subject == bindparam("of_subject"),
        _T.state.in_((fixed_text("waiting"), fixed_text("running"))),
    )
    .limit(1)
)
_DUE: Final = Statement(
    select(*_T)
    .where(
        or_(
            _T.state == fixed_text("waiting"),
            and_(_T.state == fixed_text("running"), _T.alive_at < bindparam("stale")),
        )
    )
    .order_by(_T.task_no)
    .limit(1)
)
_CLAIM: Final = Statement(
    update(OPERATOR_TASK)
    .where(
        _T.task_no == bindparam("this"),
        _T.state == bindparam("was"),
        _T.alive_at == bindparam("was_alive_at"),
    )
    .values(state="running", alive_at=bindparam("now"))
)
_KEEP: Final = Statement(
    update(OPERATOR_TASK)
    .where(_T.task_no == bindparam("this"), _T.state == fixed_text("running"))
    .values(alive_at=bindparam("now"))
)
_END: Final = Statement(
    update(OPERATOR_TASK)
    .where(_T.task_no == bindparam("this"))
    .values(state=bindparam("becomes"), outcome=bindparam("what_came"), ended_at=bindparam("now"))
)


class OperatorTask(Struct, frozen=True):
    """Work that an operator began; see `tables.OPERATOR_TASK`."""

    task_no: int
    kind: Kind
    subject: str
    operator_id: str
    state: State
    outcome: str
    created_at: int
    alive_at: int
    ended_at: int


async def add(db: Session, clock: Clock, operator_id: str, *, kind: Kind, subject: str) -> bool:
    """Add work to be done; False: the same waits or runs already."""
    if await db.one(_OPEN, of_kind=kind, of_subject=subject) is not None:
        return False
    await db.run(
        _ADD,
        task_no=await sequences.allocate(db, "operator_task"),
        kind=kind,
        subject=subject,
        operator_id=operator_id,
        state="waiting",
        outcome="",
        created_at=int(clock.now()),
        alive_at=0,
        ended_at=0,
    )
    return True


async def newest(db: Session) -> list[OperatorTask]:
    """Return the newest tasks, newest first."""
    return [OperatorTask(*row) for row in await db.all(_LIST, most=MOST)]


async def claim(db: Session, clock: Clock) -> OperatorTask | None:
    """Take the oldest task that no process works at; None: there is none."""
    now = int(clock.now())
    row = await db.one(_DUE, stale=now - STALE_SECONDS)
    if row is None:
        return None
    task = OperatorTask(*row)
    taken = await db.run(
        _CLAIM, this=task.task_no, was=task.state, was_alive_at=task.alive_at, now=now
    )
    return task if taken else None


async def keep(db: Session, clock: Clock, task_no: int) -> None:
    """Say that a task is still being done."""
    await db.run(_KEEP, this=task_no, now=int(clock.now()))


async def end(db: Session, clock: Clock, task_no: int, state: State, outcome: str) -> None:
    """Write what came of a task; `waiting`: it is to be begun again."""
    now = 0 if state == "waiting" else int(clock.now())
    await db.run(_END, this=task_no, becomes=state, what_came=outcome, now=now)
