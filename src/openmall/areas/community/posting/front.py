"""The storefront's operations on boards. All of them are ours, after those of the admin API."""

from openmall.areas.community import passwords
from openmall.areas.community.articles.takes import ArticlePath
from openmall.areas.community.comments.takes import CommentPath
from openmall.areas.community.posting import rules
from openmall.areas.community.posting.shape import Post, Remark
from openmall.areas.community.posting.takes import (
    PostChange,
    PostDraft,
    PostQuery,
    RemarkDraft,
    RemarksOf,
)
from openmall.contract.operation import delete, get, listing, post, put
from openmall.contract.scopes import READ_COMMUNITY, WRITE_COMMUNITY

OPERATIONS = [
    listing(
        "boards/{board_no}/articles",
        rules.listing,
        takes=PostQuery,
        gives=Post,
        key="articles",
        scope=READ_COMMUNITY,
    ),
    post(
        "boards/{board_no}/articles",
        rules.write,
        takes=PostDraft,
        gives=Post,
        key="article",
        scope=WRITE_COMMUNITY,
        prepare=passwords.keep,
    ),
    get(
        "boards/{board_no}/articles/{article_no}",
        rules.retrieve,
        takes=ArticlePath,
        gives=Post,
        key="article",
        scope=READ_COMMUNITY,
    ),
    put(
        "boards/{board_no}/articles/{article_no}",
        rules.change,
        takes=PostChange,
        gives=Post,
        key="article",
        scope=WRITE_COMMUNITY,
        prepare=rules.prove,
    ),
    delete(
        "boards/{board_no}/articles/{article_no}",
        rules.delete,
        takes=ArticlePath,
        gives=ArticlePath,
        key="article",
        scope=WRITE_COMMUNITY,
    ),
    listing(
        "boards/{board_no}/articles/{article_no}/comments",
        rules.remarks,
        takes=RemarksOf,
        gives=Remark,
        key="comments",
        scope=READ_COMMUNITY,
    ),
    post(
        "boards/{board_no}/articles/{article_no}/comments",
        rules.comment,
        takes=RemarkDraft,
        gives=Remark,
        key="comment",
        scope=WRITE_COMMUNITY,
        prepare=passwords.keep,
    ),
    delete(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        rules.delete_comment,
        takes=CommentPath,
        gives=CommentPath,
        key="comment",
        scope=WRITE_COMMUNITY,
    ),
]
