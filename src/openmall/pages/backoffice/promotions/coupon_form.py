"""The fields of a coupon's form, by the values typed into it."""

from collections.abc import Callable, Sequence
from typing import Final

from openmall.http.web.languages import marked
from openmall.pages.backoffice.promotions.form_fields import (
    FieldMaker,
    FormField,
    Section,
    Values,
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
    "AJ": marked("Automatically at sign-up"),
    "AF": marked("Automatically for the first order"),
    "AO": marked("Automatically for an order"),
    "AD": marked("Automatically after delivery"),
    "AQ": marked("Automatically for a quantity"),
    "AP": marked("Automatically for a review"),
    "AA": marked("Automatically on an anniversary"),
    "AN": marked("Automatically to inactive buyers"),
    "R": marked("Automatically at intervals"),
    "SR": marked("Serial codes, each used once"),
    "SS": marked("One code for all customers"),
}
"""How customers get a coupon: letter of `issue_type` and of `issue_sub_type`; S: serial codes."""
_ANNIVERSARIES: Final = {"B": marked("Birthday"), "W": marked("Wedding anniversary")}
_MONTHS: Final = {str(number): str(number) for number in range(1, 13)}
INTERVALS: Final = {
    "1m": marked("Every month"),
    "3m": marked("Every 3 months"),
    "6m": marked("Every 6 months"),
    "12m": marked("Every 12 months"),
}
_HOURS: Final = {str(hour): f"{hour:02d}:00" for hour in range(24)}
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
_BASES: Final = {
    "E": marked("Price before other discounts"),
    "I": marked("Price after other discounts"),
}
_METHODS: Final = {
    "A": marked("Generated"),
    "M": marked("You enter them after saving"),
}
ROUNDED_TO: Final = "discount_rate.benefit_percentage_round_unit"
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
    "discount_rate.benefit_percentage_max_price": "0",
    "serial_generate_method": "A",
    "serial_generate_auto.serial_code_length": "10",
    "issue_anniversary_type": "B",
    "issue_no_purchase_period": "3",
    "recurring_issuance.recurring_issuance_interval": "1m",
    "recurring_issuance.recurring_issuance_day": "1",
    "recurring_issuance.recurring_issuance_hour": "9",
}
CODES: Final = {
    WAY: WAYS,
    "benefit_type": BENEFITS,
    "available_period_type": _PERIODS,
    "available_price_type": _MINIMUMS,
    "available_product": _CHOICES,
    "available_category": _CHOICES,
    "serial_generate_method": _METHODS,
}
"""The codes of the fields that decide which others there are."""


def sections(
    values: Values, translate: Translate, groups: Sequence[tuple[str, str]]
) -> list[Section]:
    """Return the fields that a coupon of these values has. `groups`: number and name."""
    make = FieldMaker(translate)
    benefits = {
        code: text
        for code, text in BENEFITS.items()
        if not values[WAY].startswith("S") or code in _SERIAL_BENEFITS
    }
    gives = [
        make.field("coupon_name", marked("Name"), required=True),
        make.choice(WAY, marked("How customers get it"), WAYS, decides=True, is_wide=True),
        *_way_fields(values[WAY], values["serial_generate_method"], make, groups),
        make.choice("benefit_type", marked("Benefit"), benefits, decides=True),
        *_benefit_fields(values["benefit_type"], make),
    ]
    uses = [
        *_period_fields(values["available_period_type"], make),
        *_reduction_fields(values["benefit_type"], make),
        *_condition_fields(values, make),
        make.choice("available_site", marked("Used on"), SITES, kind="ticks", required=True),
        make.field(
            "available_coupon_count_by_order", marked("Number per order"), "number", required=True
        ),
    ]
    return [
        Section(title=translate(marked("Coupon")), fields=gives),
        Section(title=translate(marked("Conditions of use")), fields=uses),
    ]


