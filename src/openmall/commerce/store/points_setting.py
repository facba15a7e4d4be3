"""Points settings: name, rounding and occasions of points.

Specification: "Points setting". A plain settings resource.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from openmall.contract.crud.changes import Takes, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.money import ZERO, smallest_unit
from openmall.contract.params import Flag, Price

Standard = Annotated[
    Literal["C", "P"],
    Values({"C": Label("after delivery"), "P": Label("once the purchase is confirmed")}),
]
"""Points are given: C after delivery, P once the purchase is confirmed."""
RoundUnit = Annotated[
    Literal["F", "0.01", "0.1", "1", "100", "1000"],
    Values(
        {
            "F": Label("not rounded"),
            "0.01": Label("0.01"),
            "0.1": Label("0.1"),
            "1": Label("1"),
            "100": Label("100"),
            "1000": Label("1,000"),
        }
    ),
]
"""The unit that points are rounded to; F: they are not."""
RoundType = Annotated[
    Literal["A", "B", "C"], Values({"A": Label("down"), "B": Label("half up"), "C": Label("up")})
]
"""A down, B half up, C up."""
DisplayType = Annotated[
    Literal["P", "W", "WP", "PW"],
    Values(
        {
            "P": Label("Rate"),
            "W": Label("Amount"),
            "WP": Label("Amount and rate"),
            "PW": Label("Rate and amount"),
        }
    ),
]
"""Display of a product's points: P the rate, W the amount, or both, in that order."""
ChangeType = Annotated[
    Literal["M", "T"], Values({"M": Label("by the merchant"), "T": Label("automatically")})
]
"""Points that cannot be used yet turn into usable ones: M by the merchant, T by themselves."""
AgreeType = Annotated[
    Literal["T", "F", "P"],
    Values({"T": Label("every time"), "F": Label("once only"), "P": Label("after a time")}),
]
"""Points for agreeing to advertisements: T again whenever one agrees, F once, P after a time."""
Months = Annotated[
    Literal["1", "3", "6", "12"],
    Values(
        {
            "1": Label("1 month"),
            "3": Label("3 months"),
            "6": Label("6 months"),
            "12": Label("12 months"),
        }
    ),
]
Days = Annotated[int, Meta(ge=0, le=365)]
Name = Annotated[str, Meta(min_length=1, max_length=50)]
Format = Annotated[str, Meta(max_length=50)]


class PointsSetting(Setting, frozen=True, kw_only=True):
    """A shop's points settings; the defaults are what a new shop has."""

    presets: ClassVar[Mapping[str, Callable[[str], Any]]] = {
        "round_unit": lambda currency: str(smallest_unit(currency))
    }
    # a percentage of $19.99 is rounded to cents, of ₩19,990 to won

    point_issuance_standard: Annotated[Standard, Label("Points are given")] = "C"
    payment_period: Annotated[
        Days, Label("Days until points are given"), Hint("Counted from the day selected above.")
    ] = 20
    """Days from the standard until points are given."""
    name: Annotated[Name, Label("Name of points")] = "Points"
    format: Annotated[
        Format,
        Label("Format of point amounts"),
        Hint("[:PRICE:] stands for the amount."),
    ] = "[:PRICE:]"
    """Notation of an amount of points; `[:PRICE:]` is replaced with it."""
    round_unit: Annotated[RoundUnit, Label("Points are rounded to")] = "1"
    round_type: Annotated[RoundType, Label("Rounding of points")] = "A"
    display_type: Annotated[DisplayType, Label("Points shown with products")] = "P"
    unusable_points_change_type: Annotated[ChangeType, Label("Points become usable")] = "T"
    join_point: Annotated[Decimal, Label("Points for signing up"), Takes(Price)] = ZERO
    """For joining."""
    use_email_agree_point: Annotated[Flag, Label("Points for opting in to e-mail")] = "F"
    use_sms_agree_point: Annotated[Flag, Label("Points for opting in to text messages")] = "F"
    agree_change_type: Annotated[AgreeType, Label("Points for opting in again")] = "F"
    agree_restriction_period: Annotated[
        Months, Label("Issued again after"), Hint("Applies if points are given again after a time.")
    ] = "1"
    """After which points are given again, with `agree_change_type` P."""
    agree_point: Annotated[Decimal, Label("Points for opting in"), Takes(Price)] = ZERO
    """For agreeing to advertisements."""


OPERATIONS = setting_operations(
    "points/setting", PointsSetting, changes_of(PointsSetting), area="store", key="point"
)
