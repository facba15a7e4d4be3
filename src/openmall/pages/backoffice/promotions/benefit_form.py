"""The fields of a benefit's form, and the parameters of its operation."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final, cast

from msgspec.structs import asdict

from openmall.commerce.promotion.benefits.shape import OBJECTS, Benefit, BenefitType
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.promotions.form_fields import (
    FieldMaker,
    FormField,
    Section,
    Values,
    flag,
    number,
    numbers,
    ticked,
)

Translate = Callable[[str], str]
KINDS: Final = {
    "DP": marked("Period sale"),
    "DM": marked("Discount for members"),
    "DN": marked("Discount on new products"),
    "DQ": marked("Discount for a quantity"),
    "DR": marked("Discount on buying again"),
    "DV": marked("Free shipping"),
    "PG": marked("Gift"),
    "PB": marked("One plus N"),
}
_GIVES: Final = ("PG", "PB")
_SALES: Final = ("DP", "DM", "DN", "DQ", "DR")
_WITH_CATEGORIES: Final = ("DP", "DN", "PG")
UNCHANGED_OBJECT: Final = ("DM", "DQ", "DR")
"""Kinds whose discount the API does not change."""
PREFIX: Final = "own."
"""Prefix of the fields of a kind's object."""
ROUNDED_TO: Final = f"{PREFIX}discount_truncation_unit"
_BUYERS: Final = {
    "A": marked("Everybody"),
    "N": marked("Guests"),
    "M": marked("Members"),
}
_PRODUCTS: Final = {
    "A": marked("All products"),
    "P": marked("Only the chosen products"),
    "E": marked("All except the chosen products"),
    "C": marked("Only the chosen categories"),
}
_PLATFORMS: Final = {"P": marked("PC"), "M": marked("Mobile"), "A": marked("App")}
_UNITS: Final = {"P": "%", "W": marked("Amount")}
_ROUNDED_TO: Final = {
    "F": "–", "C": "0.01", "B": "0.1", "O": "1", "T": "10", "M": "100", "H": "1000",
}  # fmt: skip
_ROUNDING: Final = {"L": marked("Down"), "U": marked("Half up"), "C": marked("Up")}
DEFAULTS: Final = {
    "use_benefit": "T",
    "benefit_type": "DP",
    "use_group_binding": "A",
    "product_binding_type": "A",
    "available_coupon": "T",
    "platform_types.P": "T",
    "platform_types.M": "T",
    "platform_types.A": "T",
    f"{PREFIX}discount_value_unit": "P",
    f"{PREFIX}discount_truncation_method": "L",
    f"{PREFIX}discount_purchasing_quantity": "T",
    f"{PREFIX}new_product_date_type": "I",
    f"{PREFIX}new_product_term_type": "D",
    f"{PREFIX}purchase_item_type": "P",
    f"{PREFIX}bulk_purchase_item_type": "P",
    f"{PREFIX}bulk_purchase_limit_quantity": "0",
    f"{PREFIX}product_bundle_type": "P",
    f"{PREFIX}product_bundle_count": "1",
    f"{PREFIX}use_unlimited_price": "T",
}
CODES: Final[Mapping[str, Container[str]]] = {
    "benefit_type": KINDS,
    "use_group_binding": _BUYERS,
    "product_binding_type": _PRODUCTS,
}
_BOXES: Final = (
    *(f"platform_types.{code}" for code in _PLATFORMS),
    "use_benefit",
    "available_coupon",
    f"{PREFIX}discount_purchasing_quantity",
    f"{PREFIX}use_unlimited_price",
)
"""Boxes that are ticked in a new form."""
CHOSEN: Final = {name: default for name, default in DEFAULTS.items() if name not in _BOXES}
"""Values of fields that were not sent: those of boxes are not among them."""


def object_of(kind: str) -> str:
    """Return the parameter with the object of a kind."""
    return OBJECTS[cast(BenefitType, kind)]


