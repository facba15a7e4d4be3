"""Whatever a write takes as an amount of money has no more decimals than the shop's currency.

A decimal field of a write is declared as an amount (`params.amount_bounds`), or is listed here with
the reason why the currency does not decide its decimals.
"""

from collections.abc import Iterator

from msgspec import inspect

from openmall.api import admin, storefront
from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation

_FACT = "a fact of the past or of a gateway, taken as it was"
_BOUND = "a bound of a quantity, a weight or an amount, with which is compared"
_OTHERWISE = "checked where the unit is known"
NO_AMOUNTS = {
    "amount of POST points": "points have the decimals of their own setting",
    "available_points_max": _BOUND,
    "available_points_min": _BOUND,
    "commission": "percent",
    "country_shipping_fee_list.max_value": _BOUND,
    "country_shipping_fee_list.min_value": _BOUND,
    "data.amount": _FACT,
    "discount_rate.benefit_percentage": "percent",
    "discount_rate.benefit_percentage_round_unit": "a unit of rounding",
    "if_price": "compared with the price, which may be older than the rule",
    "items.payed_amount": _FACT,
    "items.product_price of POST orders/migrations": _FACT,
    "items.product_price of PUT orders/migrations": _FACT,
    "items.total_payed_amount": _FACT,
    "margin_rate": "percent",
    "order_amount of POST appstore/orders": _OTHERWISE,
    "oversea_additional_fee_list.max_value": _BOUND,
    "oversea_additional_fee_list.min_value": _BOUND,
    "payed_amount": _FACT,
    "price_excluding_tax": "what is left of a price without its tax; the price is rounded",
    "product_weight": "kilograms",
    **{
        f"shipping_fee_setting_detail.shipping_fee_setting_{tiers}.{end}_value": _BOUND
        for tiers in (
            "domestic.domestic_shipping_fee_list",
            "oversea.additional_handling_fee_list",
            "oversea.country_shipping_fee_list",
        )
        for end in ("max", "min")
    },
    "shipping_rates.max_value": _BOUND,
    "shipping_rates.min_value": _BOUND,
    "shipping_rates.shipping_rates_max": _BOUND,
    "shipping_rates.shipping_rates_min": _BOUND,
    **{
        f"{sale}.discount_value": _OTHERWISE
        for sale in (
            "bulk_purchase_sale",
            "member_sale",
            "new_product_sale",
            "period_sale",
            "repurchase_sale",
        )
    },
}


def _writes() -> Iterator[Operation]:
    for api in (admin.api(), storefront.api()):
        yield from (operation for operation in api.operations if operation.writes)


def _unmarked(kind: inspect.Type, field: Field, name: str) -> Iterator[str]:
    """Yield the names of decimals that are not declared as amounts of money."""
    if isinstance(kind, inspect.Metadata):
        yield from _unmarked(kind.type, field, name)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _unmarked(each, field, name)
    elif isinstance(kind, inspect.ListType):
        yield from _unmarked(kind.item_type, field, name)
    elif isinstance(kind, inspect.StructType):
        for inner in fields_of(kind.cls).values():
            yield from _unmarked(inner.type, inner, f"{name}.{inner.name}")
    elif isinstance(kind, inspect.DecimalType) and not field.money:
        yield name


def test_every_decimal_of_a_write_is_an_amount_or_says_why_not() -> None:
    found = set()
    for operation in _writes():
        for field in operation.fields.values():
            for name in _unmarked(field.type, field, field.name):
                long = f"{name} of {operation.name}"
                found.add(long if long in NO_AMOUNTS else name)

    assert found == set(NO_AMOUNTS)
