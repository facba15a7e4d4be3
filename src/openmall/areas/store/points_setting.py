"""Points settings: what a shop calls its points, how they are rounded, and when they are given.

Specification: "Points setting". A plain settings resource.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.contract.money import ZERO
from openmall.contract.operation import get, put
from openmall.contract.params import Flag, Price, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Standard = Literal["C", "P"]
"""Points are given: C after delivery, P once the purchase is confirmed."""
RoundUnit = Literal["F", "0.01", "0.1", "1", "100", "1000"]
"""The unit that points are rounded to; F: they are not."""
RoundType = Literal["A", "B", "C"]
"""A down, B half up, C up."""
DisplayType = Literal["P", "W", "WP", "PW"]
"""What a product shows of its points: P the rate, W the amount, or both, in that order."""
ChangeType = Literal["M", "T"]
"""Points that cannot be used yet turn into usable ones: M by the merchant, T by themselves."""
AgreeType = Literal["T", "F", "P"]
"""Points for agreeing to advertisements: T again whenever one agrees, F once, P after a time."""
Months = Literal["1", "3", "6", "12"]
Days = Annotated[int, Meta(ge=0, le=365)]
Name = Annotated[str, Meta(min_length=1, max_length=50)]
Format = Annotated[str, Meta(max_length=50)]


class PointsSetting(Setting, frozen=True, kw_only=True):
    """A shop's points settings; the defaults are what a new shop has."""

    point_issuance_standard: Standard = "C"
    payment_period: Days = 20
    """Days from the standard until points are given."""
    name: Name = "Points"
    format: Format = "[:PRICE:]"
    """How an amount of points is written; `[:PRICE:]` stands for it."""
    round_unit: RoundUnit = "1"
    round_type: RoundType = "A"
    display_type: DisplayType = "P"
    unusable_points_change_type: ChangeType = "T"
    join_point: Decimal = ZERO
    """For joining."""
    use_email_agree_point: Flag = "F"
    use_sms_agree_point: Flag = "F"
    agree_change_type: AgreeType = "F"
    agree_restriction_period: Months = "1"
    """After which points are given again, with `agree_change_type` P."""
    agree_point: Decimal = ZERO
    """For agreeing to advertisements."""


class PointsSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change points settings; UNSET: not sent, left alone."""

    point_issuance_standard: Standard | UnsetType = UNSET
    payment_period: Days | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    format: Format | UnsetType = UNSET
    round_unit: RoundUnit | UnsetType = UNSET
    round_type: RoundType | UnsetType = UNSET
    display_type: DisplayType | UnsetType = UNSET
    unusable_points_change_type: ChangeType | UnsetType = UNSET
    join_point: Price | UnsetType = UNSET
    use_email_agree_point: Flag | UnsetType = UNSET
    use_sms_agree_point: Flag | UnsetType = UNSET
    agree_change_type: AgreeType | UnsetType = UNSET
    agree_restriction_period: Months | UnsetType = UNSET
    agree_point: Price | UnsetType = UNSET


OPERATIONS = [
    get(
        "points/setting",
        read_setting(PointsSetting),
        takes=ShopParams,
        gives=PointsSetting,
        key="point",
        scope=READ_STORE,
    ),
    put(
        "points/setting",
        change_setting(PointsSetting, PointsSettingChange),
        takes=PointsSettingChange,
        gives=PointsSetting,
        key="point",
        scope=WRITE_STORE,
    ),
]
