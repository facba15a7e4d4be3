"""Subscriptions as they are stored and as apps read them.

Specification: resources of the Order area are "not shown"; names and codes as catalogued.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.order.placement.subscription_rules.shape import Cycle
from openmall.contract.params import Flag

State = Literal["U", "P", "C"]
"""U active, P paused, C ended."""
PaymentOption = Literal["C", "P", "F"]
"""Shipping is C paid on delivery, P paid with the order, F free."""


class BundlePart(Struct, frozen=True, kw_only=True):
    """A product within a bundle."""

    variants_code: str | None = None
    product_code: str | None = None
    product_no: str | None = None
    product_name: str | None = None
    option_value: str | None = None
    option_value_default: str | None = None
    option_id: str | None = None
    quantity: int | None = None
    product_price: Decimal | None = None
    option_price: Decimal | None = None


class ListedItem(Struct, frozen=True, kw_only=True):
    """A quantity of a variant that is delivered regularly."""

    variants_code: str
    product_code: str
    product_no: str
    product_name: str
    option_value: str | None
    option_value_default: str
    option_id: str
    quantity: int
    product_price: Decimal
    """Per unit and delivery."""
    option_price: Decimal
    shipping_payment_option: PaymentOption
    subscription_shipments_sequence: int = 1
    """Number of the next delivery."""
    subscription_state: State = "U"
    expected_pay_date: date
    terminated_date: datetime | None = None
    product_bundle: Flag = "F"
    product_bundle_price: Decimal | None = None
    bundle_product_components: list[BundlePart] = []
    subscription_item_id: int
    max_delivery_limit: int
    """Number of deliveries in all; 0: no limit."""
    subscription_shipments_cycle: Cycle
    expected_delivery_date: date


class SubscriptionItem(ListedItem, frozen=True, kw_only=True):
    """An item as it is stored."""

    anchor_day: int = 0
    """Day of the month that months are counted from; 0: the day of the next delivery."""

    @property
    def part_variants(self) -> list[str]:
        """Return the variants of a bundle's parts; none: it is no bundle."""
        return [each.variants_code for each in self.bundle_product_components if each.variants_code]


class SubscriptionFields(Struct, frozen=True, kw_only=True):
    """The buyer, the receiver and the state of a subscription."""

    subscription_id: str
    member_id: str
    buyer_name: str
    buyer_zipcode: str
    buyer_address1: str
    buyer_address2: str
    buyer_phone: str = ""
    buyer_cellphone: str
    buyer_email: str
    receiver_name: str
    receiver_zipcode: str
    receiver_address1: str
    receiver_address2: str
    receiver_phone: str
    receiver_cellphone: str
    shipping_message: str = ""
    shipping_type: Literal["A", "B"] = "A"
    """A domestic, B overseas."""
    wished_delivery: Flag = "F"
    wished_delivery_start_hour: str = "0"
    wished_delivery_end_hour: str = "23"
    wished_delivery_hour_asap: Flag = "F"
    created_date: date
    terminated_date: datetime | None = None
    subscription_state: State = "U"


class ListedSubscription(SubscriptionFields, frozen=True, kw_only=True):
    """Items that a customer gets delivered regularly, and the receiver."""

    items: list[ListedItem] = []


class Subscription(SubscriptionFields, frozen=True, kw_only=True):
    """A subscription as it is stored."""

    items: list[SubscriptionItem] = []
    country_code: str = ""
    """Of the receiver of parcels abroad; empty: the customer's own."""
    method_id: str = ""
    """The stored payment method that its orders are charged to; empty: they await a deposit."""
    agreed_date: datetime | None = None
    """When the customer agreed to recurring charges."""


class CreatedItem(Struct, frozen=True, kw_only=True):
    """An item of a new subscription."""

    variant_code: str
    option_id: str


class CreatedSubscription(Struct, frozen=True, kw_only=True):
    subscription_id: str
    items: list[CreatedItem]


class SubscriptionChanged(Struct, frozen=True, kw_only=True):
    """The changeable fields of a subscription."""

    receiver_name: str
    receiver_zipcode: str
    receiver_address1: str
    receiver_address2: str
    receiver_phone: str
    receiver_cellphone: str
    shipping_message: str
    subscription_state: State


class ItemChanged(Struct, frozen=True, kw_only=True):
    """An item of a subscription after a change."""

    variant_code: str
    option_id: str
    quantity: int
    expected_delivery_date: date
    subscription_shipments_cycle: Cycle
    subscription_state: State
    subscription_item_id: int
    max_delivery_limit: int
    changed_variant_code: str | None = None
