"""SEO settings of a board.

Specification: "Boards seo"; its fields are those of `spec/parameters.tsv`.
"""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards import store as board_store
from openmall.commerce.community.boards.takes import BoardPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.params import LongText, ShortText
from openmall.contract.resource import Resource


class BoardSeo(Struct, frozen=True, kw_only=True):
    """The head of a board's page. The defaults are what a new board has."""

    shop_no: int = 1
    board_no: int = 0
    meta_title: str = ""
    meta_author: str = ""
    meta_description: str = ""
    meta_keywords: str = ""


class BoardSeoChange(BoardPath, frozen=True, kw_only=True):
    meta_title: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    meta_author: ShortText | UnsetType = UNSET
    meta_description: LongText | UnsetType = UNSET
    meta_keywords: LongText | UnsetType = UNSET


_DOCUMENT: Final = BoardSeo.__name__


async def _current(call: Call, board_no: int, *, to_change: bool = False) -> BoardSeo:
    await board_rules.require(call, board_no)
    content = await board_store.read(call, board_no, _DOCUMENT, to_change=to_change)
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
    await board_store.keep(call, after.board_no, _DOCUMENT, msgspec.json.encode(after).decode())
    call.journal(f"seo of board {after.board_no}", differences(before, after))
    return after


_SEO: Final = Resource(BoardSeo, area="community", key="seo")

OPERATIONS = [
    _SEO.get("boards/{board_no}/seo", retrieve, takes=BoardPath),
    _SEO.put("boards/{board_no}/seo", change, takes=BoardSeoChange),
]
