"""Parameters of a checkout. Operations and fields are ours; names as of orders and carts."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customers.takes import Email, Phone
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout.bookings import Booking
from openmall.commerce.order.placement.checkout.checkout_fields import MOST_ANSWERS, FieldAnswer
from openmall.commerce.personal.carts.takes import MOST_AT_ONCE, PaidWhen, VariantQuantity
from openmall.commerce.product.variants.shape import VariantCode
from openmall.commerce.promotion.discount_codes.takes import EnteredCode
from openmall.contract import patterns
from openmall.contract.money import ZERO
from openmall.contract.params import Country, EntityNo, Limit100, Offset8000, Price, ShopParams

MOST_LINES: Final = 100
"""Items of one order."""
MOST_COUPONS: Final = 20
"""Maximum number of coupons of one order, independent of the shop's settings."""
MOST_GIFTS: Final = 100
"""Chosen gifts of one order, and units of one gift."""
Device = Literal["pc", "mobile", "app"]
Name = Annotated[str, Meta(min_length=1, max_length=50)]
Text255 = Annotated[str, Meta(max_length=255)]
Zipcode = Annotated[str, Meta(max_length=14)]
ReturnUrl = Annotated[
    str,
    Meta(
        max_length=2000,
        pattern=patterns.pattern(r"^(https?://[\x21-\x7e]+)?\Z", "a URL of http or https"),
    ),
]
IssueNo = Annotated[str, Meta(min_length=1, max_length=20)]


class BuyerDraft(Struct, frozen=True, kw_only=True):
    """The buyer; missing fields of a member are those the shop has."""

    name: Annotated[str, Meta(max_length=50)] = ""
    email: Email = ""
    phone: Phone = ""
    cellphone: Phone = ""


class AddressDraft(Struct, frozen=True, kw_only=True):
    """The destination, as far as it is known."""

    zipcode: Zipcode = ""
    address1: Text255 = ""
    address2: Text255 = ""
    address_state: Text255 = ""
    """State, province or prefecture of an address abroad."""
    address_city: Text255 = ""
    """City of an address abroad."""
    country_code: Country = ""
    """Empty: the shop's own country."""


class ReceiverDraft(Struct, frozen=True, kw_only=True):
    """The receiver and the address."""

    name: Name
    phone: Phone = ""
    cellphone: Phone = ""
    zipcode: Zipcode = ""
    address1: Annotated[str, Meta(min_length=1, max_length=255)]
    address2: Text255 = ""
    country_code: Country = ""
    """Empty: the shop's own country."""
    shipping_message: Text255 = ""


class OrderReceiverDraft(ReceiverDraft, frozen=True, kw_only=True):
    """The receiver of an order; an address abroad has a city, and often a state."""

    address_state: Text255 = ""
    """State, province or prefecture of an address abroad."""
    address_city: Text255 = ""
    """City of an address abroad."""


class CouponSelection(Struct, frozen=True, kw_only=True):
    """A coupon to use for an order."""

    issue_no: IssueNo
    item_no: EntityNo | UnsetType = UNSET
    """For a product coupon: the item of the order, from 1; default: the item with the highest
    discount.
    """


class ChosenGift(Struct, frozen=True, kw_only=True):
    """A gift that the buyer chooses."""

    benefit_no: EntityNo
    variants_code: VariantCode
    quantity: Annotated[int, Meta(ge=1, le=MOST_GIFTS)] = 1


class Checkout(ShopParams, frozen=True, kw_only=True):
    """Everything of an order that its price depends on.

    Without `basket_product_no` and `variants` it is the whole cart.
    """

    basket_product_no: Annotated[list[EntityNo], Meta(max_length=MOST_LINES)] = []
    """Items of the cart to order now; the rest stays there."""
    variants: Annotated[list[VariantQuantity], Meta(max_length=MOST_AT_ONCE)] = []
    """Ordered directly, without the cart."""
    payment_method: Method | UnsetType = UNSET
    prepaid_shipping_fee: PaidWhen = "P"
    """C: paid on delivery, where the shop offers the choice."""
    device: Device = "pc"
    coupons: Annotated[list[CouponSelection], Meta(max_length=MOST_COUPONS)] = []
    discount_code: EnteredCode = ""
    """A discount code that the buyer typed; small letters are capitals."""
    gifts: Annotated[list[ChosenGift], Meta(max_length=MOST_GIFTS)] = []
    """Gifts of the order, of those that its estimate offers."""
    use_points: Price = ZERO
    """Amount to pay with points."""
    use_credits: Price = ZERO
    """Amount to pay with credits, after points."""


class EstimateDraft(Checkout, frozen=True, kw_only=True):
    """An order to estimate; unknown fields may be left out."""

    receiver: AddressDraft = AddressDraft()


class OrderDraft(Checkout, frozen=True, kw_only=True):
    """An order with its buyer, receiver and payment."""

    receiver: OrderReceiverDraft
    buyer: BuyerDraft | UnsetType = UNSET
    payment_method: Method
    additional_order_info: Annotated[list[FieldAnswer], Meta(max_length=MOST_ANSWERS)] = []
    """Answers to the additional fields of the checkout, which the estimate names."""
    bookings: Annotated[list[Booking], Meta(max_length=MOST_LINES)] = []
    """The days of items that have to be booked, which the estimate names."""
    return_url: ReturnUrl = ""
    """Where the gateway sends the buyer afterwards: an address of the shop, of a browser origin of
    the app, or of the site of one of its redirect addresses. Empty: the shop's page of the order.
    """


class OwnOrders(ShopParams, frozen=True, kw_only=True):
    """A page of one's own orders."""

    limit: Limit100 = 10
    offset: Offset8000 = 0


class PaymentDraft(OrderPath, frozen=True, kw_only=True):
    """Another attempt to pay an unpaid order."""

    payment_method: Method
    return_url: ReturnUrl = ""
    """Where the gateway sends the buyer afterwards: an address of the shop, of a browser origin of
    the app, or of the site of one of its redirect addresses. Empty: the shop's page of the order.
    """
