"""What waits for the shop: its orders, disputes, questions, approvals and sold-out products."""

from typing import Final

from msgspec import Struct

from openmall.access.staff_site import office_url
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.order.billing.gateways.disputes import store as dispute_store
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.page_context import PageContext

_QUESTIONS_PAGE: Final = 100
MAX_QUESTIONS: Final = 1000
"""Maximum number of questions counted; beyond, a `+` follows the number."""
_QUESTION_BOARDS: Final = (
    (6, marked("Unanswered product questions")),
    (9, marked("Unanswered inquiries")),
)
"""Boards with customer questions: about products, and one to one."""
_ORDER_TASKS: Final = (
    (marked("Orders waiting for payment"), "unpaid", ("N00",)),
    (marked("Orders to prepare"), "paid", ("N10",)),
    (marked("Orders to ship"), "prepared", ("N20", "N21")),
    (marked("Orders on hold"), "held", ("N22",)),
    (marked("Cancellations to decide"), "cancelling", ("C00", "C10", "C34", "C36")),
    (
        marked("Returns to decide"),
        "returning",
        ("R00", "R10", "R12", "R13", "R20", "R30", "R31"),
    ),
    (
        marked("Exchanges to decide"),
        "exchanging",
        ("E00", "E10", "E12", "E13", "E20", "E30", "E31"),
    ),
)
"""Label, tab of the order list, and states of the items of each task."""


class Task(Struct, frozen=True):
    """An open task: label, count, and the address of its page."""

    label: str
    number: str
    address: str
    """Address; empty without such a page in the back office."""


async def find_tasks(context: PageContext, shop_no: int) -> list[Task]:
    """Return what waits, of the areas that the manager may view; also what does not wait now."""
    tasks = []
    shop = f"shop_no={shop_no}"
    rights = context.user.rights
    address = page_address(menu_pages.APPROVALS.at)
    tasks.append(Task(marked("Proposals to decide"), format_number(context.waiting), address))
    for label, tab, states in _ORDER_TASKS if rights.may("orders", "view") else ():
        response = await context.call(
            order_view.count, {"shop_no": shop_no, "order_status": list(states)}
        )
        address = page_address("/orders", f"tab={tab}&{shop}")
        tasks.append(Task(label, format_number(response.content), address))
    if rights.may("orders", "view"):
        tasks.append(await _open_disputes(context, shop_no))
    for board_no, label in _QUESTION_BOARDS if rights.may("boards", "view") else ():
        number = await _unanswered(context, shop_no, board_no)
        address = page_address("/boards", f"{shop}&reply_status=N", f"/{board_no}")
        tasks.append(Task(label, number, address))
    if not rights.may("products", "view"):
        return tasks
    filters: dict[str, Encodable] = {"shop_no": shop_no, "sold_out": "T"}
    number = format_number((await context.call(product_rules.count, filters)).content)
    address = page_address("/products", f"stock=sold-out&{shop}")
    tasks.append(Task(marked("Sold-out products"), number, address))
    return tasks


async def _open_disputes(context: PageContext, shop_no: int) -> Task:
    """Return how many payments are disputed, with the address of the order to answer first."""
    async with context.database.reading(context.mall_id) as db:
        number = await dispute_store.count_open(db, shop_no)
        oldest = await dispute_store.open_ones(db, shop_no, most=1) if number else []
    address = ""
    if oldest:
        address = page_address("/orders", f"shop_no={shop_no}", f"/{oldest[0].order_id}")
    return Task(marked("Disputed payments"), format_number(number), address)


async def _unanswered(context: PageContext, shop_no: int, board_no: int) -> str:
    """Count the unanswered posts of a board, as its list does; `1,000+` beyond the maximum."""
    number, more = 0, True
    while more and number < MAX_QUESTIONS:
        response = await context.call(
            article_rules.list_articles,
            {
                "shop_no": shop_no,
                "reply_status": "N",
                "limit": _QUESTIONS_PAGE,
                "offset": number,
                "board_no": board_no,
            },
        )
        number, more = number + len(response.content), response.more
    return f"{format_number(number)}{'+' if more else ''}"


def page_address(page: str, query: str = "", below: str = "") -> str:
    """Return the address of a page or `below` it; empty without such a page."""
    if not any(each.at == page for each in menu_pages.PAGES):
        return ""
    return office_url(f"{page}{below}?{query}" if query else f"{page}{below}")
