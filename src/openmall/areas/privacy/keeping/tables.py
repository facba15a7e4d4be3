"""Where a mall keeps something of a customer, and what of it tells who that is.

A table that is added and holds something of customers, or of their orders, belongs into `HELD`;
what of it tells who they are, into `BLANKED` or `DOCUMENTS`.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, or_, select

from openmall.analytics.sessionising.tables import ORDER_VISIT
from openmall.areas.community.articles.store import ARTICLE
from openmall.areas.community.comments.store import COMMENT
from openmall.areas.community.urgentinquiry import INQUIRY
from openmall.areas.community.urgentinquiry_reply import REPLY
from openmall.areas.customer import belongings
from openmall.areas.customer.customers.tables import BALANCE, CUSTOMER, PERSON
from openmall.areas.mileage.entries.tables import ENTRY
from openmall.areas.order.applied import BENEFIT, COUPON
from openmall.areas.order.autocalculation import REMOVED
from openmall.areas.order.cashreceipts.store import RECEIPT
from openmall.areas.order.checkout.store import OWNER
from openmall.areas.order.claims.tables import CLAIM
from openmall.areas.order.gateways.book.store import BOOK
from openmall.areas.order.gateways.store import ATTEMPT
from openmall.areas.order.history.store import HISTORY
from openmall.areas.order.memos import MEMO
from openmall.areas.order.orders.tables import BROUGHT_IN, ITEM, LABEL, ORDER, PARCEL
from openmall.areas.order.payments.store import PAYMENT
from openmall.areas.order.quotes import QUOTE
from openmall.areas.order.refunds.tables import REFUND
from openmall.areas.personal.carts.tables import CART, LINE
from openmall.areas.promotion.coupons.tables import ISSUE, USE
from openmall.database.schema import TRUE
from openmall.jobs.tables import JOB, PART
from openmall.journal.tables import ACTIVITY, EVENT
from openmall.pipeline.repeating.store import ANSWER

_MALL: Final[ColumnElement[str]] = bindparam("mall_id")
_MEMBER: Final[ColumnElement[str]] = bindparam("member_id")
OF_MEMBER: Final[tuple[Table, ...]] = (
    CUSTOMER,
    PERSON,
    *belongings.TABLES,
    BALANCE,
    ENTRY,
    ISSUE,
    USE,
    ORDER,
    INQUIRY,
)
"""Tables that name the customer in `member_id`."""
OF_ORDERS: Final[tuple[Table, ...]] = (
    ITEM,
    PARCEL,
    PAYMENT,
    CLAIM,
    REFUND,
    HISTORY,
    MEMO,
    RECEIPT,
    ATTEMPT,
    BOOK,
    BENEFIT,
    COUPON,
    LABEL,
    BROUGHT_IN,
    OWNER,
    REMOVED,
    QUOTE,
    ORDER_VISIT,
)
"""Tables that name an order of the customer in `order_id`."""


def _ids(table: Table, name: str, *more: ColumnElement[bool]) -> Select[tuple[int]]:
    """Return the statement for what of a customer's a table has, as one of its columns."""
    theirs = (table.c.mall_id == _MALL, table.c.member_id == _MEMBER)
    return select(table.c[name]).where(*theirs, *more)


_SECRET: Final = ARTICLE.c.secret == TRUE
_OF_ARTICLE: Final = ARTICLE.c.member_id == _MEMBER
# what is secret is read by its writer and the shop alone: who answers there is the shop
_ANSWERED: Final = and_(
    _SECRET,
    ARTICLE.c.member_id == "",
    ARTICLE.c.thread_no.in_(_ids(ARTICLE, "article_no", _SECRET)),
)
_OF_COMMENT: Final = COMMENT.c.member_id == _MEMBER
_REMARKED: Final = and_(
    COMMENT.c.member_id == "", COMMENT.c.article_no.in_(_ids(ARTICLE, "article_no", _SECRET))
)
HELD: Final[dict[Table, ColumnElement[bool]]] = {
    **{table: table.c.member_id == _MEMBER for table in OF_MEMBER},
    **{table: table.c.order_id.in_(_ids(ORDER, "order_id")) for table in OF_ORDERS},
    **{table: and_(table.c.kind == "member", table.c.name == _MEMBER) for table in (CART, LINE)},
    ARTICLE: or_(_OF_ARTICLE, _ANSWERED),
    COMMENT: or_(_OF_COMMENT, _REMARKED),
    REPLY: REPLY.c.article_no.in_(_ids(INQUIRY, "article_no")),
}
"""Table -> what is true of its rows that are about a customer."""
SECRET: Final = frozenset({"mall_id", "password", "password_hash", "asked", "session", "key"})
"""Columns that are nobody's to read."""


