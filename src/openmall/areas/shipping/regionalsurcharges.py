"""Regional surcharges of a shop: where its parcels cost more, and how much."""

from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.areas.supply.surcharges import SERIES, Region, Regions, Surcharge, Surplus
from openmall.contract.call import Call
from openmall.contract.change import IDENTICAL, differences, merged, sent
from openmall.contract.errors import NotModified
from openmall.contract.money import ZERO
from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_SHIPPING, WRITE_SHIPPING
from openmall.contract.shipping import Fee, RegionSetting, Zipcode, zipcodes
from openmall.database import numbers
from openmall.standard.settings import Setting, current, keep, read_setting


class RegionalSurcharges(Setting, frozen=True, kw_only=True):
    """A shop's surcharges; the defaults are what a new shop has: none."""

    use_regional_surcharge: Flag = "F"
    region_setting_type: RegionSetting = "A"
    regional_surcharge_list: list[Surcharge] = []
    jeju_surcharge_amount: Decimal | None = ZERO
    remote_area_surcharge_amount: Decimal | None = ZERO


class SurchargeDraft(Struct, frozen=True, kw_only=True):
    """A region as it is sent; it gets its number here."""

    region_name: Region
    regional_surcharge_amount: Surplus
    surcharge_region_name: Regions | UnsetType = UNSET
    start_zipcode: Zipcode | UnsetType = UNSET
    end_zipcode: Zipcode | UnsetType = UNSET


class RegionalSurchargesChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change surcharges; a list replaces the one there is."""

    use_regional_surcharge: Flag | UnsetType = UNSET
    region_setting_type: RegionSetting | UnsetType = UNSET
    jeju_surcharge_amount: Fee | UnsetType = UNSET
    remote_area_surcharge_amount: Fee | UnsetType = UNSET
    regional_surcharge_list: Annotated[list[SurchargeDraft], Meta(max_length=100)] | UnsetType = (
        UNSET
    )


async def change(call: Call, params: RegionalSurchargesChange) -> RegionalSurcharges:
    """Update regional surcharges. Identical content is NotModified (409).

    A region that stays as it is keeps its number.
    """
    before = await current(call, RegionalSurcharges, to_change=True)
    after = merged(before, sent(params))
    if not isinstance(params.regional_surcharge_list, UnsetType):
        regions = await _numbered(call, before, params.regional_surcharge_list)
        after = msgspec.structs.replace(after, regional_surcharge_list=regions)
    if after == before:
        raise NotModified(IDENTICAL)
    await keep(call.db, call.seal, after)
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
        new = merged(new, zipcodes(sent(draft)))
        kept = there.pop(new, None)
        if kept is None:
            number = await numbers.take(call.db, SERIES)
            kept = msgspec.structs.replace(new, regional_surcharge_no=number)
        found.append(kept)
    return found


OPERATIONS = [
    get(
        "regionalsurcharges",
        read_setting(RegionalSurcharges),
        takes=ShopParams,
        gives=RegionalSurcharges,
        key="regionalsurcharge",
        scope=READ_SHIPPING,
    ),
    put(
        "regionalsurcharges",
        change,
        takes=RegionalSurchargesChange,
        gives=RegionalSurcharges,
        key="regionalsurcharge",
        scope=WRITE_SHIPPING,
        shows=tuple(
            n for n in RegionalSurcharges.__struct_fields__ if n != "regional_surcharge_list"
        ),
    ),
]
