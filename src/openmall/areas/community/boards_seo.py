"""What search engines are told about a board.

Specification: "Boards seo"; its fields are those of `spec/parameters.tsv`.
"""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.areas.community.boards import rules, store
from openmall.areas.community.boards.takes import BoardPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.operation import get, put
from openmall.contract.scopes import READ_COMMUNITY, WRITE_COMMUNITY


class BoardSeo(Struct, frozen=True, kw_only=True):
    """What a board's page says in its head. The defaults are what a new board has."""

    shop_no: int = 1
    board_no: int = 0
    meta_title: str = ""
    meta_author: str = ""
    meta_description: str = ""
    meta_keywords: str = ""


class BoardSeoChange(BoardPath, frozen=True, kw_only=True):
    meta_title: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    meta_author: str | UnsetType = UNSET
    meta_description: str | UnsetType = UNSET
    meta_keywords: str | UnsetType = UNSET


_DOCUMENT: Final = BoardSeo.__name__


async def _current(call: Call, board_no: int, *, to_change: bool = False) -> BoardSeo:
    await rules.require(call, board_no)
    content = await store.read(call, board_no, _DOCUMENT, to_change=to_change)
    if content:
        return msgspec.json.decode(content, type=BoardSeo)
    return BoardSeo(shop_no=call.shop_no, board_no=board_no)


async def retrieve(call: Call, params: BoardPath) -> BoardSeo:
    """Retrieve the SEO settings of a board."""
    return await _current(call, params.board_no)


async def change(call: Call, params: BoardSeoChange) -> BoardSeo:
    """Update the SEO settings of a board. Identical content is NotModified (409)."""
    before = await _current(call, params.board_no, to_change=True)
    after = patched(before, params)
    await store.keep(call, after.board_no, _DOCUMENT, msgspec.json.encode(after).decode())
    call.journal(f"seo of board {after.board_no}", differences(before, after))
    return after


OPERATIONS = [
    get(
        "boards/{board_no}/seo",
        retrieve,
        takes=BoardPath,
        gives=BoardSeo,
        key="seo",
        scope=READ_COMMUNITY,
    ),
    put(
        "boards/{board_no}/seo",
        change,
        takes=BoardSeoChange,
        gives=BoardSeo,
        key="seo",
        scope=WRITE_COMMUNITY,
    ),
]
