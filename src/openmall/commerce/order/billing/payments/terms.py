"""Amount and method of an unpaid order, changed by the shop."""

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.payments.refusals import (
    ACCOUNT_WITHOUT_TRANSFER,
    ORDER_NOT_AWAITING_PAYMENT,
    PAYMENT_CHANGE_WITHOUT_AMOUNT,
    PAYMENT_METHOD_MISSING,
)
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.events import PaymentChanged as PaymentEvent
from openmall.commerce.order.orders.shape import METHOD_NAMES, Method, Order
from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.money import ZERO, hundredths
from openmall.contract.params import EntityNo, Flag, amount_bounds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

Offline = Literal["cash", "daibiki"]
"""cash: bank deposit; daibiki: cash on delivery."""
TenMillion = Annotated[Decimal, Meta(extra=amount_bounds(0, 10_000_000))]
Commission = Annotated[int, Meta(ge=0, le=10_000_000)]
_METHODS: Final[dict[Offline, Method]] = {"cash": "cash", "daibiki": "cod"}


class TermsChange(OrderPath, frozen=True, kw_only=True):
    """A change of the amount or the method of an unpaid order."""

    change_payment_amount: Flag
    change_payment_method: Flag
    payment_method: Offline | UnsetType = UNSET
    billing_name: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    """Name of the payer."""
    bank_account_id: EntityNo | UnsetType = UNSET
    """The account of the shop that the buyer transfers to, one of `store/accounts`."""
    admin_additional_amount: TenMillion | UnsetType = UNSET
    """Added to the amount due."""
    commission: Commission | UnsetType = UNSET
    """For this payment method, added as well."""
    change_payment_amount_reason: Annotated[str, Meta(max_length=255)] | UnsetType = UNSET


class TermsChanged(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str
    change_payment_amount: Flag
    change_payment_method: Flag
    payment_method: Offline | None
    payment_gateway_failure_message: str | None
    admin_additional_amount: Decimal
    commission: Decimal
    initial_estimated_payment_amount: Decimal
    """Amount due without the shop's additions."""
    change_payment_amount_reason: str


async def change(call: Call, params: TermsChange) -> TermsChanged:
    """Update how much and how an order is to be paid, while it awaits payment."""
    aggregate = await order_store.lock(call, params.order_id)
    before = aggregate.order
    if before.paid != "F" or before.canceled == "T":
        raise Invalid(ORDER_NOT_AWAITING_PAYMENT, parameter="order_id")
    plain = before.actual_order_amount.total_amount_due - _on_top(before)
    after = before
    if params.bank_account_id is not UNSET and (
        params.change_payment_method == "F" or params.payment_method != "cash"
    ):
        raise Invalid(ACCOUNT_WITHOUT_TRANSFER, parameter="bank_account_id")
    if params.change_payment_amount == "T":
        after = _other_amount(after, params)
    if params.change_payment_method == "T":
        after = await _other_account(call, _other_method(after, params), params)
        if bank_transfer.CASH in after.payment_method and not after.bank_account_no:
            await bank_transfer.require_account(call)
    if after == before:
        raise NotModified()
    due = plain + _on_top(after)
    amount = replace(after.actual_order_amount, total_amount_due=due)
    aggregate.order = replace(after, actual_order_amount=amount)
    ledger = await payment_store.of_order(call, before.order_id)
    for at, payment in enumerate(payment_store.awaiting(ledger, hundredths(due))):
        other = replace(
            payment,
            payment_methods=",".join(after.payment_method),
            additional_payment_amount=0 if at else hundredths(_on_top(after)),
        )
        await payment_store.settle(call, before.order_id, other)
    await save_order(call, before, aggregate, [], PaymentEvent.of(aggregate, "change_payment"))
    reason = params.change_payment_amount_reason
    if reason is not UNSET:
        call.journal(f"order {before.order_id}", {"change_payment_amount_reason": (None, reason)})
    return TermsChanged(
        shop_no=call.shop_no,
        order_id=before.order_id,
        change_payment_amount=params.change_payment_amount,
        change_payment_method=params.change_payment_method,
        payment_method=_named(after),
        payment_gateway_failure_message=None,
        admin_additional_amount=after.admin_additional_amount,
        commission=after.commission,
        initial_estimated_payment_amount=plain,
        change_payment_amount_reason="" if reason is UNSET else reason,
    )


def _on_top(order: Order) -> Decimal:
    return order.admin_additional_amount + order.commission


def _other_amount(order: Order, params: TermsChange) -> Order:
    if params.admin_additional_amount is UNSET and params.commission is UNSET:
        raise Invalid(PAYMENT_CHANGE_WITHOUT_AMOUNT, parameter="admin_additional_amount")
    if params.admin_additional_amount is not UNSET:
        more = params.admin_additional_amount + ZERO
        order = replace(order, admin_additional_amount=more)
    if params.commission is not UNSET:
        order = replace(order, commission=params.commission + ZERO)
    return order


def _other_method(order: Order, params: TermsChange) -> Order:
    """Return the order with another payment method; points and credits stay spent."""
    if params.payment_method is UNSET:
        raise Invalid(PAYMENT_METHOD_MISSING, parameter="payment_method")
    spent = [each for each in order.payment_method if each in ("point", "credit")]
    methods = [_METHODS[params.payment_method], *spent]
    return replace(
        order,
        payment_method=methods,
        payment_method_name=[METHOD_NAMES[each] for each in methods],
        payment_gateway_names=None,
        billing_name=order.billing_name if params.billing_name is UNSET else params.billing_name,
    )


async def _other_account(call: Call, order: Order, params: TermsChange) -> Order:
    """Return the order with the account that was sent; without one, it keeps what it has."""
    if params.bank_account_id is UNSET:
        return order
    for account in await bank_transfer.transfer_accounts(call, call.shop_no):
        if account.bank_account_id == params.bank_account_id:
            return replace(
                order,
                bank_code=account.bank_code,
                bank_code_name=account.bank_name,
                bank_account_no=account.bank_account_no,
                bank_account_owner_name=account.bank_account_holder,
            )
    raise NotFound(DOES_NOT_EXIST, parameter="bank_account_id", resource=Phrase("bank account"))


def _named(order: Order) -> Offline | None:
    for name, method in _METHODS.items():
        if method in order.payment_method:
            return name
    return None
