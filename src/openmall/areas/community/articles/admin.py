"""Articles in the admin API."""

from openmall.areas.community import passwords
from openmall.areas.community.articles.rules import change, create, delete, list_articles
from openmall.areas.community.articles.shape import (
    ArticleKey,
    ChangedArticle,
    CreatedArticle,
    ListedArticle,
)
from openmall.areas.community.articles.takes import (
    ArticleChange,
    ArticleDraft,
    ArticlePath,
    ArticleQuery,
)
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import listing, post, put
from openmall.contract.scopes import READ_COMMUNITY, WRITE_COMMUNITY

OPERATIONS = [
    listing(
        "boards/{board_no}/articles",
        list_articles,
        takes=ArticleQuery,
        gives=ListedArticle,
        key="articles",
        scope=READ_COMMUNITY,
        links=True,
    ),
    post(
        "boards/{board_no}/articles",
        create,
        takes=ArticleDraft,
        gives=CreatedArticle,
        key="articles",
        scope=WRITE_COMMUNITY,
        objects=10,
        prepare=passwords.keep,
    ),
    put(
        "boards/{board_no}/articles/{article_no}",
        change,
        takes=ArticleChange,
        gives=ChangedArticle,
        key="article",
        scope=WRITE_COMMUNITY,
    ),
    delete_row(
        "boards/{board_no}/articles/{article_no}",
        delete,
        takes=ArticlePath,
        gives=ArticleKey,
        key="article",
        scope=WRITE_COMMUNITY,
    ),
]
