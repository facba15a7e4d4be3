"""Rules of subscriptions as they are stored and as apps read them.

Specification: resources of the Store area are "not shown"; names and codes as catalogued.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract.params import Flag

BindingType = Literal["A", "P", "C"]
"""The rule is of A all products, P the listed products, C products of the listed categories."""
DiscountUnit = Literal["P", "W"]
"""P percent of the price, W an amount."""
Cycle = Literal["1W", "2W", "3W", "4W", "1M", "2M", "3M", "4M", "5M", "6M", "1Y"]
"""Frequency: every so many weeks, months, or once a year."""
DeliveryCount = Literal["2", "3", "4", "6", "8"]


class CycleDiscount(Struct, frozen=True, kw_only=True):
    """The discount from a delivery on."""

    delivery_cycle: Annotated[int, Meta(ge=1, le=2_147_483_647)]
    """Number of the first delivery that has it."""
    discount_amount: Annotated[int, Meta(ge=0, le=2_147_483_647)]


class Rule(Struct, frozen=True, kw_only=True):
    """A rule of subscriptions as it is stored."""

    shop_no: int
    subscription_no: int
    subscription_shipments_name: str
    product_binding_type: BindingType
    one_time_purchase: Flag = "T"
    product_list: list[int] = []
    category_list: list[int] = []
    use_discount: Flag
    discount_value_unit: DiscountUnit = "P"
    discount_values: list[CycleDiscount] = []
    related_purchase_quantity: Flag = "T"
    subscription_shipments_cycle_type: Flag
    subscription_shipments_cycle: list[Cycle]
    use_order_price_condition: Flag
    order_price_greater_than: Decimal = Decimal(0)
    """Deliveries ship free from this price of their items on, before discounts."""
    include_regional_shipping_rate: Flag = "F"
    shipments_start_date: int = 3
    subscription_shipments_count_type: Flag = "F"
    subscription_shipments_count: list[DeliveryCount] = []
    change_option: Flag = "F"


class ListedRule(Struct, frozen=True, kw_only=True):
    """A rule of subscriptions: products, cycles, discounts and when items ship free."""

    shop_no: int
    subscription_no: int
    subscription_shipments_name: str
    product_binding_type: BindingType
    one_time_purchase: Flag
    product_list: list[int]
    category_list: list[int] | None
    use_discount: Flag
    discount_value_unit: DiscountUnit
    discount_values: list[Decimal]
    """The discounts in the order of the deliveries from which they hold."""
    subscription_shipments_cycle_type: Flag
    """T: the buyer chooses one of the cycles; F: the first one holds for everybody."""
    subscription_shipments_cycle: list[Cycle]
    use_order_price_condition: Flag
    order_price_greater_than: Decimal
    """Orders of a subscription ship free from this price of their items on."""
    include_regional_shipping_rate: Flag
    """T: free shipping includes the regional surcharge."""
    shipments_start_date: int
    """Days between the order of a delivery and the delivery."""
    subscription_shipments_count_type: Flag
    """T: a subscription has one of the listed numbers of deliveries."""
    subscription_shipments_count: list[int]
    change_option: Flag
    """T: an item of a subscription can become another variant of its product."""


class DeletedRule(Struct, frozen=True, kw_only=True):
    shop_no: int
    subscription_no: int