class Blank(Struct, frozen=True, kw_only=True):
    """Columns of a table that are emptied, and the rest of the row stays."""

    table: Table
    columns: dict[str, str]
    """Column -> what stands there afterwards."""
    where: ColumnElement[bool] | None = None
    """Of which rows; None: of all that are about the customer."""


def _empty(*columns: str) -> dict[str, str]:
    return dict.fromkeys(columns, "")


_SAID: Final = {**_empty("title", "content"), "files": "[]"}
BLANKED: Final = (
    Blank(
        table=ORDER,
        columns=_empty(
            "member_email", "buyer_name", "buyer_email", "buyer_phone", "buyer_cellphone"
        ),
    ),
    Blank(
        table=PARCEL,
        columns=_empty("receiver_name", "receiver_address", "status_additional_info"),
    ),
    Blank(table=REFUND, columns=_empty("member_email", "buyer_email")),
    Blank(table=RECEIPT, columns=_empty("company_registration_no", "cellphone")),
    Blank(table=ATTEMPT, columns=_empty("reason")),
    Blank(table=MEMO, columns=_empty("content", "ip")),
    Blank(table=ENTRY, columns=_empty("reason")),
    Blank(
        table=ARTICLE,
        columns=_empty("writer", "writer_email", "nick_name", "password", "client_ip"),
        where=_OF_ARTICLE,
    ),
    Blank(
        table=ARTICLE,
        columns=_SAID,
        where=or_(and_(_OF_ARTICLE, or_(_SECRET, ARTICLE.c.deleted == TRUE)), _ANSWERED),
    ),
    Blank(table=COMMENT, columns=_empty("writer", "password", "client_ip"), where=_OF_COMMENT),
    Blank(
        table=COMMENT,
        columns={"content": "", "attach_file_urls": "[]"},
        where=or_(and_(_OF_COMMENT, COMMENT.c.secret == TRUE), _REMARKED),
    ),
    # before the inquiries, which they are found by
    Blank(table=REPLY, columns={"content": "", "files": "[]"}),
    Blank(
        table=INQUIRY,
        columns={**_SAID, **_empty("writer", "writer_email", "phone", "keyword")},
    ),
)
"""What stays because others read it or the books need it, without the person."""


class Document(Struct, frozen=True, kw_only=True):
    """A column of JSON of which a part goes; every field that goes has a default."""

    table: Table
    column: str
    goes: frozenset[str] = frozenset()
    """Fields that go, at any depth; none: all but `stays`."""
    stays: frozenset[str] = frozenset()


_BANK: Final = frozenset(
    {"refund_bank_code", "refund_bank_name", "refund_bank_account_no", "refund_bank_account_holder"}
)
_PLACE: Final = frozenset({"shop_no", "member_id", "country_code", "shipping_code"})
"""Which country a parcel went to stays: it decided what was to be paid."""
DOCUMENTS: Final = (
    Document(
        table=ORDER,
        column="detail",
        goes=frozenset(
            {
                "billing_name",
                "bank_account_no",
                "bank_account_owner_name",
                "additional_order_info_list",
                "social_member_code",
                "service_data",
            }
        ),
    ),
    Document(table=ORDER, column="buyer", stays=_PLACE),
    Document(
        table=ITEM,
        column="detail",
        goes=_BANK
        | {
            "additional_option_value",
            "additional_option_values",
            "claim_reason",
            "order_status_additional_info",
        },
    ),
    Document(table=PARCEL, column="receiver", stays=_PLACE),
    Document(table=HISTORY, column="document", stays=_PLACE),
    Document(
        table=CLAIM,
        column="content",
        goes=_BANK
        | {
            "claim_reason",
            "pickup",
            "undone_reason",
            "exposed_undone_reason",
            "return_invoice_fail_reason",
        },
    ),
    Document(
        table=REFUND,
        column="content",
        goes=_BANK | {"member_email", "buyer_email", "refund_reason"},
    ),
)
"""What goes of the documents of rows about a customer."""


class Mention(Struct, frozen=True, kw_only=True):
    """A table whose rows may name a customer, or something of theirs, anywhere in their text."""

    table: Table
    columns: tuple[str, ...]


EVENTS: Final = Mention(table=EVENT, columns=("resource",))
LINES: Final = Mention(table=ACTIVITY, columns=("content", "changes"))
ANSWERS: Final = Mention(table=ANSWER, columns=("owner", "operation", "body"))
JOBS: Final = Mention(table=JOB, columns=("path", "query", "outcome", "failure"))
PARTS: Final = Mention(table=PART, columns=("outcome",))
MENTIONS: Final = (EVENTS, LINES, ANSWERS, JOBS, PARTS)
KEPT_IN_EVENTS: Final = frozenset(
    {"mall_id", "event_shop_no", "shop_no", "event_code", "order_id", "member_id", "board_no", "no"}
)
"""What is left of an event of the outbox that was about somebody."""
