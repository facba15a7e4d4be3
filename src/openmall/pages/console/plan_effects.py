"""What would follow from a plan, added up for its developer."""

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from openmall.events.plans.shape import Effects
from openmall.events.webhooks import catalogue
from openmall.http.web.languages import marked
from openmall.pages.console import events
from openmall.pages.console.page_context import PageContext

_CHANNELS: Final = {
    "email": marked("E-mails"),
    "sms": marked("Text messages"),
    "push": marked("Push notifications"),
    "chatapp": marked("Chat messages"),
}
_ROWS: Final = marked("Stored rows")
_CUSTOMERS: Final = marked("Customers whose balance changes")


def totals(
    context: PageContext, effects: Effects, *, shows_all: bool, scopes: Iterable[str]
) -> list[tuple[str, str]]:
    """Return label and text of each total of a plan.

    In a merchant's mall, without `shows_all`: numbers only, and events that the app with its
    `scopes` may receive.
    """
    receivable = catalogue.permitted(list(scopes))
    found = [
        (f"{events.label(each.event_no, context.translate)} ({each.event_no})", f"{each.count:,}")
        for each in effects.events
        if shows_all or each.event_no in receivable
    ]
    found += [
        (context.translate(_CHANNELS.get(each.channel, marked("Messages"))), f"{each.count:,}")
        for each in effects.messages
    ]
    if effects.files:
        size = sum(each.bytes for each in effects.files)
        found.append(
            (context.translate(marked("New pictures")), f"{len(effects.files):,} ({size:,} B)")
        )
    if effects.stock:
        text = f"{len(effects.stock):,}"
        if shows_all:
            text += f" ({sum(each.quantity for each in effects.stock):+,})"
        found.append((context.translate(marked("Variants whose stock changes")), text))
    found += _balances(context, effects, shows_all=shows_all)
    if effects.coupons:
        issued, used = (
            sum(each.issued for each in effects.coupons),
            sum(each.used for each in effects.coupons),
        )
        found.append((context.translate(marked("Issued coupons")), f"{issued:,}"))
        found.append((context.translate(marked("Used coupons")), f"{used:,}"))
    if shows_all:
        found += [
            (
                f"{context.translate(_ROWS)}: {each.table}",
                f"+{each.created:,} / ~{each.updated:,} / -{each.deleted:,}",
            )
            for each in effects.rows
        ]
    return found


def _balances(context: PageContext, effects: Effects, *, shows_all: bool) -> list[tuple[str, str]]:
    amounts: dict[str, list[Decimal]] = defaultdict(list)
    for each in effects.balances:
        amounts[each.balance].append(Decimal(each.amount))
    return [
        (
            f"{context.translate(_CUSTOMERS)}: {name}",
            f"{len(moved):,}" + (f" ({sum(moved):+,})" if shows_all else ""),
        )
        for name, moved in sorted(amounts.items())
    ]
