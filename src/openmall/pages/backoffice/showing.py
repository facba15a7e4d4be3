"""How pages of daily work show amounts, times and what is not there."""

import html
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from babel.numbers import get_currency_precision
from starlette.responses import Response

from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.places import address
from openmall.pages.backoffice.refusals import NOTHING_REFUSED

NOTHING_CHANGED: Final = marked("No changes to save.")
_NONE: Final = "–"
_BREAKS: Final = re.compile(r"<br\s*/?>|</(?:p|div|li|h[1-6])>", re.IGNORECASE)
_TAGS: Final = re.compile(r"<[^<>]+>")


def money(amount: str | None, currency: str) -> str:
    """Return an amount as people read it: `12,000 KRW`."""
    if amount is None:
        return _NONE
    value = Decimal(amount)
    whole = value == value.to_integral_value() and get_currency_precision(currency) == 0
    return f"{value:,.{0 if whole else 2}f} {currency}"


def plain(amount: str | None) -> str:
    """Return an amount as it is typed into a field: `12000`, `12.50`."""
    if not amount:
        return ""
    value = Decimal(amount)
    return f"{value:.0f}" if value == value.to_integral_value() else str(value)


def when(moment: str | None) -> str:
    """Return a time of the API to the minute, which is at +09:00 there already."""
    return moment[:16].replace("T", " ") if moment else _NONE


def text(written: str) -> str:
    """Return what somebody wrote on a board without its markup, line by line."""
    return html.unescape(_TAGS.sub("", _BREAKS.sub("\n", written))).strip()


def show(
    desk: Desk,
    template: str,
    *,
    status: int = 200,
    deeds: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Return a page; `deeds`: what `?done=` may say -> the sentence it is said with."""
    done = desk.visit.query.text("done") if desk.visit.request.method == "GET" else ""
    sentence = {**(deeds or {}), "same": NOTHING_CHANGED}.get(done, "")
    return desk.show(
        template,
        status=status,
        **{
            "done": desk.said(sentence) if sentence else "",
            "sheet": NOTHING_REFUSED,
            "in_shop": address(desk, ""),
            "money": money,
            "plain": plain,
            "when": when,
            "text": text,
            **values,
        },
    )


def gone(desk: Desk, error: ApiError) -> Response:
    """Return the page for what is not there, or is no longer. Raises `error` for any other."""
    if error.status not in (404, 422):
        raise error
    return show(desk, "gone.html", status=404)


def number(desk: Desk, pattern: re.Pattern[str]) -> str:
    """Return what follows the page's path when it looks as it should, else empty."""
    return desk.below if pattern.fullmatch(desk.below) else ""
