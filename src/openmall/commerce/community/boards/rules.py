"""The operations on the boards of a shop."""

from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.commerce.community.boards import builtin
from openmall.commerce.community.boards import store as board_store
from openmall.commerce.community.boards.refusals import (
    BOARD_CATEGORY_REPEATED,
    TOO_MANY_BOARD_CATEGORIES,
)
from openmall.commerce.community.boards.shape import Board, BoardCategory, ListedBoard
from openmall.commerce.community.boards.takes import BoardChange, BoardPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

MOST_CATEGORIES: Final = 100

_DOCUMENT: Final = Board.__name__
_READ: Final = msgspec.json.Decoder(Board)


def _current_board(call: Call, board_no: int, content: str) -> Board:
    own = builtin.board(call.mall.shops[call.shop_no], board_no)
    if own is None:
        raise NotFound(DOES_NOT_EXIST, parameter="board_no", resource=Phrase("board"))
    return _READ.decode(content) if content else own


async def require(call: Call, board_no: int, *, to_change: bool = False) -> Board:
    """Return a board of the call's shop. Raises NotFound (404)."""
    if board_no not in builtin.numbers():
        raise NotFound(DOES_NOT_EXIST, parameter="board_no", resource=Phrase("board"))
    content = await board_store.read(call, board_no, _DOCUMENT, to_change=to_change)
    return _current_board(call, board_no, content)


async def every(call: Call) -> list[Board]:
    """Return the boards of the call's shop, in the order in which they are shown."""
    changed = await board_store.every(call, _DOCUMENT)
    boards = [_current_board(call, number, changed.get(number, "")) for number in builtin.numbers()]
    return sorted(boards, key=lambda board: (board.display_order, board.board_no))


async def list_boards(call: Call, params: ShopParams) -> Sequence[ListedBoard]:
    """Retrieve a list of boards."""
    return [
        ListedBoard(**{name: getattr(board, name) for name in ListedBoard.__struct_fields__})
        for board in await every(call)
    ]


async def retrieve(call: Call, params: BoardPath) -> Board:
    """Retrieve the settings of a board."""
    return await require(call, params.board_no)


async def change(call: Call, params: BoardChange) -> Board:
    """Update the settings of a board. Identical content is NotModified (409)."""
    before = await require(call, params.board_no, to_change=True)
    after = patched(before, params)
    _check_categories(after.categories)
    await board_store.keep(call, after.board_no, _DOCUMENT, msgspec.json.encode(after).decode())
    call.journal(f"board {after.board_no}", differences(before, after))
    return after


def _check_categories(categories: Sequence[BoardCategory]) -> None:
    if len(categories) > MOST_CATEGORIES:
        raise Invalid(TOO_MANY_BOARD_CATEGORIES, parameter="categories", most=MOST_CATEGORIES)
    if len({each.board_category_no for each in categories}) < len(categories):
        raise Invalid(BOARD_CATEGORY_REPEATED, parameter="categories")
