"""A main display group as merchants and apps see it, and the parameters of its operations.

Specification: resources of the Category area are "not shown"; bounds as in `spec/parameters.tsv`.
"""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.crud.settings import Setting
from openmall.contract.params import EntityNo, Flag, ShopParams

MOST_GROUPS: Final = 100
"""Groups a shop may have; they are read together."""
GroupName = Annotated[str, Meta(min_length=1, max_length=50)]
SoldOutSort = Literal["B", "N"]
"""B sold out products last, N where they are."""


class StoredGroup(Struct, frozen=True, kw_only=True):
    """A stored group; its name in a shop's design follows from its number."""

    display_group: int
    group_name: str
    soldout_sort_type: SoldOutSort = "N"


class MainGroups(Setting, frozen=True, kw_only=True):
    """The groups of a shop. Numbers start at 2, and that of a deleted group is not given again."""

    groups: tuple[StoredGroup, ...] = (
        StoredGroup(display_group=2, group_name="Recommended products", soldout_sort_type="B"),
        StoredGroup(display_group=3, group_name="New arrivals"),
    )
    last: int = 3


class Main(Struct, frozen=True, kw_only=True):
    """A main display group."""

    shop_no: int = 1
    module_code: str
    """Name of the group in the shop's design."""
    display_group: int
    group_name: str
    soldout_sort_type: SoldOutSort = "N"
    use_autodisplay: Flag = "F"
    """T: a rule fills the group by itself."""


class MainDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create a group."""

    group_name: GroupName
    soldout_sort_type: SoldOutSort = "N"


class MainPath(ShopParams, frozen=True, kw_only=True):
    """Selects a main display group of a shop."""

    display_group: EntityNo


class MainChange(MainPath, frozen=True, kw_only=True):
    """The fields sent to change a group; UNSET: left alone."""

    group_name: GroupName | UnsetType = UNSET
    soldout_sort_type: SoldOutSort | UnsetType = UNSET
