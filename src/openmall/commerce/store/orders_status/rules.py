"""The operations on a shop's own names of order states: list and update them."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from openmall.commerce.store.orders_status import store as orders_status_store
from openmall.commerce.store.orders_status.names import STATUSES, Status
from openmall.commerce.store.orders_status.shape import ShownStatus, ShownStatusChange
from openmall.commerce.store.orders_status.store import OwnNames
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_UNCHANGED: Final = OwnNames()


async def list_statuses(call: Call, params: ShopParams) -> Sequence[ShownStatus]:
    """Retrieve a list of displayed order status, by number.

    An item shows the name as its `status_text`. No item has the status of the numbers 15, 28 and 34
    to 36; their names are kept only.
    """
    own = await orders_status_store.of_shop(call)
    return [_shown(call, each, own.get(number, _UNCHANGED)) for number, each in STATUSES.items()]


async def change_status(call: Call, params: ShownStatusChange) -> ShownStatus:
    """Update displayed order status.

    Raises NotFound (404) for a number that no state has, NotModified (409) for the same names.
    """
    status = STATUSES.get(params.status_name_id)
    if status is None:
        raise NotFound(DOES_NOT_EXIST, parameter="status_name_id", resource=Phrase("order status"))
    stored = await orders_status_store.to_change(call, status.status_name_id)
    basic = _basic_name(call, status)
    names = OwnNames(
        custom_name=_named(params.custom_name, stored.custom_name, basic),
        reservation_custom_name=_named(
            params.reservation_custom_name, stored.reservation_custom_name, basic
        ),
    )
    if names == stored:
        raise NotModified()
    await orders_status_store.change(call, status.status_name_id, names)
    after = _shown(call, status, names)
    changes = differences(_shown(call, status, stored), after)
    call.journal(f"order status {status.status_name_id}", changes)
    return after


def _named(sent: str | None | UnsetType, stored: str | None, basic: str) -> str | None:
    """Return a name as stored; the default name is stored as None, so it follows the language."""
    if sent is UNSET:
        return stored
    name = (sent or "").strip()
    return None if name in ("", basic) else name


def _basic_name(call: Call, status: Status) -> str:
    return status.basic_name.translate(call.mall.shops[call.shop_no].language)


def _shown(call: Call, status: Status, own: OwnNames) -> ShownStatus:
    basic = _basic_name(call, status)
    return ShownStatus(
        status_name_id=status.status_name_id,
        status_type=status.status_type,
        basic_name=basic,
        custom_name=own.custom_name or basic,
        reservation_custom_name=own.reservation_custom_name or basic,
    )
