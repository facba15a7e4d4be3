"""Parameters of rules of subscriptions."""

from decimal import Decimal
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.order.placement.subscription_rules.shape import (
    BindingType,
    Cycle,
    CycleDiscount,
    DeliveryCount,
    DiscountUnit,
)
from openmall.contract.crud.changes import updates_of
from openmall.contract.params import EntityNo, Flag, ShopParams, amount_bounds

Name = Annotated[str, Meta(max_length=255)]
Products = Annotated[list[EntityNo], Meta(max_length=10_000)]
Categories = Annotated[list[EntityNo], Meta(max_length=1_000)]
Discounts = Annotated[list[CycleDiscount], Meta(max_length=40)]
FreeFrom = Annotated[Decimal, Meta(extra=amount_bounds(0, 99_999_999_999_999))]
Counts = Annotated[list[DeliveryCount], Meta(max_length=7)]
StartDays = Annotated[int, Meta(ge=1, le=30)]


class RuleQuery(ShopParams, frozen=True, kw_only=True):
    subscription_no: EntityNo | UnsetType = UNSET


class RuleDraft(ShopParams, frozen=True, kw_only=True):
    """A new rule of subscriptions."""

    subscription_shipments_name: Name
    product_binding_type: BindingType
    one_time_purchase: Flag = "T"
    product_list: Products | UnsetType = UNSET
    category_list: Categories | UnsetType = UNSET
    use_discount: Flag
    discount_value_unit: DiscountUnit | UnsetType = UNSET
    discount_values: Discounts | UnsetType = UNSET
    related_purchase_quantity: Flag | UnsetType = UNSET
    """T: the discount is of each unit; F: of one unit of the item, however many there are."""
    subscription_shipments_cycle_type: Flag
    subscription_shipments_cycle: list[Cycle]
    use_order_price_condition: Flag
    order_price_greater_than: FreeFrom | UnsetType = UNSET
    include_regional_shipping_rate: Flag | UnsetType = UNSET
    shipments_start_date: StartDays = 3
    subscription_shipments_count_type: Flag | UnsetType = UNSET
    subscription_shipments_count: Counts | UnsetType = UNSET
    change_option: Flag = "F"


class RulePath(ShopParams, frozen=True, kw_only=True):
    subscription_no: EntityNo


RuleChange: Final = updates_of(RuleDraft, RulePath)
