"""Coupons, who has them, and benefits, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.commerce.promotion.coupon_setup import USUAL, coupon, give
from tests.every_operation.prerequisites.customers import SWEPT, swept
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World

FIRST_COUPON = "6000000000000000001"
SERIAL_COUPON = "6000000000000000002"
_GIVES = ("PG", "PB")
_SALE: Values = {
    "discount_value": "1000.00",
    "discount_value_unit": "W",
    "product_list": [1],
}
BENEFIT: Values = {
    "use_benefit": "T",
    "benefit_name": "Spring",
    "benefit_division": "D",
    "benefit_type": "DP",
    "benefit_start_date": "2026-11-01T00:00:00+09:00",
    "benefit_end_date": "2026-12-31T23:59:59+09:00",
    "platform_types": ["P", "M"],
    "period_sale": _SALE,
}
_EVERY_KIND: Values = {
    "repurchase_sale": {**_SALE, "purchase_times": 1},
    "bulk_purchase_sale": {
        **_SALE,
        "bulk_purchase_begin_quantity": 2,
        "bulk_purchase_limit_quantity": 5,
    },
    "member_sale": _SALE,
    "new_product_sale": {
        **_SALE,
        "new_product_date_type": "I",
        "new_product_day": 3,
        "new_product_term_type": "D",
    },
    "shipping_fee_sale": {"product_list": [1]},
    "gift": {"product_list": [1]},
    "gift_product_bundle": {"product_bundle_type": "P", "product_bundle_count": 1},
}
DISCOUNT_CODE: Values = {
    "discount_code": "SPRING",
    "discount_code_name": "Spring",
    "discount_value": 10,
    "discount_truncation_unit": "O",
    "discount_max_price": 5_000,
    "available_start_date": "2026-11-01",
    "available_end_date": "2026-12-31",
}
SERIAL: Values = {
    "coupon_name": "Spring",
    "benefit_type": "A",
    "available_period_type": "F",
    "available_begin_datetime": "2026-11-01T00:00:00+09:00",
    "available_end_datetime": "2026-12-31T23:59:59+09:00",
    "available_site": ["W", "M"],
    "available_scope": "O",
    "available_product": "U",
    "available_category": "U",
    "available_amount_type": "E",
    "available_coupon_count_by_order": 1,
    "discount_amount": {"benefit_price": "3000.00"},
    "serial_generate_method": "M",
    "serial_code_type": "R",
}
CUSTOMER_EVENT: Values = {
    "type": "E",
    "name": "Where do you live now?",
    "start_date": "2026-11-01",
    "end_date": "2026-12-31",
    "items": ["zipcode", "address"],
    "use_point": "T",
    "point_amount": "500.00",
}
COMMON_EVENT: Values = {"name": "Spring", "content": "Two for one until Sunday"}


def fill(world: World, member_id: str, *, times: int) -> None:
    """Make so many coupons and benefits, and give the first coupon to somebody as often."""
    coupon(world)
    assert _serial_coupon(world, {}) == SERIAL_COUPON
    _codes(world, {"coupon_no": SERIAL_COUPON}, times=times)
    for at in range(times):
        coupon(world, coupon_name=f"Spring {at % 3}")
        world.post("benefits", **{**BENEFIT, "benefit_name": f"Sale {at % 3}"})
        _discount_code(world, {})
        _common_event(world, {})
        _customer_event(world)
        _serial_coupon(world, {})
    give(world, FIRST_COUPON, member_id, single_issue_per_once="F", issue_count_per_once=times)


def _coupon(world: World, above: Values) -> str:
    return coupon(world)


def _given(world: World, above: Values) -> str:
    number = coupon(world)
    give(world, number, above["member_id"])
    return number


def _benefit(world: World, above: Values) -> int:
    number: int = world.post("benefits", **BENEFIT)["benefit"]["benefit_no"]
    return number


def _discount_code(world: World, above: Values) -> int:
    values = {**DISCOUNT_CODE, "discount_code": f"SPRING{next(FRESH)}"}
    number: int = world.post("discountcodes", **values)["discountcode"]["discount_code_no"]
    return number


def _serial_coupon(world: World, above: Values) -> str:
    number: str = world.post("serialcoupons", **SERIAL)["serialcoupons"]["coupon_no"]
    return number


def _serial_code(world: World) -> Values:
    """Register a code of a new serial coupon, and return what redeems it."""
    code = f"SERIAL{next(FRESH)}"
    path = f"serialcoupons/{_serial_coupon(world, {})}/issues"
    world.post(path, serial_code_list=[code])
    return {"serial_code": code}


def _codes(world: World, path: Values, *, times: int = 1) -> None:
    """Register codes of the serial coupon of the path."""
    registered = [f"SERIAL{next(FRESH)}" for _ in range(times)]
    world.post(f"serialcoupons/{path['coupon_no']}/issues", serial_code_list=registered)


def _a_serial_coupon(world: World) -> None:
    _serial_coupon(world, {})


def _common_event(world: World, above: Values) -> int:
    number: int = world.post("commonevents", **COMMON_EVENT)["commonevent"]["event_no"]
    return number


def _a_discount_code(world: World) -> None:
    _discount_code(world, {})


def _a_common_event(world: World) -> None:
    _common_event(world, {})


def _issued(world: World, path: Values) -> None:
    """Issue the coupon of the path to somebody."""
    swept(world)
    give(world, path["coupon_no"], SWEPT)


def _held(world: World, path: Values) -> None:
    """Give a coupon to the customer of the path."""
    give(world, coupon(world), path["member_id"])


def _a_coupon(world: World) -> None:
    coupon(world)


def _customer_event(world: World, **values: Any) -> int:
    made = world.post("customerevents", **{**CUSTOMER_EVENT, **values})
    number: int = made["customerevent"]["no"]
    return number


def _a_customer_event(world: World) -> None:
    _customer_event(world)


def _a_benefit(world: World) -> None:
    _benefit(world, {})


def _somebody(world: World, path: Values) -> None:
    swept(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "coupons/{coupon_no}": _coupon,
    "customers/{member_id}/coupons/{coupon_no}": _given,
    "benefits/{benefit_no}": _benefit,
    "discountcodes/{discount_code_no}": _discount_code,
    "commonevents/{event_no}": _common_event,
    "serialcoupons/{coupon_no}": _serial_coupon,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET coupons": _a_coupon,
    "GET coupons/setting": _a_coupon,
    "PUT coupons/setting": _a_coupon,
    "GET benefits": _a_benefit,
    "GET discountcodes": _a_discount_code,
    "GET customerevents": _a_customer_event,
    "GET commonevents": _a_common_event,
    "GET serialcoupons": _a_serial_coupon,
    "GET products/{product_no}/commonevents": _a_common_event,
}
REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "PUT customerevents": lambda world, path: _a_customer_event(world),
    "GET coupons/{coupon_no}/issues": _issued,
    "POST coupons/{coupon_no}/issues": _somebody,
    "GET coupons/{coupon_no}/issuancecustomers": _somebody,
    "GET serialcoupons/{coupon_no}/issues": _codes,
    "GET customers/{member_id}/coupons": _held,
}
UNKNOWN_VALUES: dict[str, Any] = {"coupon_no": "8999999999999999999"}
EXTRA_VALUES: dict[str, Values] = {
    "PUT customerevents": {"no": 1, "status": "S"},
    "POST customerevents": {"type": "E", "items": ["zipcode"], "point_amount": "500.00"},
    "POST coupons": {
        "available_begin_datetime": "2026-11-01T00:00:00+09:00",
        "available_end_datetime": "2026-12-31T23:59:59+09:00",
        "available_day_from_issued": 7,
        "available_min_price": "1.00",
        "discount_amount": USUAL["discount_amount"],
        "discount_rate": {
            "benefit_percentage": "10.0",
            "benefit_percentage_round_unit": "1",
            "benefit_percentage_max_price": "0.00",
        },
        "issue_type": "M",
        "issue_sub_type": "J",
        "issue_reserved_date": "2026-11-21",
        "issue_max_count": 10,
        "issue_order_amount_min": "1.00",
        "issue_order_amount_max": "100.00",
        "issue_quantity_min": 1,
    },
    "PUT coupons/{coupon_no}": {"status": "pause"},
    "POST coupons/{coupon_no}/issues": {
        "issued_member_scope": "A",
        "allow_duplication": "T",
        "member_id": SWEPT,
        "group_no": 1,
    },
    "POST benefits": {**BENEFIT, **_EVERY_KIND},
    "POST serialcoupons": {
        **SERIAL,
        "available_day_from_issued": 7,
        "available_min_price": "1.00",
        "discount_rate": {
            "benefit_percentage": "10.0",
            "benefit_percentage_round_unit": "1",
            "benefit_percentage_max_price": "0.00",
        },
        "serial_generate_auto": {"issue_max_count": 3, "serial_code_length": 10},
    },
    "POST discountcodes": {
        **DISCOUNT_CODE,
        "available_product": [1],
        "available_category": [1],
    },
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST customers/me/serialcoupons": _serial_code,
    "POST serialcoupons/{coupon_no}/issues": lambda world: {
        "serial_code_list": [f"SERIAL{next(FRESH)}"]
    },
    "POST discountcodes": lambda world: {"discount_code": f"SPRING{next(FRESH)}"},
}
DEFAULT_VALUES: dict[str, Values] = {
    "PUT discountcodes/{discount_code_no}": {
        "discount_code_name": DISCOUNT_CODE["discount_code_name"]
    },
}
_ON_ANNIVERSARIES: Values = {
    "issue_type": "A",
    "issue_sub_type": "A",
    "issue_anniversary_type": "B",
}
_TO_INACTIVE_BUYERS: Values = {
    "issue_type": "A",
    "issue_sub_type": "N",
    "issue_no_purchase_period": 3,
}
_RECURRING: Values = {
    "issue_type": "R",
    "issue_sub_type": "M",
    "recurring_issuance": {
        "recurring_issuance_interval": "1m",
        "recurring_issuance_day": "5",
        "recurring_issuance_hour": 9,
        "recurring_issuance_minute": 30,
    },
}


def _issued_by(sub_type: Any) -> Values:
    """Return what a coupon needs that is issued for an occasion."""
    if sub_type == "A":
        return _ON_ANNIVERSARIES
    return _TO_INACTIVE_BUYERS if sub_type == "N" else {}


COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "issue_type": lambda value: _RECURRING if value == "R" else {},
    "issue_sub_type": _issued_by,
    "issue_anniversary_type": lambda value: _ON_ANNIVERSARIES,
    "issue_on_anniversary": lambda value: {
        **_ON_ANNIVERSARIES,
        **({"issue_anniversary_pre_issue_day": 7} if value == "P" else {}),
    },
    "issue_anniversary_pre_issue_day": lambda value: _ON_ANNIVERSARIES,
    "issue_no_purchase_period": lambda value: _TO_INACTIVE_BUYERS,
    "recurring_issuance": lambda value: _RECURRING,
    "benefit_type": lambda value: {"benefit_division": "P" if value in _GIVES else "D"},
    "available_product_type": lambda value: {"available_product": [1], "available_category": [1]},
    "benefit_division": lambda value: {"benefit_type": "PG" if value == "P" else "DP"},
}
