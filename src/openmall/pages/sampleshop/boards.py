"""The shop's boards: reading and writing articles and comments, with pictures of members."""

import base64
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.community.articles.shape import NumberedFile
from openmall.commerce.community.boards import builtin
from openmall.commerce.community.storefront_boards import (
    pictured,
    rules,
    storefront_comments,
    writers,
)
from openmall.commerce.community.storefront_boards.shape import OpenBoard, Post, Remark
from openmall.commerce.design.themes import default_pages
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.pictures import MADE
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.html_text import paragraphs
from openmall.pages.sampleshop.metadata import About
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.themes.plain_data import data_of

_PAGE_SIZE: Final = 20
_MAX_COMMENTS: Final = 50
_REVIEW: Final = 5
"""Type of boards whose articles rate a product."""
_MOST_STARS: Final = 5
_SHOWN_STATUSES: Final = (401, 403, 409, 422, 429)
_ARTICLE_FIELDS: Final = ("title", "content", "writer", "password", "rating", "product_no")
_COMMENT_FIELDS: Final = ("content", "writer", "password")
MOST_BYTES: Final = 9 * 1024 * 1024
"""Bytes of a form with pictures: less than a proxy in front lets through (`deploy/nginx.conf`)."""
MOST_FILES_SENT: Final = 20
"""Files that a form is read with: more than an article may have are refused at their field."""
_WRITE_A_POST: Final = marked("Write a post")
_WRITE: Final = {
    builtin.REVIEWS: marked("Write a review"),
    builtin.QUESTIONS: marked("Ask a question"),
}
"""Board -> title of its form; others: `_WRITE_A_POST`."""
_TOGETHER: Final = MOST_BYTES // pictured.MEGABYTE - 1
"""Megabytes of the pictures of a form; the rest is for its texts."""

_DESCRIBED: Final = About(kind="article", sharing="board")


async def listed(context: PageContext) -> list[OpenBoard]:
    """Return the boards that the shopper may read, named in the shopper's language.

    A name that the shop chose is shown as it is.
    """
    own, language = context.shop.language, context.language
    return [
        replace(each, board_name=builtin.in_language(each.board_no, each.board_name, own, language))
        for each in await context.content(rules.list_boards)
    ]


async def show_boards(context: PageContext) -> Response:
    """Show the readable boards."""
    return await context.show(
        default_pages.BOARDS,
        described=_DESCRIBED,
        title=context.translate("Boards"),
        boards=await listed(context),
    )


async def show_board(context: PageContext, number: str) -> Response:
    """Show a page of a board."""
    board = await _find_board(context, number)
    paging = Paging(context, _PAGE_SIZE)
    articles = await context.content(rules.listing, {**paging.parameters, "board_no": number})
    return await context.show(
        default_pages.BOARD,
        described=_DESCRIBED,
        title=board.board_name,
        board=board,
        articles=[
            {**data_of(each), "pictures": own_pictures(context, each.attach_file_urls)}
            for each in articles
        ],
        newer=paging.newer(),
        older=paging.older(len(articles)),
    )


async def write_page(context: PageContext, number: str) -> Response:
    """Show the form of a new article."""
    return await _write(context, number, {"product_no": context.visit.query.text("product_no")})


async def _write(
    context: PageContext, number: str, values: dict[str, str], *, problem: ApiError | None = None
) -> Response:
    product = None
    product_no = values.get("product_no", "")
    if product_no.isascii() and product_no.isdecimal() and len(product_no) < _PAGE_SIZE - 1:
        products = await context.read("products", product_no=[product_no], limit=1)
        product = products[0] if products else None
    board = await _find_board(context, number)
    about = {"product_no": product_no} if product else {}
    page = f"/boards/{number}/write?{urlencode(about)}".rstrip("?")
    needed = "nothing"
    if problem is None:
        # a post that was refused stays on the page with what was typed
        needed = (await context.content(writers.need, {**about, "board_no": number})).needed
    return await context.show(
        default_pages.WRITE,
        described=_DESCRIBED,
        title=context.translate(_WRITE.get(board.board_no, _WRITE_A_POST)),
        problem=problem,
        board=board,
        condition=needed,
        sign_in_page=f"/sign-in?{urlencode({'next': page}, safe='/')}",
        titles=[{"code": each, "name": each} for each in board.titles],
        ratings=_ratings(context) if _is_rating(board) and product else (),
        product=product,
        challenge=await context.content(rules.ask_challenge, {"board_no": number}),
        pictures_limit=await _pictures_limit(context, number),
        values={**dict.fromkeys((*_ARTICLE_FIELDS, "secret"), ""), **values, "password": ""},
    )


async def _pictures_limit(context: PageContext, board_no: str) -> dict[str, str] | None:
    """Return how many pictures a post may have, and their megabytes; None: it takes none."""
    limit = await context.content(pictured.limit, {"board_no": board_no})
    if not limit.pictures:
        return None
    each = min(limit.bytes_each / pictured.MEGABYTE, _TOGETHER)
    number = str(limit.pictures)
    return {"number": number, "each": f"{each:.3g}", "together": str(_TOGETHER)}


