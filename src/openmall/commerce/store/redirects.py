"""Redirects: old addresses of a shop and their targets. A plain table resource."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import UniqueConstraint

from openmall.contract.crud.changes import updates_of
from openmall.contract.crud.numbered_table import Rows
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.refusal import Phrase
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import REVERTED

Path = Annotated[str, Meta(min_length=1, max_length=2_000)]

REDIRECT: Final = shop_table(
    "redirect",
    number("shop_no"),
    number("id"),
    text("path"),
    text("target"),
    UniqueConstraint("mall_id", "shop_no", "path", name="uq_redirect_path"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "id"),
)


class Redirect(Struct, frozen=True, kw_only=True):
    """An address within the shop that redirects to another one."""

    shop_no: int
    id: int
    path: str
    target: str


class RedirectFilters(ShopParams, frozen=True, kw_only=True):
    id: EntityNo | UnsetType = UNSET
    path: str | UnsetType = UNSET
    target: str | UnsetType = UNSET


class RedirectDraft(ShopParams, frozen=True, kw_only=True):
    path: Path
    target: Path


class RedirectPath(ShopParams, frozen=True, kw_only=True):
    id: EntityNo


RedirectChange: Final = updates_of(RedirectDraft, RedirectPath)


ROWS: Final = Rows(REDIRECT, Redirect, number="id", unique=("path",), called=Phrase("redirect"))

OPERATIONS = ROWS.operations(
    "redirects",
    area="store",
    key="redirects",
    filters=RedirectFilters,
    draft=RedirectDraft,
    change=RedirectChange,
    one=RedirectPath,
    retrieve=False,
    deleted=("shop_no", "id"),
    limit=10,
    restricted=True,
)
