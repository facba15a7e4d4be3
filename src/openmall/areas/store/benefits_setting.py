"""Incentive settings: which orders get a gift, and when it is chosen.

Specification: "Benefits setting". A plain settings resource.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Payments = Literal["all", "bank_only", "exclude_bank"]
"""Ways of payment that get gifts."""
Scope = Literal["all", "benefit"]
"""What counts: all of an order, or the products of the benefit."""
Amount = Literal["total_order", "actual_payment"]
ShippingFee = Literal["I", "E"]
"""I included, E excluded."""
Soldout = Literal["grayed", "disabled"]
Grant = Literal["S", "A"]
"""S the customer chooses, A given by itself."""
Mode = Literal["S", "M"]
"""S one, M several."""
Step = Literal["order_form", "order_complete", "order_detail"]
Condition = Literal["during_period", "after_period"]


class BenefitsSetting(Setting, frozen=True, kw_only=True):
    """A shop's incentive settings; the defaults are what a new shop has."""

    use_gift: Flag = "F"
    available_payment_methods: Payments = "all"
    allow_point_payment: Flag = "T"
    gift_calculation_scope: Scope = "all"
    gift_calculation_type: Amount = "total_order"
    include_point_usage: Flag = "T"
    include_shipping_fee: ShippingFee = "E"
    display_soldout_gifts: Soldout = "grayed"
    gift_grant_type: Grant = "S"
    gift_selection_mode: Mode = "S"
    gift_grant_mode: Mode = "S"
    gift_selection_step: Step = "order_form"
    gift_available_condition: Condition = "during_period"
    offer_only_one_in_automatic: Flag = "T"
    allow_gift_review: Flag = "F"


class BenefitsSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change benefits settings; UNSET: not sent, left alone."""

    use_gift: Flag | UnsetType = UNSET
    available_payment_methods: Payments | UnsetType = UNSET
    allow_point_payment: Flag | UnsetType = UNSET
    gift_calculation_scope: Scope | UnsetType = UNSET
    gift_calculation_type: Amount | UnsetType = UNSET
    include_point_usage: Flag | UnsetType = UNSET
    include_shipping_fee: ShippingFee | UnsetType = UNSET
    display_soldout_gifts: Soldout | UnsetType = UNSET
    gift_grant_type: Grant | UnsetType = UNSET
    gift_selection_mode: Mode | UnsetType = UNSET
    gift_grant_mode: Mode | UnsetType = UNSET
    gift_selection_step: Step | UnsetType = UNSET
    gift_available_condition: Condition | UnsetType = UNSET
    offer_only_one_in_automatic: Flag | UnsetType = UNSET
    allow_gift_review: Flag | UnsetType = UNSET


OPERATIONS = [
    get(
        "benefits/setting",
        read_setting(BenefitsSetting),
        takes=ShopParams,
        gives=BenefitsSetting,
        key="benefit",
        scope=READ_STORE,
    ),
    put(
        "benefits/setting",
        change_setting(BenefitsSetting, BenefitsSettingChange),
        takes=BenefitsSettingChange,
        gives=BenefitsSetting,
        key="benefit",
        scope=WRITE_STORE,
    ),
]
