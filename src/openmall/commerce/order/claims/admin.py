"""The admin API's operations on claims."""

from typing import Final

from openmall.commerce.order.claims import item_changes, shipping_fee
from openmall.commerce.order.claims import queries as claim_queries
from openmall.commerce.order.claims import rules as claim_rules
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, RETURN
from openmall.commerce.order.claims.requests import refusal_handler, request_handler
from openmall.commerce.order.claims.shape import (
    Cancellation,
    CancelledFee,
    ChangedItem,
    ClaimChanged,
    Collection,
    CreatedClaim,
    CreatedExchange,
    CreatedReturn,
    Exchange,
    FeeCancellation,
    RejectedRequest,
    RequestedClaim,
    Return,
)
from openmall.commerce.order.claims.takes import (
    CancellationChange,
    CancellationDraft,
    CancellationRefundChange,
    CancellationRequest,
    ClaimPath,
    CollectionChange,
    ExchangeChange,
    ExchangeDraft,
    ExchangeRequest,
    ExchangeStatusChange,
    ItemClaimChange,
    RequestRejection,
    ReturnChange,
    ReturnDraft,
    ReturnRequest,
    ShippingFeeDraft,
    ShortageDraft,
)
from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.operation import NoEffect, get, listing, post, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_UNDONE = (
    "undone", "add_memo_too", "undone_reason_type", "undone_reason", "expose_order_detail",
    "exposed_undone_reason",
)  # fmt: skip
_CLAIM = ("shop_no", "order_id", "claim_code")
_INVOICE = (
    "carrier_id", "return_invoice_no", "return_invoice_success", "return_invoice_fail_reason",
)  # fmt: skip
_OF_CANCELLATION = (*_CLAIM, "recover_inventory", "items", *_UNDONE)
_OF_RETURN = (
    *_CLAIM, "status", "pickup_completed", *_INVOICE, "return_shipping_company_name", "items",
    "refund_method_code", "refund_bank_code", "refund_bank_account_no",
    "refund_bank_account_holder", "combined_refund_method", "recover_inventory",
    "request_pickup", "pickup", *_UNDONE,
)  # fmt: skip
_OF_EXCHANGES = (
    *_CLAIM, "items", "status", "pickup_completed", *_INVOICE, "recover_inventory",
    "exchanged_after_collected", *_UNDONE,
)  # fmt: skip
_OF_EXCHANGE = (
    *_OF_EXCHANGES, "return_shipping_company_name", "request_pickup", "pickup",
)  # fmt: skip
_REQUESTED = ("shop_no", "order_id", "items")
_REFUSED = ("shop_no", "order_id", "undone", "order_item_code")

change_cancellation: Final = claim_rules.change_handler(CANCELLATION)
change_return: Final = claim_rules.change_handler(RETURN)
change_exchange: Final = claim_rules.change_handler(EXCHANGE)
refuse_cancellation: Final = refusal_handler(CANCELLATION)
refuse_return: Final = refusal_handler(RETURN)
refuse_exchange: Final = refusal_handler(EXCHANGE)

_NO_WALLET: Final = NoEffect("The wallet is not connected")
_WALLETS_OF_CANCELLATION: Final = {
    "portalpay_cancel_reason_type": _NO_WALLET,
    "chatpay_cancel_reason_type": _NO_WALLET,
}
_WALLETS_OF_RETURN: Final = {"portalpay_return_reason_type": _NO_WALLET}

