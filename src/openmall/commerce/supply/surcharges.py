"""Regional surcharges of a supplier: regions and amounts.

`supplier_id` is the id of one of its users.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.supply.refusals import TOO_MANY_SURCHARGES
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.contract.call import Call
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.money import ZERO
from openmall.contract.params import EntityNo, Flag, Limit100, ShopParams, amount_bounds
from openmall.contract.ranges import compared_by
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.contract.shipping import (
    LARGEST_FEE,
    Fee,
    RegionSetting,
    Zipcode,
    zipcodes,
)
from openmall.database import sequences

MOST: Final = 1_000
"""Surcharges a supplier may have."""
SERIES: Final = "regional surcharge"
"""Series of the mall's numbers that surcharges are numbered by."""
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]
SupplierId = Annotated[str, Meta(max_length=20)]
Region = Annotated[str, Meta(min_length=1, max_length=255)]
Regions = Annotated[str, Meta(max_length=300)]
Country = Literal["KR", "JP", "VN"]
Surplus = Annotated[Decimal, Meta(extra=amount_bounds(1, LARGEST_FEE))]


class Surcharge(Struct, frozen=True, kw_only=True):
    """Surcharge of a parcel to a region, or to a range of zip codes."""

    regional_surcharge_no: int
    country_code: str | None = None
    region_name: str = ""
    surcharge_region_name: str | None = None
    """The part of the region that is meant."""
    start_zipcode: str = ""
    end_zipcode: str = ""
    regional_surcharge_amount: Decimal = ZERO


class SupplierSurcharges(Setting, frozen=True, kw_only=True):
    """Surcharge settings of a supplier; the defaults are those of a new supplier."""

    supplier_id: str = ""
    use_regional_surcharge: Flag = "F"
    region_setting_type: RegionSetting = "A"
    jeju_surcharge_amount: Decimal = ZERO
    remote_area_surcharge_amount: Decimal = ZERO
    surcharges: list[Surcharge] = []


class ListedSurcharge(Surcharge, frozen=True, kw_only=True):
    """A surcharge as it is answered."""

    shop_no: int
    supplier_id: str
    use_regional_surcharge: Flag


class SupplierPath(ShopParams, frozen=True, kw_only=True):
    supplier_id: SupplierId


class SurchargeQuery(SupplierPath, frozen=True, kw_only=True):
    offset: Offset10000 = 0
    limit: Limit100 = 10


class SurchargePath(SupplierPath, frozen=True, kw_only=True):
    regional_surcharge_no: EntityNo


class SurchargeDraft(SupplierPath, frozen=True, kw_only=True):
    use_regional_surcharge: Flag
    """New value of whether the supplier charges surcharges."""
    region_name: Region
    regional_surcharge_amount: Surplus
    country_code: Country | UnsetType = UNSET
    surcharge_region_name: Regions | UnsetType = UNSET
    start_zipcode: Annotated[
        Zipcode | UnsetType, compared_by("postal codes are ordered as their country writes them")
    ] = UNSET
    end_zipcode: Zipcode | UnsetType = UNSET


class SurchargesChange(SupplierPath, frozen=True, kw_only=True):
    use_regional_surcharge: Flag
    region_setting_type: RegionSetting
    jeju_surcharge_amount: Fee | UnsetType = UNSET
    remote_area_surcharge_amount: Fee | UnsetType = UNSET


async def of(call: Call, supplier_id: str, *, to_change: bool = False) -> SupplierSurcharges:
    """Return the surcharges of a supplier in the call's shop. Raises NotFound (404)."""
    await supplier_user_store.supplier_of(call, supplier_id)
    setting = await current(call, SupplierSurcharges, of=supplier_id, to_change=to_change)
    return msgspec.structs.replace(setting, supplier_id=supplier_id)


async def list_surcharges(call: Call, query: SurchargeQuery) -> Sequence[ListedSurcharge]:
    """Retrieve a supplier user's list of regional shipping fees."""
    setting = await of(call, query.supplier_id)
    page = setting.surcharges[query.offset : query.offset + query.limit]
    return [_listed(setting, each) for each in page]


