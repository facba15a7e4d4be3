"""Where a category goes that is moved by a button, or dropped with the mouse."""

import re
from collections.abc import Sequence
from typing import Final

from openmall.commerce.category.categories.shape import Category
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.pages.backoffice.refusals import NO_PLACE_OF_CATEGORIES

ROOT: Final = 1
"""The number above every category of the first level."""
MAX_LEVELS: Final = 4
UP: Final = "up"
DOWN: Final = "down"
INTO: Final = "into"
"""Below the category before it."""
OUT: Final = "out"
"""Behind the category it is below."""
_PLACE: Final = re.compile(r"([1-9][0-9]{0,9}):([1-4])", re.ASCII)

Tree = Sequence[Category]
"""The categories of a shop in their order, each followed by those below itself."""


def possible(tree: Tree) -> dict[int, list[str]]:
    """Return how each category can be moved by a button."""
    children: dict[int, list[int]] = {}
    lowest: dict[int, int] = {}
    for each in tree:
        children.setdefault(each.parent_category_no, []).append(each.category_no)
        for number in each.full_category_no.values():
            if number:
                lowest[number] = max(lowest.get(number, 0), each.category_depth)
    found: dict[int, list[str]] = {}
    for parent, siblings in children.items():
        for at, number in enumerate(siblings):
            moves = {
                UP: at > 0,
                DOWN: at + 1 < len(siblings),
                INTO: at > 0 and lowest[number] < MAX_LEVELS,
                OUT: parent != ROOT,
            }
            found[number] = [name for name, can in moves.items() if can]
    return found


def pressed(tree: Tree, number: int, button: str) -> dict[str, int]:
    """Return the place to which a button moves a category, as parameters of the operation.

    Raises NotFound (404), and NotModified (409) where it cannot be moved so.
    """
    parent = _found(tree, number).parent_category_no
    if button not in possible(tree)[number]:
        raise NotModified()
    siblings = [0, *_children(tree, parent)]
    at = siblings.index(number)
    if button == UP:
        return _place(parent, siblings[at - 2])
    if button == DOWN:
        return _place(parent, siblings[at + 1])
    if button == INTO:
        below = _children(tree, siblings[at - 1])
        return _place(siblings[at - 1], below[-1] if below else 0)
    return _place(_found(tree, parent).parent_category_no, parent)


def dropped(order: str, number: int) -> dict[str, int]:
    """Return the place at which a category was dropped, as parameters of the operation.

    `order`: number and level of every row as it is shown now, `2:1,7:2,3:1`.
    Raises Invalid (422) for an order without the category.
    """
    above: dict[int, int] = {0: ROOT}
    last: dict[int, int] = {}
    for each in order.split(","):
        found = _PLACE.fullmatch(each)
        if found is None:
            break
        row, level = int(found[1]), int(found[2])
        parent = above.get(level - 1)
        if parent is None:
            break
        if row == number:
            return _place(parent, last.get(parent, 0))
        above = {key: value for key, value in above.items() if key < level} | {level: row}
        last[parent] = row
    raise Invalid(NO_PLACE_OF_CATEGORIES, parameter="order")


def _place(parent: int, after: int) -> dict[str, int]:
    return {"parent_category_no": parent, "after_category_no": after}


def _found(tree: Tree, number: int) -> Category:
    for each in tree:
        if each.category_no == number:
            return each
    raise NotFound(NO_SUCH, resource=Phrase("category"))


def _children(tree: Tree, parent: int) -> list[int]:
    return [each.category_no for each in tree if each.parent_category_no == parent]
