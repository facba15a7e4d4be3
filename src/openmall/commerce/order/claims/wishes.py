"""The variants that a buyer asks for in an exchange: which item each belongs to."""

from collections.abc import Sequence

from openmall.commerce.order.claims.shape import Wish
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.product.variants import codes


def matched(wishes: Sequence[Wish], items: Sequence[Item]) -> dict[int, str]:
    """Return number of an item -> variant code of the wish for its product and its quantity.

    A wish that belongs to no item is left out.
    """
    left, found = list(items), {}
    for wish in wishes:
        item = next((each for each in left if belongs(wish, each)), None)
        if item is not None:
            found[item.item_no] = wish.variant_code
            left.remove(item)
    return found


def belongs(wish: Wish, item: Item) -> bool:
    """Return whether a wish can be for an item: of its product, and of all its units."""
    number = codes.product_no(wish.variant_code)
    return number == item.product_no and wish.quantity == item.quantity
