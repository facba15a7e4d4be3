"""A category as merchants, apps and shoppers see it, and the parameters of its operations.

Specification: resources of the Category area are "not shown"; bounds as in `spec/parameters.tsv`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.params import (
    EntityNo,
    Flag,
    Limit100,
    Offset8000,
    Params,
    ShopNo,
    ShopParams,
    Tag,
)

MOST_LEVELS = 4
Name = Annotated[str, Meta(min_length=1, max_length=50)]
Depth = Annotated[int, Meta(ge=1, le=MOST_LEVELS)]
DisplayType = Literal["A", "P", "M", "F"]
"""A everywhere, P on PC, M on mobile, F nowhere."""
HowSorted = Literal["A", "U", "M"]
"""A automatically, U by hand, M automatically and by hand."""
SortKey = Literal["A", "R", "U", "N", "P", "S", "C", "L"]
"""A added, R created, U updated, N name, P price, S sales, C views, L likes."""
SortOrder = Literal["D", "A"]
Period = Literal["W", "1D", "3D", "7D", "15D", "1M", "3M", "6M"]
"""Period the sort key is counted over; W the whole."""


class CategoryDisplay(Struct, frozen=True, kw_only=True):
    """How products are displayed in a category; the defaults are what a new one has."""

    soldout_product_display: Literal["B", "N"] = "N"
    """B sold out products last, N where they are."""
    sub_category_product_display: Flag = "F"
    hashtag_product_display: Flag = "F"
    hash_tags: list[str] = []
    product_display_scope: Literal["A", "G"] = "A"
    """A one order for all, G one for each section."""
    product_display_type: HowSorted | None = "A"
    product_display_key: SortKey | None = "A"
    product_display_sort: SortOrder | None = "D"
    product_display_period: Period | None = "W"
    normal_product_display_type: HowSorted | None = None
    normal_product_display_key: SortKey | None = None
    normal_product_display_sort: SortOrder | None = None
    normal_product_display_period: Period | None = None
    recommend_product_display_type: HowSorted | None = None
    recommend_product_display_key: SortKey | None = None
    recommend_product_display_sort: SortOrder | None = None
    recommend_product_display_period: Period | None = None
    new_product_display_type: HowSorted | None = None
    new_product_display_key: SortKey | None = None
    new_product_display_sort: SortOrder | None = None
    new_product_display_period: Period | None = None


class Category(CategoryDisplay, frozen=True, kw_only=True):
    """A category in one language."""

    shop_no: int = 1
    category_no: int
    category_depth: int = 1
    parent_category_no: int = 1
    """1 is the root, above every first level."""
    category_name: str
    display_type: DisplayType = "A"
    full_category_name: dict[str, str | None] = {}
    full_category_no: dict[str, int | None] = {}
    root_category_no: int = 0
    use_main: Flag = "F"
    use_display: Flag = "T"
    display_order: int = 0
    access_authority: Literal["F", "T", "G", "A"] = "F"
    """F everyone, T members, G groups, A adults."""


class CategoryChange(ShopParams, frozen=True, kw_only=True):
    """The fields sent to change a category; UNSET: left alone."""

    category_name: Name | UnsetType = UNSET
    display_type: DisplayType | UnsetType = UNSET
    use_main: Flag | UnsetType = UNSET
    use_display: Flag | UnsetType = UNSET
    soldout_product_display: Literal["B", "N"] | UnsetType = UNSET
    sub_category_product_display: Flag | UnsetType = UNSET
    hashtag_product_display: Flag | UnsetType = UNSET
    hash_tags: list[Tag] | UnsetType = UNSET
    product_display_scope: Literal["A", "G"] | UnsetType = UNSET
    product_display_type: HowSorted | UnsetType = UNSET
    product_display_key: SortKey | UnsetType = UNSET
    product_display_sort: SortOrder | UnsetType = UNSET
    product_display_period: Period | UnsetType = UNSET
    normal_product_display_type: HowSorted | None | UnsetType = UNSET
    normal_product_display_key: SortKey | None | UnsetType = UNSET
    normal_product_display_sort: SortOrder | None | UnsetType = UNSET
    normal_product_display_period: Period | None | UnsetType = UNSET
    recommend_product_display_type: HowSorted | None | UnsetType = UNSET
    recommend_product_display_key: SortKey | None | UnsetType = UNSET
    recommend_product_display_sort: SortOrder | None | UnsetType = UNSET
    recommend_product_display_period: Period | None | UnsetType = UNSET
    new_product_display_type: HowSorted | None | UnsetType = UNSET
    new_product_display_key: SortKey | None | UnsetType = UNSET
    new_product_display_sort: SortOrder | None | UnsetType = UNSET
    new_product_display_period: Period | None | UnsetType = UNSET


class CategoryDraft(CategoryChange, frozen=True, kw_only=True):
    """The fields sent to create a category."""

    category_name: Name
    parent_category_no: EntityNo = 1


class CategoryUpdate(CategoryChange, frozen=True, kw_only=True):
    """The fields sent to change the category named in the path."""

    category_no: EntityNo


class CategoryPath(ShopParams, frozen=True, kw_only=True):
    """Selects a category in the language of a shop."""

    category_no: EntityNo


class CategoryMove(CategoryPath, frozen=True, kw_only=True):
    """The new place of the category named in the path."""

    parent_category_no: EntityNo
    """1 is the root, above every first level."""
    after_category_no: Annotated[int, Meta(ge=0)] = 0
    """The category of the same parent behind which it stands; 0: it is the first one."""


class CategoryNumber(Params, frozen=True, kw_only=True):
    """Selects a category, in every language."""

    category_no: EntityNo


class CategoryFilters(Params, frozen=True, kw_only=True):
    """Filters of lists and counts of categories."""

    shop_no: ShopNo = 1
    category_depth: Depth | UnsetType = UNSET
    category_no: list[EntityNo] | UnsetType = UNSET
    parent_category_no: EntityNo | UnsetType = UNSET
    category_name: str | UnsetType = UNSET
    use_main: Flag | UnsetType = UNSET
    use_display: Flag | UnsetType = UNSET


class CategoryQuery(CategoryFilters, frozen=True, kw_only=True):
    """Filters and pages a list of categories."""

    offset: Offset8000 = 0
    limit: Limit100 = 10
