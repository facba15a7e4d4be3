"""What customers wait for an answer to, in one queue: questions, inquiries and reviews."""

from datetime import datetime
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.refusals import UNKNOWN_CHOICE
from openmall.commerce.community import urgentinquiry, urgentinquiry_reply
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles import office as article_office
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, Invalid, Malformed, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.boards import written_posts
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

URGENT: Final = "urgent"
REVIEWS: Final = "reviews"
BOARDS: Final = {"questions": 6, "inquiries": 9, REVIEWS: 4}
TABS: Final = {
    "questions": marked("Product questions"),
    "inquiries": marked("Inquiries"),
    URGENT: marked("Urgent inquiries"),
    REVIEWS: marked("Reviews"),
}
MOST_URGENT: Final = 100
"""Newest urgent inquiries that are looked through for those without an answer."""
_MESSAGES: Final = {
    "answer": marked("The answer was sent."),
    "hide": marked("The post is hidden."),
    "points": marked("The points were given."),
}


class Waiting(Struct, frozen=True, kw_only=True):
    """What waits for the shop."""

    number: str
    title: str
    content: str
    writer: str
    member_id: str
    at: datetime
    rating: int = 0
    address: str = ""
    """The page of the post."""
    product_no: int | None = None
    contact: str = ""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/inquiries`: list what waits on a tab, the oldest first."""
    return await _page(context, NO_ERROR)


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    chosen = _tab(context)
    query = list_queries.read_list_query(context, ("shop_no", "tab"))
    urgent = await _urgent(context)
    found = urgent if chosen == URGENT else await _waiting(context, chosen, query.paging)
    counts = {tab: await _count(context, tab) for tab in BOARDS} | {URGENT: len(urgent)}
    return render_page(
        context,
        "inquiries.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        chosen=chosen,
        tabs=[
            (
                context.translate(name),
                address(context, context.page.path, tab=tab),
                f"{counts[tab]}+" if counts[tab] >= article_office.MOST_COUNTED else counts[tab],
                tab == chosen,
            )
            for tab, name in TABS.items()
        ],
        waiting=found[:ROWS] if chosen != URGENT else found,
        page_links={"newer": "", "older": ""} if chosen == URGENT else query.page_links(found),
        reviews=chosen == REVIEWS,
        shop=context.shop,
        address=address(context, context.page.path, tab=chosen),
    )


def _tab(context: PageContext) -> str:
    tab = context.visit.query.text("tab")
    return tab if tab in TABS else "questions"


async def _count(context: PageContext, tab: str) -> int:
    found = await context.call(
        article_office.count_waiting, {**shop_parameters(context), "board_no": BOARDS[tab]}
    )
    return found.content.count


async def _waiting(context: PageContext, tab: str, paging: dict[str, Encodable]) -> list[Waiting]:
    """Return what waits on a tab, the oldest first."""
    board_no = BOARDS[tab]
    parameters: dict[str, Encodable] = {**paging, **shop_parameters(context)}
    return [
        Waiting(
            number=str(each.article_no),
            title=each.title,
            content=each.content,
            writer=each.writer,
            member_id=each.member_id,
            at=each.created_date,
            rating=each.rating,
            address=address(context, f"{menu_pages.BOARDS.path}/{board_no}-{each.article_no}"),
            product_no=each.product_no,
        )
        for each in (
            await context.call(article_office.list_waiting, {**parameters, "board_no": board_no})
        ).content
    ]


async def _urgent(context: PageContext) -> list[Waiting]:
    parameters: dict[str, Encodable] = {"limit": MOST_URGENT, **shop_parameters(context)}
    found = (await context.call(urgentinquiry.list_inquiries, parameters)).content
    shown = [
        Waiting(
            number=str(each.article_no),
            title=each.title,
            content=each.content,
            writer=each.writer,
            member_id=each.member_id,
            at=each.start_date,
            contact=" ".join(filter(None, (each.writer_email, each.phone))),
        )
        for each in found
        if each.reply_status != "T"
    ]
    return sorted(shown, key=lambda each: (each.at, int(each.number)))


_DEEDS: Final = Deeds("answer", "points", "hide")
_DEEDS_OF_URGENT: Final = Deeds("answer")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/inquiries`: answer, hide, or give points, and go on with the queue."""
    tab = _tab(context)
    form = await context.form(deeds=_DEEDS_OF_URGENT if tab == URGENT else _DEEDS)
    if context.visit.query.text("tab") not in ("", tab):
        # a number is of a board, which the tab says
        raise Malformed(UNKNOWN_CHOICE)
    action, number = form.deed, form.text("number")
    try:
        if not number.isdigit():
            raise NotFound(NO_SUCH, resource=Phrase("post"))
        if tab == URGENT:
            await _answer_urgent(context, form.text("content"), number)
        else:
            board_no = str(BOARDS[tab])
            if action == "answer":
                await written_posts.answer(context, form, board_no, number)
            elif action == "points":
                await written_posts.give_points(context, form, board_no, number)
            else:
                hidden = {"display": "F", **shop_parameters(context)}
                await context.call(
                    article_rules.change, {**hidden, "board_no": BOARDS[tab], "article_no": number}
                )
    except ApiError as error:
        fields = {error.parameter or "": f"{error.parameter}-{number}"}
        state = form_errors.rejected_form(context, action, form, error, fields)
        return await _page(context, state, status=error.status)
    return redirect(address(context, context.page.path, tab=tab, done=action))


async def _answer_urgent(context: PageContext, text: str, number: str) -> None:
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise Invalid(MISSING, parameter="content")
    reply = {
        "content": text,
        "status": "T",
        "user_id": context.user.user_id[:20],
        **shop_parameters(context),
    }
    await context.call(urgentinquiry_reply.create, {**reply, "article_no": number})
