"""The storefront's operations on boards. All of them are ours, after those of the admin API."""

from typing import Final

from openmall.commerce.community.articles.takes import ArticlePath
from openmall.commerce.community.boards.takes import BoardPath
from openmall.commerce.community.comments.takes import CommentPath
from openmall.commerce.community.storefront_boards import authorship, rules, storefront_comments
from openmall.commerce.community.storefront_boards.challenge import Challenge
from openmall.commerce.community.storefront_boards.shape import OpenBoard, Post, Remark
from openmall.commerce.community.storefront_boards.takes import (
    Opening,
    OwnPosts,
    PostChange,
    PostDraft,
    PostQuery,
    RemarkChange,
    RemarkDraft,
    RemarkQuery,
)
from openmall.contract.operation import get, listing
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_COMMUNITY, READ_PERSONAL

_ARTICLES: Final = Resource(Post, area="community", key="article", listed="articles")
_COMMENTS: Final = Resource(Remark, area="community", key="comment", listed="comments")

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
    _ARTICLES.post(
        "boards/{board_no}/articles/{article_no}/opening",
        rules.open_secret,
        takes=Opening,
        scope=READ_COMMUNITY,
        prepare=rules.prove_opening,
    ),
    _ARTICLES.listing("boards/{board_no}/articles", rules.listing, takes=PostQuery),
    _ARTICLES.post(
        "boards/{board_no}/articles", rules.write, takes=PostDraft, prepare=authorship.hash_password
    ),
    _ARTICLES.get("boards/{board_no}/articles/{article_no}", rules.retrieve, takes=ArticlePath),
    _ARTICLES.put(
        "boards/{board_no}/articles/{article_no}",
        rules.change,
        takes=PostChange,
        prepare=rules.prove,
    ),
    _ARTICLES.giving(ArticlePath).delete(
        "boards/{board_no}/articles/{article_no}", rules.delete, takes=ArticlePath
    ),
    _COMMENTS.listing(
        "boards/{board_no}/articles/{article_no}/comments",
        storefront_comments.listing,
        takes=RemarkQuery,
    ),
    _COMMENTS.post(
        "boards/{board_no}/articles/{article_no}/comments",
        storefront_comments.write,
        takes=RemarkDraft,
        prepare=authorship.hash_password,
    ),
    _COMMENTS.put(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        storefront_comments.change,
        takes=RemarkChange,
        prepare=storefront_comments.prove,
    ),
    _COMMENTS.giving(CommentPath).delete(
        "boards/{board_no}/articles/{article_no}/comments/{comment_no}",
        storefront_comments.delete,
        takes=CommentPath,
    ),
]
