"""Reads the shipping terms from the settings of a shop, its carrier, suppliers and products."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET

from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.carrier_fees import in_place_of
from openmall.commerce.shipping.regionalsurcharges import RegionalSurcharges
from openmall.commerce.shipping.setting import HandlingFee, Shipping
from openmall.commerce.shipping.terms import (
    CountryFee,
    Handling,
    Policy,
    Region,
    Sender,
    Surcharges,
    Terms,
    Tier,
)
from openmall.commerce.supply import supplier_shipping, surcharges
from openmall.commerce.supply.supplier_shipping import SupplierShipping
from openmall.commerce.supply.surcharges import SupplierSurcharges, Surcharge
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.money import ZERO
from openmall.contract.shipping import COLLECTED, FeeType, Prepaid

Rates = Sequence[tuple[Decimal, Decimal, Decimal]]
"""Lower and upper bound of each tier, and its fee."""
_BEFORE_DISCOUNTS: Final = frozenset({"D", "L"})


async def of_shop(call: Call, carrier_id: int = 0) -> Terms:
    """Return the shipping terms of the call's shop. Suppliers are named by their codes.

    `carrier_id`: of the carrier that takes the parcels of the shop; 0: its default one, whose own
    fees stand in for those of the shop. Raises Invalid (422) for a number that is none of its own.
    """
    setting, most_abroad = await in_force(call, carrier_id)
    surcharged = await current(call, RegionalSurcharges)
    shop = Sender(
        policy=_of_shop(setting),
        surcharges=_surcharges(surcharged, surcharged.regional_surcharge_list),
        weight=setting.product_weight,
        own_fees=setting.individual_shipping_fee == "T",
    )
    senders: dict[str, Sender] = {}
    for code, user_id in await _sending(call, setting):
        own = await supplier_shipping.of(call, user_id)
        theirs = await surcharges.of(call, user_id)
        by_shop = setting.supplier_shipping_calculation == "A"
        senders[code] = Sender(
            policy=shop.policy if by_shop else _of_supplier(own),
            surcharges=shop.surcharges
            if setting.supplier_regional_surcharge == "A"
            else _surcharges(theirs, theirs.surcharges),
            weight=own.product_weight or shop.weight,
            own_fees=shop.own_fees if by_shop else own.shipping_fee_by_product == "T",
        )
    countries = {each.country_code for each in setting.oversea_shipping_country_list}
    return Terms(
        currency=call.mall.shops[call.shop_no].currency,
        country=call.mall.country,
        counted="before" if setting.shipping_fee_criteria in _BEFORE_DISCOUNTS else "after",
        scope=setting.shipping_type,
        shop=shop,
        suppliers=senders,
        individually=setting.individual_fee_calculation_type,
        countries=frozenset(countries) if setting.oversea_shipping_country == "T" else None,
        country_fees=_by_country(setting) if setting.country_shipping_fee == "T" else None,
        additional=setting.additional_shipping_fee or ZERO,
        most_abroad=most_abroad,
        handling=tuple(map(_handling, setting.oversea_additional_fee_list))
        if setting.oversea_additional_fee == "T"
        else (),
    )


async def in_force(call: Call, carrier_id: int = 0) -> tuple[Shipping, int | None]:
    """Return the settings by which parcels are sent, and the most units of an order abroad.

    `carrier_id`, and what is raised, as in `of_shop`.
    """
    carrier = await carriers.delivering(call, carrier_id)
    own = UNSET if carrier is None else carrier.own_fees
    most_abroad = None if own is UNSET else own.maximum_quantity
    return in_place_of(await current(call, Shipping), own), most_abroad


def of_product(fee_type: FeeType, rates: Rates, *, prepaid: Prepaid, method: str) -> Policy:
    """Return the policy of a product with a fee of its own (`shipping_fee_by_product`).

    `method`: with or without `shipping_`. R and N take the fee of the first of `rates`; M takes its
    fee and is free from its lower bound on.
    """
    begins, _, fee = rates[0] if rates else (ZERO, ZERO, ZERO)
    return Policy(
        fee_type=fee_type,
        fee=fee,
        free_from=begins if fee_type == "M" else None,
        tiers=tuple(Tier(*each) for each in rates),
        prepaid=prepaid,
        delivered=f"shipping_{method.removeprefix('shipping_')}" not in COLLECTED,
    )


async def _sending(call: Call, setting: Shipping) -> Iterable[tuple[str, str]]:
    """Return code and user of each supplier that sends its goods itself."""
    if setting.supplier_shipping_fee == "F":
        return ()
    there = await supplier_user_store.every(call)
    if setting.supplier_selection == "P":
        chosen = {each.supplier_id for each in setting.applicable_suppliers}
        there = [each for each in there if each[1] in chosen]
    # a supplier with several users sends by the settings of the one that was made first
    return dict(reversed(there)).items()


def _of_shop(setting: Shipping) -> Policy:
    return _policy(
        setting,
        tiers=(
            (each.min_value, each.max_value, each.shipping_fee) for each in setting.shipping_rates
        ),
    )


def _of_supplier(setting: SupplierShipping) -> Policy:
    tiers = (
        (each.shipping_rates_min, each.shipping_rates_max, each.shipping_fee)
        for each in setting.shipping_rates
    )
    return _policy(setting, tiers=tiers)


def _policy(
    setting: Shipping | SupplierShipping,
    *,
    tiers: Iterable[tuple[Decimal, Decimal, Decimal]],
) -> Policy:
    by_unit = setting.shipping_fee_type == "N"
    return Policy(
        fee_type=setting.shipping_fee_type,
        fee=(setting.shipping_fee_by_quantity if by_unit else setting.shipping_fee) or ZERO,
        free_from=setting.free_shipping_price,
        tiers=tuple(Tier(*each) for each in tiers),
        prepaid=setting.prepaid_shipping_fee,
        delivered=setting.shipping_method not in COLLECTED,
    )


def _surcharges(
    setting: RegionalSurcharges | SupplierSurcharges, regions: Sequence[Surcharge]
) -> Surcharges | None:
    if setting.use_regional_surcharge == "F":
        return None
    return Surcharges(
        by=setting.region_setting_type,
        jeju=setting.jeju_surcharge_amount or ZERO,
        remote=setting.remote_area_surcharge_amount or ZERO,
        regions=tuple(
            Region(
                amount=each.regional_surcharge_amount,
                names=tuple(filter(None, (each.region_name, each.surcharge_region_name))),
                start=each.start_zipcode,
                end=each.end_zipcode,
            )
            for each in regions
        ),
    )


def _by_country(setting: Shipping) -> tuple[CountryFee, ...]:
    return tuple(
        CountryFee(
            country=each.country_code,
            by=each.conditional,
            tier=Tier(each.min_value, each.max_value, each.shipping_fee),
        )
        for each in setting.country_shipping_fee_list
    )


def _handling(fee: HandlingFee) -> Handling:
    places = None if fee.rounding_unit == "F" else int(fee.rounding_unit)
    return Handling(
        country=fee.country_code,
        name=fee.fee_name,
        begins=fee.min_value,
        ends=fee.max_value,
        fee=fee.additional_fee,
        percent=fee.unit == "P",
        unit=None if places is None else Decimal(10) ** places,
        rounding=fee.rounding_rule,
    )
