"""The effects of a proposal, added up: points and credits, stock, coupons, messages, notices."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from openmall.events.plans.approvals import Approval
from openmall.events.plans.shape import PlannedCredit
from openmall.http.web.languages import marked
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money

_CHANNELS: Final = {
    "email": marked("E-mails"),
    "sms": marked("Text messages"),
    "push": marked("Push notifications"),
    "chatapp": marked("Chat messages"),
}
_BALANCES: Final = {"points": marked("Points"), "credits": marked("Credits")}


def totals(context: PageContext, plan: Approval) -> list[tuple[str, str]]:
    """Return label and text of each effect of a proposal that is not zero, money first."""
    effects = plan.effects
    found = _balances(context, effects.balances)
    for label, amounts in (
        (marked("Stock added"), [each.quantity for each in effects.stock]),
        (marked("Stock taken"), [-each.quantity for each in effects.stock]),
    ):
        units = sum(each for each in amounts if each > 0)
        if units:
            found.append((context.translate(label), format_number(units)))
    for name, label in (("issued", marked("Issued coupons")), ("used", marked("Used coupons"))):
        number = sum(getattr(each, name) for each in effects.coupons)
        if number:
            found.append((context.translate(label), format_number(number)))
    for each in effects.messages:
        channel = context.translate(_CHANNELS.get(each.channel, marked("Messages")))
        found.append((channel, format_number(each.count)))
    if effects.files:
        size = sum(each.bytes for each in effects.files)
        text = f"{format_number(len(effects.files))} ({size / 1_000_000:.1f} MB)"
        found.append((context.translate(marked("New pictures")), text))
    notices = sum(each.count for each in effects.events)
    if notices:
        found.append((context.translate(marked("Notices to apps")), format_number(notices)))
    return found


def _balances(context: PageContext, balances: Sequence[PlannedCredit]) -> list[tuple[str, str]]:
    """Return given and taken points and credits, in the currency of the basic shop."""
    sums: dict[tuple[str, bool], Decimal] = defaultdict(Decimal)
    members: dict[tuple[str, bool], int] = defaultdict(int)
    for each in balances:
        amount = Decimal(each.amount)
        sums[each.balance, amount > 0] += amount
        members[each.balance, amount > 0] += 1
    currency = context.visit.mall.shops[1].currency
    return [
        (
            context.translate(_BALANCES.get(name, marked("Balances"))),
            f"{'+' if given else ''}{money(str(total), currency)}"
            f" ({format_number(members[name, given])})",
        )
        for (name, given), total in sums.items()
        if total
    ]
