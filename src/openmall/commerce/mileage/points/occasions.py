"""Points given on occasions other than a purchase, by the shop's points settings.

Specification: "Points setting".
"""

from typing import Final, Literal

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.mileage.entries import store as entry_store
from openmall.commerce.mileage.points import cases
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.store.points_setting import PointsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current

Medium = Literal["email", "sms"]
_MONTH: Final = 30 * 86_400


async def joined(call: Call, member_id: str) -> None:
    """Give a new customer the shop's points for joining."""
    setting = await current(call, PointsSetting)
    if setting.join_point:
        await point_ledger.give_points(call, member_id, setting.join_point, case=cases.JOINED)


async def agreed(call: Call, member_id: str, *media: Medium) -> None:
    """Give a customer the shop's points for consenting to advertisements, once for all `media`.

    The setting decides whether they are given again: on every consent, never, or after so many
    months of thirty days.
    """
    setting = await current(call, PointsSetting)
    counts = {"email": setting.use_email_agree_point, "sms": setting.use_sms_agree_point}
    if not setting.agree_point or all(counts[medium] != "T" for medium in media):
        return
    await customer_store.require(call, member_id, to_change=True)
    if setting.agree_change_type != "T":
        before = await entry_store.newest(call, member_id, cases.AGREED)
        months = int(setting.agree_restriction_period)
        waits = setting.agree_change_type == "F" or (
            before is not None and call.clock.now() < before + months * _MONTH
        )
        if before is not None and waits:
            return
    await point_ledger.give_points(call, member_id, setting.agree_point, case=cases.AGREED)
