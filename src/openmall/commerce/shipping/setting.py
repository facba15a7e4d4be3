"""Shipping settings of a shop: methods, destinations and fees.

Fees of an order are calculated from them in `fees.py`; `setting_rules.py` changes them.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract import patterns
from openmall.contract.crud.changes import READ_ONLY, Takes
from openmall.contract.crud.settings import Setting
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.params import Flag, amount_bounds
from openmall.contract.shipping import (
    LARGEST_FEE,
    Etc,
    Fee,
    FeeType,
    HsCode,
    Kilograms,
    Method,
    Place,
    Prepaid,
    Scope,
)

Price = Annotated[Decimal, Meta(extra=amount_bounds(0, 99_999_999_999_999))]
Counted = Annotated[
    Literal["D", "L", "A", "R"],
    Values({"D": Label("before discounts"), "A": Label("after discounts")}),
]
"""Amounts count: D before discounts, L as ordered, A after discounts, R as paid."""
CountedAs = Literal["D", "A"]
Conditional = Annotated[
    Literal["quantity", "weight", "price"],
    Values({"quantity": Label("quantity"), "weight": Label("weight"), "price": Label("price")}),
]
Individual = Annotated[
    Literal["P", "I"],
    Values({"P": Label("once per product"), "I": Label("for each item of the order")}),
]
"""Products with fees of their own are charged: P each product once, I each item of the order."""
Suppliers = Annotated[Literal["A", "P"], Values({"A": Label("All"), "P": Label("The chosen ones")})]
"""Suppliers that send themselves: A all, P those chosen."""
Whose = Annotated[
    Literal["A", "S"], Values({"A": Label("Same as the shop"), "S": Label("Set by the supplier")})
]
"""Terms that hold for what suppliers send: A the shop's, S the supplier's own."""
Country = Annotated[str, Meta(min_length=2, max_length=2, pattern=patterns.CAPITALS)]
Hour = Annotated[str, Meta(max_length=5)]


class Period(Struct, frozen=True, kw_only=True):
    """From how many days to how many."""

    minimum: Annotated[int, Label("At least")] = 3
    maximum: Annotated[int, Label("At most")] = 7


class Tier(Struct, frozen=True, kw_only=True):
    """Fee from `min_value` on, below `max_value`."""

    min_value: Annotated[Decimal, Label("From")]
    max_value: Annotated[Decimal, Label("Up to (excluded)")]
    shipping_fee: Annotated[Fee, Label("Amount of the fee")]


class CountryTier(Struct, frozen=True, kw_only=True):
    """Fee of parcels to a country, by quantity, kilograms or price."""

    country_code: Annotated[Country, Label("Country (two letters)")]
    conditional: Annotated[Conditional, Label("By")]
    min_value: Annotated[Decimal, Label("From")]
    max_value: Annotated[Decimal, Label("Up to (excluded)")]
    shipping_fee: Annotated[Fee, Label("Amount of the fee")]


class InCountry(Struct, frozen=True, kw_only=True):
    country_code: Annotated[Country, Label("Country (two letters)")]


class Address(Struct, frozen=True, kw_only=True):
    zipcode: Annotated[str, Label("Postal code")] = ""
    ziptype: Annotated[str, Label("Postal code type")] = ""
    address1: Annotated[str, Label("Address")] = ""
    address2: Annotated[str, Label("Address line 2")] = ""


class Volume(Struct, frozen=True, kw_only=True):
    """Centimetres."""

    width: Annotated[str, Label("Width")] = ""
    length: Annotated[str, Label("Length")] = ""
    height: Annotated[str, Label("Height")] = ""


class DefaultDate(Struct, frozen=True, kw_only=True):
    minimum: int | None = None
    use_fast_delivery: Flag = "F"


class WishedDate(Struct, frozen=True, kw_only=True):
    """Choice of a delivery day by customers, and its range."""

    use: Flag = "F"
    range: Period = Period()
    default: DefaultDate = DefaultDate()


class Hours(Struct, frozen=True, kw_only=True):
    start_hour: Hour = "00"
    end_hour: Hour = "24"


class DefaultTime(Struct, frozen=True, kw_only=True):
    range: Hours = Hours()
    use_fast_delivery: Flag = "F"


class WishedTime(Struct, frozen=True, kw_only=True):
    """Choice of a delivery hour by customers, and its range."""

    use: Flag = "F"
    range: list[Hours] = []
    default: DefaultTime = DefaultTime()


class CountryHsCode(Struct, frozen=True, kw_only=True):
    hs_code: Annotated[HsCode, Label("HS code")]
    country_code: Annotated[str, Label("Country (two letters)")]


class SupplierRef(Struct, frozen=True, kw_only=True):
    supplier_code: Annotated[str, Label("Supplier code")]
    supplier_id: Annotated[str, Label("User ID of the supplier")]


class HandlingFee(Struct, frozen=True, kw_only=True):
    """Surcharge for sending goods of a value to a country."""

    country_code: Annotated[Country, Label("Country (two letters)")]
    fee_name: Annotated[str, Label("Name of the fee")]
    min_value: Annotated[Decimal, Label("From")]
    max_value: Annotated[Decimal, Label("Up to (excluded)")]
    additional_fee: Annotated[
        Decimal,
        Meta(extra=amount_bounds(0, LARGEST_FEE, percentage_if=("unit", "P"), above_whole=True)),
        Label("Fee"),
    ]
    unit: Annotated[
        Literal["W", "P"],
        Label("Unit"),
        Values({"W": Label("Amount"), "P": Label("Percent of the goods")}),
    ] = "W"
    """W an amount, P percent of the goods' value."""
    rounding_unit: Annotated[
        Literal["F", "0", "1", "2", "3"],
        Label("Rounded to"),
        Values(
            {
                "F": Label("the smallest unit of the currency"),
                "0": Label("one"),
                "1": Label("ten"),
                "2": Label("a hundred"),
                "3": Label("a thousand"),
            }
        ),
    ] = "F"
    """Rounded to: F the currency's smallest unit, 0 one, 1 ten, 2 a hundred, 3 a thousand."""
    rounding_rule: Annotated[
        Literal["L", "U", "C"],
        Label("Rounding"),
        Values({"L": Label("down"), "U": Label("to the nearest"), "C": Label("up")}),
    ] = "U"
    """L down, U to the nearest, C up."""


