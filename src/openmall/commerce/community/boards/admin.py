"""Boards in the admin API."""

from typing import Final

from openmall.commerce.community.boards.rules import change, list_boards, retrieve
from openmall.commerce.community.boards.shape import Board, ListedBoard
from openmall.commerce.community.boards.takes import BoardChange, BoardPath
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_BOARDS: Final = Resource(Board, area="community", key="board", listed="boards")

OPERATIONS = [
    _BOARDS.giving(ListedBoard).listing("boards", list_boards, takes=ShopParams),
    _BOARDS.get("boards/{board_no}", retrieve, takes=BoardPath),
    _BOARDS.put("boards/{board_no}", change, takes=BoardChange),
]
