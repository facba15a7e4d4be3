"""The fields of a coupon's form, by the values typed into it."""

from collections.abc import Callable, Sequence
from typing import Final

from openmall.http.web.languages import marked
from openmall.pages.backoffice.promotions.form_fields import FormField, Section, Values

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
OF_ORDERS: Final = ("AF", "AO", "AD")
BY_AMOUNT: Final = "ACHF"
BY_RATE: Final = "BDI"
ON_SHIPPING: Final = "EHIJ"
_SERIAL_BENEFITS: Final = "AB"
_PERIODS: Final = {
    "F": marked("From one date to another"),
    "R": marked("For days after it was issued"),
    "M": marked("Until the end of the month"),
}
SITES: Final = {"W": marked("PC"), "M": marked("Mobile"), "P": marked("App")}
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
BOXES: Final = {f"available_site.{code}": "T" for code in SITES}
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
            title=translate(marked("Conditions of use")),
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
    if way in OF_ORDERS:
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
    if benefit in BY_AMOUNT:
        fields.append(
            FormField(
                name="discount_amount.benefit_price",
                label=translate(marked("Amount")),
                kind="amount",
                required=True,
            )
        )
    elif benefit in BY_RATE:
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
                label=translate(marked("Maximum discount")),
                kind="amount",
                hint=translate(marked("0: any amount.")),
            ),
        ]
    if benefit in ON_SHIPPING:
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
    if benefit not in ON_SHIPPING:
        fields.append(
            FormField(
                name="available_scope",
                label=translate(marked("Reduces")),
                kind="choice",
                choices=choices(_SCOPES),
            )
        )
        if benefit in BY_RATE:
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
            choices=choices(SITES),
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
