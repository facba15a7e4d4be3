"""Payment settings: escrow, and what is told to payment gateways.

Specification: "Payment setting". A plain settings resource.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Registration = Literal["A", "M"]
"""Shipments are told to the payment gateway: A by themselves, M by the merchant."""
Display = Literal["T", "L"]
"""Ways of payment are shown as: T tabs, L a list."""


class PaymentSetting(Setting, frozen=True, kw_only=True):
    """A shop's payment settings; the defaults are what a new shop has."""

    use_escrow: Flag = "F"
    use_escrow_account_transfer: Flag = "F"
    use_escrow_virtual_account: Flag = "F"
    pg_shipping_registration: Registration = "A"
    purchase_protection_amount: int = 0
    """Of orders from this amount on, in the shop's currency."""
    use_direct_pay: Flag = "F"
    payment_display_type: Display = "L"


class PaymentSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change payment settings; UNSET: not sent, left alone."""

    use_escrow: Flag | UnsetType = UNSET
    use_escrow_account_transfer: Flag | UnsetType = UNSET
    use_escrow_virtual_account: Flag | UnsetType = UNSET
    pg_shipping_registration: Registration | UnsetType = UNSET
    use_direct_pay: Flag | UnsetType = UNSET
    payment_display_type: Display | UnsetType = UNSET


OPERATIONS = [
    get(
        "payment/setting",
        read_setting(PaymentSetting),
        takes=ShopParams,
        gives=PaymentSetting,
        key="setting",
        scope=READ_STORE,
    ),
    put(
        "payment/setting",
        change_setting(PaymentSetting, PaymentSettingChange),
        takes=PaymentSettingChange,
        gives=PaymentSetting,
        key="setting",
        scope=WRITE_STORE,
    ),
]
