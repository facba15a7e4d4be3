"""Reviews that the board of reviews accepts from the buyer of an order."""

from collections.abc import Sequence

from openmall.commerce.community import permission
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.community.storefront_boards import conditions, store, visibility
from openmall.commerce.order.selfservice import accepted_reviews
from openmall.contract.call import Call


@accepted_reviews.ACCEPTED.register
async def accepted(call: Call, order_id: str, product_nos: Sequence[int]) -> frozenset[int]:
    """Return the products of an order of the shopper that they may review now.

    The board has to be shown and to be written on by them. Where it takes posts of buyers alone,
    the order itself has to be a purchase that counts, so that the invitation holds by itself.
    """
    if not product_nos:
        return frozenset()
    who = await visibility.visitor(call)
    board = await board_rules.require(call, REVIEWS)
    is_shown = board.use_display == "T" and visibility.is_open(board, who)
    if not is_shown or not permission.may_write(board, who):
        return frozenset()
    found = await store.existing_products(call, product_nos)
    purchases = conditions.required_purchase(call, board, who, order_id=order_id)
    if purchases is not None:
        found = {each for each in found if await store.order_with(call, each, purchases)}
    return frozenset(found)
