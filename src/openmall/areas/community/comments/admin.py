"""Comments in the admin API."""

from openmall.areas.community import passwords
from openmall.areas.community.comments.rules import (
    create,
    delete,
    list_of_article,
    list_of_board,
)
from openmall.areas.community.comments.shape import Comment, LinkedComment
from openmall.areas.community.comments.takes import (
    BoardCommentQuery,
    CommentDraft,
    CommentPath,
    CommentQuery,
)
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import listing, post
from openmall.contract.scopes import READ_COMMUNITY, WRITE_COMMUNITY

OPERATIONS = [
    listing(
        "boards/{board_no}/articles/{article_no}/comments",
        list_of_article,
        takes=CommentQuery,
        gives=Comment,
        key="comments",
        scope=READ_COMMUNITY,
    ),
    post(
        "boards/{board_no}/articles/{article_no}/comments",
        create,
        takes=CommentDraft,
        gives=Comment,
        key="comment",
        scope=WRITE_COMMUNITY,
        prepare=passwords.keep,
    ),
    delete_row(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        delete,
        takes=CommentPath,
        gives=Comment,
        key="comment",
        scope=WRITE_COMMUNITY,
        shows=("shop_no", "board_no", "article_no", "comment_no"),
    ),
    listing(
        "boards/{board_no}/comments",
        list_of_board,
        takes=BoardCommentQuery,
        gives=LinkedComment,
        key="comments",
        scope=READ_COMMUNITY,
    ),
]
