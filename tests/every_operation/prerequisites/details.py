"""What hangs on an order, for the sweeps."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from openmall.commerce.order.applied_discounts import AppliedBenefit, AppliedCoupon
from tests.every_operation.prerequisites.catalogue import variant
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.every_operation.prerequisites.order import newest, ordered
from tests.world import World

ICON = "https://example.com/icon.png"
TEXT = {"additional_option_name": "Name", "additional_option_value": "Hana"}
OPTIONS = "orders/{order_id}/items/{order_item_code}/options"
LABELS = "orders/{order_id}/items/{order_item_code}/labels"


def _memo(world: World, above: Values) -> int:
    made = world.post(f"orders/{above['order_id']}/memos", content="Call first")
    number: int = made["memo"]["memo_no"]
    return number


def _item(world: World, above: Values) -> str:
    return f"{above['order_id']}-01"


def _label(world: World, above: Values) -> str:
    code = above["order_item_code"]
    world.post(f"orders/{above['order_id']}/items/{code}/labels", names=["Fragile"])
    return "Fragile"


def _written(world: World, above: Values) -> None:
    path = f"orders/{above['order_id']}/items/{above['order_item_code']}/options"
    world.post(path, product_bundle="F", additional_options=[TEXT])


def _channel(world: World, above: Values) -> str:
    made = world.post(
        "orders/saleschannels",
        sales_channel_id=f"channel{next(FRESH)}",
        sales_channel_name="Fair",
        sales_channel_icon=ICON,
    )
    code: str = made["saleschannel"]["sales_channel_id"]
    return code


def _group(world: World, above: Values) -> str:
    made = world.post(
        "orders/inflowgroups",
        inflow_group_id=f"group{next(FRESH)}",
        inflow_group_name="Search engines",
    )
    code: str = made["inflowgroup"]["inflow_group_id"]
    return code


def _inflow(world: World, above: Values) -> str:
    made = world.post(
        f"orders/inflowgroups/{above['group_id']}/inflows",
        inflow_id=f"inflow{next(FRESH)}",
        inflow_name="Kite search",
        inflow_icon=ICON,
    )
    code: str = made["inflow"]["inflow_id"]
    return code


def another() -> Values:
    """Return a text that no item has yet."""
    return {**TEXT, "additional_option_name": f"Name {next(FRESH)}"}


def benefit(number: int) -> AppliedBenefit:
    return AppliedBenefit(
        item_no=1,
        benefit_no=number,
        benefit_title="bulk order discount",
        benefit_name="Three for two",
        benefit_code=966,
        benefit_percent="10%",
        benefit_value=Decimal(500),
    )


def coupon(number: int) -> AppliedCoupon:
    return AppliedCoupon(
        coupon_name="Spring",
        coupon_code=str(number),
        coupon_percent="1%",
        coupon_value=Decimal(900),
        coupon_value_final=Decimal(110),
    )


def fill(world: World, times: int) -> None:
    """Make an order on which many things hang, and many channels."""
    for each in world.get("orders", limit=times)["orders"]:
        whom = {"type": "personal", "cellphone": "01000000000"}
        world.post("cashreceipt", order_id=each["order_id"], **whom)
    numbers = range(1, times + 1)
    hanging = {"benefits": list(map(benefit, numbers)), "coupons": list(map(coupon, numbers))}
    order_id = ordered(world, 1, **hanging)
    for _ in numbers:
        _memo(world, {"order_id": order_id})
        _channel(world, {})


def _discounted(world: World) -> None:
    number = world.product()["product_no"]
    ordered(world, number, benefits=[benefit(1)], coupons=[coupon(1)])


def _receipt(world: World, above: Values) -> int:
    _any_order(world)
    made = world.post(
        "cashreceipt", order_id=newest(world), type="personal", cellphone="01000000000"
    )
    number: int = made["cashreceipt"]["cashreceipt_no"]
    return number


def _any_order(world: World) -> None:
    ordered(world, world.product()["product_no"])


def _changed_receiver(world: World, above: Values) -> None:
    number = above["order_id"]
    world.put(f"orders/{number}/receivers/D-{number}-00", name="Sora Kim")


def _changed_buyer(world: World, above: Values) -> None:
    world.put(f"orders/{above['order_id']}/buyer", name="Sora Kim")


def _wanted(world: World) -> Values:
    """Return one of the newest product, at its price."""
    product = world.get("products")["products"][0]
    number = product["product_no"]
    return {
        "product_no": number,
        "variant_code": variant(world, {"product_no": number}),
        "quantity": 1,
        "product_price": product["price"],
    }


def _memo_of_newest(world: World) -> None:
    _any_order(world)
    _memo(world, {"order_id": newest(world)})


def _labelled(world: World) -> None:
    _any_order(world)
    number = newest(world)
    _label(world, {"order_id": number, "order_item_code": f"{number}-01"})


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "orders/{order_id}/memos/{memo_no}": _memo,
    "orders/{order_id}/receivers/{shipping_code}": (
        lambda world, above: f"D-{above['order_id']}-00"
    ),
    "orders/{order_id}/items/{order_item_code}": _item,
    f"{LABELS}/{{name}}": _label,
    "cashreceipt/{cashreceipt_no}": _receipt,
    "orders/saleschannels/{sales_channel_id}": _channel,
    "orders/inflowgroups/{inflow_group_id}": _group,
    "orders/inflowgroups/{group_id}": _group,
    "orders/inflowgroups/{group_id}/inflows/{inflow_id}": _inflow,
}
REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    f"PUT {OPTIONS}": _written,
    f"DELETE {OPTIONS}": _written,
    "GET orders/{order_id}/receivers/history": _changed_receiver,
    "GET orders/{order_id}/buyer/history": _changed_buyer,
    "GET orders/{order_id}/memos": lambda world, above: void(_memo(world, above)),
    f"GET {LABELS}": lambda world, above: void(_label(world, above)),
    "GET orders/inflowgroups/{group_id}/inflows": (
        lambda world, above: void(_inflow(world, above))
    ),
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET cashreceipt": lambda world: void(_receipt(world, {})),
    "POST cashreceipt": _any_order,
    "POST orders/calculation": lambda world: void(world.product()),
    "GET orders/memos": _memo_of_newest,
    "GET orders/benefits": _discounted,
    "GET orders/coupons": _discounted,
    "GET orders/paymentamount": _any_order,
    "GET labels": _labelled,
    "POST labels": _any_order,
    "POST fulfillments": lambda world: void(_paid(world)),
    "GET orders/saleschannels": lambda world: void(_channel(world, {})),
    "GET orders/inflowgroups": lambda world: void(_group(world, {})),
}


def _paid(world: World) -> None:
    _any_order(world)
    paying = {"order_id": newest(world), "status": "paid"}
    assert world.call("PUT", "payments", json={"requests": [paying]}).status_code == 200


def void(made: Any) -> None:
    """Forget what was made: it is enough that it is there."""


EXTRA_VALUES: dict[str, Values] = {
    "POST cashreceipt": {"type": "personal", "cellphone": "01000000000"},
    "PUT cashreceipt/{cashreceipt_no}": {
        "type": "business",
        "company_registration_no": "1234567890",
    },
    "PUT cashreceipt/{cashreceipt_no}/cancellation": {"type": "request"},
    f"PUT {OPTIONS}": {
        "additional_options": [{"additional_option_name": "Name", "additional_option_value": "Min"}]
    },
    "PUT orders/{order_id}/payments": {
        "change_payment_amount": "T",
        "change_payment_method": "F",
        "admin_additional_amount": "1000.00",
    },
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    f"POST {OPTIONS}": lambda world: {"product_bundle": "F", "additional_options": [another()]},
    "POST fulfillments": lambda world: {"order_id": newest(world)},
    "GET orders/memos": lambda world: {"order_id": [newest(world)]},
    "GET orders/benefits": lambda world: {"order_id": [newest(world)]},
    "GET orders/coupons": lambda world: {"order_id": [newest(world)]},
    "GET orders/paymentamount": lambda world: {"order_item_code": [f"{newest(world)}-01"]},
    "POST orders/calculation": lambda world: {"items": [_wanted(world)]},
    "POST labels": lambda world: {"order_item_code": [f"{newest(world)}-01"]},
}
VALUES_FROM_MALL: dict[str, Callable[[World], Any]] = {
    "sales_channel_id": lambda world: f"channel{next(FRESH)}",
    "inflow_group_id": lambda world: f"group{next(FRESH)}",
    "inflow_id": lambda world: f"inflow{next(FRESH)}",
}
DEFAULT_VALUES: dict[str, Values] = {
    "PUT orders/{order_id}/payments": {
        "change_payment_amount": "F",
        "change_payment_method": "F",
    },
}
SAMPLE_VALUES: dict[str, Any] = {
    "sales_channel_icon": ICON,
    "inflow_icon": ICON,
}
UNKNOWN_VALUES: dict[str, Any] = {
    "order_item_code": "20200101-0000001-01",
}
