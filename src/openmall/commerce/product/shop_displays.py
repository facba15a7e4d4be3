"""What pages of the shop show of displays: groups of the home page, and a category's own order.

No API has these operations: apps read the displays themselves.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.category.categories import category_placements
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.category_placements import NORMAL
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.mains import main_placements
from openmall.commerce.category.mains.shape import MainGroups
from openmall.commerce.product.categories_products import rules as categories_product_rules
from openmall.commerce.product.categories_products.shape import SectionPath
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import NotFound
from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource

MOST_ON_HOME: Final = 6
"""Groups that the home page shows."""
_DEFAULT_NAMES: Final = {each.group_name for each in MainGroups().groups}


class HomeDisplay(Struct, frozen=True, kw_only=True):
    """A group of the home page that has products."""

    shop_no: int
    display_group: int
    group_name: str
    """Empty: the group has the name that every new shop begins with."""


class CategoryDisplayPath(ShopParams, frozen=True, kw_only=True):
    category_no: EntityNo


class CategoryDisplay(Struct, frozen=True, kw_only=True):
    """What the merchant arranged in a category."""

    shop_no: int
    category_no: int
    arranged: Flag
    """T: its products are placed by hand, or sorted by a key that was chosen for it."""
    sections: list[int]
    """The sections that have products: 2 recommended, 3 new ones."""


class DisplayedQuery(SectionPath, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 24


class DisplayedProduct(Struct, frozen=True, kw_only=True):
    """A product of a display, in its order."""

    shop_no: int
    product_no: int


async def list_home(call: Call, params: ShopParams) -> Sequence[HomeDisplay]:
    """Retrieve the first groups of the home page that have products, in their order."""
    found: list[HomeDisplay] = []
    for each in (await current(call, MainGroups)).groups:
        if len(found) < MOST_ON_HOME and await main_placements.has_any(call, each.display_group):
            name = "" if each.group_name in _DEFAULT_NAMES else each.group_name
            found.append(
                HomeDisplay(shop_no=call.shop_no, display_group=each.display_group, group_name=name)
            )
    return found


async def retrieve_display(call: Call, params: CategoryDisplayPath) -> CategoryDisplay:
    """Retrieve what the merchant arranged in a category. Raises NotFound (404)."""
    stored = await category_store.find(call, params.category_no)
    if stored is None or stored.category.use_display != "T":
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    placed = await category_placements.arranged(call, params.category_no, NORMAL)
    marked = await category_placements.marked_sections(call, params.category_no)
    arranged = _sorted_by_choice(stored.category) or any(each.holds for each in placed.values())
    return CategoryDisplay(
        shop_no=call.shop_no,
        category_no=params.category_no,
        arranged="T" if arranged else "F",
        sections=marked,
    )


def _sorted_by_choice(category: Category) -> bool:
    new = Category(category_no=0, category_name="")
    names = (
        "product_display_key", "product_display_sort", "normal_product_display_key",
        "normal_product_display_sort", "soldout_product_display",
    )  # fmt: skip
    return any(getattr(category, name) != getattr(new, name) for name in names)


async def list_displayed(call: Call, query: DisplayedQuery) -> Sequence[DisplayedProduct]:
    """Retrieve the products of a section of a category in the order that the merchant chose.

    The section of all products has those of the categories below as well.
    """
    shown = await categories_product_rules.on_display(
        call, query, with_below=query.display_group == NORMAL
    )
    return [
        DisplayedProduct(shop_no=call.shop_no, product_no=number)
        for number in shown[query.offset : query.offset + query.limit]
    ]


_DISPLAYS: Final = Resource(CategoryDisplay, area="product", key="display", listed="displays")

OPERATIONS = [
    _DISPLAYS.giving(HomeDisplay).listing("displays", list_home, takes=ShopParams, cacheable=True),
    _DISPLAYS.get(
        "categories/{category_no}/display",
        retrieve_display,
        takes=CategoryDisplayPath,
        cacheable=True,
    ),
    _DISPLAYS.giving(DisplayedProduct).listing(
        "categories/{category_no}/displayed", list_displayed, takes=DisplayedQuery, cacheable=True
    ),
]
