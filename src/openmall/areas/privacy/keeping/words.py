"""What a person, and what is theirs, is called in texts that nobody keeps apart by person."""

import re
from typing import Final

import msgspec
from msgspec import Struct

from openmall.areas.community.articles.store import ARTICLE
from openmall.areas.community.comments.store import COMMENT
from openmall.areas.community.urgentinquiry import INQUIRY
from openmall.areas.order.claims.tables import CLAIM
from openmall.areas.order.orders.tables import ORDER
from openmall.areas.order.subscriptions.tables import SUBSCRIPTION
from openmall.areas.privacy.keeping.store import Rows

_CALLED: Final = {
    ORDER: ("{order_id}",),
    CLAIM: ("{claim_code}",),
    SUBSCRIPTION: ("{subscription_id}",),
    ARTICLE: ("article {article_no} of board", "of article {article_no}", "articles/{article_no}"),
    COMMENT: ("comment {comment_no} of article {article_no}",),
    INQUIRY: ("urgent inquiry {article_no}", "urgentinquiry/{article_no}"),
}
"""Table -> what a row of it is called in a text."""


class Words(Struct, frozen=True):
    """What a person, and what is theirs, is called in texts."""

    words: tuple[str, ...]
    exactly: re.Pattern[str]
    """Finds a word where it is not a part of another."""


def words_of(member_id: str, held: dict[str, Rows]) -> Words:
    """Return what somebody, of whom `held` is kept, is called in texts."""
    quoted = msgspec.json.encode(member_id).decode()
    words = [
        f'member_id":{quoted}',
        # a line of the log: it was made theirs, or was theirs
        f'member_id":[null,{quoted}]',
        f'member_id":[{quoted},null]',
        f"customer {member_id}",
        f"points of {member_id}",
        f"member {member_id}",
        f"customers/{member_id}",
    ]
    for table, calls in _CALLED.items():
        words += [each.format(**row) for row in held.get(table.name, []) for each in calls]
    orders = (re.escape(row["order_id"]) for row in held.get(ORDER.name, []))
    # an item, and a parcel, are called as their order, with a number more
    exact = [*map(re.escape, words), *(rf"{each}(?:-\d+)+" for each in orders)]
    # somebody may be called `group`, and a group is called `customer group 3`
    exact[words.index(f"customer {member_id}")] += r"(?! \d)"
    pattern = rf"(?<![^\W_])(?:{'|'.join(exact)})(?![\w.@-])"
    return Words(tuple(words), re.compile(pattern))
