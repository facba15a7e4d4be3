"""The boards every shop has from its first day, named in its language.

Nothing is written for them: what a shop changed is a row, and a shop of any age has them all.
"""

from typing import Any, Final

from openmall.areas.community.boards.shape import Board, BoardType
from openmall.contract.call import Shop
from openmall.contract.languages import Words

NOTICES: Final = 1
REVIEWS: Final = 4
"""Number of the board of product reviews."""
QUESTIONS: Final = 6
"""Number of the board of questions about products."""
INQUIRIES: Final = 9
ASKED_ON: Final = frozenset({QUESTIONS, INQUIRIES})
"""Boards whose articles want an answer."""

_Kind = tuple[BoardType, Words, dict[str, Any]]
_FROM_SHOP: Final = {"write_permission": "N", "reply_permission": "N", "reply_feature": "F"}
_BUILTIN: Final[dict[int, _Kind]] = {
    NOTICES: (1, Words(ko="공지사항", en="Notices", ja="お知らせ"), _FROM_SHOP),
    2: (1, Words(ko="뉴스/이벤트", en="News and events", ja="ニュース・イベント"), _FROM_SHOP),
    3: (
        1,
        Words(ko="이용안내 FAQ", en="Questions asked often", ja="よくある質問"),
        {**_FROM_SHOP, "use_comment": "F"},
    ),
    REVIEWS: (
        5,
        Words(ko="상품 사용후기", en="Product reviews", ja="商品レビュー"),
        {"write_permission": "V", "reply_permission": "N"},
    ),
    5: (2, Words(ko="자유게시판", en="Free board", ja="フリー掲示板"), {}),
    QUESTIONS: (
        5,
        Words(ko="상품 Q&A", en="Questions about products", ja="商品Q&A"),
        {"reply_permission": "N"},
    ),
    7: (3, Words(ko="자료실", en="Files", ja="資料室"), _FROM_SHOP),
    8: (6, Words(ko="갤러리", en="Gallery", ja="ギャラリー"), {"write_permission": "V"}),
    INQUIRIES: (
        7,
        Words(ko="1:1 맞춤상담", en="One-to-one enquiries", ja="1:1お問い合わせ"),
        {"secret_only": "T", "write_permission": "V", "reply_permission": "N", "use_comment": "F"},
    ),
}


def numbers() -> tuple[int, ...]:
    """Return the numbers of the boards, in order."""
    return tuple(_BUILTIN)


def board(shop: Shop, board_no: int) -> Board | None:
    """Return a board as a shop has it before anybody changes it; None: there is no such board."""
    found = _BUILTIN.get(board_no)
    if found is None:
        return None
    board_type, name, rules = found
    return Board(
        shop_no=shop.shop_no,
        board_no=board_no,
        board_type=board_type,
        board_name=name.spoken(shop.language),
        display_order=board_no,
        **rules,
    )
