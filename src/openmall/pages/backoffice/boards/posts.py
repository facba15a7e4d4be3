"""Posts of a board (questions, reviews, ...): list, answer, hide, delete."""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.shape import ListedArticle
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.comments import rules as comment_rules
from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.pictures import MADE
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries, sent_once
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.boards import board_settings, written_posts
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page
from openmall.pages.backoffice.rendering import render_page as render_page

NAMES: Final = ("shop_no", "search", "keyword", "reply_status", "is_display", "from", "to")
SEARCH_FIELDS: Final = {
    "subject": marked("Title"),
    "content": marked("Text"),
    "writer_name": marked("Author"),
    "member_id": marked("Member ID"),
    "product": marked("Product"),
}
REPLY_STATUSES: Final = {
    "N": marked("Not answered"),
    "P": marked("In progress"),
    "C": marked("Answered"),
}
MAX_REPLIES: Final = 100
"""Maximum number of comments and of replies shown below a post."""

_SUBPATH: Final = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}|new|settings))?")
NEW: Final = "new"
_PARAMETER_FIELDS: Final = {"start_date": "from", "end_date": "to"}
_MESSAGES: Final = {
    "answer": marked("The answer was sent."),
    "show": marked("The post is shown."),
    "hide": marked("The post is hidden."),
    "comment": marked("The comment was saved."),
    "uncomment": marked("The comment was deleted."),
    "remove-file": marked("The file was removed."),
    "delete": marked("The post was deleted."),
    "write": marked("The post was written."),
    "edit": marked("The post was changed."),
    "pin": marked("The post is pinned to the top."),
    "unpin": marked("The post is no longer pinned."),
    "points": marked("The points were given."),
}


