"""Events of orders. Specification: "Events" are "not shown"; fields as catalogued."""

from datetime import datetime
from typing import Any, ClassVar, TypeVar

from msgspec import UNSET, UnsetType

from openmall.commerce.order.orders.shape import Buyer, Order
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.contract.events import Event
from openmall.contract.params import Flag
from openmall.database.values import BoundValue

E = TypeVar("E", bound="OrderEvent")


class OrderEvent(Event, frozen=True, kw_only=True):
    """An event of an order, with the order as it is afterwards."""

    unsaid: ClassVar[frozenset[str]] = frozenset()
    """Fields of the other events that this one does not have."""

    event_code: str | UnsetType = UNSET
    order_id: str
    payment_gateway_name: str
    currency: str
    order_date: str
    order_place_name: str
    member_id: str
    member_authentication: str | None
    buyer_name: str
    buyer_email: str
    buyer_phone: str
    buyer_cellphone: str
    group_no_when_ordering: str
    first_order: str
    order_from_mobile: str
    paid: str
    payment_date: str | None
    billing_name: str
    bank_code: str
    payment_method: str
    easypay_name: str
    use_escrow: str
    bank_account_no: str
    order_price_amount: str
    membership_discount_amount: str
    actual_payment_amount: str
    mileage_spent_amount: str
    cancel_date: str | None | UnsetType = UNSET
    shipping_fee: str
    shipping_type: str
    shipping_status: str
    wished_delivery_date: str
    wished_delivery_time: str | None
    store_pickup: str | UnsetType = UNSET
    shipping_message: str
    order_place_id: str | UnsetType = UNSET
    ordering_product_code: str
    ordering_product_name: str

    @classmethod
    def of(cls: type[E], aggregate: OrderAggregate, code: str, **more: Any) -> E:
        """Return the event of an order; `code`: what happened, in a word."""
        order, buyer = aggregate.order, aggregate.buyer
        items = [line.item for line in aggregate.lines]
        fields = {
            "event_shop_no": str(order.shop_no),
            "event_code": code,
            "ordering_product_code": ",".join(dict.fromkeys(item.product_code for item in items)),
            "ordering_product_name": ",".join(dict.fromkeys(item.product_name for item in items)),
            "shipping_message": aggregate.parcels[0].receiver.shipping_message
            if aggregate.parcels
            else "",
            "group_no_when_ordering": str(aggregate.group_no) if order.member_id else "",
            **_of_buyer(buyer),
            **_of_order(order),
            **cls.also(order),
            **more,
        }
        return cls(**{name: value for name, value in fields.items() if name not in cls.unsaid})

    @classmethod
    def also(cls, order: Order) -> dict[str, BoundValue]:
        """Return the fields that only this event has."""
        return {}


def _of_buyer(buyer: Buyer) -> dict[str, BoundValue]:
    return {
        "buyer_name": buyer.name,
        "buyer_email": buyer.email,
        "buyer_phone": buyer.phone,
        "buyer_cellphone": buyer.cellphone,
    }


def _of_order(order: Order) -> dict[str, BoundValue]:
    amount = order.actual_order_amount
    names = (
        "order_id", "currency", "order_place_name", "member_id", "member_authentication",
        "first_order", "order_from_mobile", "paid", "billing_name", "bank_code", "easypay_name",
        "use_escrow", "bank_account_no", "shipping_type", "shipping_status",
        "wished_delivery_date", "wished_delivery_time", "store_pickup", "order_place_id",
    )  # fmt: skip
    return {
        **{name: getattr(order, name) for name in names},
        "payment_gateway_name": ",".join(order.payment_gateway_names or ()),
        "payment_method": ",".join(order.payment_method),
        "order_date": _text(order.order_date),
        "payment_date": _text(order.payment_date),
        "cancel_date": _text(order.cancel_date),
        "order_price_amount": str(amount.order_price_amount),
        "membership_discount_amount": str(amount.membership_discount_amount),
        "actual_payment_amount": str(order.payment_amount),
        "mileage_spent_amount": str(amount.points_spent_amount),
        "shipping_fee": str(amount.shipping_fee),
    }


def _text(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


class OrderPlaced(OrderEvent, frozen=True, kw_only=True):
    """Event 90023: an order was placed."""

    event_no: ClassVar[int] = 90023
    unsaid: ClassVar[frozenset[str]] = frozenset({"cancel_date"})


class ShippingChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90024: items of an order are prepared, held, sent or delivered."""

    event_no: ClassVar[int] = 90024
    changed_fields: ClassVar[tuple[str, ...]] = ("items", "shipping_status")

    return_confirmed_date: str | None
    included_deferpay_order: Flag = "F"
    deferpay_order_id: str = ""
    withdraw: Flag = "F"
    """T: a claim was withdrawn. Other events announce that here."""
    withdraw_type: str | None = None

    @classmethod
    def also(cls, order: Order) -> dict[str, BoundValue]:
        """Return the date when a return was confirmed."""
        return {"return_confirmed_date": _text(order.return_confirmed_date)}


class PaymentChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90025: an order was paid, or its payment was taken back."""

    event_no: ClassVar[int] = 90025
    unsaid: ClassVar[frozenset[str]] = frozenset({"cancel_date", "order_place_id"})

    withdraw: Flag = "F"
    withdraw_type: str | None = None


class CancellationChanged(OrderEvent, frozen=True, kw_only=True):
    """Event 90026: a cancellation of items changed."""

    event_no: ClassVar[int] = 90026
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)


class ItemAdded(OrderEvent, frozen=True, kw_only=True):
    """Event 90031: an item was added to an order."""

    event_no: ClassVar[int] = 90031
    changed_fields: ClassVar[tuple[str, ...]] = ("items",)
    unsaid: ClassVar[frozenset[str]] = frozenset({"store_pickup", "event_code"})


class ManyEvent(Event, frozen=True, kw_only=True):
    """An event of several orders of one call; their numbers separated by commas."""

    event_code: str
    order_id: str


class ManyShipped(ManyEvent, frozen=True, kw_only=True):
    """Event 90071: items of several orders are prepared, held, sent or delivered."""

    event_no: ClassVar[int] = 90071
    changed_fields: ClassVar[tuple[str, ...]] = ("items", "shipping_status")

    included_deferpay_order: str = ""
    """Empty, as are their numbers: no payment method here is paid later."""
    deferpay_order_id: str = ""
