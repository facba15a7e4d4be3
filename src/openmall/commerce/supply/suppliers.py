"""Suppliers of the mall: their terms and contacts.

Products refer to suppliers by code; products without one are the mall's own supply.
"""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection import grouped_products
from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.collection.manufacturers import PHONE
from openmall.commerce.supply.events import (
    SupplierAdded,
    SupplierDeleted,
    SupplierEvent,
    SupplierUpdated,
)
from openmall.commerce.supply.tables import OWN_NAME, OWN_SUPPLY, SUPPLIER
from openmall.commerce.supply.user_service import rules as supplier_user_rules
from openmall.contract.call import Call
from openmall.contract.change import Changes
from openmall.contract.codes import Code
from openmall.contract.params import (
    Flag,
    Limit100,
    LongText,
    Offset8000,
    Params,
    ShopParams,
    ShortText,
)
from openmall.contract.ranges import compared_by
from openmall.contract.resource import Resource

Trading = Literal["D", "C"]
"""D bought into stock, C sent by the supplier."""
Kind = Literal["WS", "SF", "BS", "ET"]
"""WS wholesaler, SF buying agent, BS vendor, ET other."""
Status = Literal["A", "P", "N"]
"""A trading, P suspended, N ended."""
Payment = Literal["P", "D"]
"""Settled by: P commission, D purchase price."""
Period = Literal["0", "C", "B", "A"]
"""Settlement: 0 not specified, C daily, B weekly, A monthly."""
SettledFrom = Literal["10", "30", "40"]
"""Settled are orders that are: 10 paid, 30 being shipped, 40 delivered."""
Weekday = Literal["0", "1", "2", "3", "4", "5", "6"]
"""0 is Sunday."""
MonthDay = Annotated[int, Meta(ge=1, le=31)]
Percent = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(100)})]
Name = Annotated[str, Meta(min_length=1, max_length=50)]
Phone = Annotated[str, Meta(max_length=20, pattern=PHONE)]
Text10 = Annotated[str, Meta(max_length=10)]
Text20 = Annotated[str, Meta(max_length=20)]
Text30 = Annotated[str, Meta(max_length=30)]
Text100 = Annotated[str, Meta(max_length=100)]
Text255 = Annotated[str, Meta(max_length=255)]
CompanyNo = Annotated[str, Meta(max_length=12)]


class Contact(Struct, frozen=True, kw_only=True):
    """A user of a supplier."""

    no: int
    name: str
    phone: str = ""
    email: str = ""
    use_sms: Flag = "F"


class Supplier(Struct, frozen=True, kw_only=True):
    """A supplier in one language; the defaults are what a new one has."""

    shop_no: int
    supplier_code: str
    supplier_name: str
    use_supplier: Flag = "T"
    trading_type: Trading = "D"
    supplier_type: Kind = "WS"
    status: Status = "A"
    business_item: str = ""
    payment_type: Payment = "P"
    commission: Decimal = Decimal("10.00")
    """Percent."""
    payment_period: Period = "0"
    payment_method: SettledFrom | None = None
    payment_start_day: Weekday | None = None
    payment_end_day: Weekday | None = None
    payment_start_date: int | None = None
    """Day of the month."""
    payment_end_date: int | None = None
    bank_code: str | None = None
    bank_account_no: str = ""
    bank_account_name: str = ""
    phone: str = ""
    fax: str = ""
    country_code: str = ""
    zipcode: str = ""
    address1: str = ""
    address2: str = ""
    market_country_code: str = ""
    market_zipcode: str = ""
    market_address1: str = ""
    market_address2: str = ""
    exchange_country_code: str = ""
    exchange_zipcode: str = ""
    exchange_address1: str = ""
    exchange_address2: str = ""
    homepage_url: str = ""
    mall_url: str = ""
    manager_information: list[Contact] = []
    account_start_date: date | None = None
    account_stop_date: date | None = None
    show_supplier_info: str = ""
    memo: str = ""
    company_registration_no: str = ""
    company_name: str = ""
    president_name: str = ""
    company_condition: str = ""
    company_line: str = ""
    company_introduction: str = ""
    created_date: datetime
    updated_date: datetime


