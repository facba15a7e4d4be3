"""The operations on the automatic expiration of points."""

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import GroupPath
from openmall.commerce.mileage.autoexpiration import store as autoexpiration_store
from openmall.commerce.mileage.autoexpiration.months import first_from
from openmall.commerce.mileage.autoexpiration.refusals import (
    POINTS_DO_NOT_EXPIRE,
    POINTS_EXPIRE_ALREADY,
)
from openmall.commerce.mileage.autoexpiration.shape import (
    Autoexpiration,
    AutoexpirationDraft,
    DeletedAutoexpiration,
)
from openmall.contract.call import Call
from openmall.contract.change import differences_from_nothing
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.params import ShopParams


async def retrieve(call: Call, params: ShopParams) -> Autoexpiration:
    """Retrieve an automatic points expiration.

    Raises NotFound (404) for a shop without one.
    """
    found = await autoexpiration_store.find(call.db, call.shop_no)
    if found is None:
        raise _none()
    return found.rule


async def create(call: Call, draft: AutoexpirationDraft) -> Autoexpiration:
    """Create an automatic points expiration.

    When its first day is over, points expire on the next of its days. Raises NotFound (404) for a
    group the shop does not have, Invalid (422) when the shop has an automatic expiration already.
    """
    if draft.group_no:
        await customergroup_rules.retrieve(
            call, GroupPath(shop_no=call.shop_no, group_no=draft.group_no)
        )
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
    due_at = first_from(rule, moment(call.clock.now()).date())
    if not await autoexpiration_store.add(call, rule, due_at=due_at):
        raise Invalid(POINTS_EXPIRE_ALREADY, parameter="shop_no")
    call.journal("points autoexpiration", differences_from_nothing(rule))
    return rule


async def delete(call: Call, params: ShopParams) -> DeletedAutoexpiration:
    """Delete an automatic points expiration.

    Raises NotFound (404).
    """
    if not await autoexpiration_store.remove(call):
        raise _none()
    call.journal("points autoexpiration", {"deleted": (False, True)})
    return DeletedAutoexpiration(shop_no=call.shop_no)


def _none() -> NotFound:
    return NotFound(POINTS_DO_NOT_EXPIRE)
