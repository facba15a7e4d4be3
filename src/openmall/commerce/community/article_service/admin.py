"""Articles in the admin API."""

from typing import Final

from openmall.commerce.community import passwords
from openmall.commerce.community.article_service.rules import change, create, delete, list_articles
from openmall.commerce.community.articles.shape import (
    ArticleKey,
    ChangedArticle,
    CreatedArticle,
    ListedArticle,
)
from openmall.commerce.community.articles.takes import (
    ArticleChange,
    ArticleDraft,
    ArticlePath,
    ArticleQuery,
)
from openmall.contract.resource import Resource

_ARTICLES: Final = Resource(ListedArticle, area="community", key="article", listed="articles")

OPERATIONS = [
    _ARTICLES.listing("boards/{board_no}/articles", list_articles, takes=ArticleQuery, links=True),
    _ARTICLES.giving(CreatedArticle).post(
        "boards/{board_no}/articles",
        create,
        takes=ArticleDraft,
        key="articles",
        objects=10,
        prepare=passwords.hash_password,
    ),
    _ARTICLES.giving(ChangedArticle).put(
        "boards/{board_no}/articles/{article_no}", change, takes=ArticleChange
    ),
    _ARTICLES.giving(ArticleKey).delete(
        "boards/{board_no}/articles/{article_no}", delete, takes=ArticlePath
    ),
]
