"""A customer group as answered and as stored, and the parameters of its operations.

Specification: resources of the Customer area are "not shown"; bounds as in `spec/parameters.tsv`.
"""

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract import patterns
from openmall.contract.crud.settings import Setting
from openmall.contract.money import ZERO
from openmall.contract.params import (
    LARGEST_INTEGER,
    EntityNo,
    Flag,
    Number,
    Price,
    ShopParams,
    amount_bounds,
)

GENERAL: Final = 1
"""Number of the general group, which every shop has: the group of customers without another."""
MOST_GROUPS: Final = 100
"""Groups a shop may have; they are read together."""

GroupName = Annotated[str, Meta(min_length=1, max_length=20)]
Description = Annotated[str, Meta(max_length=100)]
Colour = Annotated[
    str,
    Meta(
        max_length=6,
        pattern=patterns.pattern(r"^([0-9A-Fa-f]{6})?\Z", "a colour of six hexadecimal digits"),
    ),
]
Picture = Annotated[str, Meta(max_length=255)]
Benefits = Literal["F", "D", "M", "P"]
"""F none, D a discount, M points, P both."""
PayMethods = Literal["A", "B", "C"]
"""A every way to pay, B cash payments, C all but cash payments."""
Availability = Literal["P", "M", "A"]
"""Discount applied where a product has one of its own: P the product's, M the group's, A both."""
Unit = Literal["W", "P"]
"""W an amount of the shop's currency, P a part of a hundred."""
Truncation = Literal["0.001", "0.01", "0.1", "1", "10", "100"]
"""Unit to which a percentage is rounded down."""


class GroupBenefit(Struct, frozen=True, kw_only=True):
    """A discount on a price, or points for it."""

    amount_product: Price = ZERO
    """The price from which it holds."""
    amount_discount: Annotated[
        Decimal,
        Meta(extra=amount_bounds(0, LARGEST_INTEGER, percentage_if=("discount_unit", "P"))),
    ] = ZERO
    discount_unit: Unit = "P"
    truncation_unit: Truncation = "1"
    max_discount: Price = ZERO
    """Maximum amount; 0: no maximum."""


class DiscountLimit(Struct, frozen=True, kw_only=True):
    """Limit of a member's discount in a period."""

    discount_limit_type: Literal["A", "B", "C"] = "A"
    """A no limit, B up to an amount, C so many times."""
    discount_amount_limit: Price = ZERO
    number_of_discount_limit: Number | None = None


class AutoChange(Struct, frozen=True, kw_only=True):
    """The purchases that qualify for the group; None: no such bound."""

    min_purchase_amount: Price | None = None
    max_purchase_amount: Price | None = None
    min_purchase_count: Number | None = None
    max_purchase_count: Number | None = None
    min_shopping_index: Number | None = None
    max_shopping_index: Number | None = None


class Group(Struct, frozen=True, kw_only=True):
    """A group of customers of one shop; amounts are of the shop's currency."""

    shop_no: int = 1
    group_no: int
    group_name: str
    group_description: str = ""
    group_icon: str = ""
    benefits_paymethod: PayMethods = "A"
    buy_benefits: Benefits = "F"
    ship_benefits: Flag = "F"
    """T: its members pay no shipping."""
    product_availability: Availability = "A"
    discount_information: GroupBenefit = GroupBenefit()
    points_information: GroupBenefit = GroupBenefit()
    mobile_discount_information: GroupBenefit = GroupBenefit()
    mobile_points_information: GroupBenefit = GroupBenefit()
    discount_limit_information: DiscountLimit = DiscountLimit()
    auto_change_information: AutoChange = AutoChange()
    display_without_benefits: Flag = "F"
    """T: the group is shown on the storefront although it has no benefits."""
    group_list_background_color: str = ""
    """Six hexadecimal digits of red, green and blue, or none."""
    group_image: str = ""


SHOWN: Final = (
    "shop_no",
    "group_no",
    "group_name",
    "group_description",
    "group_icon",
    "benefits_paymethod",
    "buy_benefits",
    "ship_benefits",
    "product_availability",
    "discount_information",
    "points_information",
    "mobile_discount_information",
    "mobile_points_information",
    "discount_limit_information",
)
"""Fields of a group that are answered when it is read; a new one is answered whole."""


class CustomerGroups(Setting, frozen=True, kw_only=True):
    """The groups of a shop. An empty name is that of the general group in the shop's language."""

    groups: tuple[Group, ...] = (Group(group_no=GENERAL, group_name=""),)
    highest_group_no: int = 0
    """The highest number that a deleted group had; it is not given again."""


class GroupFilters(ShopParams, frozen=True, kw_only=True):
    group_no: list[EntityNo] | UnsetType = UNSET
    group_name: list[GroupName] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""


class GroupPath(ShopParams, frozen=True, kw_only=True):
    group_no: EntityNo


class GroupDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create a group; its mobile benefits default to the others."""

    group_name: GroupName
    group_description: Description
    group_icon: Picture = ""
    benefits_paymethod: PayMethods = "A"
    buy_benefits: Benefits = "F"
    ship_benefits: Flag = "F"
    product_availability: Availability = "A"
    discount_information: GroupBenefit = GroupBenefit()
    points_information: GroupBenefit = GroupBenefit()
    mobile_discount_information: GroupBenefit | UnsetType = UNSET
    mobile_points_information: GroupBenefit | UnsetType = UNSET
    discount_limit_information: DiscountLimit = DiscountLimit()
    auto_change_information: AutoChange = AutoChange()
    display_without_benefits: Flag = "F"
    group_list_background_color: Colour = ""
    group_image: Picture = ""


class Purchases(Struct, frozen=True, kw_only=True):
    """The purchases of a customer in a shop that count for their group."""

    amount: Decimal = ZERO
    number: int = 0
