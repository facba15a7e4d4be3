"""Who may read and write on a board: every code, cell by cell."""

import msgspec
import pytest

from openmall.commerce.community import permission
from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.boards.shape import Board
from openmall.commerce.community.permission import Shopper
from openmall.contract.moments import moment

GUEST = Shopper()
MEMBER = Shopper(member_id="kim")
CHECKED = Shopper(member_id="kim", checked=True)
GROUPED = Shopper(member_id="kim", group_no=7)
STAFF = Shopper(staff=True)
ALL = (GUEST, MEMBER, CHECKED, GROUPED, STAFF)
ARTICLE = Article(
    shop_no=1,
    article_no=2,
    parent_article_no=1,
    board_no=5,
    created_date=moment(0),
    writer="Kim",
    title="Hello",
    content="",
    client_ip="192.0.2.1",
    thread_no=1,
    thread_date=0,
    standing=0,
)


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("A", (True, True, True, True, True)),
        ("V", (False, True, True, True, True)),
        ("I", (False, False, True, False, True)),
        ("G", (False, False, False, True, True)),
        ("N", (False, False, False, False, True)),
    ],
)
def test_who_may_write(code: str, allowed: tuple[bool, ...]) -> None:
    board = msgspec.convert({"write_permission": code, "write_member_group_no": 7}, Board)
    closed = msgspec.structs.replace(board, use_board="F")
    assert tuple(permission.may_write(board, each) for each in ALL) == allowed
    assert [permission.may_write(closed, each) for each in ALL] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("A", (True, True, True, True, True)),
        ("M", (False, True, True, True, True)),
        ("G", (False, False, False, True, True)),
        ("N", (False, False, False, False, True)),
    ],
)
def test_who_may_reply(code: str, allowed: tuple[bool, ...]) -> None:
    board = msgspec.convert({"reply_permission": code, "reply_member_group_no": 7}, Board)
    without = msgspec.structs.replace(board, reply_feature="F")
    assert tuple(permission.may_reply(board, each) for each in ALL) == allowed
    assert [permission.may_reply(without, each) for each in ALL] == [False] * 4 + [True]


def test_who_may_comment() -> None:
    allowed = [permission.may_comment(Board(use_comment="T"), each) for each in ALL]
    refused = [permission.may_comment(Board(use_comment="F"), each) for each in ALL]
    assert (allowed, refused) == ([True] * 5, [False] * 4 + [True])


def readers(board: Board, article: Article, *, asked_by: str = "", proved: bool = False) -> str:
    """Return for guest, member and staff whether each may read."""
    return "".join(
        "y"
        if permission.may_read(board, article, who, hour=9, asked_by=asked_by, proved=proved)
        else "n"
        for who in (GUEST, MEMBER, STAFF)
    )


def test_who_may_read() -> None:
    board = Board()
    secret = msgspec.structs.replace(ARTICLE, secret="T")
    own = msgspec.structs.replace(secret, member_id="kim")
    assert readers(board, ARTICLE) == "yyy"
    assert readers(board, secret) == "nny"
    assert readers(board, own) == "nyy"
    assert readers(board, secret, asked_by="kim") == "nyy"
    assert readers(board, secret, proved=True) == "yyy"
    assert readers(Board(use_board="F"), ARTICLE) == "nny"
    assert readers(Board(article_display_type="T"), ARTICLE) == "nyy"
    assert readers(Board(article_display_type="F"), ARTICLE) == "nny"
    assert readers(board, msgspec.structs.replace(own, display="F")) == "nny"
    assert readers(board, msgspec.structs.replace(own, deleted="T")) == "nny"
    assert readers(board, msgspec.structs.replace(own, start_hour=10, end_hour=12)) == "nny"


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        (None, None, [*range(24)]),
        (6, 12, [6, 7, 8, 9, 10, 11]),
        (22, 2, [0, 1, 22, 23]),
        (5, 5, []),
    ],
)
def test_at_which_hours_an_article_is_shown(
    start: int | None, end: int | None, shown: list[int]
) -> None:
    article = msgspec.structs.replace(ARTICLE, start_hour=start, end_hour=end)
    assert [hour for hour in range(24) if permission.shown_at(article, hour)] == shown
