"""The clock of a test mall: its time, and advancing it."""

from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.access.sandbox import clock as sandbox_clock
from openmall.contract import moments
from openmall.contract.errors import Forbidden, Invalid
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import PageContext, Time, time, unknown_value_error

STEPS: Final = {
    3_600: marked("1 hour"),
    86_400: marked("1 day"),
    7 * 86_400: marked("1 week"),
    30 * 86_400: marked("30 days"),
}
"""Seconds by which a button advances the clock -> its label."""
_INVALID_TIME: Final = marked("Enter a date and time such as 2026-12-24T10:00.")


class ClockDisplay(Struct, frozen=True):
    """The state of the clock for display."""

    now: Time
    ahead: tuple[int, int, int]
    """Days, hours and minutes ahead of the machine's clock."""


async def read_clock(context: PageContext) -> ClockDisplay | None:
    """Return the clock of the current test mall; None for old test malls without a clock."""
    async with context.database.reading(context.mall.mall_id) as db:
        try:
            clock = await sandbox_clock.read(db, context.clock.now())
        except Forbidden:
            return None
    minutes = clock.ahead // 60
    return ClockDisplay(time(clock.now), (minutes // 1440, minutes // 60 % 24, minutes % 60))


async def move(context: PageContext, form: Fields) -> Response | dict[str, str]:
    """Advance the clock by a form; return a redirect, or the errors by field."""
    services = context.services
    forward, to = 0, None
    if form.deed == "to":
        text = form.text("to")
        try:
            # browsers omit the seconds
            to = moments.read(f"{text}:00" if len(text) == len("2026-12-24T10:00") else text)
        except ValueError:
            return {"to": context.translate(_INVALID_TIME)}
    else:
        forward = _step(form.text("forward"))
    try:
        await sandbox_clock.move(
            services.database,
            services.counters,
            context.clock,
            context.mall.mall_id,
            forward=forward,
            to=to,
        )
    except Invalid as refused:
        return {refused.parameter or "": refused.say(context.translate)}
    return redirect(f"{context.mall_home}?done=moved")


def _step(text: str) -> int:
    for seconds in STEPS:
        if text == str(seconds):
            return seconds
    raise unknown_value_error()
