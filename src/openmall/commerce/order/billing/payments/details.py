"""What a payment or a refund of an order is made up of.

The amounts of the rows add up to the ledger's. Codes 1101 and 10100 are catalogued; the others are
numbered on from them.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.order.billing.payment_ledger.store import Payment
from openmall.commerce.order.billing.payments.shape import AmountDetail, MethodDetail
from openmall.commerce.order.billing.refunds.shape import Refund, StoredRefund
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Method, Order, paying_method
from openmall.commerce.order.orders.store import OrderLine
from openmall.contract.moments import seconds
from openmall.contract.money import ZERO, money

METHOD_CODES: Final[dict[Method, int]] = {
    "cash": 10100, "card": 10200, "cell": 10300, "tcash": 10400, "icash": 10500,
    "prepaid": 10600, "credit": 10700, "point": 10800, "unipoint": 10900, "cvs": 11000,
    "cod": 11100, "coupon": 11200, "market_discount": 11300, "giftcard": 11400,
    "pointcard": 11500, "etc": 11600,
}  # fmt: skip
AMOUNT_CODES: Final = {
    "Item price": 1101,
    "Shipping fee": 1102,
    "Product discount": 1103,
    "Bundle discount": 1104,
    "Customer group discount": 1105,
    "Coupon discount": 1106,
    "App discount": 1107,
    "Shipping fee discount": 1108,
    "Shipping fee coupon": 1109,
    "Points spent": 1110,
    "Credits spent": 1111,
    "Return shipping fee": 1112,
    "Deducted by hand": 1113,
    "Other changes": 1199,
}
_BEFORE_PAYMENT: Final = "N00"


def methods(payment: Payment) -> list[MethodDetail]:
    """Return the method that a payment was made by, and its amount."""
    known = {str(name): name for name in METHOD_CODES}
    method = known.get(paying_method(payment.payment_methods.split(",")))
    if method is None:
        return []
    amount = money(payment.paid_amount)
    return [MethodDetail(code=METHOD_CODES[method], name=method, amount=amount)]


def paid_for(
    order: Order, lines: Iterable[OrderLine], ledger: Sequence[Payment], payment: Payment
) -> list[AmountDetail]:
    """Return what a payment is for: items, fees and discounts."""
    items = [line.item for line in lines if is_paid_by(line, ledger, payment)]
    rows = [_of_item(item, 1) for item in items]
    if payment.payment_settle_type == "O":
        first = order.initial_order_amount
        coupons = sum((item.coupon_discount_price for item in items), ZERO)
        apps = sum((item.app_item_discount_amount for item in items), ZERO)
        paid = sum((item.payment_amount for item in items), ZERO)
        prices = sum((arithmetic.list_price(item) for item in items), ZERO)
        rows += _of_order(
            {
                "Shipping fee": first.shipping_fee,
                "Product discount": paid + coupons + apps - prices,
                "Bundle discount": -first.set_product_discount_amount,
                "Customer group discount": -first.membership_discount_amount,
                "Coupon discount": -first.coupon_discount_price,
                "App discount": -first.app_discount_amount,
                "Shipping fee discount": -first.shipping_fee_discount_amount,
                "Shipping fee coupon": -first.coupon_shipping_fee_amount,
                "Points spent": -first.points_spent_amount,
                "Credits spent": -first.credits_spent_amount,
            }
        )
    return _completed(rows, payment)


def paid_back_for(
    lines: Iterable[OrderLine], stored: StoredRefund | None, payment: Payment
) -> list[AmountDetail]:
    """Return what a refund is for. Amounts that are paid back are below zero."""
    refund = Refund() if stored is None else stored.refund
    codes = () if stored is None else frozenset(stored.order_item_code)
    rows = [_of_item(line.item, -1) for line in lines if line.item.order_item_code in codes]
    rows += _of_order(
        {
            "Shipping fee": -refund.shipping_fee,
            "Product discount": -refund.product_discount_amount,
            "Bundle discount": -refund.product_bundle_discount_amount,
            "Customer group discount": -refund.member_group_discount_amount,
            "Coupon discount": -refund.coupon_discount_amount,
            "App discount": -refund.app_discount_amount - refund.app_item_discount_amount,
            "Shipping fee discount": -refund.shipping_fee_discount_amount,
            "Points spent": -refund.points_spent_amount,
            "Credits spent": -refund.credits_spent_amount,
            "Return shipping fee": -refund.return_shipping_fee,
            "Deducted by hand": -refund.manually_input_amount,
        }
    )
    return _completed(rows, payment)


def lines_of(
    payment: Payment, lines: Iterable[OrderLine], ledger: Sequence[Payment]
) -> list[OrderLine]:
    """Return the items that count as sold with a payment.

    The first payment is for all that no further one is for, so that each counts once.
    """
    further = [each for each in ledger if each.payment_settle_type == "R"]
    if payment.payment_settle_type == "R":
        return [line for line in lines if is_paid_by(line, ledger, payment)]
    return [line for line in lines if not any(is_paid_by(line, ledger, each) for each in further)]


def is_paid_by(line: OrderLine, ledger: Sequence[Payment], payment: Payment) -> bool:
    """Return whether an item belongs to a payment.

    Those placed with the order belong to its first payment, one added later to the last payment
    before it; replacements cost nothing. What was cancelled unpaid is not in an amount due.
    """
    item = line.item
    if line.origin == "instead":
        return False
    if item.claim_code and item.order_status_before_cs == _BEFORE_PAYMENT:
        return False
    if line.origin == "placed" or item.ordered_date is None:
        return payment.payment_settle_type == "O"
    ordered = seconds(item.ordered_date)
    before = [
        each.payment_no
        for each in ledger
        if each.payment_settle_type != "P" and each.created_datetime <= ordered
    ]
    return payment.payment_no == max(before, default=1)


def _of_item(item: Item, sign: int) -> AmountDetail:
    return AmountDetail(
        code=AMOUNT_CODES["Item price"],
        name="Item price",
        order_item_code=item.order_item_code,
        supplier_code=item.supplier_id,
        unit_price=item.product_price + item.option_price,
        quantity=item.quantity,
        amount=sign * arithmetic.list_price(item),
    )


def _of_order(amounts: dict[str, Decimal]) -> list[AmountDetail]:
    return [
        AmountDetail(code=AMOUNT_CODES[name], name=name, unit_price=amount, amount=amount)
        for name, amount in amounts.items()
        if amount
    ]


def _completed(rows: list[AmountDetail], payment: Payment) -> list[AmountDetail]:
    """Add what the amount of a payment was changed by otherwise."""
    more = money(payment.order_amount) - sum((row.amount for row in rows), ZERO)
    return [*rows, *_of_order({"Other changes": more})]
