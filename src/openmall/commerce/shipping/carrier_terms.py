"""Terms that the parcels of a shop's carriers are sent on: the shipping fees, and who sends them.

A carrier without fees of its own (`carrier_fees.py`) answers those of the shop (`GET shipping`).
"""

from decimal import Decimal
from typing import Final

from babel import Locale
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.shipping.carrier_fees import OwnFees, in_place_of
from openmall.commerce.shipping.setting import HandlingFee, Shipping
from openmall.commerce.store.profile import StoreProfile
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.params import Flag
from openmall.contract.shipping import FeeType, Scope

_ENGLISH: Final = Locale("en")
_OF_AMOUNT: Final = "W"


class CategoryRef(Struct, frozen=True, kw_only=True):
    category_no: int
    category_name: str


class DomesticTier(Struct, frozen=True, kw_only=True):
    """Fee from `min_value` on, below `max_value`."""

    country_code: str
    conditional: FeeType
    min_value: Decimal
    max_value: Decimal
    shipping_fee: Decimal


class DomesticFees(Struct, frozen=True, kw_only=True):
    """Fees within the country."""

    shipping_fee_type: FeeType
    shipping_fee: Decimal | None
    min_price: Decimal | None
    """Shipping is free from this amount on."""
    use_product_category: str = "A"
    """A all categories: the shop's fees hold for every product."""
    product_category_list: list[CategoryRef] = []
    shipping_fee_criteria: str
    domestic_shipping_fee_list: list[DomesticTier]
    available_shipping_zone: str | None = None
    available_shipping_zone_list: list[str] | None = None
    available_order_time: str | None = None
    start_time: str | None = None
    end_time: str | None = None


class ShippingCountry(Struct, frozen=True, kw_only=True):
    country_code: str
    country_name: str


class CountryFee(ShippingCountry, frozen=True, kw_only=True):
    """Fee of parcels to a country."""

    conditional: str
    min_value: Decimal
    max_value: Decimal
    shipping_fee: Decimal


class CountryHandlingFee(ShippingCountry, frozen=True, kw_only=True):
    """Surcharge for sending goods of a value to a country."""

    text: str
    min_value: Decimal
    max_value: Decimal
    additional_handling_fee: Decimal
    unit: str
    """The currency of an amount, P percent of the goods' value."""
    rounding_unit: str | None
    rounding_rule: str | None


class OverseaFees(Struct, frozen=True, kw_only=True):
    """Fees abroad."""

    shipping_fee_criteria: str | None
    shipping_country_list: list[ShippingCountry]
    """Empty: all countries."""
    country_shipping_fee_list: list[CountryFee]
    additional_handling_fee: Flag
    additional_handling_fee_list: list[CountryHandlingFee]
    maximum_quantity: int | None = None
    product_category_limit: int | None = None
    product_category_limit_list: list[CategoryRef] | None = None


class CarrierFees(Struct, frozen=True, kw_only=True):
    """Where, how fast and for what fees parcels are sent."""

    shipping_type: Scope
    available_shipping_zone: str
    min_shipping_period: int
    max_shipping_period: int
    shipping_information: str
    shipping_fee_setting_domestic: DomesticFees
    shipping_fee_setting_oversea: OverseaFees


class ExpressSender(Struct, frozen=True, kw_only=True):
    """Who an express service fetches parcels from; null: not set."""

    weight: str | None = None
    volume: str | None = None
    shipping_type: str | None = None
    box_type: str | None = None
    sender_name: str
    sender_cellphone: str
    sender_phone: str | None
    sender_zipcode: str | None
    sender_address1: str | None
    sender_address2: str | None


async def fees(call: Call, own: OwnFees | UnsetType = UNSET) -> CarrierFees:
    """Return the fees as a carrier answers them: its own, else those of the call's shop."""
    setting = in_place_of(await current(call, Shipping), own)
    most = None if own is UNSET else own.maximum_quantity
    return CarrierFees(
        shipping_type=setting.shipping_type,
        available_shipping_zone=setting.shipping_place,
        min_shipping_period=setting.shipping_period.minimum,
        max_shipping_period=setting.shipping_period.maximum,
        shipping_information=setting.shipping_etc or "",
        shipping_fee_setting_domestic=_domestic(call, setting),
        shipping_fee_setting_oversea=replace(_oversea(call, setting), maximum_quantity=most),
    )


async def express_sender(call: Call) -> ExpressSender:
    """Return the sender of parcels: the company that runs the call's shop."""
    profile = await current(call, StoreProfile)
    return ExpressSender(
        sender_name=profile.company_name or call.mall.shops[call.shop_no].name,
        sender_cellphone=profile.customer_service_sms,
        sender_phone=profile.phone or None,
        sender_zipcode=profile.zipcode or None,
        sender_address1=profile.address1 or None,
        sender_address2=profile.address2 or None,
    )


def _domestic(call: Call, setting: Shipping) -> DomesticFees:
    by_quantity = setting.shipping_fee_type == "N"
    return DomesticFees(
        shipping_fee_type=setting.shipping_fee_type,
        shipping_fee=setting.shipping_fee_by_quantity if by_quantity else setting.shipping_fee,
        min_price=setting.free_shipping_price,
        shipping_fee_criteria=setting.shipping_fee_criteria,
        domestic_shipping_fee_list=[
            DomesticTier(
                country_code=call.mall.country,
                conditional=setting.shipping_fee_type,
                min_value=tier.min_value,
                max_value=tier.max_value,
                shipping_fee=tier.shipping_fee,
            )
            for tier in setting.shipping_rates
        ],
    )


def _oversea(call: Call, setting: Shipping) -> OverseaFees:
    """Return the fees abroad; lists that the shop does not use are empty."""
    countries = setting.oversea_shipping_country_list
    country_fees = setting.country_shipping_fee_list
    handling = setting.oversea_additional_fee_list
    currency = call.mall.shops[call.shop_no].currency
    return OverseaFees(
        shipping_fee_criteria=setting.international_shipping_fee_criteria,
        shipping_country_list=[
            ShippingCountry(
                country_code=each.country_code, country_name=_country_name(each.country_code)
            )
            for each in (countries if setting.oversea_shipping_country == "T" else [])
        ],
        country_shipping_fee_list=[
            CountryFee(
                country_code=each.country_code,
                country_name=_country_name(each.country_code),
                conditional=each.conditional,
                min_value=each.min_value,
                max_value=each.max_value,
                shipping_fee=each.shipping_fee,
            )
            for each in (country_fees if setting.country_shipping_fee == "T" else [])
        ],
        additional_handling_fee=setting.oversea_additional_fee,
        additional_handling_fee_list=[
            _handling_fee(each, currency)
            for each in (handling if setting.oversea_additional_fee == "T" else [])
        ],
    )


def _handling_fee(fee: HandlingFee, currency: str) -> CountryHandlingFee:
    return CountryHandlingFee(
        country_code=fee.country_code,
        country_name=_country_name(fee.country_code),
        text=fee.fee_name,
        min_value=fee.min_value,
        max_value=fee.max_value,
        additional_handling_fee=fee.additional_fee,
        unit=currency if fee.unit == _OF_AMOUNT else fee.unit,
        rounding_unit=fee.rounding_unit,
        rounding_rule=fee.rounding_rule,
    )


def _country_name(code: str) -> str:
    return str(_ENGLISH.territories.get(code, code))
