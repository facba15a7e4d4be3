"""Parameters of script tags."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.application.scripttags.shape import (
    ExcludedPath,
    Integrity,
    Location,
    ScriptNo,
    Source,
)
from openmall.contract.crud.changes import updates_of
from openmall.contract.params import EndDate, EntityNo, Params, ShopParams, StartDate

Locations = Annotated[list[Location], Meta(min_length=1, max_length=50)]
ExcludedPaths = Annotated[list[ExcludedPath], Meta(max_length=100)]
Skins = Annotated[list[EntityNo], Meta(max_length=100)]


class ScriptTagCountQuery(ShopParams, frozen=True, kw_only=True):
    script_no: ScriptNo | UnsetType = UNSET
    src: str | UnsetType = UNSET
    display_location: str | UnsetType = UNSET
    skin_no: list[EntityNo] | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    updated_start_date: StartDate | UnsetType = UNSET
    updated_end_date: EndDate | UnsetType = UNSET


class ScriptTagQuery(ShopParams, frozen=True, kw_only=True):
    script_no: ScriptNo | UnsetType = UNSET
    src: str | UnsetType = UNSET
    display_location: list[str] | UnsetType = UNSET
    exclude_path: list[str] | UnsetType = UNSET
    skin_no: list[EntityNo] | UnsetType = UNSET
    integrity: str | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    updated_start_date: StartDate | UnsetType = UNSET
    updated_end_date: EndDate | UnsetType = UNSET


class ScriptTagPath(ShopParams, frozen=True, kw_only=True):
    script_no: ScriptNo


class ScriptTagDeletePath(Params, frozen=True, kw_only=True):
    script_no: ScriptNo


class ScriptTagDraft(ShopParams, frozen=True, kw_only=True):
    src: Source
    display_location: Locations
    exclude_path: ExcludedPaths | None | UnsetType = UNSET
    skin_no: Skins | None | UnsetType = UNSET
    integrity: Integrity | UnsetType = UNSET


ScriptTagChange: Final = updates_of(ScriptTagDraft, ScriptTagPath)
