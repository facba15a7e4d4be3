"""The fields of a coupon's form, and the operation that its values are sent to."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from openmall.http.web.languages import marked
from openmall.pages.backoffice.promotions.form_fields import (
    FormField,
    Section,
    Values,
    flag,
    number,
    numbers,
    ticked,
)

Translate = Callable[[str], str]
WAY: Final = "way"
"""The field of how customers get the coupon."""
BENEFITS: Final = {
    "A": marked("Amount off"),
    "B": marked("Percentage off"),
    "C": marked("Points, an amount"),
    "D": marked("Points, a percentage"),
    "F": marked("Points at once"),
    "E": marked("Free basic shipping"),
    "H": marked("Amount off shipping"),
    "I": marked("Percentage off shipping"),
    "J": marked("Free shipping"),
}
WAYS: Final = {
    "M": marked("Issued by you to customers"),
    "D": marked("Downloaded by customers"),
    "AJ": marked("Automatically when someone signs up"),
    "AF": marked("Automatically for the first order"),
    "AO": marked("Automatically for an order"),
    "AD": marked("Automatically when an order is delivered"),
    "AQ": marked("Automatically for a quantity bought"),
    "AP": marked("Automatically for a review"),
    "SR": marked("Serial codes, each used once"),
    "SS": marked("One code for all customers"),
}
"""How customers get a coupon: letter of `issue_type` and of `issue_sub_type`; S: serial codes."""
_OF_ORDERS: Final = ("AF", "AO", "AD")
_BY_AMOUNT: Final = "ACHF"
_BY_RATE: Final = "BDI"
_ON_SHIPPING: Final = "EHIJ"
_SERIAL_BENEFITS: Final = "AB"
_PERIODS: Final = {
    "F": marked("From one date to another"),
    "R": marked("For days after it was issued"),
    "M": marked("Until the end of the month"),
}
_SITES: Final = {"W": marked("PC"), "M": marked("Mobile"), "P": marked("App")}
_CHOICES: Final = {
    "U": marked("All"),
    "I": marked("Only the chosen"),
    "E": marked("All except the chosen"),
}
_SCOPES: Final = {"O": marked("The order"), "P": marked("One product")}
_MINIMUMS: Final = {
    "U": marked("None"),
    "O": marked("Amount of the order"),
    "P": marked("Amount of the product"),
}
BOXES: Final = {f"available_site.{code}": "T" for code in _SITES}
"""The boxes that are ticked in a new form."""
DEFAULTS: Final = {
    WAY: "M",
    "benefit_type": "A",
    "available_period_type": "F",
    "available_scope": "O",
    "available_product": "U",
    "available_category": "U",
    "available_price_type": "U",
    "available_amount_type": "E",
    "available_coupon_count_by_order": "1",
    "discount_rate.benefit_percentage_round_unit": "1",
    "discount_rate.benefit_percentage_max_price": "0",
    "serial_generate_method": "A",
    "serial_generate_auto.serial_code_length": "10",
}
CODES: Final = {
    WAY: WAYS,
    "benefit_type": BENEFITS,
    "available_period_type": _PERIODS,
    "available_price_type": _MINIMUMS,
    "available_product": _CHOICES,
    "available_category": _CHOICES,
    "serial_generate_method": ("A", "M"),
}
"""The codes of the fields that decide which others there are."""


def sections(
    values: Values, translate: Translate, groups: Sequence[tuple[str, str]]
) -> list[Section]:
    """Return the fields that a coupon of these values has. `groups`: number and name."""

    def choices(texts: dict[str, str], only: str = "") -> list[tuple[str, str]]:
        return [(code, translate(text)) for code, text in texts.items() if not only or code in only]

    way, serial = values[WAY], values[WAY].startswith("S")
    benefit = values["benefit_type"]
    gives = [
        FormField(name="coupon_name", label=translate(marked("Name")), required=True),
        FormField(
            name=WAY,
            label=translate(marked("How customers get it")),
            kind="choice",
            choices=choices(WAYS),
            decides=True,
        ),
        *_way_fields(values, translate, groups),
        FormField(
            name="benefit_type",
            label=translate(marked("Benefit")),
            kind="choice",
            choices=choices(BENEFITS, _SERIAL_BENEFITS if serial else ""),
            decides=True,
        ),
        *_benefit_fields(benefit, translate),
    ]
    return [
        Section(title=translate(marked("Coupon")), fields=gives),
        Section(
            title=translate(marked("Use")),
            fields=_use_fields(values, translate, choices, benefit=benefit, way=way),
        ),
    ]


def _way_fields(
    values: Values, translate: Translate, groups: Sequence[tuple[str, str]]
) -> list[FormField]:
    way = values[WAY]
    fields: list[FormField] = []
    if way[0] in "DA":
        fields.append(
            FormField(
                name="issue_member_group_no",
                label=translate(marked("Customer group")),
                kind="choice",
                choices=[("", translate(marked("All"))), *groups],
            )
        )
    if way == "D":
        limit = translate(marked("Empty: no limit."))
        fields += [
            FormField(
                name="issue_max_count",
                label=translate(marked("Number of coupons")),
                kind="number",
                hint=limit,
            ),
            FormField(
                name="issue_max_count_by_user",
                label=translate(marked("Number for each customer")),
                kind="number",
                hint=limit,
            ),
        ]
    if way in _OF_ORDERS:
        fields.append(
            FormField(
                name="issue_order_amount_min",
                label=translate(marked("For orders from")),
                kind="amount",
                hint=translate(marked("Empty: for every order.")),
            )
        )
    if way == "AQ":
        fields.append(
            FormField(
                name="issue_quantity_min",
                label=translate(marked("From this quantity")),
                kind="number",
                required=True,
            )
        )
    if way == "AP":
        fields.append(
            FormField(
                name="issue_review_has_image",
                label=translate(marked("Only for reviews with a picture")),
                kind="tick",
            )
        )
    if way[0] == "S":
        methods = [
            ("A", translate(marked("Generated"))),
            ("M", translate(marked("You enter them after saving"))),
        ]
        fields.append(
            FormField(
                name="serial_generate_method",
                label=translate(marked("Codes")),
                kind="choice",
                choices=methods,
                decides=True,
            )
        )
        if values["serial_generate_method"] != "M":
            count = marked("Number of codes") if way == "SR" else marked("Number of customers")
            fields += [
                FormField(
                    name="serial_generate_auto.issue_max_count",
                    label=translate(count),
                    kind="number",
                    required=True,
                ),
                FormField(
                    name="serial_generate_auto.serial_code_length",
                    label=translate(marked("Length of the code")),
                    kind="number",
                    required=True,
                    hint=translate(marked("From 8 to 20 characters.")),
                ),
            ]
    return fields


def _benefit_fields(benefit: str, translate: Translate) -> list[FormField]:
    fields: list[FormField] = []
    if benefit in _BY_AMOUNT:
        fields.append(
            FormField(
                name="discount_amount.benefit_price",
                label=translate(marked("Amount")),
                kind="amount",
                required=True,
            )
        )
    elif benefit in _BY_RATE:
        fields += [
            FormField(
                name="discount_rate.benefit_percentage",
                label=translate(marked("Percentage")),
                kind="amount",
                required=True,
            ),
            FormField(
                name="discount_rate.benefit_percentage_round_unit",
                label=translate(marked("Round down to")),
                kind="choice",
                choices=[(each, each) for each in ("0.01", "0.1", "1", "10", "100", "1000")],
            ),
            FormField(
                name="discount_rate.benefit_percentage_max_price",
                label=translate(marked("At most")),
                kind="amount",
                hint=translate(marked("0: any amount.")),
            ),
        ]
    if benefit in _ON_SHIPPING:
        fields += [
            FormField(
                name="include_regional_shipping_rate",
                label=translate(marked("Regional surcharges too")),
                kind="tick",
            ),
            FormField(
                name="include_foreign_delivery",
                label=translate(marked("Shipping abroad too")),
                kind="tick",
            ),
        ]
    return fields


def _use_fields(
    values: Values,
    translate: Translate,
    choices: Callable[[dict[str, str]], list[tuple[str, str]]],
    *,
    benefit: str,
    way: str,
) -> list[FormField]:
    period = values["available_period_type"]
    fields = [
        FormField(
            name="available_period_type",
            label=translate(marked("Valid")),
            kind="choice",
            choices=choices(_PERIODS),
            decides=True,
        )
    ]
    if period == "F":
        fields += [
            FormField(
                name="available_begin_datetime",
                label=translate(marked("From")),
                kind="date",
                required=True,
            ),
            FormField(
                name="available_end_datetime",
                label=translate(marked("To")),
                kind="date",
                required=True,
            ),
        ]
    elif period == "R":
        fields.append(
            FormField(
                name="available_day_from_issued",
                label=translate(marked("Days")),
                kind="number",
                required=True,
            )
        )
    if benefit not in _ON_SHIPPING:
        fields.append(
            FormField(
                name="available_scope",
                label=translate(marked("Reduces")),
                kind="choice",
                choices=choices(_SCOPES),
            )
        )
        if benefit in _BY_RATE:
            fields.append(
                FormField(
                    name="available_amount_type",
                    label=translate(marked("Percentage of")),
                    kind="choice",
                    choices=[
                        ("E", translate(marked("Price before other discounts"))),
                        ("I", translate(marked("Price after other discounts"))),
                    ],
                )
            )
    fields.append(
        FormField(
            name="available_price_type",
            label=translate(marked("Minimum")),
            kind="choice",
            choices=choices(_MINIMUMS),
            decides=True,
        )
    )
    if values["available_price_type"] != "U":
        fields.append(
            FormField(
                name="available_min_price",
                label=translate(marked("Minimum amount")),
                kind="amount",
                required=True,
            )
        )
    for of, label, kind in (
        ("product", marked("Products"), "products"),
        ("category", marked("Categories"), "categories"),
    ):
        name = f"available_{of}"
        fields.append(
            FormField(
                name=name,
                label=translate(label),
                kind="choice",
                choices=choices(_CHOICES),
                decides=True,
            )
        )
        if values[name] != "U":
            chosen = marked("Chosen products") if of == "product" else marked("Chosen categories")
            fields.append(
                FormField(
                    name=f"{name}_list",
                    label=translate(chosen),
                    kind="products" if kind == "products" else "categories",
                )
            )
    fields += [
        FormField(
            name="available_site",
            label=translate(marked("Used on")),
            kind="ticks",
            choices=choices(_SITES),
            required=True,
        ),
        FormField(
            name="available_coupon_count_by_order",
            label=translate(marked("Number per order")),
            kind="number",
            required=True,
        ),
    ]
    return fields


def path(values: Values) -> str:
    """Return the operation that creates a coupon of this kind."""
    return "serialcoupons" if values[WAY].startswith("S") else "coupons"


def parameters(values: Values) -> dict[str, Any]:
    """Return the parameters of the operation."""
    way, benefit = values[WAY], values["benefit_type"]
    sent: dict[str, Any] = {
        "coupon_name": values.get("coupon_name", ""),
        "benefit_type": benefit,
        "available_period_type": values["available_period_type"],
        "available_site": ticked(values, "available_site", list(_SITES.items())),
        "available_scope": "O" if benefit in _ON_SHIPPING else values.get("available_scope", "O"),
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
    if benefit in _BY_AMOUNT and number(values, "discount_amount.benefit_price"):
        sent["discount_amount"] = {"benefit_price": number(values, "discount_amount.benefit_price")}
    if benefit in _BY_RATE and number(values, "discount_rate.benefit_percentage"):
        sent["discount_rate"] = {
            name: number(values, f"discount_rate.{name}") or "0"
            for name in (
                "benefit_percentage", "benefit_percentage_round_unit",
                "benefit_percentage_max_price",
            )
        }  # fmt: skip
    if benefit in _ON_SHIPPING:
        for name in ("include_regional_shipping_rate", "include_foreign_delivery"):
            sent[name] = flag(values, name)
    return sent | (_serial(values) if way[0] == "S" else _issuing(values))


def _issuing(values: Values) -> dict[str, Any]:
    way = values[WAY]
    sent: dict[str, Any] = {"issue_type": way[0]}
    if way[0] == "A":
        sent["issue_sub_type"] = way[1]
    if way[0] in "DA" and values.get("issue_member_group_no"):
        sent["issue_member_group_no"] = number(values, "issue_member_group_no")
    if way == "D":
        if number(values, "issue_max_count"):
            sent |= {"issue_limit": "T", "issue_max_count": number(values, "issue_max_count")}
        sent["issue_max_count_by_user"] = number(values, "issue_max_count_by_user")
    if way == "AJ":
        sent["issue_member_join"] = "T"
    if way in _OF_ORDERS and number(values, "issue_order_amount_min"):
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
    if way == "AP":
        sent["issue_review_has_image"] = flag(values, "issue_review_has_image")
    return sent


def _serial(values: Values) -> dict[str, Any]:
    method = values["serial_generate_method"]
    sent: dict[str, Any] = {"serial_code_type": values[WAY][1], "serial_generate_method": method}
    if method != "M":
        sent["serial_generate_auto"] = {
            name: number(values, f"serial_generate_auto.{name}") or ""
            for name in ("issue_max_count", "serial_code_length")
        }
    return sent
