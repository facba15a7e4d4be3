"""What is written on a board: found, answered, hidden, deleted; questions and reviews alike."""

import re
import secrets
from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import lists, refusals
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.lists import ROWS, Look
from openmall.pages.backoffice.places import address
from openmall.pages.backoffice.places import shop as shop_of
from openmall.pages.backoffice.refusals import NOTHING_REFUSED, Sheet
from openmall.pages.backoffice.showing import gone
from openmall.pages.backoffice.showing import show as shown

NAMES: Final = ("shop_no", "search", "keyword", "reply_status", "is_display", "from", "to")
SEARCHED: Final = {
    "subject": marked("Title"),
    "content": marked("Text"),
    "writer_name": marked("Author"),
    "member_id": marked("Member ID"),
    "product": marked("Product"),
}
REPLIED: Final = {
    "N": marked("Not answered"),
    "P": marked("In progress"),
    "C": marked("Answered"),
}
MOST: Final = 100
"""Comments and replies that are shown below a post."""

_BELOW: Final = re.compile(r"([1-9][0-9]{0,9})(?:-([1-9][0-9]{0,9}))?")
_FIELDS: Final = {"start_date": "from", "end_date": "to"}
_DEEDS: Final = {
    "answer": marked("The answer was sent."),
    "show": marked("The post is shown."),
    "hide": marked("The post is hidden."),
    "comment": marked("The comment was saved."),
    "uncomment": marked("The comment was deleted."),
    "delete": marked("The post was deleted."),
}


def _meant(desk: Desk) -> tuple[str, str]:
    """Return the board, and the post on it, empty where its list is meant. Raises NotFound."""
    found = _BELOW.fullmatch(desk.below)
    if found is None:
        raise NotFound("There is no such board.")
    return found[1], found[2] or ""


async def show(desk: Desk) -> Response:
    """`GET /admin/boards/{board_no}` and `/admin/boards/{board_no}-{article_no}`."""
    try:
        board_no, article_no = _meant(desk)
        if article_no:
            return await _post(desk, board_no, article_no, NOTHING_REFUSED)
        return await _list(desk, board_no)
    except ApiError as error:
        return gone(desk, error)


async def _list(desk: Desk, board_no: str) -> Response:
    look = lists.look(desk, NAMES, path=f"{desk.page.path}/{board_no}")
    board = (await desk.ask(f"boards/{board_no}", shop_of(desk))).content
    refused, found = NOTHING_REFUSED, []
    try:
        told = await desk.ask(f"boards/{board_no}/articles", {**_sent(look), **look.window})
        found = told.content
    except ApiError as error:
        refused = refusals.sheet(desk, "search", desk.visit.query, error, _FIELDS)
    return shown(
        desk,
        "posts.html",
        status=422 if refused.deed else 200,
        deeds=_DEEDS,
        look=look,
        board=board,
        sheet=refused,
        posts=found[:ROWS],
        turn=look.turn(found),
        searched=[(code, desk.said(name)) for code, name in SEARCHED.items()],
        replied=REPLIED,
        statuses=[(code, desk.said(name)) for code, name in REPLIED.items()],
    )


def _sent(look: Look) -> dict[str, Any]:
    given = look.given
    sent = look.sent(("shop_no", "reply_status", "is_display"))
    if given["keyword"]:
        search = given["search"] if given["search"] in SEARCHED else "subject"
        sent |= {"search": search, "keyword": given["keyword"]}
    if given["from"]:
        sent["start_date"] = given["from"]
    if given["to"]:
        sent["end_date"] = given["to"]
    return sent


async def _post(
    desk: Desk, board_no: str, article_no: str, refused: Sheet, *, status: int = 200
) -> Response:
    shop = shop_of(desk)
    board = (await desk.ask(f"boards/{board_no}", shop)).content
    there = f"boards/{board_no}/articles"
    told = await desk.ask(there, {"article_no": [article_no], **shop})
    if not told.content:
        raise NotFound("There is no such post.")
    post = told.content[0]
    comments = await desk.ask(f"{there}/{article_no}/comments", {"limit": MOST, **shop})
    product = None
    if post["product_no"]:
        try:
            product = (await desk.ask(f"products/{post['product_no']}", shop)).content
        except ApiError:
            product = None
    return shown(
        desk,
        "post_delete.html" if desk.visit.query.text("delete") else "post.html",
        status=status,
        deeds=_DEEDS,
        sheet=refused,
        board=board,
        post=post,
        product=product,
        comments=comments.content,
        replies=await _replies(desk, post, shop),
        replied=REPLIED,
        address=_address(desk),
        question=_address(desk, delete="1"),
        back=_address(desk, post=False),
    )


