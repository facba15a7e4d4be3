"""Icons of products, and the parameters of their operations.

Specification: "Products icons".
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.params import EndDate, EntityNo, Flag, Params, ShopParams, StartDate
from openmall.contract.ranges import compared_by

IconCode = Literal[
    "icon_new", "icon_best", "icon_hot", "icon_sale", "icon_gift", "icon_delivery", "icon_limited"
]


class Icon(Struct, frozen=True, kw_only=True):
    """An icon and the address of its picture; empty when openmall has no picture of that code."""

    code: str
    path: str


class ProductIcons(Struct, frozen=True, kw_only=True):
    """The icons of a product, and from when to when they are shown; null: always."""

    shop_no: int
    use_show_date: Flag
    show_start_date: datetime | None
    show_end_date: datetime | None
    image_list: list[Icon]


class RemovedIcon(Struct, frozen=True, kw_only=True):
    """The icon that was taken from a product."""

    shop_no: int
    code: str


class IconChoice(Struct, frozen=True, kw_only=True):
    code: IconCode


Choices = Annotated[list[IconChoice], Meta(max_length=5)]


class AllIcons(Params, frozen=True, kw_only=True):
    """Takes no parameters: the list has no filters and no pages."""


class ProductIconsPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class IconPath(ProductIconsPath, frozen=True, kw_only=True):
    code: str


class IconsDraft(ProductIconsPath, frozen=True, kw_only=True):
    image_list: Choices


class IconsChange(ProductIconsPath, frozen=True, kw_only=True):
    image_list: Choices | UnsetType = UNSET
    use_show_date: Flag | UnsetType = UNSET
    show_start_date: Annotated[
        StartDate | None | UnsetType, compared_by("the icons' rule sees whether the term is used")
    ] = UNSET
    show_end_date: EndDate | None | UnsetType = UNSET