def own_pictures(context: PageContext, files: Sequence[NumberedFile]) -> list[str]:
    """Return the addresses of the pictures among the files of a post that the shop made itself.

    Others are not shown: an app may name files on any host, which would learn who reads the post.
    """
    own = context.visit.address.origin + MADE
    return [each.url for each in files if each.url.startswith(own)]


async def write(context: PageContext, form: Fields, number: str) -> Response:
    """Create an article on a board."""
    values = {name: value for name in _ARTICLE_FIELDS if (value := form.text(name).strip())}
    values["secret"] = form.text("secret") or "F"
    try:
        draft = {**values, **_proof(form)}
        article = await _written(context, {**draft, "board_no": number})
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _write(context, number, values, problem=error)
        raise
    if article.display == "F":
        return context.redirect(f"/boards/{number}", done="awaiting")
    if article.product_no:
        return context.redirect(f"/products/{article.product_no}", done="written")
    return context.redirect(f"/boards/{number}", done="written")


async def _written(context: PageContext, draft: dict[str, Encodable]) -> Post:
    if not context.pictures:
        return (await context.call(rules.write, draft)).content
    # the media type is not looked at
    pictures = [
        f"data:image/x;base64,{base64.b64encode(each).decode()}" for each in context.pictures
    ]
    return (await context.call(pictured.write, {**draft, "pictures": pictures})).content


async def show_article(context: PageContext, number: str, article_no: str) -> Response:
    """Show an article and its comments."""
    return await _article_page(context, number, article_no)


async def _article_page(
    context: PageContext,
    number: str,
    article_no: str,
    *,
    problem: ApiError | None = None,
    values: dict[str, str] | None = None,
    unlocked: Post | None = None,
) -> Response:
    article = unlocked
    comments: Sequence[Remark] = ()
    if article is None:
        try:
            article = await context.content(
                rules.retrieve, {"board_no": number, "article_no": article_no}
            )
        except NotFound:
            # a private article is 404 until its password is sent
            if problem is None and context.visit.query.text("secret") != "T":
                raise
    if article is not None and unlocked is None:
        comments = await context.content(
            storefront_comments.listing,
            {"limit": _MAX_COMMENTS, "board_no": number, "article_no": article_no},
        )
    return await context.show(
        default_pages.ARTICLE,
        described=_DESCRIBED,
        title=context.translate("Private post") if article is None else article.title,
        problem=problem,
        board=await _find_board(context, number),
        article=article,
        paragraphs=[] if article is None else paragraphs(article.content),
        pictures=[] if article is None else own_pictures(context, article.attach_file_urls),
        comments=comments,
        challenge=await context.content(rules.ask_challenge, {"board_no": number}),
        values={**dict.fromkeys(_COMMENT_FIELDS, ""), **(values or {}), "password": ""},
    )


DEEDS: Final = Deeds("open", "comment", "delete", "remove-picture", without="comment")


async def change_article(
    context: PageContext, form: Fields, number: str, article_no: str
) -> Response:
    """Create a comment, open a private article with its password, or delete one's own article.

    A picture of one's own article is deleted by itself as well.
    """
    act = form.deed
    values = {name: value for name in _COMMENT_FIELDS if (value := form.text(name).strip())}
    try:
        if act == "open":
            password = {"password": form.text("password")}
            response = await context.call(
                rules.open_secret, {**password, "board_no": number, "article_no": article_no}
            )
            return await _article_page(context, number, article_no, unlocked=response.content)
        if act == "delete":
            await context.call(rules.delete, {"board_no": number, "article_no": article_no})
            return context.redirect(f"/boards/{number}", done="deleted")
        if act == "remove-picture":
            named = {"board_no": number, "article_no": article_no, "url": form.text("url")}
            await context.call(pictured.remove, named)
            here = f"/boards/{number}/articles/{article_no}"
            return context.redirect(here, done="deleted")
        await context.call(
            storefront_comments.write,
            {**values, **_proof(form), "board_no": number, "article_no": article_no},
        )
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _article_page(context, number, article_no, problem=error, values=values)
        raise
    return context.redirect(f"/boards/{number}/articles/{article_no}", done="written")


async def _find_board(context: PageContext, number: str) -> OpenBoard:
    """Return a readable board. Raises NotFound (404)."""
    for each in await listed(context):
        if str(each.board_no) == number:
            return each
    raise NotFound(NO_SUCH, parameter="board_no", resource=Phrase("board"))


def _is_rating(board: OpenBoard) -> bool:
    """Return whether the form of a post offers stars: not for questions, which judge nothing."""
    return board.board_type == _REVIEW and board.board_no != builtin.QUESTIONS


def _ratings(context: PageContext) -> list[dict[str, str]]:
    stars = [{"code": str(each), "name": "★" * each} for each in range(_MOST_STARS, 0, -1)]
    return [{"code": "", "name": context.translate("None")}, *stars]


def _proof(form: Fields) -> dict[str, Encodable]:
    """Return the browser's proof of work against spam, if any."""
    challenge, answer = form.text("challenge"), form.text("answer")
    return {"proof": {"challenge": challenge, "answer": answer}} if challenge and answer else {}
