"""The storefront's operations on placed orders. All of them are ours."""

from typing import Final

from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, RETURN
from openmall.commerce.order.claims.shape import RequestedClaim
from openmall.commerce.order.claims.takes import CancellationRequest, ExchangeRequest, ReturnRequest
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.receivers.shape import Changed
from openmall.commerce.order.selfservice import rules
from openmall.commerce.order.selfservice.shape import (
    ClaimableItem,
    Confirmed,
    OwnClaim,
    ReviewableItem,
)
from openmall.commerce.order.selfservice.takes import Confirmation, OwnClaimPath, OwnReceiverChange
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL

ask_cancellation: Final = rules.ask(CANCELLATION)
ask_return: Final = rules.ask(RETURN)
ask_exchange: Final = rules.ask(EXCHANGE)

OPERATIONS = [
    listing(
        "orders/{order_id}/claimableitems",
        rules.claimable,
        takes=OrderPath,
        gives=ClaimableItem,
        key="claimableitems",
        scope=READ_PERSONAL,
    ),
    listing(
        "orders/{order_id}/reviewableitems",
        rules.reviewable,
        takes=OrderPath,
        gives=ReviewableItem,
        key="reviewableitems",
        scope=READ_PERSONAL,
    ),
    post(
        "orders/{order_id}/cancellationrequests",
        ask_cancellation,
        takes=CancellationRequest,
        gives=RequestedClaim,
        key="cancellationrequest",
        scope=WRITE_PERSONAL,
    ),
    post(
        "orders/{order_id}/returnrequests",
        ask_return,
        takes=ReturnRequest,
        gives=RequestedClaim,
        key="returnrequest",
        scope=WRITE_PERSONAL,
    ),
    post(
        "orders/{order_id}/exchangerequests",
        ask_exchange,
        takes=ExchangeRequest,
        gives=RequestedClaim,
        key="exchangerequest",
        scope=WRITE_PERSONAL,
    ),
    listing(
        "orders/{order_id}/claims",
        rules.claims,
        takes=OrderPath,
        gives=OwnClaim,
        key="claims",
        scope=READ_PERSONAL,
    ),
    delete(
        "orders/{order_id}/claims/{claim_code}",
        rules.withdraw,
        takes=OwnClaimPath,
        gives=OwnClaim,
        key="claim",
        scope=WRITE_PERSONAL,
    ),
    post(
        "orders/{order_id}/confirmations",
        rules.confirm,
        takes=Confirmation,
        gives=Confirmed,
        key="confirmation",
        scope=WRITE_PERSONAL,
    ),
    put(
        "orders/{order_id}/receiver",
        rules.readdress,
        takes=OwnReceiverChange,
        gives=Changed,
        key="receiver",
        scope=WRITE_PERSONAL,
    ),
]
