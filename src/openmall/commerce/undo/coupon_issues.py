"""Issued coupons that a write gave to customers or revoked, and the opposite of that.

Issued coupons are never deleted. An undo revokes those that were given and are unused, as the
operation that revokes does, and gives back those that were revoked.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, null, select, update

from openmall.commerce.promotion.coupons.tables import ISSUE
from openmall.contract.call import Call
from openmall.database.capture import RowChange
from openmall.database.statements import InList, Statement

ISSUES: Final = str(ISSUE.name)
AT_ONCE: Final = 1_000
"""Issued coupons that one statement reads or writes."""
_I: Final = ISSUE.c
_THESE: Final = (_I.mall_id == bindparam("mall_id"), InList(_I.issue_no, "numbers"))
_LOCK: Final = Statement(
    select(_I.issue_no, _I.used_at, _I.revoked_at)
    .where(*_THESE)
    .order_by(_I.issue_no)
    .with_for_update()
)
_REVOKE: Final = Statement(update(ISSUE).where(*_THESE).values(revoked_at=bindparam("now")))
_GIVE_BACK: Final = Statement(update(ISSUE).where(*_THESE).values(revoked_at=null()))


class MovedIssues(Struct, frozen=True, kw_only=True):
    """Issued coupons of one kind that a write gave to customers, and those that it revoked."""

    coupon_no: str
    given: list[int]
    """Numbers of the issues."""
    taken: list[int]

    @property
    def named(self) -> str:
        """Return how callers name them."""
        return self.coupon_no

    @property
    def amount(self) -> str:
        """Return how many more customers had."""
        return str(len(self.given) - len(self.taken))


def obstacles(changes: Iterable[RowChange]) -> Iterator[str]:
    """Yield why changed issues prevent an undo."""
    for each in changes:
        if each.table != ISSUES or (each.before is None and each.after is not None):
            continue
        if each.changed != {"revoked_at"}:
            yield "it changed customers, or what is theirs"


def moved(changes: Iterable[RowChange]) -> list[MovedIssues]:
    """Return the issued coupons that a write gave and revoked, by coupon."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for each in changes:
        if each.table != ISSUES or each.after is None:
            continue
        given, taken = found.setdefault(each.after["coupon_no"], ([], []))
        (given if each.after["revoked_at"] is None else taken).append(each.after["issue_no"])
    return [
        MovedIssues(coupon_no=coupon_no, given=given, taken=taken)
        for coupon_no, (given, taken) in sorted(found.items())
    ]


async def used(call: Call, moved: MovedIssues) -> int:
    """Lock issued coupons, and return how many of those that were given are used by now."""
    rows = [row for part in _parts(moved.given) for row in await call.db.all(_LOCK, numbers=part)]
    return sum(row[1] is not None for row in rows)


async def counter(call: Call, moved: MovedIssues) -> None:
    """Revoke the unused ones that were given, and give back those that were revoked."""
    now = int(call.clock.now())
    for part in _parts(moved.given):
        rows = await call.db.all(_LOCK, numbers=part)
        unused = [
            issue_no for issue_no, used_at, revoked_at in rows if used_at is revoked_at is None
        ]
        if unused:
            await call.db.run(_REVOKE, numbers=unused, now=now)
    for part in _parts(moved.taken):
        rows = await call.db.all(_LOCK, numbers=part)
        revoked = [issue_no for issue_no, _, revoked_at in rows if revoked_at is not None]
        if revoked:
            await call.db.run(_GIVE_BACK, numbers=revoked)


def _parts(numbers: Sequence[int]) -> Iterator[list[int]]:
    for at in range(0, len(numbers), AT_ONCE):
        yield list(numbers[at : at + AT_ONCE])