def _board_and_post(context: PageContext) -> tuple[str, str]:
    """Return the numbers of board and post; no post on the list page. Raises NotFound."""
    match = _SUBPATH.fullmatch(context.subpath)
    if match is None:
        raise NotFound(NO_SUCH, resource=Phrase("board"))
    return match[1], match[2] or ""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/boards/{board_no}` and `/admin/boards/{board_no}-{article_no}`."""
    try:
        board_no, article_no = _board_and_post(context)
        if article_no == NEW:
            return await _new_post(context, board_no, NO_ERROR)
        if article_no == board_settings.SUBPATH:
            return await board_settings.show(context, board_no)
        if article_no:
            return await _post(context, board_no, article_no, NO_ERROR)
        return await _list(context, board_no)
    except ApiError as error:
        return not_found_page(context, error)


async def _list(context: PageContext, board_no: str) -> Response:
    query = list_queries.read_list_query(context, NAMES, path=f"{context.page.path}/{board_no}")
    board = (
        await context.call(board_rules.retrieve, {**shop_parameters(context), "board_no": board_no})
    ).content
    form_state = NO_ERROR
    articles: Sequence[ListedArticle] = ()
    try:
        response = await context.call(
            article_rules.list_articles,
            {**_parameters(query), **query.paging, "board_no": board_no},
        )
        articles = response.content
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, _PARAMETER_FIELDS
        )
    return render_page(
        context,
        "posts.html",
        status=422 if form_state.action else 200,
        messages=_MESSAGES,
        query=query,
        board=board,
        form_state=form_state,
        posts=articles[:ROWS],
        page_links=query.page_links(articles),
        new_address=address(context, f"{context.page.path}/{board_no}-{NEW}"),
        settings_address=address(
            context, f"{context.page.path}/{board_no}-{board_settings.SUBPATH}"
        ),
        search_fields=[(code, context.translate(name)) for code, name in SEARCH_FIELDS.items()],
        reply_statuses=REPLY_STATUSES,
        statuses=[(code, context.translate(name)) for code, name in REPLY_STATUSES.items()],
    )


def _parameters(query: ListQuery) -> dict[str, Encodable]:
    fields = query.fields
    parameters = query.parameters(("shop_no", "reply_status", "is_display"))
    if fields["keyword"]:
        search = fields["search"] if fields["search"] in SEARCH_FIELDS else "subject"
        parameters |= {"search": search, "keyword": fields["keyword"]}
    if fields["from"]:
        parameters["start_date"] = fields["from"]
    if fields["to"]:
        parameters["end_date"] = fields["to"]
    return parameters


async def _post(
    context: PageContext,
    board_no: str,
    article_no: str,
    form_state: FormState,
    *,
    status: int = 200,
) -> Response:
    shop = shop_parameters(context)
    board = (await context.call(board_rules.retrieve, {**shop, "board_no": board_no})).content
    response = await context.call(
        article_rules.list_articles, {"article_no": [article_no], **shop, "board_no": board_no}
    )
    if not response.content:
        raise NotFound(NO_SUCH, resource=Phrase("post"))
    post = response.content[0]
    comments = await context.call(
        comment_rules.list_of_article,
        {"limit": MAX_REPLIES, **shop, "board_no": board_no, "article_no": article_no},
    )
    product = None
    if post.product_no:
        try:
            product = (
                await context.call(product_rules.retrieve, {**shop, "product_no": post.product_no})
            ).content
        except ApiError:
            product = None
    return render_page(
        context,
        "post_delete.html" if context.visit.query.text("delete") else "post.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        board=board,
        post=post,
        product=product,
        comments=comments.content,
        replies=await _replies(context, post, shop),
        reply_statuses=REPLY_STATUSES,
        own_pictures=context.in_shop(MADE),
        address=_address(context),
        question=_address(context, delete="1"),
        back=_address(context, post=False),
    )


async def _new_post(
    context: PageContext, board_no: str, form_state: FormState, *, status: int = 200
) -> Response:
    board = (
        await context.call(board_rules.retrieve, {**shop_parameters(context), "board_no": board_no})
    ).content
    return render_page(
        context,
        "post_new.html",
        status=status,
        form_state=form_state,
        board=board,
        key=form_state.value("write", "key") or secrets.token_urlsafe(24),
        address=_address(context),
        back=_address(context, post=False),
    )


async def _replies(
    context: PageContext, post: ListedArticle, shop: dict[str, str]
) -> list[ListedArticle]:
    """Return the replies to a post.

    The API cannot search by parent post. Replies are about the same product, or contain the
    question's title.
    """
    parameters: dict[str, Encodable] = {"limit": MAX_REPLIES, **shop}
    if post.product_no:
        parameters["product_no"] = post.product_no
    else:
        parameters |= {"search": "subject", "keyword": post.title}
    response = await context.call(
        article_rules.list_articles, {**parameters, "board_no": post.board_no}
    )
    thread = {post.article_no}
    replies = []
    for each in sorted(response.content, key=lambda each: int(each.article_no)):
        if each.parent_article_no in thread and each.article_no not in thread:
            thread.add(each.article_no)
            replies.append(each)
    return replies


def _address(context: PageContext, *, post: bool = True, **more: str) -> str:
    board_no, article_no = _board_and_post(context)
    subpath = f"{board_no}-{article_no}" if post and article_no else board_no
    return address(context, f"{context.page.path}/{subpath}", **more)


_DEEDS_OF_NEW: Final = Deeds("write", without="write")
_DEEDS: Final = Deeds(
    "edit", "show", "hide", "pin", "unpin", "points", "answer", "comment", "uncomment",
    "remove-file", "delete",
)  # fmt: skip


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/boards/{board_no}-{article_no}`: process one of the page's forms."""
    match = _SUBPATH.fullmatch(context.subpath)
    if match is not None and match[2] == board_settings.SUBPATH:
        return await board_settings.change(context, match[1])
    is_new = context.subpath.endswith(f"-{NEW}")
    form = await context.form(deeds=_DEEDS_OF_NEW if is_new else _DEEDS)
    action = form.deed
    board_no = article_no = ""
    try:
        board_no, article_no = _board_and_post(context)
        if not article_no:
            raise NotFound(NO_SUCH, resource=Phrase("post"))
        if article_no == NEW:
            number = await written_posts.write(context, form, board_no)
            there = f"{context.page.path}/{board_no}-{number}"
            return redirect(address(context, there, done="write"))
        await _execute(context, action, form, board_no, article_no)
    except NotModified:
        return redirect(_address(context, done="same"))
    except ApiError as error:
        if not article_no:
            return not_found_page(context, error)
        form_state = form_errors.rejected_form(
            context, action, form, error, written_posts.FIELDS.get(action)
        )
        try:
            if article_no == NEW:
                return await _new_post(context, board_no, form_state, status=error.status)
            return await _post(context, board_no, article_no, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, post=action != "delete", done=action))


async def _execute(
    context: PageContext, action: str, form: Fields, board_no: str, article_no: str
) -> None:
    shop = shop_parameters(context)
    named = {**shop, "board_no": board_no, "article_no": article_no}
    if action in ("show", "hide"):
        await context.call(
            article_rules.change, {"display": "T" if action == "show" else "F", **named}
        )
    elif action == "delete":
        await context.call(article_rules.delete, named)
    elif action == "remove-file":
        await written_posts.remove_file(context, form, board_no, article_no)
    elif action == "answer":
        await written_posts.answer(context, form, board_no, article_no)
    elif action in ("pin", "unpin"):
        values = {"fixed": "T" if action == "pin" else "F", **named}
        await context.call(article_rules.change, values)
    elif action == "edit":
        await written_posts.edit(context, form, board_no, article_no)
    elif action == "points":
        await written_posts.give_points(context, form, board_no, article_no)
    elif action == "comment":
        text = form.text("said").strip()
        if not text:
            raise Invalid(MISSING, parameter="content")
        key = sent_once.key(form, "comment")
        # only guests change a comment with its password, so nobody knows this one; it is the same
        # when the form is sent twice
        parameters = {
            "content": text,
            "writer": written_posts.writer(context),
            "password": sha256(key.encode()).hexdigest()[:16] if key else secrets.token_urlsafe(12),
        }
        await context.call(comment_rules.create, {**parameters, **named}, key=key)
    elif action == "uncomment":
        number = form.text("comment_no")
        if not number.isdigit():
            raise NotFound(NO_SUCH, resource=Phrase("comment"))
        await context.call(comment_rules.delete, {**named, "comment_no": number})
