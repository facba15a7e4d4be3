"""Own orders as a shopper reads them, with the buttons the shop shows."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from openmall.commerce.order import status_names
from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout.shape import (
    Button,
    OwnItem,
    OwnOrder,
    OwnPayment,
    OwnRefund,
    TransferAccount,
)
from openmall.commerce.order.states import Transition, is_allowed, is_bought
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, money

_REQUESTS: Final[dict[Button, Transition]] = {
    "cancel": "request cancellation",
    "exchange": "request exchange",
    "return": "request return",
}


async def own_orders_of(call: Call, found: list[Order]) -> list[OwnOrder]:
    """Return orders as their shopper reads them."""
    if not found:
        return []
    numbers = [order.order_id for order in found]
    lines = await order_store.lines_of(call, numbers)
    parcels = await order_store.parcels_of(call, numbers)
    payments = await attempt_store.of_orders(call, numbers)
    back = [stored.refund for stored in await refund_store.of_orders(call, numbers)]
    setting = await current(call, OrdersSetting)
    names = await status_names.read(call, numbers)
    now = call.clock.now()
    to_transfer = await _transfer_accounts(call, found, lines)
    return [
        OwnOrder(
            shop_no=order.shop_no,
            order_id=order.order_id,
            order_date=order.order_date or moment(now),
            currency=order.currency,
            paid=order.paid,
            canceled=order.canceled,
            shipping_status=order.shipping_status,
            payment_method=order.payment_method,
            payment_date=order.payment_date,
            payment_amount=order.payment_amount,
            actual_order_amount=order.actual_order_amount,
            first_order=order.first_order,
            order_place_id=order.order_place_id,
            items=[
                _item(item, setting, now)
                for item in names.named(
                    (line.item for line in lines[order.order_id]),
                    on_delivery="cod" in order.payment_method,
                )
            ],
            benefit_discount_amount=sum(
                (
                    line.item.additional_discount_price
                    for line in lines[order.order_id]
                    if is_bought(line.item.order_status)
                ),
                ZERO,
            ),
            refunds=[_refund(each) for each in back if each.order_id == order.order_id],
            receivers=[parcel.receiver for parcel in parcels[order.order_id]],
            payments=[_payment(each) for each in payments[order.order_id]],
            additional_order_info_list=order.additional_order_info_list,
            transfer_accounts=to_transfer.get(order.order_id, []),
        )
        for order in found
    ]


async def _transfer_accounts(
    call: Call, found: list[Order], lines: Mapping[str, list[OrderLine]]
) -> dict[str, list[TransferAccount]]:
    """Return the accounts to transfer to, of each order whose shop waits for a transfer.

    An account that was named for an order is the only one.
    """

    def awaiting(orders: list[Order], *, offered: bool) -> list[Order]:
        return [
            each
            for each in orders
            if bank_transfer.is_awaited(
                each, [line.item for line in lines[each.order_id]], offered=offered
            )
        ]

    waiting = awaiting(found, offered=True)
    if not waiting:
        return {}
    waiting = awaiting(waiting, offered=await bank_transfer.is_offered(call))
    accounts = await _accounts(call)
    return {each.order_id: _named_account(each) or accounts for each in waiting}


def _named_account(order: Order) -> list[TransferAccount]:
    if not order.bank_account_no:
        return []
    return [
        TransferAccount(
            bank_name=order.bank_code_name or "",
            bank_account_no=order.bank_account_no,
            bank_account_holder=order.bank_account_owner_name or "",
        )
    ]


async def _accounts(call: Call) -> list[TransferAccount]:
    return [
        TransferAccount(
            bank_name=each.bank_name,
            bank_account_no=each.bank_account_no,
            bank_account_holder=each.bank_account_holder,
        )
        for each in await bank_transfer.transfer_accounts(call, call.shop_no)
    ]


def _item(item: Item, setting: OrdersSetting, now: float) -> OwnItem:
    return OwnItem(
        order_item_code=item.order_item_code,
        product_no=item.product_no,
        variant_code=item.variant_code,
        product_name=item.product_name,
        option_value=item.option_value,
        additional_option_values=item.additional_option_values,
        quantity=item.quantity,
        product_price=item.product_price,
        option_price=item.option_price,
        payment_amount=item.payment_amount,
        order_status=item.order_status,
        status_text=item.status_text,
        tracking_no=item.tracking_no,
        shipping_expected_date=item.shipping_expected_date,
        gift=item.gift,
        one_plus_n_event=item.one_plus_n_event,
        buttons=buttons(item, setting, now),
    )


def _refund(refund: Refund) -> OwnRefund:
    return OwnRefund(
        refund_code=refund.refund_code,
        status=refund.status,
        refund_amount=refund.refund_amount,
        return_shipping_fee=refund.return_shipping_fee,
        refund_date=refund.refund_date,
    )


def buttons(item: Item, setting: OrdersSetting, now: float) -> list[Button]:
    """Return the claims that an item allows its buyer now.

    They depend on its state, and on the days since the order or the delivery that the shop allows;
    an item that is not delivered is always in time.
    """
    if setting.claim_request != "T":
        return []
    since = item.ordered_date
    if setting.claim_request_button_date_type == "shipend_date":
        since = item.delivered_date
    days = timedelta(days=setting.claim_request_button_period)
    if since is not None and moment(now) > since + days:
        return []
    shown_in = setting.claim_request_button_exposure
    return [
        each
        for each in _REQUESTS
        if f"{each}_{item.order_status}" in shown_in and _may_be_asked(each, item)
    ]


def _may_be_asked(button: Button, item: Item) -> bool:
    """Return whether the state of an item allows its buyer a claim; an unpaid one is cancelled."""
    return is_allowed(item.order_status, _REQUESTS[button], "customer")


def _payment(attempt: Attempt) -> OwnPayment:
    settled = attempt.settled_date
    return OwnPayment(
        payment_id=attempt.payment_id,
        payment_method=attempt.method,  # type: ignore[arg-type] # as it was chosen
        gateway=attempt.gateway,
        amount=money(attempt.amount),
        currency=attempt.currency,
        state=attempt.state,  # type: ignore[arg-type] # as it was written
        reason=attempt.reason,
        created_date=moment(attempt.created_date),
        settled_date=None if settled is None else moment(settled),
    )