OPERATIONS = [
    get(
        "cancellation/{claim_code}",
        claim_queries.cancellation,
        takes=ClaimPath,
        gives=Cancellation,
        key="cancellation",
        scope=READ_ORDER,
    ),
    post(
        "cancellation",
        claim_rules.cancel,
        takes=CancellationDraft,
        gives=CreatedClaim,
        key="cancellation",
        scope=WRITE_ORDER,
        refuses=_WALLETS_OF_CANCELLATION,
        objects=100,
    ),
    put(
        "cancellation",
        claim_rules.change_handler(CANCELLATION),
        takes=CancellationRefundChange,
        gives=ClaimChanged,
        key="cancellation",
        scope=WRITE_ORDER,
        objects=10,
        shows=_OF_CANCELLATION,
    ),
    post(
        "orders/{order_id}/cancellation",
        claim_rules.cancel,
        takes=CancellationDraft,
        gives=CreatedClaim,
        key="cancellation",
        scope=WRITE_ORDER,
        refuses=_WALLETS_OF_CANCELLATION,
    ),
    put(
        "orders/{order_id}/cancellation/{claim_code}",
        change_cancellation,
        takes=CancellationChange,
        gives=ClaimChanged,
        key="cancellation",
        scope=WRITE_ORDER,
        shows=_OF_CANCELLATION,
    ),
    post(
        "orders/{order_id}/shortagecancellation",
        claim_rules.cancel_short,
        takes=ShortageDraft,
        gives=CreatedClaim,
        key="shortagecancellation",
        scope=WRITE_ORDER,
        refuses=_WALLETS_OF_CANCELLATION,
        restricted=True,
    ),
    listing(
        "orders/{order_id}/shippingfeecancellation",
        shipping_fee.listing,
        takes=OrderPath,
        gives=FeeCancellation,
        key="shippingfeecancellation",
        scope=READ_ORDER,
    ),
    post(
        "orders/{order_id}/shippingfeecancellation",
        shipping_fee.cancel,
        takes=ShippingFeeDraft,
        gives=CancelledFee,
        key="shippingfeecancellation",
        scope=WRITE_ORDER,
    ),
    put(
        "orders/{order_id}/items/{order_item_code}",
        item_changes.change_item,
        takes=ItemClaimChange,
        gives=ChangedItem,
        key="item",
        scope=WRITE_ORDER,
    ),
    post(
        "cancellationrequests",
        request_handler(CANCELLATION),
        takes=CancellationRequest,
        gives=RequestedClaim,
        key="cancellationrequests",
        scope=WRITE_ORDER,
        objects=100,
        shows=_REQUESTED,
    ),
    put(
        "cancellationrequests",
        refuse_cancellation,
        takes=RequestRejection,
        gives=RejectedRequest,
        key="cancellationrequests",
        scope=WRITE_ORDER,
        objects=100,
        shows=_REFUSED,
    ),
    get(
        "return/{claim_code}",
        claim_queries.returned,
        takes=ClaimPath,
        gives=Return,
        key="return",
        scope=READ_ORDER,
    ),
    post(
        "return",
        claim_rules.take_return,
        takes=ReturnDraft,
        gives=CreatedReturn,
        key="return",
        scope=WRITE_ORDER,
        refuses=_WALLETS_OF_RETURN,
        objects=100,
    ),
    put(
        "return",
        claim_rules.change_handler(RETURN),
        takes=ReturnChange,
        gives=ClaimChanged,
        key="return",
        scope=WRITE_ORDER,
        objects=10,
        shows=_OF_RETURN,
    ),
    post(
        "orders/{order_id}/return",
        claim_rules.take_return,
        takes=ReturnDraft,
        gives=CreatedReturn,
        key="return",
        scope=WRITE_ORDER,
        refuses=_WALLETS_OF_RETURN,
    ),
    put(
        "orders/{order_id}/return/{claim_code}",
        change_return,
        takes=ReturnChange,
        gives=ClaimChanged,
        key="return",
        scope=WRITE_ORDER,
        shows=_OF_RETURN,
    ),
    post(
        "returnrequests",
        request_handler(RETURN),
        takes=ReturnRequest,
        gives=RequestedClaim,
        key="returnrequests",
        scope=WRITE_ORDER,
        objects=100,
        shows=_REQUESTED,
    ),
    put(
        "returnrequests",
        refuse_return,
        takes=RequestRejection,
        gives=RejectedRequest,
        key="returnrequests",
        scope=WRITE_ORDER,
        objects=100,
    ),
    get(
        "exchange/{claim_code}",
        claim_queries.exchange,
        takes=ClaimPath,
        gives=Exchange,
        key="exchange",
        scope=READ_ORDER,
    ),
    post(
        "exchange",
        claim_rules.exchange,
        takes=ExchangeDraft,
        gives=CreatedExchange,
        key="exchange",
        scope=WRITE_ORDER,
        objects=100,
    ),
    put(
        "exchange",
        claim_rules.change_handler(EXCHANGE),
        takes=ExchangeStatusChange,
        gives=ClaimChanged,
        key="exchange",
        scope=WRITE_ORDER,
        objects=10,
        shows=_OF_EXCHANGES,
    ),
    post(
        "orders/{order_id}/exchange",
        claim_rules.exchange,
        takes=ExchangeDraft,
        gives=CreatedExchange,
        key="exchange",
        scope=WRITE_ORDER,
    ),
    put(
        "orders/{order_id}/exchange/{claim_code}",
        change_exchange,
        takes=ExchangeChange,
        gives=ClaimChanged,
        key="exchange",
        scope=WRITE_ORDER,
        shows=_OF_EXCHANGE,
    ),
    post(
        "exchangerequests",
        request_handler(EXCHANGE),
        takes=ExchangeRequest,
        gives=RequestedClaim,
        key="exchangerequests",
        scope=WRITE_ORDER,
        objects=100,
    ),
    put(
        "exchangerequests",
        refuse_exchange,
        takes=RequestRejection,
        gives=RejectedRequest,
        key="exchangerequests",
        scope=WRITE_ORDER,
        objects=100,
    ),
    put(
        "orders/{order_id}/exchangerequests",
        refusal_handler(EXCHANGE),
        takes=RequestRejection,
        gives=RejectedRequest,
        key="exchangerequests",
        scope=WRITE_ORDER,
    ),
    put(
        "collectrequests/{request_no}",
        claim_rules.collect,
        takes=CollectionChange,
        gives=Collection,
        key="collectrequest",
        scope=WRITE_ORDER,
        limit=30,
    ),
]
