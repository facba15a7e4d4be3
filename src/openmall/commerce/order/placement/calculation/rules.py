"""Calculation of an order's cost by the quote of an order, at the unit prices that are sent."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from openmall.commerce.customer.customers.rules import group_of
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.placement import shipping_fees
from openmall.commerce.order.placement.calculation.refusals import (
    PRODUCT_HAS_NO_SUCH_VARIANT,
    TOO_MANY_COUPONS,
    VARIANT_HAS_OTHER_OPTION,
)
from openmall.commerce.order.placement.calculation.shape import (
    CalculatedItem,
    Calculation,
    CalculationDraft,
    CalculationItem,
    DiscountDetail,
    Fees,
    PaidBy,
)
from openmall.commerce.order.placement.checkout import order_quote
from openmall.commerce.order.placement.checkout.order_quote import OrderQuote, QuoteRequest
from openmall.commerce.order.placement.checkout.takes import (
    MOST_COUPONS,
    Checkout,
    CouponSelection,
    Device,
)
from openmall.commerce.order.placement.placing.pricing import (
    Priced,
    RequestedItem,
    price,
    require_for_sale,
)
from openmall.commerce.order.placement.refusals import DESTINATION_COUNTRY_MISSING
from openmall.commerce.order.refusals import ITEM_NO_PART
from openmall.commerce.product.bundles import store
from openmall.commerce.promotion.benefits.shape import BenefitType
from openmall.commerce.shipping.fees import Quote
from openmall.commerce.shipping.terms import Destination
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO, rounded
from openmall.contract.operation import post
from openmall.contract.refusals import NO_ITEM_NAMED
from openmall.contract.scopes import WRITE_ORDER

T = TypeVar("T")

METHODS: Final[dict[PaidBy, Method]] = {
    "cash": "cash", "card": "card", "icash": "icash", "tcash": "tcash", "cell": "cell",
    "deferpay": "cod", "point": "point",
}  # fmt: skip
"""Payment method as apps send it -> as orders have it."""


async def calculate(call: Call, draft: CalculationDraft) -> Calculation:
    """Calculate the cost of an order; nothing is reserved and nothing is written.

    With the benefits of its items and the discount of the member's group, as an order of today.
    Raises Invalid (422) for items that are not sold, or of which too few are left.
    """
    items = await _priced(call, draft.items)
    group = None if draft.member_id is UNSET else await group_of(call, draft.member_id)
    buying = QuoteRequest(
        items=items,
        draft=Checkout(
            payment_method=UNSET
            if draft.payment_method is UNSET
            else METHODS[draft.payment_method],
            prepaid_shipping_fee="C"
            if all(each.prepaid_shipping_fee == "C" for each in draft.items)
            else "P",
            device=_device(draft),
            coupons=_coupons(draft),
            use_points=_or(draft.points_spent_amount, ZERO),
        ),
        to=_destination(call, draft),
        member_id=_or(draft.member_id, ""),
        group=group,
        address_parameter="country_code",
        carrier_id=_or(draft.carrier_id, 0),
    )
    try:
        quoted = await order_quote.quote_order(call, buying)
    except Invalid as refusal:
        # the quote speaks of a checkout
        name = _parameter(draft, refusal.parameter)
        raise Invalid(refusal.reason, parameter=name) from None
    return _answer(call, draft, quoted)


def _device(draft: CalculationDraft) -> Device:
    if draft.device is UNSET:
        return "mobile" if draft.mobile == "T" else "pc"
    return "app" if draft.device == "plusapp" else draft.device


def _coupons(draft: CalculationDraft) -> list[CouponSelection]:
    """Return the coupons as a checkout names them; more than one order has are refused.

    Raises Invalid (422).
    """
    found = [CouponSelection(issue_no=number) for number in draft.order_coupons]
    for at, each in enumerate(draft.items, start=1):
        found += [CouponSelection(issue_no=number, item_no=at) for number in each.product_coupons]
    if len(found) > MOST_COUPONS:
        raise Invalid(TOO_MANY_COUPONS, parameter="order_coupons", most=MOST_COUPONS)
    return found


def _parameter(draft: CalculationDraft, name: str | None) -> str | None:
    """Return the parameter of a calculation that a parameter of a checkout stands for."""
    if name == "use_points":
        return "points_spent_amount"
    if name is not None and name.partition(".")[0] == "coupons":
        return "order_coupons" if draft.order_coupons else "items.product_coupons"
    return name


async def _priced(call: Call, requested: Sequence[CalculationItem]) -> list[Priced]:
    """Return the items of a draft at the prices that were sent."""
    if not requested:
        raise Invalid(NO_ITEM_NAMED, parameter="items")
    items = await price(
        call,
        [
            RequestedItem(
                variant_code=each.variant_code,
                quantity=each.quantity,
                price=rounded(each.product_price),
                paid_on_delivery=each.prepaid_shipping_fee == "C",
            )
            for each in requested
        ],
    )
    await _require_bundles(call, requested, items)
    found = []
    for item, each in zip(items, requested, strict=True):
        if item.product.product_no != each.product_no:
            raise Invalid(
                PRODUCT_HAS_NO_SUCH_VARIANT,
                parameter="items.product_no",
                product_no=each.product_no,
            )
        if each.option_id not in (UNSET, item.item.option_id):
            raise Invalid(VARIANT_HAS_OTHER_OPTION, parameter="items.option_id")
        if each.option_price is not UNSET:
            costs = replace(item.costs, option_price=rounded(each.option_price))
            item = replace(item, costs=costs)
        found.append(item)
    require_for_sale(call, found)
    return found


async def _require_bundles(
    call: Call, requested: Sequence[CalculationItem], items: Sequence[Priced]
) -> None:
    """Raise Invalid (422) for items that state to be a bundle, or a part of one, and are not.

    Parts cost what is sent for them, as other items do.
    """
    numbers = {each.product_bundle_no for each in requested}
    wanted = sorted(number for number in numbers if isinstance(number, int))
    parts = await store.components(call, wanted) if wanted else {}
    for each, item in zip(requested, items, strict=True):
        number = each.product_bundle_no
        if isinstance(number, int):
            of_bundle = {part.product_no for part in parts[number]} | {number}
            if item.product.product_no not in of_bundle or not parts[number]:
                raise Invalid(ITEM_NO_PART, parameter="items.product_bundle_no")
        elif each.product_bundle == "T" and item.item.product_bundle == "F":
            raise Invalid(ITEM_NO_PART, parameter="items.product_bundle")


def _destination(call: Call, draft: CalculationDraft) -> Destination:
    country = _or(draft.country_code, "" if draft.shipping_type == "B" else call.mall.country)
    if not country:
        raise Invalid(DESTINATION_COUNTRY_MISSING, parameter="country_code")
    address = f"{_or(draft.address_state, '')} {_or(draft.address_full, '')}".strip()
    return Destination(country=country, zipcode=_or(draft.zipcode, ""), address=address)


def _or(value: T | UnsetType, other: T) -> T:
    return other if value is UNSET else value


def _answer(call: Call, draft: CalculationDraft, quoted: OrderQuote) -> Calculation:
    amount = quoted.bill.amount
    taxed = taxfree = ZERO
    for item, share in zip(quoted.items, quoted.bill.shares, strict=True):
        rest = item.costs.payment_amount - share.discount
        if item.costs.tax_rate:
            taxed += rest
        else:
            taxfree += rest
    by_product = sum((item.costs.additional_discount for item in quoted.items), ZERO)
    off = (
        amount.membership_discount_amount
        + amount.shipping_fee_discount_amount
        + amount.coupon_discount_price
        + amount.coupon_shipping_fee_amount
        + by_product
    )
    return Calculation(
        shop_no=call.shop_no,
        mobile=draft.mobile,
        member_id=_or(draft.member_id, None),
        payment_method=_or(draft.payment_method, None),
        shipping_type=draft.shipping_type,
        country_code=_or(draft.country_code, call.mall.country),
        carrier_id=_or(draft.carrier_id, None),
        zipcode=_or(draft.zipcode, ""),
        address_full=_or(draft.address_full, ""),
        address_state=_or(draft.address_state, ""),
        items=[_item(sent, quoted, at) for at, sent in enumerate(draft.items)],
        membership_discount_amount=amount.membership_discount_amount,
        shipping_fee_discount_amount=amount.shipping_fee_discount_amount,
        product_discount_amount=rounded(by_product),
        coupon_discount_price=amount.coupon_discount_price,
        coupon_shipping_fee_amount=amount.coupon_shipping_fee_amount,
        points_spent_amount=amount.points_spent_amount,
        order_price_amount=amount.order_price_amount,
        total_discount_amount=rounded(off),
        shipping_fee=amount.shipping_fee,
        total_amount_due=amount.total_amount_due,
        shipping_fee_information=_fees(quoted.sending.parcels),
        tax_free_amount=rounded(taxfree),
        vat_amount=amount.tax,
        tax_amount=rounded(taxed),
    )


def _item(sent: CalculationItem, quoted: OrderQuote, at: int) -> CalculatedItem:
    """Return a requested item; units of it that come without price are items of the quote."""
    parts = [number for number, source in enumerate(quoted.offer.sources) if source == at]
    benefits: dict[BenefitType, Decimal] = {}
    for number in parts:
        for kind, part in quoted.of_benefits[number].items():
            benefits[kind] = benefits.get(kind, ZERO) + part
    first = quoted.items[parts[0]]
    off = sum((quoted.items[number].costs.additional_discount for number in parts), ZERO)
    return CalculatedItem(
        product_no=sent.product_no,
        variant_code=sent.variant_code,
        quantity=sent.quantity,
        product_price=first.costs.product_price,
        option_price=first.costs.option_price,
        product_bundle=sent.product_bundle,
        product_bundle_no=_or(sent.product_bundle_no, None),
        prepaid_shipping_fee=sent.prepaid_shipping_fee,
        additional_discount_price=rounded(off),
        additional_discount_detail=DiscountDetail(
            customer_discount_amount=benefits.get("DM"),
            new_product_discount_amount=benefits.get("DN"),
            individual_bundle_product_discount_amount=rounded(benefits.get("PB", ZERO)),
            repurchase_discount_amount=benefits.get("DR"),
            bulk_purchase_discount_amount=benefits.get("DQ"),
            period_discount_amount=benefits.get("DP", ZERO),
        ),
    )


def _fees(found: Quote) -> Fees:
    def some(amount: Decimal) -> Decimal | None:
        return amount or None

    return Fees(
        default_shipping_fee=shipping_fees.fee_part(
            found, "basic", "individual", "additional", "regional"
        ),
        supplier_shipping_fee=some(shipping_fees.fee_part(found, "supplier")),
        additonal_abroad_shipping_fee=some(shipping_fees.fee_part(found, "country")),
        additional_handling_fee=some(shipping_fees.fee_part(found, "handling")),
    )


OPERATIONS = [
    post(
        "orders/calculation",
        calculate,
        takes=CalculationDraft,
        gives=Calculation,
        key="calculation",
        scope=WRITE_ORDER,
        restricted=True,
    ),
]
