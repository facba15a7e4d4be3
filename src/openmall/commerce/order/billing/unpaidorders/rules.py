"""Orders that await a payment by bank transfer, for those who match them with an account."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.billing.unpaidorders import store as unpaid_store
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.takes import Offset15000
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import money
from openmall.contract.operation import listing
from openmall.contract.params import EndDate, Order, ShopParams, StartDate
from openmall.contract.refusals import END_BEFORE_START
from openmall.contract.scopes import READ_ORDER

TransferMethod = Literal["cash", "icash"]
"""cash bank transfer, icash virtual account."""
SettleType = Literal["S", "E"]
"""S first payment, E additional payment."""
Limit500 = Annotated[int, Meta(ge=1, le=500)]
_STORED: Final[dict[SettleType, str]] = {"S": "O", "E": "R"}
_METHODS: Final[tuple[TransferMethod, ...]] = ("cash", "icash")


class UnpaidOrdersQuery(ShopParams, frozen=True, kw_only=True):
    """Dates on which what awaits payment was ordered, and filters."""

    start_date: StartDate
    end_date: EndDate
    payment_method: list[TransferMethod] | UnsetType = UNSET
    settle_type: SettleType | UnsetType = UNSET
    limit: Limit500 = 10
    offset: Offset15000 = 0
    order: Order = "desc"


class UnpaidOrder(Struct, frozen=True, kw_only=True):
    """A payment that an order awaits."""

    shop_no: int
    order_id: str
    order_item_code: list[str]
    """The items that await payment."""
    order_date: datetime | None
    buyer_name: str
    billing_name: str
    """Name that the transfer is expected from."""
    bank_code: str
    bank_name: str
    unpaid_amount: Decimal
    accounts: str
    """Number of the account that the transfer is expected at."""
    payment_method: TransferMethod
    settle_type: SettleType
    payment_no: int
    """Number of the payment within its order."""


async def unpaid_orders(call: Call, query: UnpaidOrdersQuery) -> Sequence[UnpaidOrder]:
    """Retrieve orders that await a bank transfer, or a deposit to a virtual account.

    Raises Invalid (422) when the end lies before the start.
    """
    if query.end_date < query.start_date:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    methods = _METHODS if query.payment_method is UNSET else tuple(sorted(query.payment_method))
    rows = await unpaid_store.page(
        call,
        methods,
        "" if query.settle_type is UNSET else _STORED[query.settle_type],
        newest_first=query.order == "desc",
        start_date=query.start_date,
        end_date=query.end_date,
        limit=query.limit,
        offset=query.offset,
    )
    order_ids = list(dict.fromkeys(row[0] for row in rows))
    if not order_ids:
        return []
    orders = await order_store.of_numbers(call, order_ids)
    items = await unpaid_store.items(call, order_ids)
    return [
        UnpaidOrder(
            shop_no=call.shop_no,
            order_id=order_id,
            order_item_code=[order_store.item_code(order_id, each) for each in items[order_id]],
            order_date=orders[order_id].order_date,
            buyer_name=buyer_name,
            billing_name=orders[order_id].billing_name,
            bank_code=orders[order_id].bank_code,
            bank_name=orders[order_id].bank_code_name,
            unpaid_amount=money(amount),
            accounts=orders[order_id].bank_account_no,
            payment_method="icash" if "icash" in orders[order_id].payment_method else "cash",
            settle_type="E" if kind == "R" else "S",
            payment_no=number,
        )
        for order_id, buyer_name, number, kind, amount in rows
    ]


OPERATIONS = [
    listing(
        "unpaidorders",
        unpaid_orders,
        takes=UnpaidOrdersQuery,
        gives=UnpaidOrder,
        key="unpaidorders",
        scope=READ_ORDER,
        restricted=True,
    ),
]
