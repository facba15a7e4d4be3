"""Takes one file off an article, whatever its number is by then."""

from msgspec.structs import replace

from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.shape import ChangedArticle, stored_address
from openmall.commerce.community.articles.takes import ArticleChange, ArticlePath
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH


async def remove(call: Call, path: ArticlePath, url: str) -> ChangedArticle:
    """Take the file at an address off an article. Raises NotFound (404) where it has none there.

    The article is locked before the file is looked up: others may be taken off at the same time.
    """
    article = await article_rules.to_change(call, path)
    stored = stored_address(url, call.origin)
    number = next((no for no, each in enumerate(article.files, 1) if each.url == stored), 0)
    if not number:
        raise NotFound(NO_SUCH, parameter="url", resource=Phrase("picture"))
    change = ArticleChange(shop_no=path.shop_no, board_no=path.board_no, article_no=path.article_no)
    return await article_rules.change(call, replace(change, **{f"attach_file_url{number}": ""}))
