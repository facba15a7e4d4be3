"""What a shopper has to do before they may write on a board: pages say it in place of the form."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.community import permission
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.shape import Board
from openmall.commerce.community.boards.takes import BoardPath
from openmall.commerce.community.permission import Shopper
from openmall.commerce.community.storefront_boards import conditions, store, visibility
from openmall.contract.call import Call
from openmall.contract.params import EntityNo
from openmall.contract.resource import Resource

Needed = Literal["nothing", "sign_in", "identity", "purchase", "permission"]


class WritingQuery(BoardPath, frozen=True, kw_only=True):
    product_no: EntityNo | UnsetType = UNSET
    """The product that the article is about."""


class WritingNeed(Struct, frozen=True, kw_only=True):
    """What is missing for an article of the shopper."""

    needed: Needed
    """`sign_in` with any account, `identity` a verified one, `purchase` of the product,
    `permission` of the shop."""


async def need(call: Call, params: WritingQuery) -> WritingNeed:
    """Retrieve what a shopper needs before they may write on a board, as `write` requires it."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    if not permission.may_write(board, who):
        return WritingNeed(needed=_permission(board, who))
    if params.product_no is UNSET:
        return WritingNeed(needed="nothing")
    required = conditions.required_purchase(call, board, who)
    if required is None or await store.order_with(call, params.product_no, required):
        return WritingNeed(needed="nothing")
    return WritingNeed(needed="purchase")


def _permission(board: Board, who: Shopper) -> Needed:
    if board.use_board == "F" or board.write_permission == "N":
        return "permission"
    if not who.member_id:
        return "sign_in"
    return "identity" if board.write_permission == "I" else "permission"


_NEED: Final = Resource(WritingNeed, area="community", key="need")

OPERATIONS = [_NEED.get("boards/{board_no}/writers", need, takes=WritingQuery)]
