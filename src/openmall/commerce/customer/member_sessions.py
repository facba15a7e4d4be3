"""Which sessions of members are valid: not those from before a new password, nor signed out ones.

A session is signed and says who the shopper is (`access/shopper_sessions.py`); whether it was ended
is read by one statement, which a worker repeats for a session after `LIFETIME` at the earliest.
"""

from typing import Final

from sqlalchemy import Index, and_, bindparam, delete, select, update

from openmall.commerce.customer.customers.tables import CUSTOMER
from openmall.contract.call import Call, Shopper
from openmall.contract.moments import Clock
from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Database, Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import CUSTOMERS_CHANGED

LIFETIME: Final = 5.0
"""Seconds for which another worker still accepts a session that was ended."""
DELETED_AT_ONCE: Final = 20
"""Expired rows deleted by each sign-out; more than one, so that none accumulate."""
_MOST: Final = 20_000
"""Members whose sessions a worker remembers."""
_MOST_OF_ONE: Final = 20
"""Sessions of one member that it remembers."""
SESSION_ENDED: Final = shop_table(
    "customer_session_ended",
    text("member_id"),
    text("session_id"),
    number("expires_at"),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "session_id"),
)
"""Sessions from which customers have signed out, until they expire (UTC seconds)."""
Index("ix_customer_session_ended", SESSION_ENDED.c.mall_id, SESSION_ENDED.c.expires_at)

_C: Final = CUSTOMER.c
_E: Final = SESSION_ENDED.c

_STATE: Final = Statement(
    select(_C.session_no, _C.left_at, _E.session_id)
    .outerjoin(
        SESSION_ENDED,
        and_(
            _E.mall_id == bindparam("mall_id"),
            _E.member_id == _C.member_id,
            _E.session_id == bindparam("session_id"),
        ),
    )
    .where(_C.mall_id == bindparam("mall_id"), _C.member_id == bindparam("member_id"))
)
_NUMBER: Final = Statement(
    select(_C.session_no).where(
        _C.mall_id == bindparam("mall_id"), _C.member_id == bindparam("member_id")
    )
)
_RAISE: Final = Statement(
    update(CUSTOMER)
    .where(_C.mall_id == bindparam("mall_id"), _C.member_id == bindparam("member_id"))
    .values(session_no=_C.session_no + 1)
)
_END: Final = Statement(
    lambda insert: (
        insert(SESSION_ENDED)
        .values({c.name: bindparam(c.name) for c in _E})
        .on_conflict_do_nothing(index_elements=["mall_id", "member_id", "session_id"])
    )
)
_EXPIRED: Final = Statement(
    select(_E.member_id, _E.session_id)
    .where(_E.mall_id == bindparam("mall_id"), _E.expires_at <= bindparam("now"))
    .order_by(_E.expires_at)
    .limit(DELETED_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_DELETE: Final = Statement(
    delete(SESSION_ENDED).where(
        _E.mall_id == bindparam("mall_id"),
        _E.member_id == bindparam("this_member"),
        _E.session_id == bindparam("this_session"),
    )
)


async def number_of(db: Session, member_id: str) -> int:
    """Return the number that a member's sessions have now; 0 for an unknown member."""
    row = await db.one(_NUMBER, member_id=member_id)
    number: int = 0 if row is None else row[0]
    return number


async def end(call: Call, shopper: Shopper) -> None:
    """End one session of a member."""
    if not shopper.session_id:
        # issued before sessions had an id
        await call.db.run(_RAISE, member_id=shopper.name)
        return
    expired = await call.db.all(_EXPIRED, now=int(call.clock.now()))
    await call.db.many(_DELETE, [{"this_member": one, "this_session": two} for one, two in expired])
    await call.db.run(
        _END,
        member_id=shopper.name,
        session_id=shopper.session_id,
        expires_at=shopper.expires_at,
    )


class MemberSessions:
    """Says whether a member's session is valid, and remembers for a moment those that are."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """`clock`: the machine's."""
        self._database = database
        self._clock = clock
        self._valid: dict[tuple[str, str], dict[tuple[int, str], float]] = {}

    async def valid(self, mall_id: str, shopper: Shopper) -> bool:
        """Say whether the session of a shopper is valid; a guest's is until it expires."""
        if shopper.kind == "guest":
            return True
        now, session = self._clock.now(), (shopper.session_no, shopper.session_id)
        known = self._valid.get((mall_id, shopper.name), {})
        if 0 <= now - known.get(session, -LIFETIME) < LIFETIME:
            return True
        async with self._database.reading(mall_id) as db:
            row = await db.one(_STATE, member_id=shopper.name, session_id=shopper.session_id)
        # the operator issues sessions of members who have not joined (`openmall shopper session`)
        number, left_at, ended = (0, None, None) if row is None else row
        if left_at is not None or ended is not None or number != shopper.session_no:
            return False
        if len(self._valid) >= _MOST:
            self._valid.clear()
        known = self._valid.setdefault((mall_id, shopper.name), {})
        if len(known) >= _MOST_OF_ONE:
            known.clear()
        known[session] = now
        return True

    def forget(self, mall_id: str, shopper: Shopper | None) -> None:
        """Read the sessions of a member again: some may have ended."""
        if shopper is not None:
            self._valid.pop((mall_id, shopper.name), None)
