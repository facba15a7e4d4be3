"""A field of products on a page of the shop, and the parameters of its operations.

Specification: "Categories properties", "Mains properties", "Products properties"; the name of a
field on a page of products is also the `key` of a product's `additional_information`.
"""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract import patterns
from openmall.contract.params import EntityNo, Flag, Params, ShopNo, ShopParams

MOST_FIELDS: Final = 100
"""Maximum number of custom fields of a mall: every page lists all of them."""
FontType = Literal["N", "B", "I", "D"]
"""N normal, B bold, I italic, D bold and italic."""
FontSize = Annotated[int, Meta(ge=1, le=100)]
"""Pixels."""
COLOR: Final = patterns.pattern(r"^#[0-9A-Fa-f]{6}\Z", "a colour, as in #1A2B3C")
FontColor = Annotated[str, Meta(pattern=COLOR)]
Exposure = Literal["A", "M"]
"""Audience: A everybody, M members."""
KEY: Final = patterns.pattern(r"^[a-z][a-z0-9_]*\Z", "a-z, 0-9 and _ only, beginning with a-z")
Key = Annotated[str, Meta(pattern=KEY)]
Name = Annotated[str, Meta(min_length=1, max_length=250)]
ListGroup = Annotated[int, Meta(ge=1, le=3)]
"""1 all products of a category, 2 recommended, 3 new ones."""
MainGroup = Annotated[int, Meta(ge=2, le=2_147_483_647)]
PageKind = Literal["category", "main", "product"]


class Page(Struct, frozen=True):
    """A page of a shop that shows products: the list of a category, the first page, the detail."""

    kind: PageKind
    display_group: int = 0
    category_no: int = 0
    """0: every category without properties of its own."""


class DetailProperty(Struct, frozen=True, kw_only=True):
    """A field as the page of one product shows it."""

    key: str
    name: str
    display: Flag = "F"
    font_type: FontType = "N"
    font_size: FontSize = 12
    font_color: FontColor = "#555555"


class Property(DetailProperty, frozen=True, kw_only=True):
    """A field as a page that lists products shows it."""

    display_name: Flag = "T"
    exposure_group_type: Exposure = "A"


class ListProperties(Struct, frozen=True, kw_only=True):
    """The fields of the lists of categories, or with `separated_category` T of one category."""

    shop_no: int
    display_group: int
    separated_category: Flag
    category_no: int | None
    properties: list[Property]


class MainProperties(Struct, frozen=True, kw_only=True):
    """The fields of a group of the first page."""

    shop_no: int
    display_group: int
    properties: list[Property]


class DetailProperties(Struct, frozen=True, kw_only=True):
    """The fields of the page of one product."""

    shop_no: int
    properties: list[DetailProperty]


class ShopName(Struct, frozen=True, kw_only=True):
    """Name of a field in one language."""

    shop_no: ShopNo
    name: Name


class Look(Struct, frozen=True, kw_only=True):
    """The appearance of a merchant's own field on the page it was created for."""

    display: Flag = "F"
    display_name: Flag = "T"
    font_type: FontType = "N"
    font_size: FontSize = 12
    font_color: FontColor = "#555555"
    exposure_group_type: Exposure = "A"


class FieldDraft(Look, frozen=True, kw_only=True):
    """The fields sent to create a field."""

    multishop_display_names: Annotated[list[ShopName], Meta(min_length=1)]


class Field(Look, frozen=True, kw_only=True):
    """A field created by the merchant, in every language."""

    key: str
    multishop_display_names: list[ShopName]


class CreatedField(Struct, frozen=True, kw_only=True):
    property: Field


class StoredField(Struct, frozen=True, kw_only=True):
    """A stored field of the merchant, and the page it was created for."""

    kind: PageKind
    field: Field


class DetailPropertyChange(Struct, frozen=True, kw_only=True):
    """The changes to a field of the page of one product; UNSET: left alone."""

    key: Key
    name: Name | UnsetType = UNSET
    display: Flag | UnsetType = UNSET
    font_type: FontType | UnsetType = UNSET
    font_size: FontSize | UnsetType = UNSET
    font_color: FontColor | UnsetType = UNSET


class PropertyChange(DetailPropertyChange, frozen=True, kw_only=True):
    """The changes to a field of a page that lists products; UNSET: left alone."""

    display_name: Flag | UnsetType = UNSET


class MakeField(Params, frozen=True, kw_only=True):
    property: FieldDraft


class ListPage(ShopParams, frozen=True, kw_only=True):
    """Selects the list of a category, or of all categories."""

    display_group: ListGroup = 1
    separated_category: Flag = "F"
    category_no: EntityNo | UnsetType = UNSET


class ListPageChange(ShopParams, frozen=True, kw_only=True):
    display_group: ListGroup
    properties: list[PropertyChange] | UnsetType = UNSET
    separated_category: Flag = "F"
    category_no: EntityNo | None | UnsetType = UNSET


class MainPage(ShopParams, frozen=True, kw_only=True):
    """Selects a group of the first page."""

    display_group: MainGroup = 2


class MainPageChange(ShopParams, frozen=True, kw_only=True):
    display_group: MainGroup
    properties: list[PropertyChange] | UnsetType = UNSET


class DetailPageChange(ShopParams, frozen=True, kw_only=True):
    properties: list[DetailPropertyChange] | UnsetType = UNSET
