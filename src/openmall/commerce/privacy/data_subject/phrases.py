"""The phrases by which texts mention a customer: the ids of the customer and of their objects."""

import re
from typing import Final

import msgspec
from msgspec import Struct

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.community.comments.store import COMMENT
from openmall.commerce.community.urgentinquiry import INQUIRY
from openmall.commerce.order.claims.tables import CLAIM
from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.order.placement.subscriptions.tables import SUBSCRIPTION
from openmall.commerce.privacy.data_subject.store import Rows

_PHRASES: Final = {
    ORDER: ("{order_id}",),
    CLAIM: ("{claim_code}",),
    SUBSCRIPTION: ("{subscription_id}",),
    ARTICLE: ("article {article_no} of board", "of article {article_no}", "articles/{article_no}"),
    COMMENT: ("comment {comment_no} of article {article_no}",),
    INQUIRY: ("urgent inquiry {article_no}", "urgentinquiry/{article_no}"),
}
"""Table -> the phrases by which a text mentions a row of it."""


class Phrases(Struct, frozen=True):
    """Phrases in a text that mention a customer."""

    phrases: tuple[str, ...]
    exact: re.Pattern[str]
    """Finds a phrase where it is not part of a longer word."""


def phrases_of(member_id: str, rows: dict[str, Rows]) -> Phrases:
    """Return the phrases that mention a customer, whose `rows` are given by table."""
    quoted = msgspec.json.encode(member_id).decode()
    phrases = [
        f'member_id":{quoted}',
        # changes in the activity log: [before, after]
        f'member_id":[null,{quoted}]',
        f'member_id":[{quoted},null]',
        f"customer {member_id}",
        f"points of {member_id}",
        f"member {member_id}",
        f"customers/{member_id}",
    ]
    for table, templates in _PHRASES.items():
        phrases += [each.format(**row) for row in rows.get(table.name, []) for each in templates]
    orders = (re.escape(row["order_id"]) for row in rows.get(ORDER.name, []))
    # the codes of items and parcels are the order's id and further numbers
    exact = [*map(re.escape, phrases), *(rf"{each}(?:-\d+)+" for each in orders)]
    # a member id may be `group`, and texts say `customer group 3` of a group
    exact[phrases.index(f"customer {member_id}")] += r"(?! \d)"
    pattern = rf"(?<![^\W_])(?:{'|'.join(exact)})(?![\w.@-])"
    return Phrases(tuple(phrases), re.compile(pattern))
