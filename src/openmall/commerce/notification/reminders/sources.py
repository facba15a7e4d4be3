"""The kinds of reminders: until when each is looked for, and what is told of a row."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.customer.anniversaries import lunar_days, solar_days
from openmall.commerce.notification.intake.notices import Notice, of_orders
from openmall.commerce.notification.reminders import customers
from openmall.commerce.notification.reminders.store import Progress
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.database.session import Row
from openmall.database.values import BoundValue

A_DAY: Final = 86_400
COUPON_DAYS: Final = 3
"""Before the end of a coupon its customer is reminded."""
POINT_DAYS: Final = 7
"""Before points expire their customer is reminded."""
LATEST: Final = A_DAY
"""Seconds after which nobody is told of an issued coupon or an answer any more."""
_SETTLED: Final = 10
"""Seconds after which every transaction that answered an inquiry has ended."""
FIRST_HOUR: Final = 9
"""Hour of the day, at +09:00, from which customers are reminded."""


class Source(Struct, frozen=True):
    """A kind of reminders."""

    kind: str
    horizon: Callable[[int], int]
    """UTC second -> the last place that is due then."""
    values: Callable[[Progress, int], dict[str, BoundValue]]
    """Place and horizon -> what the statement of its rows binds."""
    place: Callable[[Row, int], Progress]
    """The last row and the horizon -> the place that is reached with it."""
    notices: Callable[[Call, Sequence[Row]], Awaitable[list[Notice]]]
    dense: bool = False
    """Its places are numbers without a horizon: the next one stands behind the last row."""

    def first(self, now: int) -> int:
        """Return the place at which a mall begins: nobody is told of what was before."""
        return self.horizon(now) + 1


def this_morning(now: int) -> int:
    """Return the last time that it was nine o'clock at +09:00, which is midnight UTC."""
    return now // A_DAY * A_DAY


async def _of_coupons(call: Call, rows: Sequence[Row], occasion: str) -> list[Notice]:
    return await customers.notices(
        call,
        occasion,
        [
            (member_id, shop_no, {"COUPON": name, "EXPIRY_DATE": ends_at})
            for _, _, ends_at, member_id, shop_no, name in rows
        ],
    )


async def _issued(call: Call, rows: Sequence[Row]) -> list[Notice]:
    earliest = call.clock.now() - LATEST
    return await _of_coupons(call, [each for each in rows if each[1] >= earliest], "coupon_issued")


async def _ending(call: Call, rows: Sequence[Row]) -> list[Notice]:
    now = call.clock.now()
    return await _of_coupons(call, [each for each in rows if each[2] > now], "coupon_expiring")


async def _points(call: Call, rows: Sequence[Row]) -> list[Notice]:
    now = call.clock.now()
    return await customers.notices(
        call,
        "points_expiring",
        [
            (member_id, shop_no, {"POINTS_LEFT": f"{money(int(left)):,f}", "EXPIRY_DATE": at})
            for at, member_id, shop_no, left in rows
            if at > now
        ],
    )


async def _born(call: Call, rows: Sequence[Row]) -> list[Notice]:
    people: list[tuple[str, int, Mapping[str, str | int]]] = [
        (member_id, shop_no, {}) for member_id, shop_no in rows
    ]
    return await customers.notices(call, "birthday", people)


async def _answered(call: Call, rows: Sequence[Row]) -> list[Notice]:
    earliest, found = call.clock.now() - LATEST, []
    for at, _, shop_no, member_id, writer, email, phone, title in rows:
        if at < earliest:
            continue
        if member_id:
            values = {"INQUIRY": title}
            found += await customers.notices(
                call, "inquiry_answered", [(member_id, shop_no, values)]
            )
        else:
            found.append(
                Notice(
                    occasion="inquiry_answered",
                    shop_no=shop_no,
                    member_id="",
                    name=writer,
                    email=email,
                    cellphone=phone,
                    values={"INQUIRY": title},
                )
            )
    return found


async def _charged(call: Call, rows: Sequence[Row]) -> list[Notice]:
    earliest, found = call.clock.now() - LATEST, []
    for at, order_id, shop_no, outcome, next_charge in rows:
        if at < earliest or shop_no not in call.mall.shops:
            continue
        occasion = f"subscription_charge_{outcome}"
        for notice in await of_orders(call, occasion, shop_no, [order_id]):
            with call.in_shop(shop_no):
                day = "" if next_charge is None else customers.on_day(call, next_charge)
            found.append(replace(notice, values={**notice.values, "DUE_DATE": day}))
    return await customers.only_welcome(call, found)


def _birthdays(kind: str, born: Callable[[int], Sequence[str]]) -> Source:
    """Return the source of birthdays; `born`: day -> the birthdays that are celebrated on it."""
    return Source(
        kind,
        horizon=lambda now: moment(now - FIRST_HOUR * 3_600).date().toordinal(),
        values=lambda at, until: {
            "days": list(born(until)),
            # of a day before, nobody is left to be greeted
            "after_1": at.after[0] if at.after and at.until == until else "",
        },
        place=lambda row, until: Progress(until, (row[0],)),
        notices=_born,
    )


SOURCES: Final = (
    Source(
        "coupon_issued",
        horizon=lambda now: 0,
        values=lambda at, until: {"done_until": at.until},
        place=lambda row, until: Progress(row[0] + 1),
        notices=_issued,
        dense=True,
    ),
    Source(
        "coupon_expiring",
        horizon=lambda now: this_morning(now) + COUPON_DAYS * A_DAY,
        values=lambda at, until: {
            "until": until,
            "done_until": at.until,
            "after_1": at.after[0] if at.after else 0,
            "lead": COUPON_DAYS * A_DAY,
        },
        place=lambda row, until: Progress(row[2], (row[0],)),
        notices=_ending,
    ),
    Source(
        "points_expiring",
        horizon=lambda now: this_morning(now) + POINT_DAYS * A_DAY,
        values=lambda at, until: {
            "until": until,
            "done_until": at.until,
            "after_1": at.after[0] if at.after else "",
            "after_2": at.after[1] if at.after else 0,
            "lead": POINT_DAYS * A_DAY,
        },
        place=lambda row, until: Progress(row[0], (row[1], row[2])),
        notices=_points,
    ),
    Source(
        "inquiry_answered",
        horizon=lambda now: now - _SETTLED,
        values=lambda at, until: {
            "until": until,
            "done_until": at.until,
            "after_1": at.after[0] if at.after else 0,
        },
        place=lambda row, until: Progress(row[0], (row[1],)),
        notices=_answered,
    ),
    Source(
        "subscription_charge",
        horizon=lambda now: now - _SETTLED,
        values=lambda at, until: {
            "until": until,
            "done_until": at.until,
            "after_1": at.after[0] if at.after else "",
        },
        place=lambda row, until: Progress(row[0], (row[1],)),
        notices=_charged,
    ),
    _birthdays("birthday", solar_days),
    _birthdays("lunar_birthday", lunar_days),
)
"""The kinds that are about all shops of a mall. A new one is added at the end: malls begin with it
then (`rules.py`)."""