async def _replies(desk: Desk, post: dict[str, Any], shop: dict[str, str]) -> list[dict[str, Any]]:
    """Return what was written in answer to a post.

    The API has no search by what something answers. Answers are about the same product, or bear
    the question's title.
    """
    sent: dict[str, Any] = {"limit": MOST, **shop}
    if post["product_no"]:
        sent["product_no"] = post["product_no"]
    else:
        sent |= {"search": "subject", "keyword": post["title"]}
    told = await desk.ask(f"boards/{post['board_no']}/articles", sent)
    below = {post["article_no"]}
    found = []
    for each in sorted(told.content, key=lambda each: int(each["article_no"])):
        if each["parent_article_no"] in below and each["article_no"] not in below:
            below.add(each["article_no"])
            found.append(each)
    return found


def _address(desk: Desk, *, post: bool = True, **more: str) -> str:
    board_no, article_no = _meant(desk)
    place = f"{board_no}-{article_no}" if post and article_no else board_no
    return address(desk, f"{desk.page.path}/{place}", **more)


async def change(desk: Desk) -> Response:
    """`POST /admin/boards/{board_no}-{article_no}`: one of the page's forms."""
    form = await desk.form()
    deed = form.text("deed")
    board_no = article_no = ""
    try:
        board_no, article_no = _meant(desk)
        if not article_no:
            raise NotFound("There is no such post.")
        await _done(desk, deed, form, f"boards/{board_no}/articles", article_no)
    except NotModified:
        return redirect(_address(desk, done="same"))
    except ApiError as error:
        refused = refusals.sheet(
            desk, deed, form, error, {"content": "said"} if deed == "comment" else None
        )
        try:
            return await _post(desk, board_no, article_no, refused, status=error.status)
        except ApiError as missing:
            return gone(desk, missing)
    return redirect(_address(desk, post=deed != "delete", done=deed))


async def _done(desk: Desk, deed: str, form: Fields, there: str, article_no: str) -> None:
    shop = shop_of(desk)
    here = f"{there}/{article_no}"
    if deed in ("show", "hide"):
        await desk.ask(here, {"display": "T" if deed == "show" else "F", **shop}, method="PUT")
    elif deed == "delete":
        await desk.ask(here, shop, method="DELETE")
    elif deed == "answer":
        await _answer(desk, form, there, article_no)
    elif deed == "comment":
        text = form.text("said").strip()
        if not text:
            raise Invalid("A required parameter is missing.", parameter="content")
        # a comment is changed with its password by guests only; nobody needs to know this one
        sent = {"content": text, "writer": _writer(desk), "password": secrets.token_urlsafe(12)}
        await desk.ask(f"{here}/comments", {**sent, **shop}, method="POST")
    elif deed == "uncomment":
        number = form.text("comment_no")
        if not number.isdigit():
            raise NotFound("There is no such comment.")
        await desk.ask(f"{here}/comments/{number}", shop, method="DELETE")


async def _answer(desk: Desk, form: Fields, there: str, article_no: str) -> None:
    text = form.text("content").strip()
    if not text:
        raise Invalid("A required parameter is missing.", parameter="content")
    shop = shop_of(desk)
    told = await desk.ask(there, {"article_no": [article_no], **shop})
    if not told.content:
        raise NotFound("There is no such post.")
    question = told.content[0]
    sent: dict[str, Any] = {
        "writer": _writer(desk),
        "title": f"Re: {question['title']}"[:256],
        "content": text,
        "client_ip": desk.visit.request.ip,
        "reply_article_no": article_no,
        "reply": "T",
        "reply_user_id": desk.user.user_id,
        "secret": question["secret"],
        **shop,
    }
    if question["product_no"]:
        sent["product_no"] = question["product_no"]
    await desk.ask(there, sent, method="POST")


def _writer(desk: Desk) -> str:
    return desk.user.name or desk.user.user_id
