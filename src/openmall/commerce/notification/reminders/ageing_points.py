"""Tells customers of points that expire by their age, as many days before as the shop has it."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.mileage.autoexpiration.months import months_later, start_of
from openmall.commerce.mileage.autoexpiration.store import Due
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.reminders import customers
from openmall.commerce.notification.reminders.sources import A_DAY, FIRST_HOUR, Source
from openmall.commerce.notification.reminders.store import Progress
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import hundredths, money
from openmall.database.session import Row


def ageing(due: Due) -> list[Source]:
    """Return the sources of a shop, one for each of its days of notice; none if it sends nothing.

    Points expire when a day begins; customers are told from nine o'clock of the day of notice.
    """
    rule = due.rule
    if "T" not in (rule.send_email, rule.send_sms):
        return []
    return [_source(due, days) for days in sorted(set(rule.notification_time_day))]


def _source(due: Due, days: int) -> Source:
    rule, expiry = due.rule, due.due_at
    issued_before = start_of(months_later(moment(expiry).date(), -rule.target_period_month))
    since = expiry - days * A_DAY + FIRST_HOUR * 3_600

    async def notices(call: Call, rows: Sequence[Row]) -> list[Notice]:
        about: list[tuple[str, int, Mapping[str, str | int]]] = [
            (
                member_id,
                rule.shop_no,
                {"POINTS_LEFT": f"{money(int(left)):,f}", "EXPIRY_DATE": expiry},
            )
            for member_id, group_no, left in rows
            if left and rule.group_no in (0, GENERAL if group_no is None else group_no)
        ]
        return [
            replace(each, by_mail=rule.send_email == "T", by_short_message=rule.send_sms == "T")
            for each in await customers.notices(call, "points_expiring", about)
        ]

    return Source(
        f"points_ageing_{days}",
        # outside the days of notice its place is before all others
        horizon=lambda now: expiry if since <= now < expiry else 0,
        values=lambda at, until: {
            "after_1": at.after[0] if at.after and at.until == until else "",
            "standard": hundredths(rule.standard_point),
            "issued_before": issued_before,
        },
        place=lambda row, until: Progress(until, (row[0],)),
        notices=notices,
    )
