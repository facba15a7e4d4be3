"""What a shop writes on its boards: posts of its own, answers, and points for a review."""

import datetime
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.shape import ListedArticle
from openmall.commerce.mileage.points import rules as point_rules
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_SUCH
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.pages.backoffice import sent_once
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import AUTHOR_NO_CUSTOMER, POINTS_GIVEN_FOR_POST
from openmall.translations import catalogues

FIELDS: Final = {
    "comment": {"content": "said"},
    "edit": {"title": "title", "content": "new_content"},
}
"""Form -> parameter -> its field, where the names differ."""
_REASON: Final = marked("Review {0}")


async def write(context: PageContext, form: Fields, board_no: str) -> int:
    """Write a post of the shop's own on a board; return its number. Raises the ApiError."""
    draft = {
        "writer": writer(context),
        "title": _required(form, "title"),
        "content": _required(form, "content"),
        "client_ip": context.visit.request.ip,
        "notice": form.text("notice") or "F",
        "fixed": form.text("fixed") or "F",
        **shop_parameters(context),
    }
    response = await context.call(
        article_rules.create, {**draft, "board_no": board_no}, key=form.text("key")[:100]
    )
    return response.content.article_no


async def edit(context: PageContext, form: Fields, board_no: str, article_no: str) -> None:
    """Change title, text and notice of a post. Raises the ApiError."""
    values = {
        "title": _required(form, "title"),
        "content": _required(form, "new_content", "content"),
        "notice": form.text("notice") or "F",
        **shop_parameters(context),
    }
    named = {"board_no": board_no, "article_no": article_no}
    await context.call(article_rules.change, {**values, **named})


async def remove_file(context: PageContext, form: Fields, board_no: str, article_no: str) -> None:
    """Take a file off a post, by its address. Raises NotFound, and the ApiError."""
    post = await _find(context, board_no, article_no)
    url = form.text("url")
    number = next((each.no for each in post.attach_file_urls if each.url == url), None)
    if number is None:
        raise NotFound(NO_SUCH, resource=Phrase("picture"))
    named = {**shop_parameters(context), "board_no": board_no, "article_no": article_no}
    await context.call(article_rules.change, {**named, f"attach_file_url{number}": ""})


async def answer(context: PageContext, form: Fields, board_no: str, article_no: str) -> None:
    """Reply to a post, which is answered then. Raises Invalid, NotFound, and the ApiError."""
    text = form.text("content").replace("\r\n", "\n").strip()
    if not text:
        raise Invalid(MISSING, parameter="content")
    question = await _find(context, board_no, article_no)
    parameters: dict[str, Encodable] = {
        "writer": writer(context),
        "title": f"Re: {question.title}"[:256],
        "content": text,
        "client_ip": context.visit.request.ip,
        "reply_article_no": article_no,
        "reply": "T",
        "reply_user_id": context.user.user_id,
        "secret": question.secret,
        **shop_parameters(context),
    }
    if question.product_no:
        parameters["product_no"] = question.product_no
    key = sent_once.key(form, f"answer-{article_no}")
    await context.call(article_rules.create, {**parameters, "board_no": board_no}, key=key)


async def give_points(context: PageContext, form: Fields, board_no: str, article_no: str) -> None:
    """Give the author of a review points, once. Raises Invalid, NotFound, and the ApiError."""
    post = await _find(context, board_no, article_no)
    if not post.member_id:
        raise NotFound(AUTHOR_NO_CUSTOMER)
    amount = typed_numbers.plain(form.text("amount"))
    if not amount:
        raise Invalid(MISSING, parameter="amount")
    shop = shop_parameters(context)
    name = f"{post.board_no}-{article_no}"
    # the customer reads it in the shop
    language = context.shop.language.partition("_")[0]
    reason = catalogues.translate(language, "backoffice", _REASON).format(name)
    today = moment(context.clock.now()).date()
    period = {
        "start_date": (today - datetime.timedelta(days=364)).isoformat(),
        "end_date": today.isoformat(),
    }
    given: dict[str, Encodable] = {"member_id": post.member_id, "limit": 100, **period, **shop}
    # another manager may have given them in another language
    entries = (await context.call(point_rules.listing, given)).content
    if any(name in each.reason.split() for each in entries):
        raise Invalid(POINTS_GIVEN_FOR_POST, parameter="amount")
    draft = {"member_id": post.member_id, "amount": amount, "type": "increase", "reason": reason}
    await context.call(point_rules.change, {**draft, **shop}, key=f"points-for-post-{name}")


def writer(context: PageContext) -> str:
    """Return the name under which a manager writes."""
    return context.user.name or context.user.user_id


async def _find(context: PageContext, board_no: str, article_no: str) -> ListedArticle:
    shop = shop_parameters(context)
    named = {"board_no": board_no, "article_no": [article_no]}
    response = await context.call(article_rules.list_articles, {**named, **shop})
    if not response.content:
        raise NotFound(NO_SUCH, resource=Phrase("post"))
    return response.content[0]


def _required(form: Fields, name: str, parameter: str = "") -> str:
    text = form.text(name).replace("\r\n", "\n").strip()
    if not text:
        raise Invalid(MISSING, parameter=parameter or name)
    return text
