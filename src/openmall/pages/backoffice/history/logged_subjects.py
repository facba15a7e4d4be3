"""What lines of the activity log are about: kind and id, of the words with which they are logged.

`seo of product 65` is about product 65, `item 20261128-0000012-01` about the order that it is of.
"""

import re
from typing import Final

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext

SPOKEN: Final = (
    (r"(?:.+ of )?product (\d+)(?: P\w+)?", "product"),
    (r"variant (P[0-9A-Z]{11})", "variant"),
    (r"(?:properties of )?category (\d+)(?:, .*)?", "category"),
    (r"(?:(?:memo \d+|points|credits) of )?customer (\S+)", "customer"),
    (r"(?:points|credits) of (\S+)", "customer"),
    (r"customer group (\d+)", "group"),
    (r"(?:.+ of |migrated )?order (\d{8}-\d+)", "order"),
    (r"item (\d{8}-\d+)-\d+", "order"),
    (r"receiver of D-(\d{8}-\d+)-\d+", "order"),
    (r"coupon (\d+)(?: of \S+)?", "coupon"),
    (r"benefit (\d+)", "benefit"),
    (r"discount code (\d+)", "discount_code"),
    (r"customer event (\d+)", "campaign"),
    (r"(?:storewide promotion|common event) (\d+)", "common_event"),
    (r"recipient group (\d+)", "segment"),
    (r"(?:seo of )?board (\d+)", "board"),
    (r"(?:comment \d+ of )?article (\d+)(?: of board \d+)?", "article"),
    (r"(?:answer to )?urgent inquiry (\d+)", "inquiry"),
    (r"frequently used answer (\d+)", "template"),
    (r"brand (\w+)", "brand"),
    (r"manufacturer (\w+)", "manufacturer"),
    (r"trend (\w+)", "trend"),
    (r"classification (\w+)", "classification"),
    (r"supplier (?!user )(\w+)", "supplier"),
    (r"(?:supplier user|(?:shipping|surcharges) of supplier|manager) (\S+)", "staff"),
    (r"carrier (\d+)", "carrier"),
    (r"shipping origin (\w+)", "shipping_origin"),
    (r"(?:properties of )?main (\d+)", "display"),
    (r"redirect (\d+)", "redirect"),
    (r"(?:page .+ of |translation of )?theme skin(\d+)(?: to \S+)?", "theme"),
    (r"custom property (\d+)", "custom_property"),
    (r"subscription rule (\d+)", "subscription_rule"),
    (r"saleschannel (\w+)", "sales_channel"),
    (r"inflowgroup (\w+)", "inflow_group"),
    (r"inflow (\w+)", "inflow"),
    (r"saved report (\d+)", "report"),
    (r"role (\d+)", "role"),
    (r"paymentgateway (?:endpoints )?(\S+)", "app"),
    (r"app (\S+) in shop \d+", "app"),
    (r"(?:order control of |store of )?shop (\d+)", "shop"),
    (r"message texts (\w+) of shop \d+", "occasion"),
    (r"automatic mail (\w+)", "occasion"),
    (r"plan (\d+)(?: \(.*\))?", "proposal"),
    (r"writes of (\S+)", "author"),
    (r"app (.+)", "app name"),
)
"""Words of a line, with the id in them -> the kind of thing; the first that fits decides."""
_PATTERNS: Final = tuple((re.compile(pattern), kind) for pattern, kind in SPOKEN)

OCCASION: Final = "occasion"
PROPOSAL: Final = "proposal"
APP_NAME: Final = "app name"
SPOKEN_HERE: Final = frozenset({OCCASION, PROPOSAL, APP_NAME})
"""Kinds that are named without a look-up."""


def subject_of(spoken: str) -> tuple[str, str]:
    """Return kind and id of what a line is about; empty: nothing with a name of its own."""
    for pattern, kind in _PATTERNS:
        if match := pattern.fullmatch(spoken):
            return kind, match[1]
    return "", ""


def name_of(context: PageContext, kind: str, named: str) -> str:
    """Return the name of a kind of `SPOKEN_HERE`; empty: it is not known."""
    if kind == PROPOSAL:
        return context.translate(marked("proposal {number}")).format(number=named)
    if kind == APP_NAME:
        return named
    occasion = CATALOGUE.occasions.get(named)
    return occasion.name.translate(context.language) if occasion else ""
