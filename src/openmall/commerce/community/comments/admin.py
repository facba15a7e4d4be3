"""Comments in the admin API."""

from typing import Final

from openmall.commerce.community import passwords
from openmall.commerce.community.comments.rules import (
    create,
    delete,
    list_of_article,
    list_of_board,
)
from openmall.commerce.community.comments.shape import Comment, LinkedComment
from openmall.commerce.community.comments.takes import (
    BoardCommentQuery,
    CommentDraft,
    CommentPath,
    CommentQuery,
)
from openmall.contract.resource import Resource

_COMMENTS: Final = Resource(Comment, area="community", key="comment", listed="comments")

OPERATIONS = [
    _COMMENTS.listing(
        "boards/{board_no}/articles/{article_no}/comments", list_of_article, takes=CommentQuery
    ),
    _COMMENTS.post(
        "boards/{board_no}/articles/{article_no}/comments",
        create,
        takes=CommentDraft,
        prepare=passwords.hash_password,
    ),
    _COMMENTS.delete(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        delete,
        takes=CommentPath,
        shows=("shop_no", "board_no", "article_no", "comment_no"),
    ),
    _COMMENTS.giving(LinkedComment).listing(
        "boards/{board_no}/comments", list_of_board, takes=BoardCommentQuery
    ),
]
