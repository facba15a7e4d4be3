"""Payment settings: escrow, and reports to payment gateways.

Specification: "Payment setting". A plain settings resource.
"""

from typing import Annotated, Literal

from openmall.contract.crud.changes import READ_ONLY, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values
from openmall.contract.params import Flag

Registration = Annotated[
    Literal["A", "M"], Values({"A": Label("automatically"), "M": Label("by the merchant")})
]
"""Shipments are reported to the payment gateway: A automatically, M by the merchant."""
Display = Annotated[Literal["T", "L"], Values({"T": Label("tabs"), "L": Label("a list")})]
"""Ways of payment are shown as: T tabs, L a list."""


class PaymentSetting(Setting, frozen=True, kw_only=True):
    """A shop's payment settings; the defaults are what a new shop has."""

    use_escrow: Annotated[Flag, Label("Use escrow")] = "F"
    use_escrow_account_transfer: Annotated[Flag, Label("Escrow for bank transfers")] = "F"
    use_escrow_virtual_account: Annotated[Flag, Label("Escrow for virtual accounts")] = "F"
    pg_shipping_registration: Annotated[
        Registration, Label("Report shipments to the payment gateway")
    ] = "A"
    purchase_protection_amount: Annotated[int, READ_ONLY] = 0
    """Minimum amount of protected orders, in the shop's currency."""
    use_direct_pay: Annotated[Flag, Label("Products can be paid at once")] = "F"
    payment_display_type: Annotated[Display, Label("Payment methods are shown as")] = "L"


OPERATIONS = setting_operations(
    "payment/setting", PaymentSetting, changes_of(PaymentSetting), area="store", key="setting"
)
