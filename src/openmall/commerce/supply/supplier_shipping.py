"""Shipping settings of a supplier that sends its goods itself.

`supplier_id` is the id of one of its users.
"""

from decimal import Decimal
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.supply.refusals import SUPPLIER_DELIVERY_DAYS_CONTRADICT
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource
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

Days = Annotated[int, Meta(ge=1, le=100)]


class Rate(Struct, frozen=True, kw_only=True):
    """A tier: what is charged from `shipping_rates_min` on, below `shipping_rates_max`."""

    shipping_rates_min: Decimal
    shipping_rates_max: Decimal
    shipping_fee: Fee


class CountryCode(Struct, frozen=True, kw_only=True):
    country_code: str
    hscode: HsCode


class SupplierShipping(Setting, frozen=True, kw_only=True):
    """A supplier's shipping settings; the defaults are what a new supplier has."""

    supplier_id: str = ""
    supplier_code: str = ""
    shipping_method: Method = "shipping_01"
    shipping_etc: str | None = None
    shipping_type: Scope = "A"
    shipping_place: str = ""
    shipping_start_date: int = 3
    """Days."""
    shipping_end_date: int = 7
    shipping_fee_type: FeeType = "T"
    free_shipping_price: Decimal | None = None
    shipping_fee: Decimal | None = None
    shipping_fee_by_quantity: Decimal | None = None
    shipping_rates: list[Rate] = []
    prepaid_shipping_fee: Prepaid = "P"
    shipping_fee_by_product: Flag = "F"
    """Products may have fees of their own."""
    product_weight: Decimal = ZERO
    """Kilograms of a product without a weight of its own."""
    hscode: str = ""
    country_hscode: list[CountryCode] = []


class SupplierShippingPath(ShopParams, frozen=True, kw_only=True):
    supplier_id: str


class SupplierShippingChange(SupplierShippingPath, frozen=True, kw_only=True):
    """The fields sent to change a supplier's shipping settings; null removes a fee."""

    shipping_method: Method | UnsetType = UNSET
    shipping_etc: Etc | None | UnsetType = UNSET
    shipping_type: Scope | UnsetType = UNSET
    shipping_place: Place | UnsetType = UNSET
    shipping_start_date: Days | UnsetType = UNSET
    shipping_end_date: Days | UnsetType = UNSET
    shipping_fee_type: FeeType | UnsetType = UNSET
    free_shipping_price: Fee | None | UnsetType = UNSET
    shipping_fee: Fee | None | UnsetType = UNSET
    shipping_fee_by_quantity: Fee | None | UnsetType = UNSET
    shipping_rates: Annotated[list[Rate], Meta(max_length=50)] | UnsetType = UNSET
    prepaid_shipping_fee: Prepaid | UnsetType = UNSET
    shipping_fee_by_product: Flag | UnsetType = UNSET
    product_weight: Kilograms | UnsetType = UNSET
    hscode: HsCode | UnsetType = UNSET
    country_hscode: Annotated[list[CountryCode], Meta(max_length=24)] | UnsetType = UNSET


async def of(call: Call, supplier_id: str, *, to_change: bool = False) -> SupplierShipping:
    """Return the shipping settings of a supplier in the call's shop. Raises NotFound (404)."""
    code = await supplier_user_store.supplier_of(call, supplier_id)
    setting = await current(call, SupplierShipping, of=supplier_id, to_change=to_change)
    return msgspec.structs.replace(setting, supplier_id=supplier_id, supplier_code=code)


async def retrieve(call: Call, params: SupplierShippingPath) -> SupplierShipping:
    """Retrieve a supplier's shipping settings."""
    return await of(call, params.supplier_id)


async def change(call: Call, params: SupplierShippingChange) -> SupplierShipping:
    """Update a supplier's shipping settings. Identical content is NotModified (409)."""
    before = await of(call, params.supplier_id, to_change=True)
    after = patched(before, params)
    if after.shipping_start_date > after.shipping_end_date:
        raise Invalid(SUPPLIER_DELIVERY_DAYS_CONTRADICT, parameter="shipping_start_date")
    tiers = [(each.shipping_rates_min, each.shipping_rates_max) for each in after.shipping_rates]
    require_tiers(tiers, parameter="shipping_rates")
    await write_setting(call.db, call.seal, after, of=params.supplier_id)
    call.journal(f"shipping of supplier {params.supplier_id}", differences(before, after))
    return after


_SUPPLIER: Final = Resource(SupplierShipping, area="supply", key="supplier", limit=30)

OPERATIONS = [
    _SUPPLIER.get("shipping/suppliers/{supplier_id}", retrieve, takes=SupplierShippingPath),
    _SUPPLIER.put("shipping/suppliers/{supplier_id}", change, takes=SupplierShippingChange),
]
