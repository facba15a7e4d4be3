"""Customer settings: who may join, and how accounts come and go.

Specification: "Customers setting". A plain settings resource.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

MinimumAge = Literal["M", "T", "F"]
"""Younger people: M may join with a guardian's consent, T may not join, F may join."""
Gender = Literal["B", "M", "F"]
"""Who may join: B everybody, M men, F women."""
Recovery = Literal["T", "N"]
"""A lost password: T is set anew by the customer, N by the shop."""
JoinStandard = Literal["id", "email"]
"""What a customer signs in with."""


class CustomersSetting(Setting, frozen=True, kw_only=True):
    """A shop's customer settings; the defaults are what a new shop has."""

    simple_member_join: Flag = "F"
    member_authentication: Flag = "F"
    minimum_age_restriction: MinimumAge = "F"
    join_standard: JoinStandard = "id"
    use_update_birthday: Flag = "T"
    adult_age_restriction: Flag = "F"
    adult_purchase_restriction: Flag = "F"
    adult_image_restriction: Flag = "F"
    gender_restriction: Gender = "B"
    member_rejoin_restriction: Flag = "F"
    member_rejoin_restriction_day: int = 0
    password_authentication: Flag = "F"  # noqa: S105 - no password, a choice
    member_join_confirmation: Flag = "F"
    email_duplication: Flag = "F"
    password_recovery: Recovery = "T"  # noqa: S105 - no password, a choice
    link_social_account: Flag = "F"
    save_member_id: Flag = "F"
    unregistration_admin_approval: Flag = "F"
    unregistration_reason: Flag = "F"
    display_group: Flag = "F"


class CustomersSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change customers settings; UNSET: not sent, left alone."""

    simple_member_join: Flag | UnsetType = UNSET
    member_authentication: Flag | UnsetType = UNSET
    minimum_age_restriction: MinimumAge | UnsetType = UNSET
    join_standard: JoinStandard | UnsetType = UNSET
    use_update_birthday: Flag | UnsetType = UNSET


OPERATIONS = [
    get(
        "customers/setting",
        read_setting(CustomersSetting),
        takes=ShopParams,
        gives=CustomersSetting,
        key="customer",
        scope=READ_STORE,
    ),
    put(
        "customers/setting",
        change_setting(CustomersSetting, CustomersSettingChange),
        takes=CustomersSettingChange,
        gives=CustomersSetting,
        key="customer",
        scope=WRITE_STORE,
    ),
]
