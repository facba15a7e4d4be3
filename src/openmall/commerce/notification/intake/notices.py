"""What events tell customers of: the occasion, the customer, and the values of the text."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.boards.builtin import ASKED_ON
from openmall.commerce.notification.intake import order_details
from openmall.commerce.notification.intake.order_details import OrderRecords
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.orders import store as order_store
from openmall.contract.call import Call
from openmall.contract.errors import NotFound

_SHIPPING: Final = {"shipping_order": "shipment_started", "delivered_order": "delivered"}
_CANCELLED: Final = {
    "request_cancel": "cancellation_requested",
    "cancel_order": "order_cancelled",
}
_RETURN: Final = {"request_return": "return_requested", "accept_return": "return_accepted"}
_REFUND: Final = {"refund_order": "refund_done"}
ITEM_ADDED: Final = 90031
FURTHER_PAYMENT: Final = "further_payment_asked"
"""Occasion: items were added to an order, which costs more than its buyer was told or has paid."""
OF_ORDERS: Final[dict[int, dict[str, str]]] = {
    90023: {"create_order": "order_received"},
    90024: _SHIPPING,
    90025: {"paid_order": "payment_confirmed"},
    90026: _CANCELLED,
    90027: _RETURN,
    90028: {
        "request_exchange": "exchange_requested",
        "accept_exchange": "exchange_accepted",
        "exchange_order": "exchange_accepted",
    },
    90029: _REFUND,
    ITEM_ADDED: {"": FURTHER_PAYMENT},
    90071: _SHIPPING,
    90072: _CANCELLED,
    90073: _REFUND,
    90074: _RETURN,
}
"""Event number -> event code -> occasion. Those from 90071 on name several orders."""
_EXCHANGED: Final = "exchange_order"
"""Code of a completed exchange; one that was accepted before has had its message."""
JOINED: Final = 90032
POINTS: Final = 90148
POST: Final = 90033
"""A post, or the reply to one, was written on a board."""
_GIVEN: Final = frozenset({"A", "B", "G", "H", "I"})
"""Cases in which points are given: by hand, earned, by a coupon, on joining, for consent."""


class Notice(Struct, frozen=True, kw_only=True):
    """What a customer is told of, and by which addresses."""

    occasion: str
    shop_no: int
    member_id: str
    name: str
    email: str
    cellphone: str
    sms: str = "T"
    news_mail: str = "F"
    """T: the customer agreed to mail that advertises."""
    values: dict[str, str] = {}
    by_mail: bool = True
    by_short_message: bool = True
    """Whether its customer gets mail; whether a push, chat or text message."""
    decline_address: str = ""
    """Where its customer asks for no more notices like this."""
    supplier_codes: tuple[str, ...] = ()


async def notices_of(call: Call, event_no: int, resource: dict[str, Any]) -> list[Notice]:
    """Return what an event tells customers of; mostly nothing or one notice."""
    if event_no == JOINED:
        return [_joined(resource)]
    if event_no == POINTS:
        with call.in_shop(int(resource["shop_no"])):
            return await _points(call, resource)
    if event_no == POST:
        with call.in_shop(int(resource["event_shop_no"])):
            return await _answer(call, resource)
    occasion = OF_ORDERS.get(event_no, {}).get(resource.get("event_code", ""))
    if occasion is None:
        return []
    numbers = str(resource["order_id"]).split(",")
    if resource.get("event_code") == _EXCHANGED:
        with call.in_shop(int(resource["event_shop_no"])):
            numbers = await _accepted_at_once(call, numbers)
        if not numbers:
            return []
    return await of_orders(call, occasion, int(resource["event_shop_no"]), numbers)


def _costs_more(records: OrderRecords) -> bool:
    """Return whether the last item of an order is to be paid; a gift costs nothing.

    The buyer of an unpaid order was told another amount, which they may be about to transfer.
    """
    last = max(records.items, key=lambda each: each.item_no)
    awaited = last.order_status == "N00" and last.payment_amount > 0
    return awaited and records.order.paid in ("F", "M")


async def _accepted_at_once(call: Call, numbers: Sequence[str]) -> list[str]:
    """Return the orders whose last exchange was accepted and completed in one step."""
    last: dict[str, Claim] = {}
    for claim in await claim_store.of_orders(call, numbers):
        if claim.kind == "exchange" and claim.completed_date is not None:
            known = last.get(claim.order_id)
            if known is None or _completion(claim) > _completion(known):
                last[claim.order_id] = claim
    return [
        number
        for number in numbers
        if number in last and last[number].accepted_date == last[number].completed_date
    ]


def _completion(claim: Claim) -> tuple[float, str]:
    at = claim.completed_date
    return (0.0 if at is None else at.timestamp(), claim.claim_code)


def _joined(resource: dict[str, Any]) -> Notice:
    return Notice(
        occasion="joined",
        shop_no=int(resource["event_shop_no"]),
        member_id=resource["member_id"],
        name=resource["name"],
        email=resource["email"],
        cellphone=resource["cellphone"],
        sms=resource["sms"],
        values={"MEMBER_ID": resource["member_id"]},
    )


async def _points(call: Call, resource: dict[str, Any]) -> list[Notice]:
    if resource["mileage_money"] <= 0 or resource["case"] not in _GIVEN:
        return []
    return [
        Notice(
            occasion="points_given",
            shop_no=call.shop_no,
            member_id=each.member_id,
            name=each.name,
            email=each.email,
            cellphone=each.cellphone,
            sms=each.sms,
            values={
                "POINTS": f"{resource['mileage_money']:,}",
                "POINT_BALANCE": f"{resource['avail_mileage']:,}",
            },
        )
        for each in await recipientgroup_search.by_ids(call, [resource["member_id"]])
    ]


async def _answer(call: Call, resource: dict[str, Any]) -> list[Notice]:
    """Return what the author of a question is told, or of a post who wants mail of replies."""
    if resource["has_parent"] != "T":
        return []
    try:
        reply = await article_store.get(call, resource["board_no"], resource["no"])
        post = await article_store.get(call, resource["board_no"], reply.parent_article_no)
    except NotFound:
        return []  # deleted in the meantime
    asked = post.board_no in ASKED_ON and not post.reply_depth
    by_another = not reply.member_id or reply.member_id != post.member_id
    hidden = "F" in (reply.display, post.display) or "T" in (reply.deleted, post.deleted)
    if hidden or not by_another or not (asked or post.reply_mail == "Y"):
        return []
    values = {"INQUIRY": post.title}
    if post.member_id:
        return [
            Notice(
                occasion="inquiry_answered",
                shop_no=call.shop_no,
                member_id=each.member_id,
                name=each.name or each.member_id,
                email=each.email,
                cellphone=each.cellphone,
                sms=each.sms,
                values=values,
            )
            for each in await recipientgroup_search.by_ids(call, [post.member_id])
        ]
    return [
        Notice(
            occasion="inquiry_answered",
            shop_no=call.shop_no,
            member_id="",
            name=post.writer,
            email=post.writer_email,
            cellphone="",
            values=values,
        )
    ]


async def of_orders(
    call: Call, occasion: str, shop_no: int, numbers: Sequence[str]
) -> list[Notice]:
    """Return what the buyers of orders are told."""
    with call.in_shop(shop_no):
        return await _of_orders(call, occasion, numbers)


async def _of_orders(call: Call, occasion: str, numbers: Sequence[str]) -> list[Notice]:
    shop_no = call.shop_no
    records = await order_details.read(call, occasion, numbers)
    if occasion == FURTHER_PAYMENT:
        records = {number: each for number, each in records.items() if _costs_more(each)}
    buyers = await order_store.buyers_of(call, numbers)
    accounts = await bank_transfer.transfer_accounts(call, shop_no)
    asks_further = occasion == FURTHER_PAYMENT and await bank_transfer.is_offered(call)
    further = accounts if asks_further else []
    found = []
    for number, each in records.items():
        buyer = buyers[number]
        found.append(
            Notice(
                occasion=occasion,
                shop_no=shop_no,
                member_id=each.order.member_id,
                name=buyer.name,
                email=buyer.email,
                cellphone=buyer.cellphone,
                values=order_details.values_of(call, occasion, each, accounts, further),
                supplier_codes=tuple(dict.fromkeys(item.supplier_id for item in each.items)),
            )
        )
    return found
