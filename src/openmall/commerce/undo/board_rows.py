"""What an undo keeps to with posts: their place in a thread, counts, what partners see, and events.

Posts are locked as their own operations lock them: the reviewed product, then the thread.
"""

from collections.abc import Iterable
from typing import Any, Final

from openmall.commerce.community import reviews
from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.articles.events import PostCreated, PostDeleted, PostUpdated
from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.community.comments import store as comment_store
from openmall.commerce.community.comments.events import CommentAdded, CommentDeleted
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.undo import row_store
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.contract.call import Call

ARTICLES: Final = str(article_store.ARTICLE.name)
COMMENTS: Final = str(comment_store.COMMENT.name)
PRODUCTS: Final = str(PRODUCT.name)
EVENTS: Final = frozenset(
    {
        kind.event_no
        for kind in (PostCreated, PostUpdated, PostDeleted, CommentAdded, CommentDeleted)
    }
)
"""Events about posts in answer to which an undo publishes how they are then."""
_ANSWERED: Final = "C"


async def lock(call: Call, rows: Iterable[RevertedRow]) -> None:
    """Lock the reviewed products and the threads of rows, before customers."""
    products, threads = set(), set()
    for row in rows:
        found = await _article_of(call, row)
        if found is not None:
            threads.add(found["thread_no"])
            if _is_review(found):
                products.add(found["product_no"])
    for product_no in sorted(products):
        await product_store.lock(call, product_no)
    for thread_no in sorted(threads):
        await article_store.lock(call, thread_no)


async def _article_of(call: Call, row: RevertedRow) -> dict[str, Any] | None:
    """Return the article that a row is of; None: it is of none, or that is gone with its thread."""
    if row.table == COMMENTS:
        comment = row.before or row.after or {}
        if "article_no" not in comment:
            comment = await row_store.peek(call.db, COMMENTS, row.key) or {}
        key = {"article_no": comment.get("article_no", 0)}
        return await row_store.peek(call.db, ARTICLES, key)
    if row.table != ARTICLES:
        return None
    # a deleted one is locked by the thread that it was of
    whole = row.before if row.after is None else None
    return await row_store.peek(call.db, ARTICLES, row.key) or whole


def _is_review(row: dict[str, Any]) -> bool:
    review = row["board_no"] == REVIEWS and not row["reply_depth"]
    return review and row["product_no"] is not None


class RevertedPosts:
    """Reverted rows of posts, and what follows from them."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._articles: dict[int, bool] = {}
        """Article -> whether it comes back."""
        self._turns: list[tuple[int, int]] = []
        """Thread and place of posts that come back."""
        self._comments: set[int] = set()
        """Comments that come back."""
        self._commented: set[int] = set()
        """Articles whose comments are reverted."""
        self._products: set[tuple[int, int]] = set()
        """Shop and number of products that come back, with their reviews."""

    def prepare(self, row: RevertedRow, current: dict[str, Any] | None) -> None:
        """Keep in mind what a row becomes."""
        before = row.before
        if before is None:
            return
        if row.table == PRODUCTS and current is None:
            self._products.add((row.key["shop_no"], row.key["product_no"]))
        elif row.table == ARTICLES:
            shown_again = before.get("deleted") == "F" and current is not None
            self._articles[row.key["article_no"]] = current is None or shown_again
            if current is None:
                self._turns.append((before["thread_no"], before["turn"]))
        elif row.table == COMMENTS and current is None:
            self._comments.add(row.key["comment_no"])
            self._commented.add(before["article_no"])

    async def make_room(self) -> None:
        """Make room in their threads for posts that come back."""
        # from the first place on, as the present occupant of a place goes to the next one
        for thread_no, turn in sorted(self._turns, reverse=True):
            await article_store.free_turn(self._call, thread_no, turn)
        self._turns.clear()

    async def settle(self) -> None:
        """Count comments, update what partners see of reviews, and publish how posts are now."""
        for article_no in sorted({*self._articles, *self._commented}):
            stored = await row_store.read_row(self._call.db, ARTICLES, {"article_no": article_no})
            if stored is None:
                continue  # removed as what another write of the range created
            with self._call.in_shop(stored["shop_no"]):
                article = await self._settle(stored)
                if article is not None:
                    await self._announce(article)
        for shop_no, product_no in sorted(self._products):
            with self._call.in_shop(shop_no):
                await reviews.update_partners(self._call, product_no)

    async def _settle(self, stored: dict[str, Any]) -> Article | None:
        number = stored["article_no"]
        count = await comment_store.count(self._call, number)
        await article_store.commented(self._call, number, count - stored["comment_count"])
        if number in self._articles:
            if stored["reply_depth"]:
                start = await row_store.peek(
                    self._call.db, ARTICLES, {"article_no": stored["thread_no"]}
                )
                if start is not None:
                    standing = start["standing"]
                    await article_store.stand(self._call, stored["thread_no"], standing)
            if _is_review(stored):
                await reviews.update_partners(self._call, stored["product_no"])
        article = await article_store.find(self._call, stored["board_no"], number)
        assert article is not None
        asked = article.reply_status not in (None, _ANSWERED)
        if (
            asked
            and number in self._articles
            and await article_store.has_replies(self._call, article)
        ):
            # what another write answered stays answered
            await article_store.set_status(self._call, number, _ANSWERED)
        return None if article.deleted == "T" else article

    async def _announce(self, article: Article) -> None:
        comes_back = self._articles.get(article.article_no)
        if comes_back is not None:
            # the author of a question has had the message of a reply when it was written
            again = comes_back and not article.reply_depth
            self._call.publish((PostCreated if again else PostUpdated).of(article))
        for comment_no in sorted(self._comments):
            found = await comment_store.find(self._call, article.article_no, comment_no)
            if found is not None:
                self._call.publish(CommentAdded.of(article, found[0]))
