"""The buyer of an order, and the history of changes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.collection.manufacturers import EMAIL
from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.history import store as history_store
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Buyer
from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.moments import moment
from openmall.contract.operation import get, listing, put
from openmall.contract.params import LongText, ShortText
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

KIND: Final = "buyer"
_KEPT: Final = msgspec.json.Decoder(Buyer)


class BuyerChange(OrderPath, frozen=True, kw_only=True):
    """A change of an order's buyer."""

    name: ShortText | UnsetType = UNSET
    email: Annotated[str, Meta(pattern=EMAIL)] | UnsetType = UNSET
    phone: ShortText | UnsetType = UNSET
    cellphone: ShortText | UnsetType = UNSET
    customer_notification: LongText | UnsetType = UNSET
    """A notice of the shop on the buyer's page of the order."""


class Changed(Struct, frozen=True, kw_only=True):
    """The buyer of an order after a change."""

    shop_no: int
    order_id: str
    name: str
    email: str
    phone: str
    cellphone: str
    customer_notification: str


class Before(Struct, frozen=True, kw_only=True):
    """An earlier buyer of an order, and who changed it."""

    shop_no: int
    name: str
    email: str
    phone: str
    cellphone: str
    customer_notification: str
    updated_date: datetime
    """When it was changed."""
    user_id: str
    user_name: str


_SAME: Final = ("name", "email", "phone", "cellphone", "customer_notification")


async def retrieve(call: Call, params: OrderPath) -> Buyer:
    """Retrieve who ordered."""
    _, _, buyer = await order_store.get(call, params.order_id)
    return buyer


async def past(call: Call, params: OrderPath) -> Sequence[Before]:
    """Retrieve what an order's buyer was before it was changed, the last first."""
    await order_store.get(call, params.order_id)
    return [
        Before(
            shop_no=call.shop_no,
            updated_date=moment(at),
            user_id=user_id,
            user_name=user_name,
            **_same(_KEPT.decode(document)),
        )
        for at, user_id, user_name, document in await history_store.read(
            call, params.order_id, KIND
        )
    ]


async def change(call: Call, params: BuyerChange) -> Changed:
    """Update the buyer of an order; the customer's own data stays as it is."""
    _, group_no, before = await order_store.get(call, params.order_id, to_change=True)
    after = patched(before, params)
    await history_store.remember(call, params.order_id, KIND, before)
    stored = replace(
        after,
        updated_date=moment(call.clock.now()),
        user_id=call.identity.user_id,
        user_name=call.identity.app.name,
    )
    await order_store.change_buyer(call, params.order_id, stored, group_no)
    call.journal(
        f"buyer of order {params.order_id}",
        redacted(differences(before, after), plain=frozenset()),
    )
    return Changed(shop_no=call.shop_no, order_id=params.order_id, **_same(after))


def _same(buyer: Buyer) -> dict[str, str]:
    values = asdict(buyer)
    return {name: values[name] for name in _SAME}


OPERATIONS = [
    get(
        "orders/{order_id}/buyer",
        retrieve,
        takes=OrderPath,
        gives=Buyer,
        key="buyer",
        scope=READ_ORDER,
    ),
    put(
        "orders/{order_id}/buyer",
        change,
        takes=BuyerChange,
        gives=Changed,
        key="buyer",
        scope=WRITE_ORDER,
    ),
    listing(
        "orders/{order_id}/buyer/history",
        past,
        takes=OrderPath,
        gives=Before,
        key="history",
        scope=READ_ORDER,
    ),
]
