"""Redirects: old addresses of a shop and where they lead now. A plain table resource."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import UniqueConstraint

from openmall.contract.operation import delete, listing, post, put
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.database.schema import number, shop_table, text
from openmall.standard.rows import Rows

Path = Annotated[str, Meta(min_length=1, max_length=2_000)]

REDIRECT: Final = shop_table(
    "redirect",
    number("shop_no"),
    number("id"),
    text("path"),
    text("target"),
    UniqueConstraint("mall_id", "shop_no", "path", name="uq_redirect_path"),
    key=("shop_no", "id"),
)


class Redirect(Struct, frozen=True, kw_only=True):
    """An address within the shop that leads somewhere else."""

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


class RedirectChange(RedirectPath, frozen=True, kw_only=True):
    path: Path | UnsetType = UNSET
    target: Path | UnsetType = UNSET


ROWS: Final = Rows(REDIRECT, Redirect, number="id", unique=("path",))

OPERATIONS = [
    listing(
        "redirects",
        ROWS.listing(RedirectFilters),
        takes=RedirectFilters,
        gives=Redirect,
        key="redirects",
        scope=READ_STORE,
        limit=10,
        restricted=True,
    ),
    post(
        "redirects",
        ROWS.create(RedirectDraft),
        takes=RedirectDraft,
        gives=Redirect,
        key="redirects",
        scope=WRITE_STORE,
        limit=10,
        restricted=True,
    ),
    put(
        "redirects/{id}",
        ROWS.change(RedirectChange),
        takes=RedirectChange,
        gives=Redirect,
        key="redirects",
        scope=WRITE_STORE,
        limit=10,
        restricted=True,
    ),
    delete(
        "redirects/{id}",
        ROWS.delete(RedirectPath),
        takes=RedirectPath,
        gives=Redirect,
        key="redirects",
        scope=WRITE_STORE,
        limit=10,
        restricted=True,
        shows=("shop_no", "id"),
    ),
]
