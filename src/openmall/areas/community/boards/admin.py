"""Boards in the admin API."""

from openmall.areas.community.boards.rules import change, list_boards, retrieve
from openmall.areas.community.boards.shape import Board, ListedBoard
from openmall.areas.community.boards.takes import BoardChange, BoardPath
from openmall.contract.operation import get, listing, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_COMMUNITY, WRITE_COMMUNITY

OPERATIONS = [
    listing(
        "boards",
        list_boards,
        takes=ShopParams,
        gives=ListedBoard,
        key="boards",
        scope=READ_COMMUNITY,
    ),
    get(
        "boards/{board_no}",
        retrieve,
        takes=BoardPath,
        gives=Board,
        key="board",
        scope=READ_COMMUNITY,
    ),
    put(
        "boards/{board_no}",
        change,
        takes=BoardChange,
        gives=Board,
        key="board",
        scope=WRITE_COMMUNITY,
    ),
]
