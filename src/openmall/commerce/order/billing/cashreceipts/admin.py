"""The admin API's operations on cash receipts."""

from openmall.commerce.order.billing.cashreceipts import rules
from openmall.commerce.order.billing.cashreceipts.shape import (
    CancelledReceipt,
    ChangedReceipt,
    ListedReceipt,
    ReceiptCancellation,
    ReceiptChange,
    ReceiptDraft,
    ReceiptsQuery,
)
from openmall.contract.operation import listing, post, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

OPERATIONS = [
    listing(
        "cashreceipt",
        rules.list_receipts,
        takes=ReceiptsQuery,
        gives=ListedReceipt,
        key="cashreceipt",
        scope=READ_ORDER,
        links=True,
    ),
    post(
        "cashreceipt",
        rules.create,
        takes=ReceiptDraft,
        gives=ChangedReceipt,
        key="cashreceipt",
        scope=WRITE_ORDER,
    ),
    put(
        "cashreceipt/{cashreceipt_no}",
        rules.change,
        takes=ReceiptChange,
        gives=ChangedReceipt,
        key="cashreceipt",
        scope=WRITE_ORDER,
    ),
    put(
        "cashreceipt/{cashreceipt_no}/cancellation",
        rules.cancel,
        takes=ReceiptCancellation,
        gives=CancelledReceipt,
        key="cancellation",
        scope=WRITE_ORDER,
    ),
]
