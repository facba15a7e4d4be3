"""The admin API's operations on cash receipts."""

from openmall.commerce.order.billing.cashreceipts import rules
from openmall.commerce.order.billing.cashreceipts.shape import (
    Answered,
    Listed,
    ReceiptCancellation,
    ReceiptChange,
    ReceiptDraft,
    ReceiptsQuery,
    Withdrawn,
)
from openmall.contract.operation import listing, post, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

OPERATIONS = [
    listing(
        "cashreceipt",
        rules.list_receipts,
        takes=ReceiptsQuery,
        gives=Listed,
        key="cashreceipt",
        scope=READ_ORDER,
        links=True,
    ),
    post(
        "cashreceipt",
        rules.create,
        takes=ReceiptDraft,
        gives=Answered,
        key="cashreceipt",
        scope=WRITE_ORDER,
    ),
    put(
        "cashreceipt/{cashreceipt_no}",
        rules.change,
        takes=ReceiptChange,
        gives=Answered,
        key="cashreceipt",
        scope=WRITE_ORDER,
    ),
    put(
        "cashreceipt/{cashreceipt_no}/cancellation",
        rules.cancel,
        takes=ReceiptCancellation,
        gives=Withdrawn,
        key="cancellation",
        scope=WRITE_ORDER,
    ),
]
