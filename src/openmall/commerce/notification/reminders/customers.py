"""The customers who are reminded: neither former nor blocked ones."""

from collections.abc import Mapping, Sequence

from babel.dates import format_skeleton
from msgspec.structs import replace

from openmall.commerce.customer.customers.shape import SHUT_OUT
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.reminders import store as reminder_store
from openmall.contract.call import Call
from openmall.contract.moments import ZONE_NAME, moment
from openmall.database.session import Row


def on_day(call: Call, at: int) -> str:
    """Return the day of a time in words of the shop's language."""
    language = call.mall.shops[call.shop_no].language
    return format_skeleton("MMMMd", moment(at), locale=language)


def until(call: Call, at: int) -> str:
    """Return the end of a period (UTC second) in words of the shop's language.

    It is the day where the period ends with it, else the time and its zone as well: a day alone
    would be read as the whole of it.
    """
    last = moment(at)
    if f"{last:%H:%M}" == "23:59":
        return on_day(call, at)
    return f"{on_day(call, at)}, {last:%H:%M} ({ZONE_NAME})"


async def _welcome(call: Call, member_ids: Sequence[str]) -> dict[str, Row]:
    wanted = [each for each in member_ids if each]
    rows = await reminder_store.customers(call.db, wanted) if wanted else []
    return {row[0]: row for row in rows if row[1] not in SHUT_OUT}


async def notices(
    call: Call, occasion: str, about: Sequence[tuple[str, int, Mapping[str, str | int]]]
) -> list[Notice]:
    """Return what customers are told; `about`: member id, shop and values of each.

    A value that is a number is the end of a period, in UTC seconds.
    """
    known = await _welcome(call, [member_id for member_id, _, _ in about])
    found = []
    for member_id, shop_no, values in about:
        if member_id not in known or shop_no not in call.mall.shops:
            continue
        _, _, sms, news_mail, name, email, cellphone = known[member_id]
        with call.in_shop(shop_no):
            told = {
                key: value if isinstance(value, str) else until(call, value)
                for key, value in values.items()
            }
        found.append(
            Notice(
                occasion=occasion,
                shop_no=shop_no,
                member_id=member_id,
                name=name or member_id,
                email=email,
                cellphone=cellphone,
                sms=sms,
                news_mail=news_mail,
                values=told,
            )
        )
    return found


async def only_welcome(call: Call, found: Sequence[Notice]) -> list[Notice]:
    """Return the notices for guests and for customers who are neither former nor blocked."""
    known = await _welcome(call, [each.member_id for each in found])
    return [
        replace(each, sms=known[each.member_id][2]) if each.member_id else each
        for each in found
        if not each.member_id or each.member_id in known
    ]
