"""Terms and policies: the texts that customers agree to.

Specification: "Policy". A plain settings resource.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Text = Annotated[str, Meta(max_length=100_000)]
"""HTML."""


class Policy(Setting, frozen=True, kw_only=True):
    """A shop's terms and policies; the defaults are what a new shop has."""

    privacy_all: Text = ""
    """How the shop treats personal data."""
    terms_using_mall: Text = ""
    use_privacy_join: Flag = "F"
    privacy_join: Text = ""
    """What is collected of those who join."""
    use_withdrawal: Flag = "F"
    required_withdrawal: Flag = "F"
    withdrawal: Text = ""
    """How an order can be withdrawn from."""


class PolicyChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change policies; UNSET: not sent, left alone."""

    privacy_all: Text | UnsetType = UNSET
    terms_using_mall: Text | UnsetType = UNSET
    use_privacy_join: Flag | UnsetType = UNSET
    privacy_join: Text | UnsetType = UNSET
    use_withdrawal: Flag | UnsetType = UNSET
    required_withdrawal: Flag | UnsetType = UNSET
    withdrawal: Text | UnsetType = UNSET


OPERATIONS = [
    get(
        "policy",
        read_setting(Policy),
        takes=ShopParams,
        gives=Policy,
        key="policy",
        scope=READ_STORE,
    ),
    put(
        "policy",
        change_setting(Policy, PolicyChange),
        takes=PolicyChange,
        gives=Policy,
        key="policy",
        scope=WRITE_STORE,
    ),
]