class SupplierFilters(ShopParams, frozen=True, kw_only=True):
    supplier_code: list[str] | UnsetType = UNSET
    supplier_name: list[str] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""


class SupplierQuery(SupplierFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class SupplierPath(ShopParams, frozen=True, kw_only=True):
    supplier_code: Code


class SupplierCode(Params, frozen=True, kw_only=True):
    """Selects a supplier, in every language."""

    supplier_code: Code


class _Sent(ShopParams, frozen=True, kw_only=True):
    supplier_name: Name | UnsetType = UNSET
    manager_information: Annotated[list[Contact], Meta(max_length=3)] | UnsetType = UNSET
    use_supplier: Flag | UnsetType = UNSET
    trading_type: Trading | UnsetType = UNSET
    supplier_type: Kind | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    business_item: Text255 | UnsetType = UNSET
    payment_type: Payment | UnsetType = UNSET
    payment_period: Period | UnsetType = UNSET
    payment_method: SettledFrom | None | UnsetType = UNSET
    payment_start_day: Annotated[
        Weekday | None | UnsetType, compared_by("payments may pass the end of a week")
    ] = UNSET
    payment_end_day: Weekday | None | UnsetType = UNSET
    payment_start_date: Annotated[
        MonthDay | None | UnsetType, compared_by("payments may pass the end of a month")
    ] = UNSET
    payment_end_date: MonthDay | None | UnsetType = UNSET
    commission: Percent | UnsetType = UNSET
    phone: Phone | UnsetType = UNSET
    fax: Phone | UnsetType = UNSET
    country_code: str | UnsetType = UNSET
    zipcode: Text10 | UnsetType = UNSET
    address1: Text255 | UnsetType = UNSET
    address2: Text255 | UnsetType = UNSET
    market_country_code: str | UnsetType = UNSET
    market_zipcode: Text10 | UnsetType = UNSET
    market_address1: ShortText | UnsetType = UNSET
    market_address2: ShortText | UnsetType = UNSET
    exchange_country_code: str | UnsetType = UNSET
    exchange_zipcode: Text10 | UnsetType = UNSET
    exchange_address1: Text255 | UnsetType = UNSET
    exchange_address2: Text255 | UnsetType = UNSET
    homepage_url: Text100 | UnsetType = UNSET
    mall_url: Text100 | UnsetType = UNSET
    account_start_date: date | None | UnsetType = UNSET
    account_stop_date: date | None | UnsetType = UNSET
    memo: Text255 | UnsetType = UNSET
    company_registration_no: CompanyNo | UnsetType = UNSET
    company_name: Text30 | UnsetType = UNSET
    president_name: Text20 | UnsetType = UNSET
    company_condition: Text20 | UnsetType = UNSET
    company_line: Text20 | UnsetType = UNSET
    company_introduction: LongText | UnsetType = UNSET


class SupplierDraft(_Sent, frozen=True, kw_only=True):
    supplier_name: Name


class SupplierChange(_Sent, frozen=True, kw_only=True):
    supplier_code: Code


SUPPLIERS: Final = CodedRows(
    SUPPLIER,
    Supplier,
    default=OWN_SUPPLY,
    default_name=OWN_NAME,
)


async def list_suppliers(call: Call, query: SupplierQuery) -> Sequence[Supplier]:
    """Retrieve a list of suppliers."""
    return await SUPPLIERS.page(call, query, offset=query.offset, limit=query.limit)


async def count_suppliers(call: Call, filters: SupplierFilters) -> int:
    """Retrieve a count of suppliers."""
    return await SUPPLIERS.count(call, filters)


async def retrieve_supplier(call: Call, params: SupplierPath) -> Supplier:
    """Retrieve a supplier."""
    return await SUPPLIERS.get(call, params.supplier_code)


async def create_supplier(call: Call, draft: SupplierDraft) -> Supplier:
    """Create a supplier."""
    return _announce(call, SupplierAdded, await SUPPLIERS.create(call, draft))


async def change_supplier(call: Call, change: SupplierChange) -> Supplier:
    """Update a supplier. Identical content is NotModified (409)."""
    return _announce(call, SupplierUpdated, await SUPPLIERS.change(call, change))


async def delete_supplier(call: Call, params: SupplierCode) -> Supplier:
    """Delete a supplier and its users; its products are of the mall's own supply from then on."""
    supplier = await SUPPLIERS.get_to_change(call, params.supplier_code)
    code = supplier.supplier_code
    await SUPPLIERS.remove(call, code)
    gone = await supplier_user_rules.dismiss(call, code)
    moved = await grouped_products.CHANGE(call, "supplier_code", code, OWN_SUPPLY)
    changes: Changes = {"supplier_name": (supplier.supplier_name, None)}
    if gone:
        changes["users"] = (gone, None)
    if moved:
        changes["products"] = (moved, 0)
    call.publish(SupplierDeleted(event_shop_no=str(call.shop_no), supplier_code=code))
    call.journal(f"supplier {code}", changes)
    return supplier


async def announce_added(call: Call, supplier_code: str) -> None:
    """Publish the event of a supplier that is there again. Raises NotFound (404)."""
    _announce(call, SupplierAdded, await SUPPLIERS.get(call, supplier_code))


async def announce_updated(call: Call, supplier_code: str) -> None:
    """Publish how a supplier is now. Raises NotFound (404)."""
    _announce(call, SupplierUpdated, await SUPPLIERS.get(call, supplier_code))


async def _code_of(call: Call, params: SupplierCode) -> str:
    return (await SUPPLIERS.get(call, params.supplier_code)).supplier_code


def _announce(call: Call, event: type[SupplierEvent], supplier: Supplier) -> Supplier:
    """Announce a change of a supplier, and return it."""
    names = [name for name in SupplierEvent.__struct_fields__ if name != "event_shop_no"]
    values = {name: str(getattr(supplier, name)) for name in names}
    call.publish(event(event_shop_no=str(call.shop_no), **values))
    return supplier


_LISTED: Final = (
    "shop_no", "supplier_code", "supplier_name", "status", "commission", "payment_period",
    "business_item", "payment_type", "supplier_type", "use_supplier", "created_date",
    "updated_date", "country_code", "zipcode", "address1", "address2", "manager_information",
    "payment_start_day", "payment_end_day", "payment_start_date", "payment_end_date",
    "trading_type", "bank_code", "bank_account_no", "bank_account_name",
    "company_registration_no", "president_name", "company_name", "company_condition",
    "company_line", "phone", "fax",
)  # fmt: skip
_SHOWN: Final = tuple(
    each for each in Supplier.__struct_fields__ if each not in ("created_date", "updated_date")
)

_SUPPLIERS: Final = Resource(Supplier, area="supply", key="supplier", listed="suppliers")

OPERATIONS = [
    _SUPPLIERS.listing("suppliers", list_suppliers, takes=SupplierQuery, shows=_LISTED),
    _SUPPLIERS.count("suppliers/count", count_suppliers, takes=SupplierFilters),
    _SUPPLIERS.get(
        "suppliers/{supplier_code}", retrieve_supplier, takes=SupplierPath, shows=_SHOWN
    ),
    _SUPPLIERS.post("suppliers", create_supplier, takes=SupplierDraft, shows=_SHOWN),
    _SUPPLIERS.put(
        "suppliers/{supplier_code}", change_supplier, takes=SupplierChange, shows=_SHOWN
    ),
    _SUPPLIERS.delete(
        "suppliers/{supplier_code}",
        delete_supplier,
        takes=SupplierCode,
        shows=("supplier_code",),
        prepare=grouped_products.moving_ahead("supplier_code", OWN_SUPPLY, _code_of),
    ),
]
