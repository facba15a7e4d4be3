"""The clock of a test mall: what time it is there, and moving it on."""

from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.access.sandbox import clock as sandbox_clock
from openmall.contract import moments
from openmall.contract.errors import Forbidden, Invalid
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.desk import Desk, Time, not_understood, time

STEPS: Final = {
    3_600: marked("1 hour"),
    86_400: marked("1 day"),
    7 * 86_400: marked("1 week"),
    30 * 86_400: marked("30 days"),
}
"""Seconds by which the clock is moved with one press -> how that is called."""
REFUSALS: Final = (
    marked("The clock of a sandbox goes forward only."),
    marked("The clock of a sandbox is twenty years ahead at most."),
)
"""What the rules of the clock say, marked for translators."""
_NO_MOMENT: Final = marked("Enter a date and time such as 2026-12-24T10:00.")


class Shown(Struct, frozen=True):
    """The clock as its page shows it."""

    now: Time
    ahead: tuple[int, int, int]
    """Days, hours and minutes before the machine's."""


async def shown(desk: Desk) -> Shown | None:
    """Return what the clock of the test mall in view shows; None: it has no clock of its own.

    Test malls of earlier times have none.
    """
    async with desk.database.reading(desk.mall.mall_id) as db:
        try:
            found = await sandbox_clock.read(db, desk.clock.now())
        except Forbidden:
            return None
    minutes = found.ahead // 60
    return Shown(time(found.now), (minutes // 1440, minutes // 60 % 24, minutes % 60))


async def move(desk: Desk, form: Fields) -> Response | dict[str, str]:
    """Move the clock as a form says; return where to go on, or what is wrong with which field."""
    means = desk.means
    forward, to = 0, None
    if form.text("deed") == "to":
        text = form.text("to")
        try:
            # browsers send no seconds
            to = moments.read(f"{text}:00" if len(text) == len("2026-12-24T10:00") else text)
        except ValueError:
            return {"to": desk.said(_NO_MOMENT)}
    else:
        forward = _step(form.text("forward"))
    try:
        await sandbox_clock.move(
            means.database, means.counters, desk.clock, desk.mall.mall_id, forward=forward, to=to
        )
    except Invalid as refused:
        return {refused.parameter or "": desk.said(refused.message)}
    return redirect(f"{desk.mall_home}?done=moved")


def _step(text: str) -> int:
    for seconds in STEPS:
        if text == str(seconds):
            return seconds
    raise not_understood()