def sections(
    values: Values, translate: Translate, groups: Sequence[tuple[str, str]], *, stored: bool
) -> list[Section]:
    """Return the fields that a benefit of these values has.

    `groups`: number and name; `stored`: its kind is fixed.
    """

    make = FieldMaker(translate)
    field, choice = make.field, make.choice
    kind = values["benefit_type"]
    kinds = {kind: KINDS[kind]} if stored else KINDS
    fields = [
        field("benefit_name", marked("Name"), required=True),
        choice("benefit_type", marked("Kind"), kinds, decides=True),
        field("use_benefit", marked("In use"), "tick"),
        field("use_benefit_period", marked("Only for a period"), "tick", decides=True),
    ]
    if values.get("use_benefit_period") == "T":
        fields += [
            field("benefit_start_date", marked("From"), "date", required=True),
            field("benefit_end_date", marked("To"), "date", required=True),
        ]
    buyers = [choice("use_group_binding", marked("Buyers"), _BUYERS, decides=True)]
    if values["use_group_binding"] == "M":
        hint = marked("None: members of every group.")
        buyers.append(
            field("customer_group_list", marked("Groups"), "ticks", choices=groups, hint=hint)
        )
    buyers.append(
        choice("platform_types", marked("Where"), _PLATFORMS, kind="ticks", required=True)
    )
    if kind not in _GIVES:
        buyers.append(field("available_coupon", marked("Coupons can be used too"), "tick"))
    products = dict(_PRODUCTS)
    if kind not in _WITH_CATEGORIES:
        products.pop("C")
    buyers.append(choice("product_binding_type", marked("Products"), products, decides=True))
    if not (stored and kind in UNCHANGED_OBJECT):
        if values["product_binding_type"] in ("P", "E"):
            buyers.append(field(f"{PREFIX}product_list", marked("Chosen products"), "products"))
        if values["product_binding_type"] == "C":
            name = f"{PREFIX}add_category_list"
            buyers.append(field(name, marked("Chosen categories"), "categories"))
    found = [
        Section(title=translate(marked("Benefit")), fields=fields),
        Section(title=translate(marked("Who and what for")), fields=buyers),
    ]
    if not (stored and kind in UNCHANGED_OBJECT):
        own = _own_fields(kind, values, make)
        title = translate(KINDS[kind])
        found.insert(1, Section(title=title, fields=own))
    return found


def _own_fields(kind: str, values: Values, make: FieldMaker) -> list[FormField]:
    """Return the fields of a kind's object."""
    field, choice = make.field, make.choice
    fields: list[FormField] = []
    if kind in _SALES:
        fields += [
            field(f"{PREFIX}discount_value", marked("Discount"), "amount", required=True),
            choice(f"{PREFIX}discount_value_unit", marked("Discount in"), _UNITS),
            choice(ROUNDED_TO, marked("Round to"), _ROUNDED_TO),
            choice(
                f"{PREFIX}discount_truncation_method", marked("Rounding of the discount"), _ROUNDING
            ),
            field(f"{PREFIX}discount_purchasing_quantity", marked("For every unit"), "tick"),
        ]
    if kind == "DN":
        since = {"I": marked("Created"), "U": marked("Changed"), "V": marked("Displayed")}
        terms = {"D": marked("Days"), "H": marked("Hours")}
        fields += [
            choice(f"{PREFIX}new_product_date_type", marked("New since it was"), since),
            field(f"{PREFIX}new_product_day", marked("New for"), "number", required=True),
            choice(f"{PREFIX}new_product_term_type", marked("Unit of time"), terms),
        ]
    of_what = {"P": marked("The product"), "I": marked("The variant")}
    if kind == "DR":
        fields += [
            field(f"{PREFIX}purchase_times", marked("Earlier purchases"), "number", required=True),
            choice(f"{PREFIX}purchase_item_type", marked("Counted for"), of_what),
        ]
    if kind == "DQ":
        name = f"{PREFIX}bulk_purchase_begin_quantity"
        fields += [
            field(name, marked("From this quantity"), "number", required=True),
            field(
                f"{PREFIX}bulk_purchase_limit_quantity", marked("Up to this quantity (0: any)"),
                "number",
            ),
            choice(f"{PREFIX}bulk_purchase_item_type", marked("Counted for"), of_what),
        ]  # fmt: skip
    if kind == "DV":
        name = f"{PREFIX}use_purchase_price_condition"
        fields.append(field(name, marked("Only from an amount"), "tick", decides=True))
        if values.get(name) == "T":
            fields.append(
                field(
                    f"{PREFIX}total_purchase_price",
                    marked("For orders from"),
                    "amount",
                    hint=marked("Prices before discounts; free units do not count."),
                )
            )
        fields.append(
            field(
                f"{PREFIX}include_regional_shipping_rate", marked("Regional surcharges too"), "tick"
            )
        )
    if kind == "PG":
        unlimited = f"{PREFIX}use_unlimited_price"
        fields += [
            field(f"{PREFIX}gift_product_list", marked("Gifts"), "products", required=True),
            field(
                f"{PREFIX}purchase_start_price",
                marked("For orders from"),
                "amount",
                hint=marked("Which amount counts is chosen in the settings of gifts."),
            ),
            field(unlimited, marked("No upper limit"), "tick", decides=True),
        ]
        if values.get(unlimited) != "T":
            fields.append(
                field(f"{PREFIX}purchase_limit_price", marked("For orders up to"), "amount")
            )
        fields.append(field(f"{PREFIX}offer_only_first", marked("Only first orders"), "tick"))
    if kind == "PB":
        name = f"{PREFIX}product_bundle_count"
        fields.append(field(name, marked("Free units for each one bought"), "number"))
    return fields


