"""The storefront's operations on boards. All of them are ours, after those of the admin API."""

from openmall.areas.community import passwords
from openmall.areas.community.articles.takes import ArticlePath
from openmall.areas.community.boards.takes import BoardPath
from openmall.areas.community.comments.takes import CommentPath
from openmall.areas.community.posting import remarks, rules
from openmall.areas.community.posting.challenge import Challenge
from openmall.areas.community.posting.shape import OpenBoard, Post, Remark
from openmall.areas.community.posting.takes import (
    Opening,
    OwnPosts,
    PostChange,
    PostDraft,
    PostQuery,
    RemarkChange,
    RemarkDraft,
    RemarksOf,
)
from openmall.contract.operation import delete, get, listing, post, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_COMMUNITY, READ_PERSONAL, WRITE_COMMUNITY

OPERATIONS = [
    listing(
        "boards",
        rules.list_boards,
        takes=ShopParams,
        gives=OpenBoard,
        key="boards",
        scope=READ_COMMUNITY,
    ),
    get(
        "boards/{board_no}/challenge",
        rules.ask_challenge,
        takes=BoardPath,
        gives=Challenge,
        key="challenge",
        scope=READ_COMMUNITY,
    ),
    listing(
        "customers/me/articles",
        rules.own,
        takes=OwnPosts,
        gives=Post,
        key="articles",
        scope=READ_PERSONAL,
    ),
    post(
        "boards/{board_no}/articles/{article_no}/opening",
        rules.open_secret,
        takes=Opening,
        gives=Post,
        key="article",
        scope=READ_COMMUNITY,
        prepare=rules.prove_opening,
    ),
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
        remarks.listing,
        takes=RemarksOf,
        gives=Remark,
        key="comments",
        scope=READ_COMMUNITY,
    ),
    post(
        "boards/{board_no}/articles/{article_no}/comments",
        remarks.write,
        takes=RemarkDraft,
        gives=Remark,
        key="comment",
        scope=WRITE_COMMUNITY,
        prepare=passwords.keep,
    ),
    put(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        remarks.change,
        takes=RemarkChange,
        gives=Remark,
        key="comment",
        scope=WRITE_COMMUNITY,
        prepare=remarks.prove,
    ),
    delete(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        remarks.delete,
        takes=CommentPath,
        gives=CommentPath,
        key="comment",
        scope=WRITE_COMMUNITY,
    ),
]
