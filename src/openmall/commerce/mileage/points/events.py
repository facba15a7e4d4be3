"""Webhook events of points. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar

from msgspec import field

from openmall.commerce.mileage.entries.account import BalanceChange
from openmall.commerce.mileage.points import cases
from openmall.contract.call import Call
from openmall.contract.events import Event
from openmall.contract.moments import moment
from openmall.contract.money import money


class PointsChanged(Event, frozen=True, kw_only=True):
    """Event 90148: the points that a customer can spend changed; amounts are cut to whole units."""

    event_no: ClassVar[int] = 90148

    # this one event calls it otherwise
    event_shop_no: str = field(name="shop_no")
    member_id: str
    mileage_money: int
    """Less than zero where points went out."""
    avail_mileage: int
    issue_datetime: str
    case: str
    case_text: str
    reason: str | None

    @classmethod
    def of(cls, call: Call, member_id: str, moved: BalanceChange) -> "PointsChanged":
        """Return the event of a change in this call."""
        return cls(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            mileage_money=int(money(moved.amount)),
            avail_mileage=int(money(moved.balance)),
            issue_datetime=moment(call.clock.now()).strftime("%Y-%m-%d %H:%M:%S"),
            case=moved.why.cause,
            case_text=cases.WORDS[moved.why.cause],
            reason=moved.why.reason or None,
        )
