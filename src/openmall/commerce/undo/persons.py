"""Which customer a recorded row belongs to; erasing the customer deletes the row.

Rows of orders are of the buyer, what the shop answered on a board of who began the thread.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Table, bindparam, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.community.comments.store import COMMENT
from openmall.commerce.community.urgentinquiry import INQUIRY
from openmall.commerce.community.urgentinquiry_reply import REPLY
from openmall.commerce.customer.customers.tables import CUSTOMER
from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.undo.table_policies import policies
from openmall.database.capture import RowChange
from openmall.database.policies import CustomerRows, policies_of
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import Reverted

AT_ONCE: Final = 500
"""Numbers that one statement looks up."""


def _members(table: Table, column: str) -> Statement:
    return Statement(
        select(table.c[column], table.c.member_id).where(
            table.c.mall_id == bindparam("mall_id"), InList(table.c[column], "numbers")
        )
    )


_ORDERS: Final = _members(ORDER, "order_id")
_ARTICLES: Final = _members(ARTICLE, "article_no")
_INQUIRIES: Final = _members(INQUIRY, "article_no")
_PRESENT: Final = Statement(
    select(CUSTOMER.c.member_id).where(
        CUSTOMER.c.mall_id == bindparam("mall_id"),
        InList(CUSTOMER.c.member_id, "numbers"),
        CUSTOMER.c.left_at.is_(None),
    )
)
THREADS: Final = {
    str(ARTICLE.name): (_ARTICLES, "thread_no"),
    str(COMMENT.name): (_ARTICLES, "article_no"),
    str(REPLY.name): (_INQUIRIES, "article_no"),
}
"""Table of posts -> how the author of what they answer is found."""
Place = tuple[Statement, Any]


def is_of_order(table: str) -> bool:
    """Return whether rows are of an order, which an erasure of its buyer locks first."""
    data = policies_of(metadata().tables[table]).personal_data
    return table == ORDER.name or (isinstance(data, CustomerRows) and data.found_by == "order_id")


class Persons:
    """The customers of changed rows."""

    def __init__(self, members: Mapping[Place, str], gone: frozenset[str]) -> None:
        self._members = members
        self.gone = gone
        """Those of them who are no customers any more, or never were."""

    def prevents(self, change: RowChange) -> bool:
        """Return whether nothing would keep an undo of a row from what an erasure takes away.

        A row of an order is kept from it by the order's lock, also where its buyer left.
        """
        kept = isinstance(policies().get(change.table), Reverted) and not is_of_order(change.table)
        return kept and self.of(change) in self.gone

    def of(self, change: RowChange) -> str:
        """Return the customer of a row; empty: none."""
        named = _named(change)
        return named if isinstance(named, str) else self._members.get(named, "")


async def find(db: Session, changes: Iterable[RowChange]) -> Persons:
    """Return the customers of the rows that a transaction has changed and an undo reverts."""
    kept = [each for each in changes if isinstance(policies().get(each.table), Reverted)]
    named = [_named(each) for each in kept]
    members: dict[Place, str] = {}
    places = {each for each in named if not isinstance(each, str)}
    for statement in (_ORDERS, _ARTICLES, _INQUIRIES):
        numbers = sorted(number for one, number in places if one is statement)
        for at in range(0, len(numbers), AT_ONCE):
            rows = await db.all(statement, numbers=numbers[at : at + AT_ONCE])
            members |= {(statement, row[0]): row[1] for row in rows}
    # what the write itself deleted
    for each in kept:
        if each.table == ARTICLE.name and each.after is None and each.before is not None:
            members[_ARTICLES, each.before["article_no"]] = each.before["member_id"]
    direct = {each for each in named if isinstance(each, str)}
    wanted = sorted(({*members.values()} | direct) - {""})
    present: set[str] = set()
    for at in range(0, len(wanted), AT_ONCE):
        rows = await db.all(_PRESENT, numbers=wanted[at : at + AT_ONCE])
        present.update(row[0] for row in rows)
    return Persons(members, frozenset(wanted) - present)


def _named(change: RowChange) -> str | Place:
    """Return the customer of a row, or what is looked up for it; empty: none."""
    data = policies_of(metadata().tables[change.table]).personal_data
    row = change.before or change.after or {}
    if not isinstance(data, CustomerRows):
        return ""
    if member_id := row.get("member_id"):
        return str(member_id)
    if change.table in THREADS:
        statement, column = THREADS[change.table]
        return statement, row[column]
    if data.found_by == "order_id":
        return _ORDERS, row["order_id"]
    return ""
