"""Permissions of shoppers on boards: pure functions.

The shop's staff may do everything. Specification: "Boards"; the codes are glossed in
`boards/shape.py`.
"""

from msgspec import Struct

from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.boards.shape import Board


class Shopper(Struct, frozen=True, kw_only=True):
    """The reader of a board; the defaults are a guest."""

    member_id: str = ""
    group_no: int = 0
    checked: bool = False
    """Whether the shopper's identity was verified."""
    staff: bool = False
    """One of the shop's own people."""


def may_write(board: Board, shopper: Shopper) -> bool:
    """Return whether a shopper may write an article."""
    if shopper.staff:
        return True
    is_member = bool(shopper.member_id)
    return (
        board.use_board == "T"
        and {
            "A": True,
            "V": is_member,
            "I": is_member and shopper.checked,
            "N": False,
            "G": is_member and shopper.group_no == board.write_member_group_no,
        }[board.write_permission]
    )


def may_reply(board: Board, shopper: Shopper) -> bool:
    """Return whether a shopper may reply to an article that may be read."""
    if shopper.staff:
        return True
    is_member = bool(shopper.member_id)
    return (board.use_board, board.reply_feature) == ("T", "T") and {
        "A": True,
        "M": is_member,
        "N": False,
        "G": is_member and shopper.group_no == board.reply_member_group_no,
    }[board.reply_permission]


def may_comment(board: Board, shopper: Shopper) -> bool:
    """Return whether a shopper may comment on an article that may be read."""
    return shopper.staff or (board.use_board, board.use_comment) == ("T", "T")


def may_read(
    board: Board,
    article: Article,
    shopper: Shopper,
    *,
    hour: int,
    asked_by: str = "",
    proved: bool = False,
) -> bool:
    """Return whether a shopper may read an article.

    `hour`: 0 to 23, of the platform's clock. `asked_by`: member who wrote the first article of its
    thread, who reads the replies to it. `proved`: the shopper knows the password of the article,
    or of the first one of its thread.
    """
    if shopper.staff:
        return True
    if board.use_board == "F" or article.display == "F" or article.deleted == "T":
        return False
    is_member = bool(shopper.member_id)
    if board.article_display_type == "F" or (board.article_display_type == "T" and not is_member):
        return False
    if not shown_at(article, hour):
        return False
    own = is_member and shopper.member_id in (article.member_id, asked_by)
    is_open = article.secret == "F"  # noqa: S105 - a flag, no password
    return is_open or own or proved


def shown_at(article: Article, hour: int) -> bool:
    """Return whether an article is shown at an hour; from 22 to 6 goes past midnight."""
    start, end = article.start_hour, article.end_hour
    if start is None or end is None:
        return True
    if start <= end:
        return start <= hour < end
    return hour >= start or hour < end
