"""Reads the terms of shipping from what a shop, its suppliers and its products say in settings."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from openmall.areas.shipping.regionalsurcharges import RegionalSurcharges
from openmall.areas.shipping.setting import HandlingFee, Shipping
from openmall.areas.shipping.terms import (
    Counted,
    CountryFee,
    Handling,
    Policy,
    Region,
    Sender,
    Surcharges,
    Terms,
    Tier,
)
from openmall.areas.supply import shipping as suppliers
from openmall.areas.supply import surcharges as supplier_surcharges
from openmall.areas.supply.shipping import SupplierShipping
from openmall.areas.supply.surcharges import SupplierSurcharges, Surcharge
from openmall.areas.supply.users import store as users
from openmall.contract.call import Call
from openmall.contract.money import ZERO
from openmall.contract.shipping import COLLECTED, FeeType, Prepaid
from openmall.standard.settings import current

Rates = Sequence[tuple[Decimal, Decimal, Decimal]]
"""Where each tier begins and ends, and its fee."""
_BEFORE_DISCOUNTS: Final = frozenset({"D", "L"})


async def of_shop(call: Call) -> Terms:
    """Return by what the call's shop sends orders. Suppliers are named by their codes."""
    said = await current(call, Shipping)
    surcharged = await current(call, RegionalSurcharges)
    shop = Sender(
        policy=_of_shop(said),
        surcharges=_surcharges(surcharged, surcharged.regional_surcharge_list),
        weight=said.product_weight,
        own_fees=said.individual_shipping_fee == "T",
    )
    counted = shop.policy.counted
    senders: dict[str, Sender] = {}
    for code, user_id in await _sending(call, said):
        own = await suppliers.of(call, user_id)
        theirs = await supplier_surcharges.of(call, user_id)
        by_shop = said.supplier_shipping_calculation == "A"
        senders[code] = Sender(
            policy=shop.policy if by_shop else _of_supplier(own, counted),
            surcharges=shop.surcharges
            if said.supplier_regional_surcharge == "A"
            else _surcharges(theirs, theirs.surcharges),
            weight=own.product_weight or shop.weight,
            own_fees=shop.own_fees if by_shop else own.shipping_fee_by_product == "T",
        )
    countries = {each.country_code for each in said.oversea_shipping_country_list}
    return Terms(
        currency=call.mall.shops[call.shop_no].currency,
        country=call.mall.country,
        scope=said.shipping_type,
        shop=shop,
        suppliers=senders,
        individually=said.individual_fee_calculation_type,
        countries=frozenset(countries) if said.oversea_shipping_country == "T" else None,
        country_fees=_by_country(said) if said.country_shipping_fee == "T" else None,
        handling=tuple(map(_handling, said.oversea_additional_fee_list))
        if said.oversea_additional_fee == "T"
        else (),
    )


def of_product(
    fee_type: FeeType, rates: Rates, *, prepaid: Prepaid, method: str, counted: Counted = "before"
) -> Policy:
    """Return the policy of a product with a fee of its own (`shipping_fee_by_product`).

    `method`: with or without `shipping_`. R and N take the fee of the first of `rates`; M takes
    its fee and is free from where it begins.
    """
    begins, _, fee = rates[0] if rates else (ZERO, ZERO, ZERO)
    return Policy(
        fee_type=fee_type,
        fee=fee,
        free_from=begins if fee_type == "M" else None,
        tiers=tuple(Tier(*each) for each in rates),
        counted=counted,
        prepaid=prepaid,
        delivered=f"shipping_{method.removeprefix('shipping_')}" not in COLLECTED,
    )


async def _sending(call: Call, said: Shipping) -> Iterable[tuple[str, str]]:
    """Return code and user of each supplier that sends its goods itself."""
    if said.supplier_shipping_fee == "F":
        return ()
    there = await users.every(call)
    if said.supplier_selection == "P":
        chosen = {each.supplier_id for each in said.applicable_suppliers}
        there = [each for each in there if each[1] in chosen]
    # a supplier with several users sends by the settings of the one that was made first
    return dict(reversed(there)).items()


def _of_shop(said: Shipping) -> Policy:
    return _policy(
        said,
        tiers=((each.min_value, each.max_value, each.shipping_fee) for each in said.shipping_rates),
        counted="before" if said.shipping_fee_criteria in _BEFORE_DISCOUNTS else "after",
    )


def _of_supplier(said: SupplierShipping, counted: Counted) -> Policy:
    tiers = (
        (each.shipping_rates_min, each.shipping_rates_max, each.shipping_fee)
        for each in said.shipping_rates
    )
    return _policy(said, tiers=tiers, counted=counted)


def _policy(
    said: Shipping | SupplierShipping,
    *,
    tiers: Iterable[tuple[Decimal, Decimal, Decimal]],
    counted: Counted,
) -> Policy:
    by_unit = said.shipping_fee_type == "N"
    return Policy(
        fee_type=said.shipping_fee_type,
        fee=(said.shipping_fee_by_quantity if by_unit else said.shipping_fee) or ZERO,
        free_from=said.free_shipping_price,
        tiers=tuple(Tier(*each) for each in tiers),
        counted=counted,
        prepaid=said.prepaid_shipping_fee,
        delivered=said.shipping_method not in COLLECTED,
    )


def _surcharges(
    said: RegionalSurcharges | SupplierSurcharges, regions: Sequence[Surcharge]
) -> Surcharges | None:
    if said.use_regional_surcharge == "F":
        return None
    return Surcharges(
        by=said.region_setting_type,
        jeju=said.jeju_surcharge_amount or ZERO,
        remote=said.remote_area_surcharge_amount or ZERO,
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


def _by_country(said: Shipping) -> tuple[CountryFee, ...]:
    return tuple(
        CountryFee(
            country=each.country_code,
            by=each.conditional,
            tier=Tier(each.min_value, each.max_value, each.shipping_fee),
        )
        for each in said.country_shipping_fee_list
    )


def _handling(said: HandlingFee) -> Handling:
    places = None if said.rounding_unit == "F" else int(said.rounding_unit)
    return Handling(
        country=said.country_code,
        name=said.fee_name,
        begins=said.min_value,
        ends=said.max_value,
        fee=said.additional_fee,
        percent=said.unit == "P",
        unit=None if places is None else Decimal(10) ** places,
        rounding=said.rounding_rule,
    )
