"""The values of messages about an order: amounts, items, address, bank account and link.

Amounts are those of the order when the message is written. Each message is about the items that its
occasion concerns: those that are sent, delivered, cancelled or claimed, else those that are bought.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from babel.numbers import format_currency, get_currency_precision
from msgspec import Struct

from openmall.commerce.notification.intake.order_parcels import (
    address_of,
    carrier_names,
    carriers_of,
    one_line,
    tracking_links,
)
from openmall.commerce.order.amounts import OrderAmount
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.shape import StoredRefund
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order, Receiver
from openmall.commerce.order.placement.placing.pricing import RequestedItem, priced
from openmall.commerce.order.states import is_bought
from openmall.commerce.product import product_variant_store
from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.parcel_carriers import ParcelCarrier
from openmall.commerce.store.accounts import Account
from openmall.contract.call import Call
from openmall.contract.money import ZERO, money
from openmall.translations.catalogues import Message

_CLAIMS: Final = {
    "cancellation_requested": "cancellation",
    "order_cancelled": "cancellation",
    "return_requested": "return",
    "return_accepted": "return",
    "exchange_requested": "exchange",
    "exchange_accepted": "exchange",
}
"""Occasion -> kind of the claim that it tells of."""
_EXCHANGES: Final = frozenset({"exchange_requested", "exchange_accepted"})
_DUE: Final = frozenset({"payment_asked", "further_payment_asked", "subscription_charge_failed"})
"""Occasions whose amount is what is still to be paid."""
_SENT: Final = "shipment_started"
"""The occasion that names carriers."""
_MOST_ITEMS: Final = 50
"""Items that a message lists."""
_MORE: Final = Message("and [NUMBER] more")


class OrderRecords(Struct, frozen=True, kw_only=True):
    """What a message may say of an order."""

    order: Order
    items: list[Item]
    receiver: Receiver | None
    claims: list[Claim] = []
    refunds: list[StoredRefund] = []
    parcels: dict[str, ParcelCarrier] = {}
    """Code of a parcel -> its carrier, where the message names it."""
    received: Decimal = ZERO
    """What the last payment was of; zero where it is not needed."""
    wished: dict[str, str] = {}
    """Variant that a buyer wishes for -> its options."""


async def read(call: Call, occasion: str, numbers: Sequence[str]) -> dict[str, OrderRecords]:
    """Return the records of orders that the messages of an occasion need, by number."""
    orders = await order_store.of_numbers(call, numbers)
    items = await order_store.items_of(call, numbers)
    parcels = await order_store.parcels_of(call, numbers)
    claims: dict[str, list[Claim]] = {}
    if occasion in _CLAIMS:
        for claim in await claim_store.of_orders(call, numbers):
            claims.setdefault(claim.order_id, []).append(claim)
    wished = await _wished(call, claims) if occasion in _EXCHANGES else {}
    refunds: dict[str, list[StoredRefund]] = {}
    for stored in await refund_store.of_orders(call, list(numbers)):
        refunds.setdefault(stored.refund.order_id, []).append(stored)
    known = await carriers.of_shop(call) if occasion == _SENT else []
    return {
        number: OrderRecords(
            order=order,
            items=items[number],
            receiver=parcels[number][0].receiver if parcels[number] else None,
            claims=claims.get(number, []),
            refunds=refunds.get(number, []),
            parcels=carriers_of(known, parcels[number], items[number]) if occasion == _SENT else {},
            received=money(payment_store.latest_amount(await payment_store.of_order(call, number)))
            if occasion == "payment_confirmed"
            else ZERO,
            wished=wished,
        )
        for number, order in orders.items()
    }


async def _wished(call: Call, claims: dict[str, list[Claim]]) -> dict[str, str]:
    """Return the options of the variants that buyers wish for in exchanges."""
    codes = {
        wish.variant_code for each in claims.values() for claim in each for wish in claim.wishes
    }
    if not codes:
        return {}
    found = await product_variant_store.of_codes(call, codes)
    return {
        code: priced(
            RequestedItem(variant_code=code, quantity=1), its.product, its.names, its.variant
        ).item.option_value
        for code, its in found.items()
        if its.variant is not None
    }


def values_of(
    call: Call,
    occasion: str,
    records: OrderRecords,
    accounts: Sequence[Account],
    further: Sequence[Account],
) -> dict[str, str]:
    """Return the values of the variables that tell of an order.

    `accounts`: the shop's own, for orders by transfer; `further`: those to which a further payment
    may be transferred, however the order was paid.
    """
    order, language = records.order, call.mall.shops[call.shop_no].language
    concerned = _concerned(occasion, records)
    parts = _parts(occasion, records, concerned)
    sent = [each for each in concerned if each.tracking_no]
    due = order.actual_order_amount.total_amount_due
    paid = order.payment_amount

    def shown(amount: Decimal) -> str:
        return _amount(amount, order.currency, language)

    def signed(amount: Decimal) -> str:
        sign = "-" if amount < ZERO else ""
        return f"{sign}{shown(abs(amount))}" if amount else ""

    to = _accounts_of(order, accounts, further) if due else []
    bank, _, number = to[0] if to else ("", "", "")
    return {
        "ORDER_ID": order.order_id,
        "PRODUCT": _products(concerned),
        "AMOUNT": shown(amount_of(occasion, records)),
        "CARRIER": carrier_names(sent, records.parcels, language),
        "TRACKING_NO": ", ".join(dict.fromkeys(each.tracking_no for each in sent)) or "-",
        "TRACKING_URL": tracking_links(sent, records.parcels),
        "BANK": bank,
        "ACCOUNT_NO": number,
        "ITEMS": _item_lines(concerned, order.currency, language, _replacements(occasion, records)),
        "SHIPPING_FEE": signed(parts.shipping),
        "DISCOUNTS": signed(-parts.discounts),
        "ADJUSTMENT": signed(parts.adjustment),
        "REFUND_AMOUNT": shown(parts.refund) if parts.refund else "",
        "ORDER_TOTAL": shown(_total(records)),
        "PAID_AMOUNT": shown(paid) if paid else "",
        "DUE_AMOUNT": shown(due) if due else "",
        "TRANSFER_ACCOUNT": "\n".join(_account_line(*each) for each in to),
        "ADDRESS": address_of(order, records.receiver),
        "ORDER_URL": order_address(call, order),
    }


class _Parts(Struct, frozen=True, kw_only=True):
    """What explains an amount beside its items: their sum is the total, or what is refunded."""

    shipping: Decimal = ZERO
    discounts: Decimal = ZERO
    adjustment: Decimal = ZERO
    refund: Decimal = ZERO


def _parts(occasion: str, records: OrderRecords, items: Sequence[Item]) -> _Parts:
    """Return what the amount of a message has beside its items; nothing where it states none."""
    goods = sum((each.payment_amount for each in items), ZERO)
    if occasion in _CLAIMS or occasion == "refund_done":
        last = _refund_of(occasion, records, items)
        if last is None or not last.refund.refund_amount:
            return _Parts()
        refund = last.refund
        shipping = refund.shipping_fee + refund.shipping_fee_discount_amount
        kept = refund.return_shipping_fee + refund.manually_input_amount
        off, more = _apart(goods + shipping + kept - refund.refund_amount)
        return _Parts(
            shipping=shipping, discounts=off, adjustment=kept + more, refund=refund.refund_amount
        )
    order = records.order
    bought = any(is_bought(each.order_status) for each in records.items)
    sums = order.actual_order_amount if bought else order.initial_order_amount
    shipping = sums.shipping_fee - sums.shipping_fee_discount_amount
    shipping -= sums.coupon_shipping_fee_amount
    off, more = _apart(goods + shipping - _total(records))
    return _Parts(shipping=shipping, discounts=off, adjustment=more)


def _apart(less: Decimal) -> tuple[Decimal, Decimal]:
    """Return by how much lines exceed their amount: discounts; by how much less: adjustment."""
    return (less, ZERO) if less > ZERO else (ZERO, -less)


def _last_refund(records: OrderRecords) -> StoredRefund | None:
    done = [each for each in records.refunds if each.refund.status == "T"]
    # The code orders refunds of the same second.
    return max(
        done,
        key=lambda each: (_when(each.refund.refund_date), each.refund.refund_code),
        default=None,
    )


def _refund_of(occasion: str, records: OrderRecords, items: Sequence[Item]) -> StoredRefund | None:
    """Return the refund that a message is about: the last one done, or that of its items."""
    if occasion == "refund_done":
        return _last_refund(records)
    codes = {each.order_item_code for each in items}
    return next((each for each in records.refunds if codes == set(each.order_item_code)), None)


def amount_of(occasion: str, records: OrderRecords) -> Decimal:
    """Return the amount that a message of an occasion states.

    What is still to be paid where it asks for that, what was paid where it confirms a payment, what
    was paid back where it tells of a refund, else the total of the order.
    """
    if occasion in _DUE:
        return records.order.actual_order_amount.total_amount_due or _total(records)
    if occasion == "payment_confirmed":
        return (
            records.received
            or records.order.payment_amount
            or _placed(records.order.initial_order_amount)
        )
    if occasion == "refund_done":
        last = _last_refund(records)
        if last is not None:
            refund = last.refund
            return refund.refund_amount or refund.refund_point + refund.refund_credit
    return _total(records)


def order_address(call: Call, order: Order) -> str:
    """Return the address of an order's page in the shop.

    A guest's leads to the page that finds an order by its number and a contact of the buyer: a
    message that is passed on shows nobody else the order.
    """
    shop = "" if call.shop_no == min(call.mall.shops) else f"/shop{call.shop_no}"
    page = order.order_id if order.member_id else f"find?order_id={order.order_id}"
    return f"{call.links.of_shop(call.mall.mall_id)}{shop}/orders/{page}"


def _total(records: OrderRecords) -> Decimal:
    """Return what an order costs in money now; one that is cancelled whole: as it was placed."""
    order = records.order
    awaited = [each.refund for each in records.refunds if each.refund.status != "T"]
    pending = sum((each.refund_amount for each in awaited), ZERO)
    now = order.payment_amount + order.actual_order_amount.total_amount_due - pending
    if any(is_bought(each.order_status) for each in records.items):
        return now
    return now or _placed(order.initial_order_amount)


def _placed(amount: OrderAmount) -> Decimal:
    return amount.payment_amount + amount.total_amount_due


def _concerned(occasion: str, records: OrderRecords) -> list[Item]:
    """Return the items that an occasion is about."""
    items = records.items
    found: list[Item] = []
    if occasion == _SENT:
        # Parcels of one order leave on different days: only the last ones are news.
        sent = [each for each in items if each.tracking_no]
        found = _newest(sent, "shipped_date") or sent
    elif occasion == "delivered":
        found = _newest(items, "delivered_date")
    elif occasion == "refund_done":
        last = _last_refund(records)
        if last is not None:
            found = [each for each in items if each.order_item_code in last.order_item_code]
    elif occasion == "further_payment_asked":
        found = [each for each in items if each.order_status == "N00"]
    elif occasion in _CLAIMS:
        claims = [each for each in records.claims if each.kind == _CLAIMS[occasion]]
        if claims:
            last_claim = max(claims, key=lambda each: (_last_step(each), each.claim_code))
            numbers = set(last_claim.item_nos)
            found = [each for each in items if each.item_no in numbers]
    # Cancelled without a claim: before payment, or by its deadline.
    if not found and occasion == "order_cancelled":
        found = [each for each in items if not is_bought(each.order_status)]
    # A message never has an empty list of items: the remaining ones, else all.
    return found or [each for each in items if is_bought(each.order_status)] or list(items)


def _newest(items: Sequence[Item], name: str) -> list[Item]:
    last = max((_when(getattr(each, name)) for each in items), default=0.0)
    return [each for each in items if last and _when(getattr(each, name)) == last]


def _last_step(claim: Claim) -> float:
    return max(
        _when(each) for each in (claim.requested_date, claim.accepted_date, claim.completed_date)
    )


def _when(at: datetime | None) -> float:
    return 0.0 if at is None else at.timestamp()


def _products(items: Sequence[Item]) -> str:
    names = list(dict.fromkeys(item.product_name for item in items))
    return f"{names[0]} +{len(names) - 1}" if len(names) > 1 else "".join(names)


def _replacements(occasion: str, records: OrderRecords) -> dict[int, str]:
    """Return number of an exchanged item -> options of what is sent instead."""
    claims = [each for each in records.claims if each.kind == "exchange"]
    if occasion not in _EXCHANGES or not claims:
        return {}
    last = max(claims, key=lambda each: (_last_step(each), each.claim_code))
    new = {
        each.original_item_no[-1]: each.option_value
        for each in records.items
        if each.item_no in last.new_item_nos and each.original_item_no
    }
    left = [each for each in records.items if each.item_no in last.item_nos]
    for wish in last.wishes:
        for item in left:
            if item.quantity == wish.quantity:
                new.setdefault(item.item_no, records.wished.get(wish.variant_code, ""))
                left.remove(item)
                break
    return new


def _item_lines(
    items: Sequence[Item], currency: str, language: str, instead: Mapping[int, str]
) -> str:
    lines = [
        _item_line(each, currency, language)
        + (f" → {one_line(instead[each.item_no])}" if instead.get(each.item_no) else "")
        for each in items[:_MOST_ITEMS]
    ]
    if len(items) > _MOST_ITEMS:
        more = str(len(items) - _MOST_ITEMS)
        lines.append(_MORE.translate(language).replace("[NUMBER]", more))
    return "\n".join(lines)


def _item_line(item: Item, currency: str, language: str) -> str:
    entered = [f"{each.name}={each.value}" for each in item.additional_option_values if each.value]
    options = ", ".join(one_line(each) for each in (item.option_value, *entered) if each)
    name = one_line(item.product_name) + (f" ({options})" if options else "")
    price = _amount(item.payment_amount, currency, language)
    return f"{name} × {item.quantity}: {price}"


def _accounts_of(
    order: Order, accounts: Sequence[Account], further: Sequence[Account]
) -> list[tuple[str, str, str]]:
    """Return bank, holder and number of what an order can be transferred to."""
    if order.bank_account_no:
        own = (order.bank_code_name, order.bank_account_owner_name, order.bank_account_no)
        return [own]
    to = accounts if "cash" in order.payment_method else further
    return [(each.bank_name, each.bank_account_holder, each.bank_account_no) for each in to]


def _account_line(bank: str, holder: str, number: str) -> str:
    line = " ".join(one_line(each) for each in (bank, number) if each)
    return f"{line} ({one_line(holder)})" if holder else line


def _amount(amount: Decimal, currency: str, language: str) -> str:
    whole = amount == round(amount, get_currency_precision(currency))
    return format_currency(amount, currency, locale=language, decimal_quantization=whole)