CountryHsCodes = Annotated[list[CountryHsCode], Meta(max_length=29)]
HandlingFees = Annotated[list[HandlingFee], Meta(max_length=500)]


class Shipping(Setting, frozen=True, kw_only=True):
    """A shop's shipping settings; the defaults are what a new shop has: free parcels at home."""

    shipping_method: Annotated[
        Method,
        Label("How parcels are sent"),
        Values(
            {
                "shipping_01": Label("Parcel service"),
                "shipping_02": Label("Express mail"),
                "shipping_04": Label("Own delivery service"),
                "shipping_05": Label("Courier"),
                "shipping_06": Label("Another way"),
                "shipping_07": Label("Freight"),
                "shipping_08": Label("Pick-up at the shop"),
                "shipping_09": Label("Nothing to ship"),
            }
        ),
    ] = "shipping_01"
    shipping_etc: Annotated[str | None, Label("Another way, in words"), Takes(Etc | None)] = None
    shipping_period: Annotated[Period, Label("Days a parcel takes")] = Period()
    product_weight: Annotated[Decimal, Label("Default weight (kg)"), Takes(Kilograms)] = Decimal(
        "1.00"
    )
    """Kilograms of a product without a weight of its own."""
    shipping_fee_type: Annotated[
        FeeType,
        Label("Shipping fee"),
        Values(
            {
                "T": Label("Free"),
                "R": Label("Fixed"),
                "M": Label("Free above an amount"),
                "D": Label("Tiers by amount"),
                "W": Label("Tiers by weight"),
                "C": Label("Tiers by quantity"),
                "N": Label("Per unit"),
            }
        ),
    ] = "T"
    shipping_fee: Annotated[Decimal | None, Label("Amount of the fee"), Takes(Fee | None)] = None
    free_shipping_price: Annotated[
        Decimal | None,
        Label("Free shipping threshold"),
        Hint("Applies if shipping is free above an amount."),
        Takes(Price | None),
    ] = None
    shipping_fee_by_quantity: Annotated[
        Decimal | None,
        Label("Fee per unit"),
        Hint("Applies if the fee is per unit."),
        Takes(Fee | None),
    ] = None
    shipping_rates: Annotated[
        list[Tier],
        Label("Tiers of the fee"),
        Hint("Apply if the fee is tiered; each tier starts where the previous one ends."),
    ] = []
    shipping_fee_criteria: Annotated[
        Counted,
        Label("Threshold applies"),
        Hint(
            "For every fee by amount, also those of products, suppliers and countries. Benefits, "
            "coupons and discount codes are discounts; points and credits are not."
        ),
        Takes(CountedAs),
    ] = "D"
    prepaid_shipping_fee: Annotated[
        Prepaid,
        Label("Shipping is charged"),
        Values(
            {
                "C": Label("on delivery"),
                "P": Label("with the order"),
                "B": Label("as the customer chooses"),
            }
        ),
    ] = "P"
    oversea_shipping_country: Annotated[Flag, Label("Deliver only to the countries listed")] = "F"
    """Only the countries listed are delivered to; else all are."""
    oversea_shipping_country_list: Annotated[
        list[InCountry], Label("Countries that are delivered to")
    ] = []
    country_shipping_fee: Annotated[Flag, Label("Use the fees of each country abroad")] = "F"
    """Abroad the fees of each country hold; else those at home."""
    country_shipping_fee_list: Annotated[list[CountryTier], Label("Fees of countries")] = []
    international_shipping_insurance: Annotated[Flag, Label("Insure parcels abroad")] = "F"
    return_address: Annotated[
        Address, Label("Address for returns"), Hint("Where customers send returns to.")
    ] = Address()
    package_volume: Annotated[Volume, Label("Size of a parcel (cm)")] = Volume()
    wished_delivery_date: Annotated[WishedDate, READ_ONLY] = WishedDate()
    wished_delivery_time: Annotated[WishedTime, READ_ONLY] = WishedTime()
    hs_code: Annotated[str, Label("HS code"), Takes(HsCode)] = ""
    country_hs_code: Annotated[
        list[CountryHsCode], Label("HS codes of countries"), Takes(CountryHsCodes)
    ] = []
    shipping_type: Annotated[
        Scope,
        Label("Delivery areas"),
        Values(
            {
                "A": Label("Within the country"),
                "C": Label("Abroad"),
                "B": Label("Within the country and abroad"),
            }
        ),
    ] = "A"
    international_shipping_fee_criteria: Annotated[str | None, READ_ONLY] = None
    shipping_place: Annotated[str, Label("Note on delivery areas"), Takes(Place)] = ""
    individual_shipping_fee: Annotated[Flag, Label("Products may have fees of their own")] = "T"
    """Products may have fees of their own."""
    individual_fee_calculation_type: Annotated[
        Individual, Label("Product shipping fees are charged")
    ] = "P"
    additional_shipping_fee: Annotated[
        Decimal | None,
        Label("Additional fee per order"),
        Hint("Charged once per order on top of the shop's fees, also where shipping is free."),
        Takes(Fee | None),
    ] = None
    """Charged once per order, on top of the fee of the parcels that the shop sends itself."""
    oversea_additional_fee: Annotated[Flag, Label("Charge handling fees abroad")] = "F"
    oversea_additional_fee_list: Annotated[
        list[HandlingFee], Label("Handling fees abroad"), Takes(HandlingFees)
    ] = []
    supplier_shipping_fee: Annotated[Flag, Label("Ship suppliers' products separately")] = "F"
    """T: products of suppliers are sent as separate parcels."""
    supplier_selection: Annotated[Suppliers, Label("Suppliers that send themselves")] = "A"
    applicable_suppliers: Annotated[list[SupplierRef], Label("Chosen suppliers")] = []
    supplier_shipping_calculation: Annotated[Whose, Label("Shipping fees of suppliers")] = "S"
    supplier_regional_surcharge: Annotated[Whose, Label("Regional surcharges of suppliers")] = "S"
