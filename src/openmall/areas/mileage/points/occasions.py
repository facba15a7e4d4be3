"""Points that a shop gives on occasions other than a purchase, as its points settings say.

Specification: "Points setting".
"""

from typing import Final, Literal

from openmall.areas.customer.customers import store as customers
from openmall.areas.mileage.entries import store
from openmall.areas.mileage.points import cases, ledger
from openmall.areas.store.points_setting import PointsSetting
from openmall.contract.call import Call
from openmall.standard.settings import current

Medium = Literal["email", "sms"]
_MONTH: Final = 30 * 86_400


async def joined(call: Call, member_id: str) -> None:
    """Give a new customer what the shop gives to whoever joins."""
    setting = await current(call, PointsSetting)
    if setting.join_point:
        await ledger.give(call, member_id, setting.join_point, case=cases.JOINED)


async def agreed(call: Call, member_id: str, *media: Medium) -> None:
    """Give a customer what the shop gives to who agrees to advertisements, once for all `media`.

    Whoever has had it before gets it again as the setting says: whenever they agree, never, or
    when as many months have passed, each of thirty days.
    """
    setting = await current(call, PointsSetting)
    counts = {"email": setting.use_email_agree_point, "sms": setting.use_sms_agree_point}
    if not setting.agree_point or all(counts[medium] != "T" for medium in media):
        return
    await customers.require(call, member_id, to_change=True)
    if setting.agree_change_type != "T":
        before = await store.newest(call, member_id, cases.AGREED)
        months = int(setting.agree_restriction_period)
        waits = setting.agree_change_type == "F" or (
            before is not None and call.clock.now() < before + months * _MONTH
        )
        if before is not None and waits:
            return
    await ledger.give(call, member_id, setting.agree_point, case=cases.AGREED)
