"""Shipping settings of a shop: how it delivers, where to, and what that costs.

What comes of them for an order is worked out in `fees.py`. A plain settings resource, whose
changes are checked for tiers with gaps and suppliers nobody knows.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.areas.supply.users import store as users
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_SHIPPING, WRITE_SHIPPING
from openmall.contract.shipping import (
    Etc,
    Fee,
    FeeType,
    HsCode,
    Kilograms,
    Method,
    Place,
    Prepaid,
    Scope,
    require_tiers,
)
from openmall.standard.settings import Setting, current, keep, read_setting

Price = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(99_999_999_999_999)})]
Counted = Literal["D", "L", "A", "R"]
"""Amounts count: D before discounts, L as ordered, A after discounts, R as paid."""
CountedAs = Literal["D", "A"]
Conditional = Literal["quantity", "weight", "price"]
Individual = Literal["P", "I"]
"""Products with fees of their own are charged: P each product once, I each item of the order."""
Suppliers = Literal["A", "P"]
"""Suppliers that send themselves: A all, P those chosen."""
Whose = Literal["A", "S"]
"""Terms that hold for what suppliers send: A the shop's, S the supplier's own."""
Country = Annotated[str, Meta(min_length=2, max_length=2, pattern=r"^[A-Z]*\Z")]
Hour = Annotated[str, Meta(max_length=5)]


class Period(Struct, frozen=True, kw_only=True):
    """From how many days to how many."""

    minimum: int = 3
    maximum: int = 7


class Tier(Struct, frozen=True, kw_only=True):
    """What is charged from `min_value` on, below `max_value`."""

    min_value: Decimal
    max_value: Decimal
    shipping_fee: Fee


class CountryTier(Struct, frozen=True, kw_only=True):
    """What is charged for parcels to a country, by quantity, kilograms or price."""

    country_code: Country
    conditional: Conditional
    min_value: Decimal
    max_value: Decimal
    shipping_fee: Fee


class InCountry(Struct, frozen=True, kw_only=True):
    country_code: Country


class Address(Struct, frozen=True, kw_only=True):
    zipcode: str = ""
    ziptype: str = ""
    address1: str = ""
    address2: str = ""


class Volume(Struct, frozen=True, kw_only=True):
    """Centimetres."""

    width: str = ""
    length: str = ""
    height: str = ""


class DefaultDate(Struct, frozen=True, kw_only=True):
    minimum: int | None = None
    use_fast_delivery: Flag = "F"


class WishedDate(Struct, frozen=True, kw_only=True):
    """Whether customers wish for a day, and among which."""

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
    """Whether customers wish for an hour, and among which."""

    use: Flag = "F"
    range: list[Hours] = []
    default: DefaultTime = DefaultTime()


class CountryHsCode(Struct, frozen=True, kw_only=True):
    hs_code: HsCode
    country_code: str


class SupplierRef(Struct, frozen=True, kw_only=True):
    supplier_code: str
    supplier_id: str


class HandlingFee(Struct, frozen=True, kw_only=True):
    """What goods of a value cost more to send to a country."""

    country_code: Country
    fee_name: str
    min_value: Decimal
    max_value: Decimal
    additional_fee: Fee
    unit: Literal["W", "P"] = "W"
    """W an amount, P percent of the goods' value."""
    rounding_unit: Literal["F", "0", "1", "2", "3"] = "F"
    """Rounded to: F the currency's smallest unit, 0 one, 1 ten, 2 a hundred, 3 a thousand."""
    rounding_rule: Literal["L", "U", "C"] = "U"
    """L down, U to the nearest, C up."""


class Shipping(Setting, frozen=True, kw_only=True):
    """A shop's shipping settings; the defaults are what a new shop has: free parcels at home."""

    shipping_method: Method = "shipping_01"
    shipping_etc: str | None = None
    shipping_period: Period = Period()
    product_weight: Decimal = Decimal("1.00")
    """Kilograms of a product that does not say its own."""
    shipping_fee_type: FeeType = "T"
    shipping_fee: Decimal | None = None
    free_shipping_price: Decimal | None = None
    shipping_fee_by_quantity: Decimal | None = None
    shipping_rates: list[Tier] = []
    shipping_fee_criteria: Counted = "D"
    prepaid_shipping_fee: Prepaid = "P"
    oversea_shipping_country: Flag = "F"
    """Only the countries listed are delivered to; else all are."""
    oversea_shipping_country_list: list[InCountry] = []
    country_shipping_fee: Flag = "F"
    """Abroad the fees of each country hold; else those at home."""
    country_shipping_fee_list: list[CountryTier] = []
    international_shipping_insurance: Flag = "F"
    return_address: Address = Address()
    package_volume: Volume = Volume()
    wished_delivery_date: WishedDate = WishedDate()
    wished_delivery_time: WishedTime = WishedTime()
    hs_code: str = ""
    country_hs_code: list[CountryHsCode] = []
    shipping_type: Scope = "A"
    international_shipping_fee_criteria: str | None = None
    shipping_place: str = ""
    individual_shipping_fee: Flag = "T"
    """Products may have fees of their own."""
    individual_fee_calculation_type: Individual = "P"
    oversea_additional_fee: Flag = "F"
    oversea_additional_fee_list: list[HandlingFee] = []
    supplier_shipping_fee: Flag = "F"
    """What suppliers send is a parcel of its own."""
    supplier_selection: Suppliers = "A"
    applicable_suppliers: list[SupplierRef] = []
    supplier_shipping_calculation: Whose = "S"
    supplier_regional_surcharge: Whose = "S"


