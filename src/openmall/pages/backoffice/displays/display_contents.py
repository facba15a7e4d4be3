"""The products of one display: a group of the home page, or a section of a category."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.categories_products import rules as categories_product_rules
from openmall.commerce.product.mains_products import rules as mains_product_rules
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext

MOST_SHOWN: Final = 200
"""Products of a display that its page shows."""
_BATCH: Final = 100
_MOST_FOUND: Final = 12
_SUBPATH: Final = re.compile(r"main-([1-9][0-9]{0,5})|category-([1-9][0-9]{0,8})-([123])")


class Display(Struct, frozen=True):
    """Where products are displayed."""

    group: int
    """The group of the home page, or the section of the category: 1 all, 2 recommended, 3 new."""
    category_no: int | None = None
    """None: the home page."""

    @property
    def named(self) -> dict[str, int]:
        """The parameters that name it in operations on its products."""
        group = {"display_group": self.group}
        return group if self.category_no is None else {**group, "category_no": self.category_no}


class Placed(Struct, frozen=True):
    """A product in a display: whether it keeps its position, and whether that was given by hand."""

    product_no: int
    pinned: bool
    by_hand: bool


class Shown(Struct, frozen=True, kw_only=True):
    """A product in a display."""

    product_no: int
    pinned: bool
    """It keeps its position whatever else moves."""
    by_hand: bool
    """Its position was given by hand; others are sorted by the category's key."""
    product: ListedProduct


def display_of(subpath: str) -> Display:
    """Return the display of a page's path. Raises NotFound (404)."""
    found = _SUBPATH.fullmatch(subpath)
    if found is None:
        raise NotFound(NO_SUCH, resource=Phrase("display"))
    if found[1]:
        return Display(int(found[1]))
    return Display(int(found[3]), int(found[2]))


async def contents(context: PageContext, display: Display) -> tuple[list[Shown], int]:
    """Return the first products of a display in their order, and how many there are."""
    placed = await _placed(context, display)
    products = await _products(context, [each.product_no for each in placed[:MOST_SHOWN]])
    found = [
        Shown(
            product_no=each.product_no,
            pinned=each.pinned,
            by_hand=each.by_hand,
            product=products[each.product_no],
        )
        for each in placed[:MOST_SHOWN]
        if each.product_no in products
    ]
    return found, len(placed)


async def _placed(context: PageContext, display: Display) -> list[Placed]:
    parameters: dict[str, Encodable] = {**display.named, **shop_parameters(context)}
    if display.category_no is None:
        of_home = (await context.call(mains_product_rules.listing, parameters)).content
        return [Placed(each.product_no, pinned=each.fixed_sort, by_hand=True) for each in of_home]
    found = (await context.call(categories_product_rules.listing, parameters)).content
    return [
        Placed(each.product_no, pinned=each.fixed_sort, by_hand=not each.auto_sort)
        for each in found
    ]


async def require(context: PageContext, display: Display) -> None:
    """Raise NotFound (404), which names the group, for a display that there is not."""
    await _placed(context, display)


async def _arrange(context: PageContext, display: Display, sent: Mapping[str, Encodable]) -> None:
    parameters: dict[str, Encodable] = {**sent, **display.named, **shop_parameters(context)}
    if display.category_no is None:
        await context.call(mains_product_rules.change, parameters)
    else:
        await context.call(categories_product_rules.change, parameters)


async def _products(context: PageContext, numbers: list[int]) -> dict[int, ListedProduct]:
    found: dict[int, ListedProduct] = {}
    for start in range(0, len(numbers), _BATCH):
        parameters: dict[str, Encodable] = {
            "product_no": numbers[start : start + _BATCH],
            "limit": _BATCH,
            **shop_parameters(context),
        }
        for each in (await context.call(product_rules.listing, parameters)).content:
            found[each.product_no] = each
    return found


async def search(context: PageContext, text: str, present: set[int]) -> list[ListedProduct]:
    """Return products by their name that are not in the display."""
    parameters: dict[str, Encodable] = {
        "product_name": [text],
        "limit": _MOST_FOUND,
        **shop_parameters(context),
    }
    found = (await context.call(product_rules.listing, parameters)).content
    return [each for each in found if each.product_no not in present]


async def add(context: PageContext, display: Display, numbers: list[str]) -> None:
    """Add products behind the others. Raises NotModified (409) without any."""
    if not numbers:
        raise NotModified()
    parameters: dict[str, Encodable] = {"product_no": numbers, **display.named}
    if display.category_no is None:
        await context.call(mains_product_rules.create, {**parameters, **shop_parameters(context)})
    else:
        await context.call(categories_product_rules.create, parameters)


async def move(context: PageContext, display: Display, form: Fields) -> None:
    """Move, pin or remove a product, as a button of the form or a drop with the mouse says.

    `order` of the form has the numbers of the products as they are shown now, and `moved` the one
    that was dropped; the button `move` is `up-7`, `down-7`, `first-7`, `pin-7`, `free-7`,
    `auto-7` or `remove-7`. Raises NotModified (409) where nothing is moved.
    """
    order = [each.product_no for each in await _placed(context, display)]
    deed, _, number = form.text("move").partition("-")
    if form.text("moved"):
        deed, number = "drop", form.text("moved")
    if not number.isdigit() or len(number) > 10 or int(number) not in order:
        raise NotModified()
    product_no = int(number)
    if deed == "remove":
        parameters: dict[str, Encodable] = {**display.named, "product_no": product_no}
        if display.category_no is None:
            shop = shop_parameters(context)
            await context.call(mains_product_rules.delete, {**parameters, **shop})
        else:
            await context.call(categories_product_rules.delete, parameters)
        return
    if deed in ("pin", "free", "auto"):
        await _pin(context, display, order, product_no, deed)
        return
    at = order.index(product_no)
    rest = [each for each in order if each != product_no]
    to = {"up": max(0, at - 1), "down": at + 1, "first": 0}.get(deed, at)
    if deed == "drop":
        to = _dropped(form.text("order"), product_no, rest)
    if to == at or to > len(rest):
        raise NotModified()
    if display.category_no is None:
        rest.insert(to, product_no)
        sent: dict[str, Encodable] = {"product_no": rest}
    else:
        sent = {"product_no": [product_no], "sequence": to + 1}
    await _arrange(context, display, sent)


def _dropped(order: str, product_no: int, rest: list[int]) -> int:
    """Return the place among the other products at which one was dropped."""
    before = order.split(f",{product_no}")[0].split(",")
    if order.split(",")[0] == str(product_no):
        return 0
    last = before[-1]
    if not last.isdigit() or len(last) > 10 or int(last) not in rest:
        raise NotModified()
    return rest.index(int(last)) + 1


async def _pin(
    context: PageContext, display: Display, order: list[int], product_no: int, deed: str
) -> None:
    if display.category_no is None:
        fixed = product_no if deed == "pin" else None
        sent: dict[str, Encodable] = {"product_no": order, "fix_product_no": fixed}
    elif deed == "auto":
        sent = {"product_no": [product_no], "auto_sort": "T", "fixed_sort": "F"}
    else:
        sent = {"product_no": [product_no], "fixed_sort": "T" if deed == "pin" else "F"}
    await _arrange(context, display, sent)
