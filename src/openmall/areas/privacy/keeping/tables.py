"""Where a mall keeps something of a customer, and what of it tells who that is.

A table that is added and holds something of customers belongs into these lists.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import Table

from openmall.areas.community.articles.store import ARTICLE
from openmall.areas.community.comments.store import COMMENT
from openmall.areas.community.urgentinquiry import INQUIRY
from openmall.areas.customer import belongings
from openmall.areas.customer.customers.tables import BALANCE, CUSTOMER, PERSON
from openmall.areas.mileage.entries.tables import ENTRY
from openmall.areas.order.orders.tables import ITEM, ORDER, PARCEL
from openmall.areas.order.payments.store import PAYMENT
from openmall.areas.personal.carts.tables import LINE

OF_MEMBER: Final[tuple[Table, ...]] = (
    CUSTOMER,
    PERSON,
    *belongings.TABLES,
    BALANCE,
    ENTRY,
    ORDER,
    ARTICLE,
    COMMENT,
    INQUIRY,
)
"""Tables that name the customer in `member_id`."""
OF_ORDERS: Final[tuple[Table, ...]] = (ITEM, PARCEL, PAYMENT)
"""Tables that name an order of the customer in `order_id`."""
CARTS: Final = LINE
"""Names the customer in `name`, where `kind` is member."""
SECRET: Final = frozenset({"mall_id", "password", "password_hash"})
"""Columns that are nobody's to read."""


class Blank(Struct, frozen=True):
    """Columns of a table that are emptied, and the rest of the row stays."""

    table: Table
    columns: tuple[str, ...]


BLANKED: Final = (
    Blank(ORDER, ("member_email", "buyer_name", "buyer_email", "buyer_phone", "buyer_cellphone")),
    Blank(ARTICLE, ("writer", "writer_email", "nick_name", "password", "client_ip")),
    Blank(COMMENT, ("writer", "password", "client_ip")),
    Blank(INQUIRY, ("writer", "writer_email", "phone")),
)
"""What stays because others read it or the books need it, without the person."""
KEPT_IN_EVENTS: Final = frozenset(
    {"mall_id", "event_shop_no", "shop_no", "event_code", "order_id", "member_id"}
)
"""What is left of an event of the outbox that was about somebody."""
