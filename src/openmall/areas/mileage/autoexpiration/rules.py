"""What a shop owner would recognise: points expire by themselves, or do not any more."""

from openmall.areas.customer.customergroups import rules as groups
from openmall.areas.mileage.autoexpiration import store
from openmall.areas.mileage.autoexpiration.months import start_of
from openmall.areas.mileage.autoexpiration.shape import Autoexpiration, AutoexpirationDraft, OfShop
from openmall.contract.call import Call
from openmall.contract.change import differences_from_nothing
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.params import ShopParams


async def retrieve(call: Call, params: ShopParams) -> Autoexpiration:
    """Retrieve an automatic points expiration.

    Raises NotFound (404) for a shop whose points do not expire by themselves.
    """
    found = await store.find(call.db, call.shop_no)
    if found is None:
        raise _none()
    return found.rule


async def create(call: Call, draft: AutoexpirationDraft) -> Autoexpiration:
    """Create an automatic points expiration.

    Raises Invalid (422) for a day that is over, for a group the shop does not have, and when the
    shop has an automatic expiration already.
    """
    if draft.expiration_date < moment(call.clock.now()).date():
        raise Invalid("This day is over.", parameter="expiration_date")
    if draft.group_no and await groups.find(call, draft.group_no) is None:
        raise Invalid("The shop has no such group.", parameter="group_no")
    rule = Autoexpiration(
        shop_no=call.shop_no,
        expiration_date=draft.expiration_date,
        interval_month=draft.interval_month,
        target_period_month=draft.target_period_month,
        group_no=draft.group_no,
        standard_point=rounded(draft.standard_point),
        send_email=draft.send_email,
        send_sms=draft.send_sms,
        notification_time_day=draft.notification_time_day,
    )
    if not await store.add(call, rule, due_at=start_of(rule.expiration_date)):
        raise Invalid("Points of this shop expire by themselves already.", parameter="shop_no")
    call.journal("points autoexpiration", differences_from_nothing(rule))
    return rule


async def delete(call: Call, params: ShopParams) -> OfShop:
    """Delete an automatic points expiration.

    Raises NotFound (404).
    """
    if not await store.remove(call):
        raise _none()
    call.journal("points autoexpiration", {"deleted": (False, True)})
    return OfShop(shop_no=call.shop_no)


def _none() -> NotFound:
    return NotFound("Points of this shop do not expire by themselves.")