class PeriodChange(Struct, frozen=True, kw_only=True):
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET


class AddressChange(Struct, frozen=True, kw_only=True):
    zipcode: str | UnsetType = UNSET
    ziptype: str | UnsetType = UNSET
    address1: str | UnsetType = UNSET
    address2: str | UnsetType = UNSET


class VolumeChange(Struct, frozen=True, kw_only=True):
    width: str | UnsetType = UNSET
    length: str | UnsetType = UNSET
    height: str | UnsetType = UNSET


class ShippingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change shipping settings; null takes a fee away."""

    shipping_method: Method | UnsetType = UNSET
    shipping_etc: Etc | None | UnsetType = UNSET
    shipping_period: PeriodChange | UnsetType = UNSET
    shipping_fee_type: FeeType | UnsetType = UNSET
    shipping_fee: Fee | None | UnsetType = UNSET
    free_shipping_price: Price | None | UnsetType = UNSET
    shipping_fee_by_quantity: Fee | None | UnsetType = UNSET
    shipping_rates: list[Tier] | UnsetType = UNSET
    shipping_fee_criteria: CountedAs | UnsetType = UNSET
    prepaid_shipping_fee: Prepaid | UnsetType = UNSET
    product_weight: Kilograms | UnsetType = UNSET
    oversea_shipping_country: Flag | UnsetType = UNSET
    oversea_shipping_country_list: list[InCountry] | UnsetType = UNSET
    country_shipping_fee: Flag | UnsetType = UNSET
    country_shipping_fee_list: list[CountryTier] | UnsetType = UNSET
    international_shipping_insurance: Flag | UnsetType = UNSET
    return_address: AddressChange | UnsetType = UNSET
    package_volume: VolumeChange | UnsetType = UNSET
    shipping_type: Scope | UnsetType = UNSET
    shipping_place: Place | UnsetType = UNSET
    individual_shipping_fee: Flag | UnsetType = UNSET
    individual_fee_calculation_type: Individual | UnsetType = UNSET
    hs_code: HsCode | UnsetType = UNSET
    country_hs_code: Annotated[list[CountryHsCode], Meta(max_length=29)] | UnsetType = UNSET
    oversea_additional_fee: Flag | UnsetType = UNSET
    oversea_additional_fee_list: Annotated[list[HandlingFee], Meta(max_length=500)] | UnsetType = (
        UNSET
    )
    supplier_shipping_fee: Flag | UnsetType = UNSET
    supplier_selection: Suppliers | UnsetType = UNSET
    applicable_suppliers: list[SupplierRef] | UnsetType = UNSET
    supplier_shipping_calculation: Whose | UnsetType = UNSET
    supplier_regional_surcharge: Whose | UnsetType = UNSET


async def change(call: Call, params: ShippingChange) -> Shipping:
    """Update store shipping/return settings.

    Absent fields are left alone, objects merged, lists replaced; identical content is 409.
    """
    before = await current(call, Shipping, to_change=True)
    after = patched(before, params)
    await _require(call, after)
    await keep(call.db, call.seal, after)
    call.journal("shipping", differences(before, after))
    return after


async def _require(call: Call, after: Shipping) -> None:
    """Raise Invalid (422) for what contradicts itself or names nobody."""
    days = after.shipping_period
    if not 0 <= days.minimum <= days.maximum <= 365:
        message = "Parcels take 0 to 365 days, and the earliest is not after the latest."
        raise Invalid(message, parameter="shipping_period")
    tiers = [(each.min_value, each.max_value) for each in after.shipping_rates]
    require_tiers(tiers, parameter="shipping_rates")
    of_country: dict[tuple[str, str], list[tuple[Decimal, Decimal]]] = {}
    for each in after.country_shipping_fee_list:
        fees = of_country.setdefault((each.country_code, each.conditional), [])
        fees.append((each.min_value, each.max_value))
    for fees in of_country.values():
        require_tiers(fees, parameter="country_shipping_fee_list")
    for ref in after.applicable_suppliers:
        try:
            code = await users.supplier_of(call, ref.supplier_id)
        except NotFound:
            code = ""
        if code != ref.supplier_code:
            message = "There is no such supplier."
            raise Invalid(message, parameter="applicable_suppliers.supplier_id")


_PUT_SHOWS = (
    "shop_no", "shipping_method", "shipping_etc", "shipping_period", "shipping_fee_type",
    "shipping_rates", "shipping_fee_criteria", "prepaid_shipping_fee", "product_weight",
    "oversea_shipping_country", "oversea_shipping_country_list", "country_shipping_fee",
    "country_shipping_fee_list", "international_shipping_insurance", "return_address",
    "package_volume",
)  # fmt: skip

OPERATIONS = [
    get(
        "shipping",
        read_setting(Shipping),
        takes=ShopParams,
        gives=Shipping,
        key="shipping",
        scope=READ_SHIPPING,
    ),
    put(
        "shipping",
        change,
        takes=ShippingChange,
        gives=Shipping,
        key="shipping",
        scope=WRITE_SHIPPING,
        shows=_PUT_SHOWS,
    ),
]
