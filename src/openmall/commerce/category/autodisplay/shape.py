"""A rule of automatic display as merchants and apps see it, and what may be sent about one.

Specification: resources of the Category area are "not shown"; bounds as in `spec/parameters.tsv`.
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from openmall.contract.params import EntityNo, Flag, ShopParams, StartDate

DisplayCount = Annotated[int, Meta(ge=1, le=200)]
Hour = Annotated[int, Meta(ge=0, le=23)]
Timetable = Annotated[list[Hour], Meta(max_length=24)]
Period = Literal[1, 3, 7, 30]
"""Days."""
HashTags = Annotated[list[Annotated[str, Meta(min_length=1, max_length=100)]], Meta(max_length=100)]
Categories = Annotated[list[EntityNo], Meta(max_length=100)]
ExceptScope = Literal["A", "C"]
"""A the categories named and all below them, C only those named."""
DisplaySort = Literal[
    "AOD", "AOA", "AVD", "AVA", "ARD", "ARA", "ACD", "AND", "APD", "APA",
    "RD", "RA", "UD", "UA", "NA", "ND", "PD", "PA", "SD", "SA", "CD", "CA", "LD", "LA",
]  # fmt: skip
"""Sort metric; the last letter is the direction: D descending, A ascending.

Within the period, or at present where a period does not apply: AO orders, AV views, AR reviews, AC
carts, AN name, AP price. At any time: R created, U updated, N name, P price, S sales, C views, L
likes.
"""


class Rule(Struct, frozen=True, kw_only=True):
    """A rule of automatic display: which products fill a display group."""

    shop_no: int = 1
    display_no: int
    use_main: Flag
    """T: it fills a group of the first page, F: a section of a category."""
    category_no: int
    """Absent on the first page."""
    display_group: int
    display_count: int
    use_reservation: Flag
    """T: it takes effect at `start_date`."""
    start_date: datetime | None = None
    use_hashtag: Flag
    """T: it shows only products with one of `hash_tags`."""
    hash_tags: list[str] | None = None
    display_sort: DisplaySort = "RD"
    timetable: list[int] = field(default_factory=lambda: [0])
    """Hours at +09:00 at which the display is renewed."""
    period: Period = 1
    except_categories_scope: ExceptScope = "A"
    except_categories: list[int] = []

    @property
    def place(self) -> str:
        """The display it fills, unique among rules. A category's products are the same in every
        language.
        """
        if self.use_main == "T":
            return in_main(self.shop_no, self.display_group)
        return in_category(self.category_no, self.display_group)


def in_main(shop_no: int, display_group: int) -> str:
    """Return the key of a main display group of a shop."""
    return f"main {shop_no}/{display_group}"


def in_category(category_no: int, display_group: int) -> str:
    """Return the key of a section of a category."""
    return f"category {category_no}/{display_group}"


class RuleQuery(ShopParams, frozen=True, kw_only=True):
    """Selects the rules of a shop."""

    display_no: EntityNo | UnsetType = UNSET


class RulePath(ShopParams, frozen=True, kw_only=True):
    """Selects a rule of a shop."""

    display_no: EntityNo


class RuleFields(ShopParams, frozen=True, kw_only=True):
    """The fields common to creating and changing a rule; UNSET: left alone."""

    start_date: StartDate | UnsetType = UNSET
    hash_tags: HashTags | UnsetType = UNSET
    display_sort: DisplaySort | UnsetType = UNSET
    timetable: Timetable | UnsetType = UNSET
    period: Period | UnsetType = UNSET
    except_categories_scope: ExceptScope | UnsetType = UNSET
    except_categories: Categories | UnsetType = UNSET


class RuleDraft(RuleFields, frozen=True, kw_only=True):
    """The fields sent to create a rule."""

    use_main: Flag
    category_no: EntityNo
    display_group: EntityNo
    display_count: DisplayCount
    use_reservation: Flag
    use_hashtag: Flag


class RuleChange(RuleFields, frozen=True, kw_only=True):
    """The fields sent to change a rule; the display it fills cannot change."""

    display_no: EntityNo
    display_count: DisplayCount | UnsetType = UNSET
    use_reservation: Flag | UnsetType = UNSET
    use_hashtag: Flag | UnsetType = UNSET