def _way_fields(
    way: str, serial_method: str, make: FieldMaker, groups: Sequence[tuple[str, str]]
) -> list[FormField]:
    """Return the fields of how customers get a coupon."""
    fields: list[FormField] = []
    if way[0] in "DAR":
        choices = [("", make.translate(marked("All"))), *groups]
        fields.append(
            make.field("issue_member_group_no", marked("Customer group"), "choice", choices=choices)
        )
    if way == "D":
        limit = marked("Empty: no limit.")
        fields += [
            make.field("issue_max_count", marked("Number of coupons"), "number", hint=limit),
            make.field(
                "issue_max_count_by_user",
                marked("Number for each customer"),
                "number",
                hint=limit,
            ),
        ]
    elif way in OF_ORDERS:
        every = marked("Prices before discounts. Empty: for every order.")
        fields.append(
            make.field("issue_order_amount_min", marked("For orders from"), "amount", hint=every)
        )
    elif way == "AQ":
        fields.append(
            make.field("issue_quantity_min", marked("From this quantity"), "number", required=True)
        )
    elif way == "AP":
        fields.append(
            make.field("issue_review_has_image", marked("Only for reviews with a picture"), "tick")
        )
    elif way == "AA":
        fields += [
            make.choice("issue_anniversary_type", marked("Anniversary"), _ANNIVERSARIES),
            make.field(
                "issue_anniversary_pre_issue_day",
                marked("Days before the anniversary"),
                "number",
                hint=marked("Empty: on the day itself."),
            ),
        ]
    elif way == "AN":
        fields.append(
            make.choice("issue_no_purchase_period", marked("Months without an order"), _MONTHS)
        )
    elif way == "R":
        times = "recurring_issuance.recurring_issuance"
        fields += [
            make.choice(f"{times}_interval", marked("Issue interval"), INTERVALS),
            make.choice(f"{times}_day", marked("Day of the issue"), {"1": "1", "5": "5"}),
            make.field(
                f"{times}_hour",
                marked("Hour of the issue"),
                "choice",
                choices=list(_HOURS.items()),
            ),
        ]
    elif way[0] == "S":
        fields.append(
            make.choice("serial_generate_method", marked("Codes"), _METHODS, decides=True)
        )
        if serial_method != "M":
            count = marked("Number of codes") if way == "SR" else marked("Number of customers")
            of_codes = "serial_generate_auto"
            fields += [
                make.field(f"{of_codes}.issue_max_count", count, "number", required=True),
                make.field(
                    f"{of_codes}.serial_code_length",
                    marked("Length of the code"),
                    "number",
                    hint=marked("From 8 to 20 characters."),
                    required=True,
                ),
            ]
    return fields


def _benefit_fields(benefit: str, make: FieldMaker) -> list[FormField]:
    """Return the fields of what a coupon gives."""
    fields: list[FormField] = []
    if benefit in BY_AMOUNT:
        fields.append(
            make.field("discount_amount.benefit_price", marked("Amount"), "amount", required=True)
        )
    elif benefit in BY_RATE:
        rate = "discount_rate.benefit_percentage"
        fields += [
            make.field(rate, marked("Percentage"), "amount", required=True),
            make.field(
                f"{rate}_round_unit",
                marked("Round down to"),
                "choice",
                choices=[(each, each) for each in ("0.01", "0.1", "1", "10", "100", "1000")],
            ),
            make.field(
                f"{rate}_max_price",
                marked("Maximum discount"),
                "amount",
                hint=marked("0: any amount."),
            ),
        ]
    if benefit in ON_SHIPPING:
        fields += [
            make.field("include_regional_shipping_rate", marked("Regional surcharges too"), "tick"),
            make.field("include_foreign_delivery", marked("Shipping abroad too"), "tick"),
        ]
    return fields


def _period_fields(period: str, make: FieldMaker) -> list[FormField]:
    """Return the fields of when a coupon can be used."""
    fields = [make.choice("available_period_type", marked("Valid"), _PERIODS, decides=True)]
    if period == "F":
        fields += [
            make.field("available_begin_datetime", marked("From"), "date", required=True),
            make.field("available_end_datetime", marked("To"), "date", required=True),
        ]
    elif period == "R":
        fields.append(
            make.field("available_day_from_issued", marked("Days"), "number", required=True)
        )
    return fields


def _reduction_fields(benefit: str, make: FieldMaker) -> list[FormField]:
    """Return the fields of what a coupon reduces; none where it is about shipping."""
    if benefit in ON_SHIPPING:
        return []
    fields = [make.choice("available_scope", marked("Reduces"), _SCOPES)]
    if benefit in BY_RATE:
        fields.append(make.choice("available_amount_type", marked("Percentage of"), _BASES))
    return fields


def _condition_fields(values: Values, make: FieldMaker) -> list[FormField]:
    """Return the fields of the least amount, and of products and categories."""
    fields = [make.choice("available_price_type", marked("Minimum"), _MINIMUMS, decides=True)]
    if values["available_price_type"] != "U":
        fields.append(
            make.field(
                "available_min_price",
                marked("Minimum amount"),
                "amount",
                hint=marked("Prices before discounts; free units do not count."),
                required=True,
            )
        )
    fields.append(make.choice("available_product", marked("Products"), _CHOICES, decides=True))
    if values["available_product"] != "U":
        fields.append(make.field("available_product_list", marked("Chosen products"), "products"))
    fields.append(make.choice("available_category", marked("Categories"), _CHOICES, decides=True))
    if values["available_category"] != "U":
        fields.append(
            make.field("available_category_list", marked("Chosen categories"), "categories")
        )
    return fields
