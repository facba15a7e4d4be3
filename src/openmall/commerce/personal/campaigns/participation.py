"""Who takes part in a campaign for customers' data, and what they get.

The code of the occasion calls `updated` in its own transaction, with the customer locked.
"""

from collections.abc import Collection, Sequence
from typing import Final

from openmall.commerce.customer.customers import credentials
from openmall.commerce.mileage.points import cases
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.promotion.customerevents import store as event_store
from openmall.commerce.promotion.customerevents.shape import (
    ITEMS,
    CustomerEvent,
    Item,
    OwnCustomerEvent,
)
from openmall.commerce.promotion.customerevents.store import Participation
from openmall.commerce.promotion.issues import automatic
from openmall.contract.call import Call
from openmall.contract.money import ZERO
from openmall.contract.params import ShopParams

_MONTH: Final = 30 * 86_400
_ITEM_OF: Final[dict[str, Item]] = {"address1": "address", "address2": "address"}
"""Field of an account -> the item that it belongs to, where its name is another."""


async def own(call: Call, params: ShopParams) -> Sequence[OwnCustomerEvent]:
    """Retrieve the campaigns that the calling customer can still complete, oldest first."""
    found = await _open_to(call, await credentials.require(call))
    return [
        OwnCustomerEvent(
            shop_no=event.shop_no,
            no=event.no,
            type=event.type,
            name=event.name,
            description=event.description,
            end_date=event.end_date,
            missing_items=[item for item in event.items if item not in each.items],
            reward_condition=event.reward_condition,
            point_amount=event.point_amount if _gives(event, event.use_point) else ZERO,
            has_coupon="T" if _gives(event, event.use_coupon) else "F",
            popup_notification=event.popup_notification,
        )
        for each in found
        for event in (each.event,)
    ]


def _gives(event: CustomerEvent, switch: str) -> bool:
    return event.auto_reward == "T" and switch == "T"


async def _open_to(call: Call, member_id: str) -> list[Participation]:
    """Return the campaigns that a customer can still complete."""
    found = [each for each in await event_store.open_to(call, member_id) if not each.completed]
    if all(each.event.agree_restriction == "F" for each in found):
        return found
    last, now = await event_store.last_completed(call, member_id), call.clock.now()

    def is_excluded(event: CustomerEvent) -> bool:
        at = last.get(event.type)
        if at is None or event.agree_restriction == "F":
            return False
        months = int(event.agree_restriction_period)
        return months < 0 or now < at + months * _MONTH

    return [each for each in found if not is_excluded(each.event)]


async def updated(
    call: Call, member_id: str, fields: Collection[str], *, is_lifetime_member: bool = False
) -> None:
    """Count what a customer has changed of their account, and reward what is complete.

    `fields`: names of the account's fields, and `password`. `is_lifetime_member`: they have just
    become one.
    """
    names = {_ITEM_OF.get(name, name) for name in fields}
    changed = frozenset(item for item in ITEMS if item in names)
    if not changed and not is_lifetime_member:
        return
    for each in await _open_to(call, member_id):
        event = each.event
        items = each.items | (changed & frozenset(event.items))
        if event.type == "E":
            needed = len(event.items) if event.reward_condition == "A" else 1
            completed = len(items) >= needed
        else:
            completed = "password" in changed if event.type == "P" else is_lifetime_member
        if items == each.items and not completed:
            continue
        counted = await event_store.take_part(call, event, member_id, items, completed=completed)
        if counted and completed:
            await _reward(call, event, member_id)


async def _reward(call: Call, event: CustomerEvent, member_id: str) -> None:
    call.journal(f"customer event {event.no}", {"completed": (False, True)})
    if _gives(event, event.use_point):
        await point_ledger.give_points(call, member_id, event.point_amount, case=cases.BY_HAND)
    if _gives(event, event.use_coupon):
        await automatic.issued_by_campaign(call, event.coupon_no, member_id)
