"""Parameters of subscriptions."""

from datetime import date
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customers.takes import Email
from openmall.commerce.order.orders.shape import ShippingType
from openmall.commerce.order.placement.placing.pricing import Quantity, VariantCode
from openmall.commerce.order.placement.subscription_rules.shape import Cycle
from openmall.commerce.order.placement.subscriptions.shape import PaymentOption, State
from openmall.commerce.product.bundles.shape import MOST_PARTS
from openmall.contract import patterns
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Price,
    ShopParams,
    StartDate,
)

HOUR: Final = patterns.pattern(r"^(1?[0-9]|2[0-3])\Z", "an hour from 0 to 23")
Hour = Annotated[str, Meta(pattern=HOUR)]
"""An hour of the day: `0` to `23`."""
MemberId = Annotated[str, Meta(max_length=20)]
Name = Annotated[str, Meta(max_length=100)]
Zipcode13 = Annotated[str, Meta(min_length=2, max_length=13)]
Zipcode14 = Annotated[str, Meta(min_length=2, max_length=14)]
Address = Annotated[str, Meta(max_length=255)]
Phone = Annotated[str, Meta(max_length=20)]
Country = Annotated[str, Meta(min_length=2, max_length=2, pattern=patterns.COUNTRY)]
Message = Annotated[str, Meta(max_length=255)]
OptionId = Annotated[str, Meta(min_length=4, max_length=11, pattern=patterns.CAPITALS_AND_DIGITS)]
OptionText = Annotated[str, Meta(max_length=255)]
OptionCode = Annotated[str, Meta(max_length=20)]
Deliveries = Literal["0", "2", "3", "4", "6", "10", "12"]
"""Number of deliveries in all; 0: no limit."""


class SubscriptionQuery(ShopParams, frozen=True, kw_only=True):
    """Filters and page of subscriptions, the newest first."""

    date_type: Literal["created_date", "expected_pay_date", "terminated_date"] = "created_date"
    start_date: StartDate
    end_date: EndDate
    subscription_id: str | UnsetType = UNSET
    member_id: MemberId | UnsetType = UNSET
    buyer_name: Name | UnsetType = UNSET
    buyer_phone: str | UnsetType = UNSET
    buyer_cellphone: str | UnsetType = UNSET
    product_no: list[EntityNo] | UnsetType = UNSET
    product_name: Annotated[str, Meta(max_length=250)] | UnsetType = UNSET
    product_code: str | UnsetType = UNSET
    variant_code: str | UnsetType = UNSET
    subscription_shipments_cycle: list[Cycle] | UnsetType = UNSET
    subscription_state: State | UnsetType = UNSET
    limit: Limit100 = 20
    offset: Annotated[int, Meta(ge=0, le=5000)] = 0


class StatedOption(Struct, frozen=True, kw_only=True):
    """An option of a variant as a caller shows it; what is left out is not compared."""

    name: OptionText | UnsetType = UNSET
    value: OptionText | UnsetType = UNSET
    option_code: OptionCode | UnsetType = UNSET
    """As items of orders have it: `O000000A` is the first."""
    value_no: EntityNo | UnsetType = UNSET
    """Position of the value among those of the option."""


class SubscribedPart(Struct, frozen=True, kw_only=True):
    """The variant of a bundle's part."""

    product_code: str
    product_no: str
    option_id: str = "000A"
    quantity: Quantity | UnsetType = UNSET
    """Units in one bundle, which the bundle decides; another number is refused."""


class SubscribedItem(Struct, frozen=True, kw_only=True):
    """A quantity of a variant to deliver regularly."""

    product_code: str
    product_no: str
    product_name: str
    options: list[StatedOption] = []
    """Options that the variant of `option_id` has to have."""
    option_id: str = "000A"
    quantity: Quantity
    product_price: Price
    """Per unit and delivery."""
    option_price: Price | UnsetType = UNSET
    """Per unit; default: the variant's own."""
    shipping_payment_option: PaymentOption = "P"
    category_no: EntityNo | UnsetType = UNSET
    """A category that the product has to be in, or in one below it."""
    product_bundle: Flag = "F"
    """T: the item is a bundle."""
    bundle_product_components: Annotated[list[SubscribedPart], Meta(max_length=MOST_PARTS)] = []
    """The variant of each part of a bundle; a part with one variant on offer needs none."""


class SubscriptionDraft(ShopParams, frozen=True, kw_only=True):
    """A new subscription: customer, items, cycle, first delivery and receiver."""

    member_id: MemberId
    buyer_name: Name
    buyer_zipcode: Zipcode14
    buyer_address1: Annotated[str, Meta(max_length=250)]
    buyer_address2: Address
    buyer_phone: Phone | UnsetType = UNSET
    buyer_cellphone: Phone
    buyer_email: Email
    receiver_name: Name
    receiver_zipcode: Zipcode13
    receiver_address1: Address
    receiver_address2: Address
    receiver_phone: Phone
    receiver_cellphone: Phone
    receiver_country_code: Country | UnsetType = UNSET
    """Of a parcel abroad (`delivery_type` B); default: the customer's own country."""
    shipping_message: Message | UnsetType = UNSET
    delivery_type: ShippingType = "A"
    expected_delivery_date: date
    """Date of the first delivery."""
    subscription_shipments_cycle: Cycle
    wished_delivery: Flag = "F"
    wished_delivery_start_hour: Hour | UnsetType = UNSET
    wished_delivery_end_hour: Hour | UnsetType = UNSET
    wished_delivery_hour_asap: Flag | UnsetType = UNSET
    items: list[SubscribedItem]
    max_delivery_limit: Deliveries = "0"


class SubscriptionPath(ShopParams, frozen=True, kw_only=True):
    subscription_id: str
    """`S-20260301-0000007`: the day of its creation, and its number on that day."""


class SubscriptionChange(SubscriptionPath, frozen=True, kw_only=True):
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


class ItemChange(SubscriptionPath, frozen=True, kw_only=True):
    """A change of an item, which is named by its number or its variant."""

    subscription_item_id: EntityNo | UnsetType = UNSET
    variant_code: VariantCode | UnsetType = UNSET
    option_id: OptionId | UnsetType = UNSET
    subscription_state: State | UnsetType = UNSET
    quantity: Quantity | UnsetType = UNSET
    expected_delivery_date: date | UnsetType = UNSET
    subscription_shipments_cycle: Cycle | UnsetType = UNSET
    changed_variant_code: VariantCode | UnsetType = UNSET
    """Another variant of the same product, from the next delivery on."""
    max_delivery_limit: Deliveries | UnsetType = UNSET
