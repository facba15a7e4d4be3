"""The operation that the values of a coupon's form are sent to, and its parameters."""

from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.serialcoupons import rules as serial_rules
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.pages.backoffice.promotions.coupon_form import (
    BY_AMOUNT,
    BY_RATE,
    OF_ORDERS,
    ON_SHIPPING,
    SITES,
    WAY,
)
from openmall.pages.backoffice.promotions.form_fields import (
    Values,
    flag,
    number,
    numbers,
    ticked,
)


def operation(values: Values) -> Handler:
    """Return the operation that creates a coupon of this kind."""
    return serial_rules.create if values[WAY].startswith("S") else coupon_rules.create


def parameters(values: Values) -> dict[str, Encodable]:
    """Return the parameters of the operation."""
    way, benefit = values[WAY], values["benefit_type"]
    sent: dict[str, Encodable] = {
        "coupon_name": values.get("coupon_name", ""),
        "benefit_type": benefit,
        "available_period_type": values["available_period_type"],
        "available_site": ticked(values, "available_site", list(SITES.items())),
        "available_scope": "O" if benefit in ON_SHIPPING else values.get("available_scope", "O"),
        "available_amount_type": values.get("available_amount_type", "E"),
        "available_coupon_count_by_order": number(values, "available_coupon_count_by_order"),
        "available_price_type": values["available_price_type"],
    }
    for name in ("available_product", "available_category"):
        sent[name] = values[name]
        sent[f"{name}_list"] = [] if values[name] == "U" else numbers(values, f"{name}_list")
    if values["available_period_type"] == "F":
        for name in ("available_begin_datetime", "available_end_datetime"):
            sent[name] = values.get(name) or None
    if values["available_period_type"] == "R":
        sent["available_day_from_issued"] = number(values, "available_day_from_issued")
    if values["available_price_type"] != "U":
        sent["available_min_price"] = number(values, "available_min_price")
        sent["available_order_price_type"] = "U"
    if benefit in BY_AMOUNT and number(values, "discount_amount.benefit_price"):
        sent["discount_amount"] = {"benefit_price": number(values, "discount_amount.benefit_price")}
    if benefit in BY_RATE and number(values, "discount_rate.benefit_percentage"):
        sent["discount_rate"] = {
            name: number(values, f"discount_rate.{name}") or "0"
            for name in (
                "benefit_percentage", "benefit_percentage_round_unit",
                "benefit_percentage_max_price",
            )
        }  # fmt: skip
    if benefit in ON_SHIPPING:
        for name in ("include_regional_shipping_rate", "include_foreign_delivery"):
            sent[name] = flag(values, name)
    return sent | (_serial(values) if way[0] == "S" else _issuing(values))


def _issuing(values: Values) -> dict[str, Encodable]:
    way = values[WAY]
    sent: dict[str, Encodable] = {"issue_type": way[0]}
    if way[0] == "A":
        sent["issue_sub_type"] = way[1]
    if way[0] in "DAR" and values.get("issue_member_group_no"):
        sent["issue_member_group_no"] = number(values, "issue_member_group_no")
    if way == "D":
        if number(values, "issue_max_count"):
            sent |= {"issue_limit": "T", "issue_max_count": number(values, "issue_max_count")}
        sent["issue_max_count_by_user"] = number(values, "issue_max_count_by_user")
    if way == "AJ":
        sent["issue_member_join"] = "T"
    if way in OF_ORDERS and number(values, "issue_order_amount_min"):
        sent |= {
            "issue_order_amount_type": "O",
            "issue_order_amount_limit": "L",
            "issue_order_amount_min": number(values, "issue_order_amount_min"),
        }
    if way == "AQ":
        sent |= {
            "issue_quntity_type": "O",
            "issue_quantity_min": number(values, "issue_quantity_min"),
        }
    if way == "AA":
        days = number(values, "issue_anniversary_pre_issue_day")
        sent |= {
            "issue_anniversary_type": values["issue_anniversary_type"],
            "issue_anniversary_pre_issue_day": days or None,
        }
    if way == "AN":
        sent["issue_no_purchase_period"] = number(values, "issue_no_purchase_period")
    if way == "R":
        sent["recurring_issuance"] = {
            f"recurring_issuance_{name}": values[f"recurring_issuance.recurring_issuance_{name}"]
            for name in ("interval", "day", "hour")
        } | {"recurring_issuance_minute": 0}
    if way == "AP":
        sent["issue_review_has_image"] = flag(values, "issue_review_has_image")
    return sent


def _serial(values: Values) -> dict[str, Encodable]:
    method = values["serial_generate_method"]
    sent: dict[str, Encodable] = {
        "serial_code_type": values[WAY][1],
        "serial_generate_method": method,
    }
    if method != "M":
        sent["serial_generate_auto"] = {
            name: number(values, f"serial_generate_auto.{name}") or ""
            for name in ("issue_max_count", "serial_code_length")
        }
    return sent
