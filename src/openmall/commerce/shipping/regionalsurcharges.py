"""Regional surcharges of a shop: regions and amounts."""

from decimal import Decimal
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.supply.surcharges import SERIES, Region, Regions, Surcharge, Surplus
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, sent_fields
from openmall.contract.crud.settings import Setting, current, read_setting, write_setting
from openmall.contract.errors import NotModified
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.money import ZERO
from openmall.contract.params import Flag, ShopParams
from openmall.contract.ranges import compared_by
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource
from openmall.contract.shipping import Fee, RegionSetting, Zipcode, zipcodes
from openmall.database import sequences


class RegionalSurcharges(Setting, frozen=True, kw_only=True):
    """A shop's surcharges; the defaults are what a new shop has: none."""

    use_regional_surcharge: Flag = "F"
    region_setting_type: RegionSetting = "A"
    regional_surcharge_list: list[Surcharge] = []
    jeju_surcharge_amount: Decimal | None = ZERO
    remote_area_surcharge_amount: Decimal | None = ZERO


class SurchargeDraft(Struct, frozen=True, kw_only=True):
    """A region as sent, without its number."""

    region_name: Annotated[Region, Label("Name")]
    regional_surcharge_amount: Annotated[Surplus, Label("Surcharge")]
    surcharge_region_name: (
        Annotated[Regions, Label("Regions"), Hint("Names of the regions, if regions are named.")]
        | UnsetType
    ) = UNSET
    start_zipcode: (
        Annotated[
            Zipcode,
            Label("Postal codes from"),
            Hint("For regions given by ranges of postal codes."),
            compared_by("postal codes are ordered as their country writes them"),
        ]
        | UnsetType
    ) = UNSET
    end_zipcode: Annotated[Zipcode, Label("Postal codes to")] | UnsetType = UNSET


class RegionalSurchargesChange(ShopParams, frozen=True, kw_only=True):
    """The fields sent to change surcharges; a list replaces the stored one."""

    use_regional_surcharge: Annotated[Flag, Label("Charge regional surcharges")] | UnsetType = UNSET
    region_setting_type: (
        Annotated[
            RegionSetting,
            Label("Regions are named by"),
            Values(
                {
                    "A": Label("the country's remote areas"),
                    "N": Label("names of regions"),
                    "Z": Label("ranges of postal codes"),
                }
            ),
        ]
        | UnsetType
    ) = UNSET
    jeju_surcharge_amount: (
        Annotated[
            Fee,
            Label("Surcharge for Jeju"),
            Hint("Charged if regions are the country's remote areas."),
        ]
        | UnsetType
    ) = UNSET
    remote_area_surcharge_amount: (
        Annotated[Fee, Label("Surcharge for remote areas")] | UnsetType
    ) = UNSET
    regional_surcharge_list: (
        Annotated[list[SurchargeDraft], Meta(max_length=100), Label("Regions with a surcharge")]
        | UnsetType
    ) = UNSET


async def change(call: Call, params: RegionalSurchargesChange) -> RegionalSurcharges:
    """Update regional surcharges. Identical content is NotModified (409).

    A region that stays as it is keeps its number.
    """
    before = await current(call, RegionalSurcharges, to_change=True)
    after = merged(before, sent_fields(params))
    if not isinstance(params.regional_surcharge_list, UnsetType):
        regions = await _numbered(call, before, params.regional_surcharge_list)
        after = msgspec.structs.replace(after, regional_surcharge_list=regions)
    if after == before:
        raise NotModified(IDENTICAL)
    await write_setting(call.db, call.seal, after)
    call.journal("regional surcharges", differences(before, after))
    return after


async def _numbered(
    call: Call, before: RegionalSurcharges, drafts: list[SurchargeDraft]
) -> list[Surcharge]:
    there = {
        msgspec.structs.replace(each, regional_surcharge_no=0): each
        for each in before.regional_surcharge_list
    }
    found = []
    for draft in drafts:
        new = Surcharge(regional_surcharge_no=0, country_code=call.mall.country)
        new = merged(new, zipcodes(sent_fields(draft)))
        known = there.pop(new, None)
        if known is None:
            number = await sequences.allocate(call.db, SERIES)
            known = msgspec.structs.replace(new, regional_surcharge_no=number)
        found.append(known)
    return found


_REGIONALSURCHARGE: Final = Resource(RegionalSurcharges, area="shipping", key="regionalsurcharge")

OPERATIONS = [
    _REGIONALSURCHARGE.get(
        "regionalsurcharges", read_setting(RegionalSurcharges), takes=ShopParams
    ),
    _REGIONALSURCHARGE.put(
        "regionalsurcharges",
        change,
        takes=RegionalSurchargesChange,
        shows=tuple(
            n for n in RegionalSurcharges.__struct_fields__ if n != "regional_surcharge_list"
        ),
    ),
]
