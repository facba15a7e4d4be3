"""A payment gateway as a plug-in: the merchant's accounting confirms what was paid by invoice.

A folder stands for the accounting: `<payment id>.paid` holds the amount that arrived, and
`<refund id>.refund` the one that was transferred back.
"""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

from openmall.commerce.order.billing.gateways.gateway import (
    ChargeRequest,
    GatewayRefused,
    GatewayShop,
    PaymentRequest,
    PaymentResult,
    RefundRequest,
    StoredMethod,
    hosted_page,
)
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.errors import Unauthorized
from openmall.contract.params import Flag, Secret


class InvoiceSetting(Setting, frozen=True, kw_only=True):
    """Whether a shop sells by invoice, and where its accounting is."""

    use_invoices: Flag = "F"
    folder: Secret | None = None


class InvoiceGateway:
    """Takes payments by invoice."""

    name = "invoice"
    methods = ("tcash",)
    stored_methods = ()
    free_installments = ()

    async def offered(self, call: Call) -> bool:
        return (await current(call, InvoiceSetting)).use_invoices == "T"

    def payment_url(self, origin: str, payment_id: str) -> str:
        return hosted_page(origin, payment_id)

    async def create_payment(self, shop: GatewayShop, request: PaymentRequest) -> str:
        # a real gateway sends the invoice once for the payment id, and shows a page
        return request.return_url

    async def fetch_payment(
        self, shop: GatewayShop, request: PaymentRequest
    ) -> PaymentResult | None:
        paid = await self._folder(shop) / f"{request.payment_id}.paid"
        if not paid.exists():
            return None
        return PaymentResult(
            payment_id=request.payment_id,
            order_id=request.order_id,
            amount=Decimal(paid.read_text()),
            currency=request.currency,
            result="approved",
            transaction_id=f"invoice-{request.payment_id[:8]}",
        )

    async def create_refund(self, shop: GatewayShop, request: RefundRequest) -> str | None:
        refund = await self._folder(shop) / f"{request.refund_id}.refund"
        refund.write_text(str(request.amount))  # the same file however often it is requested
        return refund.stem

    async def read_callback(
        self, shop: GatewayShop, headers: Mapping[bytes, bytes], body: bytes
    ) -> str:
        raise Unauthorized("Invoices have no callbacks. (invalid_signature)")

    def method_url(self, origin: str, method_id: str) -> str:
        return ""

    async def fetch_method(self, shop: GatewayShop, method_id: str) -> StoredMethod | None:
        return None

    async def charge_method(self, shop: GatewayShop, request: ChargeRequest) -> PaymentResult:
        raise GatewayRefused("Invoices store no payment methods.")

    async def _folder(self, shop: GatewayShop) -> Path:
        return Path((await shop.setting(InvoiceSetting)).folder or "")
