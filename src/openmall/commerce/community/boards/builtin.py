"""The boards every shop has from its first day, named in its language.

They have no rows: only a shop's changes are stored, and shops of any age have all of them.
"""

from typing import Any, Final

from openmall.commerce.community.boards.shape import Board, BoardType
from openmall.contract.call import Shop
from openmall.translations.catalogues import Message

NOTICES: Final = 1
REVIEWS: Final = 4
"""Number of the board of product reviews."""
QUESTIONS: Final = 6
"""Number of the board of questions about products."""
INQUIRIES: Final = 9
ASKED_ON: Final = frozenset({QUESTIONS, INQUIRIES})
"""Boards whose articles need an answer."""

_Kind = tuple[BoardType, Message, dict[str, Any]]
_FROM_SHOP: Final = {"write_permission": "N", "reply_permission": "N", "reply_feature": "F"}
_BUILTIN: Final[dict[int, _Kind]] = {
    NOTICES: (1, Message("Notices"), _FROM_SHOP),
    2: (1, Message("News and events"), _FROM_SHOP),
    3: (
        1,
        Message("Frequently asked questions"),
        {**_FROM_SHOP, "use_comment": "F"},
    ),
    REVIEWS: (
        5,
        Message("Product reviews"),
        {"write_permission": "V", "reply_permission": "N"},
    ),
    5: (2, Message("Free board"), {}),
    QUESTIONS: (
        5,
        Message("Questions about products"),
        {"reply_permission": "N"},
    ),
    7: (3, Message("Files"), _FROM_SHOP),
    8: (6, Message("Gallery"), {"write_permission": "V"}),
    INQUIRIES: (
        7,
        Message("One-to-one enquiries"),
        {"secret_only": "T", "write_permission": "V", "reply_permission": "N", "use_comment": "F"},
    ),
}


def numbers() -> tuple[int, ...]:
    """Return the numbers of the boards, in order."""
    return tuple(_BUILTIN)


def names() -> tuple[Message, ...]:
    """Return the initial names of the boards."""
    return tuple(name for _, name, _ in _BUILTIN.values())


def in_language(board_no: int, name: str, shop_language: str, language: str) -> str:
    """Return the name of a board in the language of a reader; one that a shop chose as it is."""
    found = _BUILTIN.get(board_no)
    if found is None or name != found[1].translate(shop_language):
        return name
    return found[1].translate(language)


def board(shop: Shop, board_no: int) -> Board | None:
    """Return a board with its initial settings; None: there is no such board."""
    found = _BUILTIN.get(board_no)
    if found is None:
        return None
    board_type, name, rules = found
    return Board(
        shop_no=shop.shop_no,
        board_no=board_no,
        board_type=board_type,
        board_name=name.translate(shop.language),
        display_order=board_no,
        **rules,
    )
