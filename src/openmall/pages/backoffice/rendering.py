"""Rendering of pages with lists and forms: amounts, times, messages, missing resources."""

import html
import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any, Final

from babel.numbers import get_currency_precision
from starlette.responses import Response

from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.pages.backoffice import given_names, item_states
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.page_context import PageContext

NOTHING_CHANGED: Final = marked("No changes to save.")
_MISSING: Final = "–"
_BREAKS: Final = re.compile(r"<br\s*/?>|</(?:p|div|li|h[1-6])>", re.IGNORECASE)
_TAGS: Final = re.compile(r"<[^<>]+>")


def money(amount: Decimal | str | None, currency: str) -> str:
    """Format an amount with its currency: `12,000 KRW`."""
    if amount is None:
        return _MISSING
    value = Decimal(amount)
    whole = value == value.to_integral_value() and get_currency_precision(currency) == 0
    return f"{value:,.{0 if whole else 2}f} {currency}"


def unit_price(item: Item) -> Decimal:
    """Return the price of one unit of an order's item, with the surcharge of its options."""
    return item.product_price + item.option_price


def plain(amount: Decimal | str | None) -> str:
    """Format an amount for an input field: `12000`, `12.50`."""
    if amount is None or amount == "":
        return ""
    value = Decimal(amount)
    return f"{value:.0f}" if value == value.to_integral_value() else str(value)


def when(moment: datetime | str | None) -> str:
    """Format an API time (at +09:00) to the minute."""
    if isinstance(moment, datetime):
        return moment.strftime("%Y-%m-%d %H:%M")
    return moment[:16].replace("T", " ") if moment else _MISSING


def text(content: str) -> str:
    """Return the text of a post without its markup, with line breaks."""
    return html.unescape(_TAGS.sub("", _BREAKS.sub("\n", content))).strip()


def render_page(
    context: PageContext,
    template: str,
    *,
    status: int = 200,
    messages: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Render a page; `messages`: value of `?done=` -> the message shown."""
    action = context.visit.query.text("done") if context.visit.request.method == "GET" else ""
    message = {**(messages or {}), "same": NOTHING_CHANGED}.get(action, "")
    return context.show(
        template,
        status=status,
        **{
            "done": context.translate(message) if message else "",
            "form_state": NO_ERROR,
            "in_shop": address(context, ""),
            "country_of": partial(given_names.country, context),
            "given": partial(given_names.shown, context),
            "money": money,
            "plain": plain,
            "state_name": partial(item_states.name_of, context),
            "unit_price": unit_price,
            "when": when,
            "text": text,
            **values,
        },
    )


def not_found_page(context: PageContext, error: ApiError) -> Response:
    """Return the page of a missing resource. Raises `error` for a status other than 404 and 422."""
    if error.status not in (404, 422):
        raise error
    return render_page(context, "gone.html", status=404)


def matching_subpath(context: PageContext, pattern: re.Pattern[str]) -> str:
    """Return the path below the page's own if it matches, else empty."""
    return context.subpath if pattern.fullmatch(context.subpath) else ""