async def create(call: Call, draft: SurchargeDraft) -> ListedSurcharge:
    """Create a regional shipping fee of a supplier user."""
    values = zipcodes(sent_fields(draft))
    before = await of(call, draft.supplier_id, to_change=True)
    if len(before.surcharges) >= MOST:
        raise Invalid(TOO_MANY_SURCHARGES, parameter="region_name", most=MOST)
    number = await sequences.allocate(call.db, SERIES)
    new = Surcharge(regional_surcharge_no=number, country_code=call.mall.country)
    surcharge = merged(new, values)
    after = msgspec.structs.replace(
        before,
        use_regional_surcharge=draft.use_regional_surcharge,
        surcharges=[*before.surcharges, surcharge],
    )
    await write_setting(call.db, call.seal, after, of=draft.supplier_id)
    call.journal(f"regional surcharge {number}", differences_from_nothing(surcharge))
    return _listed(after, surcharge)


async def remove(call: Call, params: SurchargePath) -> ListedSurcharge:
    """Delete a regional shipping fee of a supplier user."""
    before = await of(call, params.supplier_id, to_change=True)
    number = params.regional_surcharge_no
    gone = [each for each in before.surcharges if each.regional_surcharge_no == number]
    if not gone:
        raise NotFound(
            DOES_NOT_EXIST, parameter="regional_surcharge_no", resource=Phrase("regional surcharge")
        )
    left = [each for each in before.surcharges if each.regional_surcharge_no != number]
    await write_setting(
        call.db,
        call.seal,
        msgspec.structs.replace(before, surcharges=left),
        of=params.supplier_id,
    )
    call.journal(f"regional surcharge {number}", {"deleted": (False, True)})
    return _listed(before, gone[0])


async def retrieve_setting(call: Call, params: SupplierPath) -> SupplierSurcharges:
    """Retrieve a supplier user's regional shipping fee settings."""
    return await of(call, params.supplier_id)


async def change_setting(call: Call, params: SurchargesChange) -> SupplierSurcharges:
    """Update a supplier user's regional shipping fee settings. Identical content is 409."""
    before = await of(call, params.supplier_id, to_change=True)
    after = patched(before, params)
    await write_setting(call.db, call.seal, after, of=params.supplier_id)
    call.journal(f"surcharges of supplier {params.supplier_id}", differences(before, after))
    return after


def _listed(setting: SupplierSurcharges, surcharge: Surcharge) -> ListedSurcharge:
    fields = msgspec.structs.asdict(surcharge)
    return ListedSurcharge(
        shop_no=setting.shop_no,
        supplier_id=setting.supplier_id,
        use_regional_surcharge=setting.use_regional_surcharge,
        **fields,
    )


_PATH = "suppliers/users/{supplier_id}/regionalsurcharges"
_ONE = ("shop_no", *Surcharge.__struct_fields__, "supplier_id")
_SETTING = tuple(n for n in SupplierSurcharges.__struct_fields__ if n != "surcharges")

_REGIONALSURCHARGES: Final = Resource(
    ListedSurcharge, area="supply", key="regionalsurcharge", listed="regionalsurcharges"
)

OPERATIONS = [
    _REGIONALSURCHARGES.listing(_PATH, list_surcharges, takes=SurchargeQuery, shows=_ONE),
    _REGIONALSURCHARGES.post(_PATH, create, takes=SurchargeDraft),
    _REGIONALSURCHARGES.delete(
        f"{_PATH}/{{regional_surcharge_no}}",
        remove,
        takes=SurchargePath,
        shows=("shop_no", "supplier_id", "regional_surcharge_no"),
    ),
    _REGIONALSURCHARGES.giving(SupplierSurcharges).get(
        f"{_PATH}/setting", retrieve_setting, takes=SupplierPath, shows=_SETTING
    ),
    _REGIONALSURCHARGES.giving(SupplierSurcharges).put(
        f"{_PATH}/setting", change_setting, takes=SurchargesChange, shows=_SETTING
    ),
]
