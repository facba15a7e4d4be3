"""Manufacturers: who makes products, and how to reach them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.collection.tables import DEFAULTS, MANUFACTURER
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.codes import Code
from openmall.contract.params import Flag, Limit100, Offset8000, ShopParams, ShortText
from openmall.contract.resource import Resource
from openmall.translations.catalogues import Message

EMAIL: Final = patterns.EMAIL
PHONE: Final = patterns.PHONE

Name = Annotated[str, Meta(min_length=1, max_length=50)]
President = Annotated[str, Meta(max_length=30)]
Email = Annotated[str, Meta(max_length=255, pattern=EMAIL)]
Phone = Annotated[str, Meta(max_length=20, pattern=PHONE)]
Text255 = Annotated[str, Meta(max_length=255)]


class Manufacturer(Struct, frozen=True, kw_only=True):
    """A manufacturer in one language; what is not known of it is empty."""

    shop_no: int
    manufacturer_code: str
    manufacturer_name: str
    president_name: str = ""
    email: str = ""
    phone: str = ""
    homepage: str = ""
    zipcode: str = ""
    country_code: str = ""
    address1: str = ""
    address2: str = ""
    created_date: datetime
    use_manufacturer: Flag = "T"


class ManufacturerFilters(ShopParams, frozen=True, kw_only=True):
    manufacturer_code: list[str] | UnsetType = UNSET
    manufacturer_name: list[str] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""
    use_manufacturer: Flag | UnsetType = UNSET


class ManufacturerQuery(ManufacturerFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class ManufacturerPath(ShopParams, frozen=True, kw_only=True):
    manufacturer_code: Code


class _Sent(ShopParams, frozen=True, kw_only=True):
    manufacturer_name: Name | UnsetType = UNSET
    president_name: President | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    phone: Phone | UnsetType = UNSET
    homepage: Text255 | UnsetType = UNSET
    zipcode: ShortText | UnsetType = UNSET
    address1: Text255 | UnsetType = UNSET
    address2: Text255 | UnsetType = UNSET
    country_code: str | UnsetType = UNSET
    use_manufacturer: Flag | UnsetType = UNSET


class ManufacturerDraft(_Sent, frozen=True, kw_only=True):
    manufacturer_name: Name
    president_name: President


class ManufacturerChange(_Sent, frozen=True, kw_only=True):
    manufacturer_code: Code


MANUFACTURERS: Final = CodedRows(
    MANUFACTURER,
    Manufacturer,
    default=DEFAULTS["manufacturer_code"],
    default_name=Message("Default manufacturer"),
)


async def list_manufacturers(call: Call, query: ManufacturerQuery) -> Sequence[Manufacturer]:
    """Retrieve a list of manufacturers."""
    return await MANUFACTURERS.page(call, query, offset=query.offset, limit=query.limit)


async def count_manufacturers(call: Call, filters: ManufacturerFilters) -> int:
    """Retrieve a count of manufacturers."""
    return await MANUFACTURERS.count(call, filters)


async def retrieve_manufacturer(call: Call, params: ManufacturerPath) -> Manufacturer:
    """Retrieve a manufacturer."""
    return await MANUFACTURERS.get(call, params.manufacturer_code)


async def create_manufacturer(call: Call, draft: ManufacturerDraft) -> Manufacturer:
    """Create a manufacturer."""
    return await MANUFACTURERS.create(call, draft)


async def change_manufacturer(call: Call, change: ManufacturerChange) -> Manufacturer:
    """Update a manufacturer. Identical content is NotModified (409)."""
    return await MANUFACTURERS.change(call, change)


_SHOWN: Final = tuple(each for each in Manufacturer.__struct_fields__ if each != "created_date")

_MANUFACTURERS: Final = Resource(
    Manufacturer, area="collection", key="manufacturer", listed="manufacturers"
)

OPERATIONS = [
    _MANUFACTURERS.listing(
        "manufacturers",
        list_manufacturers,
        takes=ManufacturerQuery,
        shows=(
            "shop_no",
            "manufacturer_code",
            "manufacturer_name",
            "president_name",
            "use_manufacturer",
        ),
    ),
    _MANUFACTURERS.count("manufacturers/count", count_manufacturers, takes=ManufacturerFilters),
    _MANUFACTURERS.get(
        "manufacturers/{manufacturer_code}", retrieve_manufacturer, takes=ManufacturerPath
    ),
    _MANUFACTURERS.post(
        "manufacturers", create_manufacturer, takes=ManufacturerDraft, shows=_SHOWN
    ),
    _MANUFACTURERS.put(
        "manufacturers/{manufacturer_code}",
        change_manufacturer,
        takes=ManufacturerChange,
        shows=_SHOWN,
    ),
]
