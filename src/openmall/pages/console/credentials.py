"""What an app proves itself with: replaced when it may have been seen, with time to change over."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import secret_rotation
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.secret_rotation import Secret
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.desk import Desk, not_understood, time

OVERLAPS: Final = {
    0: marked("Expire immediately"),
    1: marked("1 more hour"),
    24: marked("24 more hours"),
    168: marked("7 more days"),
}
"""Hours an earlier secret works on -> how that is called."""
_NAMES: Final[dict[Secret, str]] = {
    "secret": marked("Client secret"),
    "key": marked("Front API key"),
}
_USES: Final[dict[Secret, str]] = {
    "secret": marked("Your server fetches and refreshes tokens with it."),
    "key": marked("The storefront API is called with it from a shop's pages."),
}
_DONE: Final = {"ended": marked("The previous one no longer works.")}


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/credentials`: which there are, and until when."""
    now = desk.clock.now()
    until = {
        which: time(kept.until) if kept.overlaps(now) else None
        for which, kept in (("secret", desk.app.secret), ("key", desk.app.key))
    }
    return desk.show(
        "credentials.html",
        secrets=[
            (which, desk.said(name), desk.said(_USES[which]), until[which])
            for which, name in _NAMES.items()
        ],
        overlaps=[(str(hours), desk.said(name)) for hours, name in OVERLAPS.items()],
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )


async def act(desk: Desk) -> Response:
    """`POST /developers/apps/{client_id}/credentials`: a new secret, or the end of an earlier one.

    A new one is on the page, once.
    """
    form = await desk.form()
    which = _which(form)
    if form.text("deed") == "end":
        async with invalidating_transaction(desk.database, desk.means.counters, "") as db:
            await secret_rotation.end(db, desk.app.client_id, which)
        return redirect(f"{desk.app_home}/credentials?done=ended")
    hours = _hours(form)
    async with invalidating_transaction(desk.database, desk.means.counters, "") as db:
        made = await secret_rotation.renew(db, desk.clock, desk.app.client_id, which, hours=hours)
    until = time(int(desk.clock.now()) + hours * 3600) if hours else None
    return desk.show("renewed.html", called=desk.said(_NAMES[which]), made=made, until=until)


def _which(form: Fields) -> Secret:
    for which in _NAMES:
        if form.text("which") == which:
            return which
    raise not_understood()


def _hours(form: Fields) -> int:
    for hours in OVERLAPS:
        if form.text("hours") == str(hours):
            return hours
    raise not_understood()
