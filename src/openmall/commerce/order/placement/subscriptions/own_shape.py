"""Subscriptions as their customers see and change them. Operations and fields are ours."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.billing.stored_methods.shape import MethodId
from openmall.commerce.order.placement.checkout.takes import ReceiverDraft
from openmall.commerce.order.placement.placing.pricing import Quantity, VariantCode
from openmall.commerce.order.placement.subscription_rules.shape import Cycle
from openmall.commerce.order.placement.subscriptions.shape import State
from openmall.commerce.order.placement.subscriptions.takes import (
    Address,
    Country,
    Deliveries,
    Message,
    Name,
    Phone,
    SubscriptionPath,
    Zipcode14,
)
from openmall.commerce.personal.carts.takes import ChosenPart
from openmall.commerce.product.bundles.shape import MOST_PARTS
from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, ShopParams


class OwnItem(Struct, frozen=True, kw_only=True):
    """A quantity of a variant that the customer gets delivered regularly."""

    subscription_item_id: int
    variants_code: str
    product_no: int
    product_name: str
    option_value: str
    quantity: int
    subscription_shipments_cycle: Cycle
    subscription_shipments_sequence: int
    """Number of the next delivery."""
    max_delivery_limit: int
    """Number of deliveries in all; 0: no limit."""
    expected_delivery_date: date
    """Date of the next delivery."""
    expected_pay_date: date
    """Date on which the order of the next delivery is placed."""
    subscription_state: State


class PlacedOrder(Struct, frozen=True, kw_only=True):
    """An order that the subscription has placed."""

    order_id: str
    due_date: datetime | None
    charge_failures: int
    """Charges that failed so far."""
    next_charge_date: datetime | None
    """When it is charged next; null: it is paid, cancelled, or awaits a deposit."""


class OwnSubscription(Struct, frozen=True, kw_only=True):
    """A subscription of the shopper, with its items and the newest orders it has placed."""

    shop_no: int
    subscription_id: str
    subscription_state: State
    created_date: date
    terminated_date: datetime | None
    receiver_name: str
    receiver_zipcode: str
    receiver_address1: str
    receiver_address2: str
    receiver_phone: str
    receiver_cellphone: str
    receiver_country_code: str
    shipping_message: str
    method_id: str
    """The stored payment method that its orders are charged to; empty: they await a deposit."""
    items: list[OwnItem]
    orders: list[PlacedOrder]


class OwnQuery(ShopParams, frozen=True, kw_only=True):
    """A page of one's own subscriptions."""

    limit: Limit100 = 10
    offset: Offset8000 = 0


class SubscribedVariant(Struct, frozen=True, kw_only=True):
    """A quantity of a variant to be delivered regularly."""

    variants_code: VariantCode
    quantity: Quantity
    bundle_product_components: Annotated[list[ChosenPart], Meta(max_length=MOST_PARTS)] = []
    """Of a bundle: the variant of each part; a part with one variant on offer needs none."""


class OwnDraft(ShopParams, frozen=True, kw_only=True):
    """A new subscription of the shopper."""

    variants: Annotated[list[SubscribedVariant], Meta(min_length=1, max_length=20)]
    subscription_shipments_cycle: Cycle
    expected_delivery_date: date
    """Date of the first delivery."""
    max_delivery_limit: Deliveries = "0"
    receiver: ReceiverDraft
    method_id: MethodId
    """The stored payment method that its orders are charged to."""
    agree_recurring_charges: Literal["T"]
    """T: the customer agrees that each delivery is charged without them."""


class OwnChange(SubscriptionPath, frozen=True, kw_only=True):
    """What the customer changes of a subscription as a whole."""

    receiver_name: Name | UnsetType = UNSET
    receiver_zipcode: Zipcode14 | UnsetType = UNSET
    receiver_address1: Address | UnsetType = UNSET
    receiver_address2: Address | UnsetType = UNSET
    receiver_phone: Phone | UnsetType = UNSET
    receiver_cellphone: Phone | UnsetType = UNSET
    receiver_country_code: Country | UnsetType = UNSET
    """Another country than the mall's is sent to abroad."""
    shipping_message: Message | UnsetType = UNSET
    subscription_state: State | UnsetType = UNSET
    method_id: MethodId | UnsetType = UNSET
    """Failed charges are tried again with it at once."""


class OwnItemChange(SubscriptionPath, frozen=True, kw_only=True):
    """What the customer changes of an item, from its next delivery on."""

    subscription_item_id: EntityNo
    quantity: Quantity | UnsetType = UNSET
    expected_delivery_date: date | UnsetType = UNSET
    subscription_shipments_cycle: Cycle | UnsetType = UNSET
    subscription_state: State | UnsetType = UNSET


class OfferPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class OfferedDiscount(Struct, frozen=True, kw_only=True):
    """A discount from a delivery on."""

    delivery_cycle: int
    """Number of the first delivery that has it."""
    discount_amount: Decimal


class Offer(Struct, frozen=True, kw_only=True):
    """How a product is offered as a subscription."""

    shop_no: int
    product_no: int
    offered: Flag
    """F: no subscriptions."""
    one_time_purchase: Flag
    """F: it is sold in subscriptions only."""
    cycles: list[Cycle]
    deliveries: list[int]
    """The numbers of deliveries to choose from; empty: until the customer ends it."""
    first_delivery_date: date | None
    """The earliest date of a first delivery."""
    discount_value_unit: Literal["P", "W"]
    """P percent of the price, W an amount."""
    discount_values: list[OfferedDiscount]
