"""Draft orders: an app creates an order that its buyer pays later."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.rules import group_of
from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.orders.shape import Buyer, Order, Place, Receiver
from openmall.commerce.order.placement.calculation.rules import METHODS
from openmall.commerce.order.placement.checkout import order_quote
from openmall.commerce.order.placement.checkout.order_quote import OrderQuote, QuoteRequest
from openmall.commerce.order.placement.checkout.store import has_ordered
from openmall.commerce.order.placement.checkout.takes import Checkout
from openmall.commerce.order.placement.drafts import draft_bundles
from openmall.commerce.order.placement.drafts.refusals import (
    RECEIVER_ADDRESS_MISSING,
)
from openmall.commerce.order.placement.drafts.shape import (
    DraftAmount,
    Drafted,
    DraftedAt,
    DraftedItem,
    DraftItem,
    DraftOrder,
)
from openmall.commerce.order.placement.placing import earned_points
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.order.placement.placing.pricing import (
    Priced,
    price,
    require_for_sale,
)
from openmall.commerce.order.placement.refusals import DESTINATION_COUNTRY_MISSING
from openmall.commerce.order.quotes import QuoteBasis, Told
from openmall.commerce.shipping.terms import Destination
from openmall.commerce.store import accounts
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO
from openmall.contract.operation import NoEffect, post
from openmall.contract.refusals import NO_ITEM_NAMED
from openmall.contract.scopes import WRITE_ORDER

T = TypeVar("T")

_PLACES: Final[dict[DraftedAt, Place]] = {
    "self": "platform",
    "mobile": "mobile",
    "mobile_d": "mobile_d",
}
_OF_RECEIVER: Final = {
    "name_en": "receiver_name_en", "name_furigana": "receiver_name_furigana",
    "zipcode": "receiver_zipcode", "address1": "receiver_address1",
    "address2": "receiver_address2", "address_city": "receiver_city",
    "address_state": "receiver_state", "shipping_message": "shipping_message",
    "clearance_information_type": "clearance_information_type",
    "clearance_information": "clearance_information",
}  # fmt: skip
"""Field of a receiver -> parameter of a draft order."""
_MESSAGES: Final[dict[str, Told]] = {
    "send_order_email": "order_email",
    "send_order_message": "order_message",
    "send_payment_guide_message": "payment_guide",
}
"""Parameter -> what the buyer is told where it is T."""
_ADDRESS: Final = ("receiver_zipcode", "receiver_address1")


async def create_draft(call: Call, draft: DraftOrder) -> Drafted:
    """Create a draft order: it is numbered, its units are reserved, and it awaits its payment.

    It costs what it would cost in the shop today: benefits, the group's discount, the shipping fee.
    Raises Invalid (422) for what is not for sale or a place the shop does not ship to, NotFound
    (404) for an unknown customer, stock.OutOfStock (422). A bank deposit needs an account: of the
    shop, or one that is named for the order.
    """
    accounts.require_account({"bank_account_no": draft.bank_account_no})
    items = await _priced(call, draft.items)
    buyer, group = replace(Buyer(), **_of_buyer(draft)), None
    if draft.member_id is not UNSET:
        # nobody leaves, and so takes their name off orders, while one is placed
        await customer_store.require(call, draft.member_id, to_change=True)
        group = await group_of(call, draft.member_id)
    mobile = draft.order_from_mobile == "T"
    method, late = METHODS[draft.payment_method], _on_delivery(draft)
    buying = QuoteRequest(
        items=items,
        draft=Checkout(
            payment_method=method,
            prepaid_shipping_fee="C" if late else "P",
            device="mobile" if mobile else "pc",
        ),
        to=_destination(call, draft),
        member_id=buyer.member_id,
        group=group,
        shipped=draft.no_shipping_required != "T",
        address_parameter="country_code",
    )
    quoted = await order_quote.quote_order(call, buying)
    place: DraftedAt = "self" if draft.order_place_id is UNSET else draft.order_place_id
    if mobile and place == "self":
        place = "mobile"
    first = bool(buyer.member_id) and not await has_ordered(call, buyer.member_id)
    whole = await placing_rules.place(
        call,
        placing_rules.Placement(
            items=quoted.items,
            wishes=quoted.wishes,
            buyer=buyer,
            receiver=_receiver(call, draft),
            group_no=0 if group is None else group.group_no,
            methods=[method],
            gateway=_or(draft.payment_gateway_name, ""),
            place=_PLACES[place],
            shipping=quoted.sending.shipping,
            surcharges=quoted.sending.surcharges,
            benefits=quoted.benefits,
            gifts=quoted.gifts.gifts,
            earns=await earned_points.terms(call, group, method=method, mobile=mobile),
            first_order=first,
            bank_code=_or(draft.bank_code, ""),
            bank_account_no=_or(draft.bank_account_no, ""),
            bank_account_owner_name=_or(draft.bank_account_owner_name, ""),
            transaction_id=_or(draft.transaction_id, ""),
            shipping_type=_or(draft.shipping_type, "A"),
            basis=QuoteBasis(
                method=method,
                device=buying.draft.device,
                on_delivery="T" if late else "F",
                shipped="F" if draft.no_shipping_required == "T" else "T",
                shipping=quoted.sending.basis,
                free=quoted.free,
                tells=[told for name, told in _MESSAGES.items() if getattr(draft, name) == "T"],
            ),
        ),
    )
    due = whole.order.actual_order_amount.total_amount_due
    if method == bank_transfer.CASH and due and not whole.order.bank_account_no:
        await bank_transfer.require_account(call)
    call.journal(f"order {whole.order.order_id}", {"placed": (False, True)})
    return _answer(whole.order, quoted, draft.items)


async def _priced(call: Call, draft_items: Sequence[DraftItem]) -> list[Priced]:
    if not draft_items:
        raise Invalid(NO_ITEM_NAMED, parameter="items")
    requested = await draft_bundles.requested_items(call, draft_items)
    items = await price(call, requested, called="items.option_id")
    draft_bundles.require_bundles(draft_items, items)
    require_for_sale(call, items)
    return items


def _of_buyer(draft: DraftOrder) -> dict[str, str]:
    fields = {
        "member_id": draft.member_id,
        "name": draft.buyer_name,
        "email": draft.buyer_email,
        "phone": draft.buyer_phone,
        "cellphone": draft.buyer_cellphone,
        "buyer_zipcode": draft.buyer_zipcode,
        "buyer_address1": draft.buyer_address1,
        "buyer_address2": draft.buyer_address2,
    }
    return {name: value for name, value in fields.items() if value is not UNSET}


def _destination(call: Call, draft: DraftOrder) -> Destination:
    """Return where an order is sent. Raises Invalid (422) for a missing address."""
    if draft.no_shipping_required != "T":
        for name in _ADDRESS:
            if getattr(draft, name) is UNSET:
                raise Invalid(RECEIVER_ADDRESS_MISSING, parameter=name)
    receiver = _receiver(call, draft)
    address = (receiver.address_state, receiver.address_city, receiver.address1, receiver.address2)
    return Destination(
        country=receiver.country_code,
        zipcode=receiver.zipcode,
        address=" ".join(filter(None, address)),
    )


def _on_delivery(draft: DraftOrder) -> bool:
    return all(each.prepaid_shipping_fee == "C" for each in draft.items)


def _receiver(call: Call, draft: DraftOrder) -> Receiver:
    country = _or(draft.country_code, "" if draft.shipping_type == "B" else call.mall.country)
    if not country:
        raise Invalid(DESTINATION_COUNTRY_MISSING, parameter="country_code")
    fields = {
        name: value
        for name, called in _OF_RECEIVER.items()
        if (value := asdict(draft)[called]) is not UNSET
    }
    return Receiver(
        name=draft.receiver_name,
        phone=draft.receiver_phone,
        cellphone=draft.receiver_cellphone,
        country_code=country,
        **fields,
    )


def _or(value: T | UnsetType, other: T) -> T:
    return other if value is UNSET else value


def _answer(order: Order, quoted: OrderQuote, items: Sequence[DraftItem]) -> Drafted:
    amount = order.initial_order_amount
    off = amount.membership_discount_amount + amount.shipping_fee_discount_amount
    off += sum((each.costs.additional_discount for each in quoted.items), ZERO)
    return Drafted(
        shop_no=order.shop_no,
        order_id=order.order_id,
        payment_amount=DraftAmount(
            total_amount=_number(amount.total_amount_due), total_discount_amount=_number(off)
        ),
        order_from_mobile=order.order_from_mobile,
        payment_method=order.payment_method[0],
        items=[_drafted(each) for each in items],
    )


def _drafted(each: DraftItem) -> DraftedItem:
    number = _or(each.product_bundle_no, None)
    return DraftedItem(**asdict(each) | {"product_bundle_no": number})


def _number(amount: Decimal) -> int | float:
    return int(amount) if amount == int(amount) else float(amount)


OPERATIONS = [
    post(
        "draftorders",
        create_draft,
        takes=DraftOrder,
        gives=Drafted,
        key="draftorders",
        refuses={
            "buyer_ip": NoEffect(
                "No response has it, and addresses of buyers are not stored without a use"
            ),
            "self_payment_cancel": NoEffect("The wallet is not connected"),
            "self_payment_cancel_url": NoEffect("The wallet is not connected"),
        },
        scope=WRITE_ORDER,
        restricted=True,
        plural=True,
    ),
]
