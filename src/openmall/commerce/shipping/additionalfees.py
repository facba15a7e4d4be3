"""Handling fees abroad, a row for each country and range of the goods' value; read only.

They are set with the shipping settings of the shop. A supplier that sends its goods itself has none
of its own: its parcels are charged with those of the shop, as `fees.py` does.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.commerce.shipping.setting import Shipping
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.params import Flag, Params, ShopParams
from openmall.contract.resource import Resource

Limit500 = Annotated[int, Meta(ge=1, le=500)]
Offset500 = Annotated[int, Meta(ge=0, le=500)]


class AdditionalFee(Struct, frozen=True, kw_only=True):
    """A handling fee of parcels to a country."""

    shop_no: int
    oversea_additional_fee: Flag
    """T: it is charged."""
    country_code: str
    fee_name: str
    min_value: Decimal
    """It applies to goods of this value and more."""
    max_value: Decimal
    """It applies to goods below this value."""
    additional_fee: Decimal
    unit: str
    """W an amount, P percent of the goods' value."""
    rounding_unit: str
    """Rounded to: F the currency's smallest unit, 0 one, 1 ten, 2 a hundred, 3 a thousand."""
    rounding_rule: str
    """L down, U to the nearest, C up."""


class AdditionalFeeQuery(ShopParams, frozen=True, kw_only=True):
    """Pages the handling fees of a shop."""

    limit: Limit500 = 100
    offset: Offset500 = 0


class SupplierFeeQuery(Params, frozen=True, kw_only=True):
    """Pages the handling fees of parcels that a supplier sends."""

    supplier_id: str
    limit: Limit500 = 100
    offset: Offset500 = 0


async def list_fees(call: Call, query: AdditionalFeeQuery) -> Sequence[AdditionalFee]:
    """Retrieve a list of applicable countries for additional handling fee on international
    shipping.
    """
    return await _page(call, query.offset, query.limit)


async def list_of_supplier(call: Call, query: SupplierFeeQuery) -> Sequence[AdditionalFee]:
    """Retrieve additional handling fees for supplier international shipping: those of the shop,
    which its parcels are charged with.
    """
    await supplier_user_store.supplier_of(call, query.supplier_id)
    return await _page(call, query.offset, query.limit)


async def _page(call: Call, offset: int, limit: int) -> list[AdditionalFee]:
    setting = await current(call, Shipping)
    return [
        AdditionalFee(
            shop_no=setting.shop_no,
            oversea_additional_fee=setting.oversea_additional_fee,
            country_code=each.country_code,
            fee_name=each.fee_name,
            min_value=each.min_value,
            max_value=each.max_value,
            additional_fee=each.additional_fee,
            unit=each.unit,
            rounding_unit=each.rounding_unit,
            rounding_rule=each.rounding_rule,
        )
        for each in setting.oversea_additional_fee_list[offset : offset + limit]
    ]


_SHOP: Final = Resource(AdditionalFee, area="shipping", key="additionalfees")
_SUPPLIER: Final = Resource(AdditionalFee, area="supply", key="additionalfees", limit=30)

OPERATIONS = [
    _SHOP.listing("shipping/additionalfees", list_fees, takes=AdditionalFeeQuery),
    _SUPPLIER.listing(
        "shipping/suppliers/{supplier_id}/additionalfees",
        list_of_supplier,
        takes=SupplierFeeQuery,
    ),
]