def parameters(
    values: Values, groups: Sequence[tuple[str, str]], *, stored: bool
) -> dict[str, Encodable]:
    """Return the parameters that create a benefit, or change a `stored` one."""
    kind = values["benefit_type"]
    with_period = values.get("use_benefit_period") == "T"
    sent: dict[str, Encodable] = {
        "benefit_name": values.get("benefit_name", ""),
        "use_benefit": flag(values, "use_benefit"),
        "use_benefit_period": flag(values, "use_benefit_period"),
        "platform_types": ticked(values, "platform_types", list(_PLATFORMS.items())),
        "use_group_binding": values["use_group_binding"],
        "customer_group_list": [int(each) for each in ticked(values, "customer_group_list", groups)]
        if values["use_group_binding"] == "M"
        else [],
        "product_binding_type": values["product_binding_type"],
        "available_coupon": "T" if kind in _GIVES else flag(values, "available_coupon"),
    }
    if with_period:
        for name in ("benefit_start_date", "benefit_end_date"):
            sent[name] = values.get(name) or None
    if not stored:
        sent |= {"benefit_division": "P" if kind in _GIVES else "D", "benefit_type": kind}
    if not (stored and kind in UNCHANGED_OBJECT):
        sent[object_of(kind)] = _own(kind, values, stored=stored)
    return sent


def _own(kind: str, values: Values, *, stored: bool) -> dict[str, Encodable]:
    """Return the object of a kind."""
    listed = values["product_binding_type"]
    own: dict[str, Encodable] = {
        "product_list": numbers(values, f"{PREFIX}product_list") if listed in ("P", "E") else None
    }
    if kind in _WITH_CATEGORIES:
        categories = numbers(values, f"{PREFIX}add_category_list")
        own["add_category_list"] = categories if listed == "C" else None

    def take(
        read: Callable[[Values, str], Encodable], *names: str, default: Encodable = ""
    ) -> None:
        for name in names:
            own[name] = read(values, f"{PREFIX}{name}") or default

    if kind in _SALES:
        take(_text, "discount_value_unit", "discount_truncation_unit", "discount_truncation_method")
        take(flag, "discount_purchasing_quantity")
        take(number, "discount_value")
    if kind == "DN":
        take(_text, "new_product_date_type", "new_product_term_type")
        take(number, "new_product_day")
    if kind == "DR":
        take(_text, "purchase_item_type")
        take(number, "purchase_times")
    if kind == "DQ":
        take(_text, "bulk_purchase_item_type")
        take(number, "bulk_purchase_begin_quantity")
        take(number, "bulk_purchase_limit_quantity", default="0")
    if kind == "DV":
        take(flag, "use_purchase_price_condition", "include_regional_shipping_rate")
        take(number, "total_purchase_price", default="0")
    if kind == "PG":
        take(flag, "offer_only_first", "use_unlimited_price")
        take(number, "purchase_start_price", "purchase_limit_price", default="0")
        own["gift_product_list"] = [
            {"product_no": each, "gift_point": "0", "max_count": 1}
            for each in numbers(values, f"{PREFIX}gift_product_list")
        ]
    if kind == "PB":
        if not stored:
            own["product_bundle_type"] = "P"
        take(number, "product_bundle_count")
    return own


def _text(values: Values, name: str) -> str:
    return values.get(name, "")


def stored_values(benefit: Benefit) -> dict[str, str]:
    """Return the values of a stored benefit."""
    names = (
        "benefit_name", "benefit_type", "use_benefit", "use_benefit_period", "use_group_binding",
        "product_binding_type", "available_coupon",
    )  # fmt: skip
    values = {name: str(getattr(benefit, name)) for name in names}
    for name in ("benefit_start_date", "benefit_end_date"):
        values[name] = str(getattr(benefit, name) or "")[:10]
    for name in ("platform_types", "customer_group_list"):
        values |= {f"{name}.{each}": "T" for each in getattr(benefit, name)}
    own = getattr(benefit, object_of(benefit.benefit_type))
    for name, value in ({} if own is None else asdict(own)).items():
        if name == "gift_product_list":
            value = [each.product_no for each in value]
        if isinstance(value, list):
            value = ",".join(str(each) for each in value)
        values[f"{PREFIX}{name}"] = "" if value is None else str(value)
    return values
