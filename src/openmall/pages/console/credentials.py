"""The credentials of an app: rotation, with an overlap of the earlier secret."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import secret_rotation
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.secret_rotation import Secret
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import PageContext, time, unknown_value_error

OVERLAPS: Final = {
    0: marked("Expire immediately"),
    1: marked("1 more hour"),
    24: marked("24 more hours"),
    168: marked("7 more days"),
}
"""Hours for which the earlier secret stays valid -> label."""
_NAMES: Final[dict[Secret, str]] = {
    "secret": marked("Client secret"),
    "key": marked("Front API key"),
}
_USES: Final[dict[Secret, str]] = {
    "secret": marked("Your server fetches and refreshes tokens with it."),
    "key": marked("The storefront API is called with it from a shop's pages."),
}
_MESSAGES: Final = {"ended": marked("The previous one no longer works.")}


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/credentials`: show kinds and expiry."""
    now = context.clock.now()
    until = {
        kind: time(credential.until) if credential.overlaps(now) else None
        for kind, credential in (("secret", context.app.secret), ("key", context.app.key))
    }
    return context.show(
        "credentials.html",
        secrets=[
            (kind, context.translate(name), context.translate(_USES[kind]), until[kind])
            for kind, name in _NAMES.items()
        ],
        overlaps=[(str(hours), context.translate(name)) for hours, name in OVERLAPS.items()],
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


_DEEDS: Final = Deeds("renew", "end")


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/apps/{client_id}/credentials`: rotate a secret, or end the earlier.

    The new secret is shown once.
    """
    form = await context.form(deeds=_DEEDS)
    kind = _secret_of(form)
    if form.deed == "end":
        async with invalidating_transaction(context.database, context.services.counters, "") as db:
            await secret_rotation.end(db, context.app.client_id, kind)
        return redirect(f"{context.app_home}/credentials?done=ended")
    hours = _overlap_hours(form)
    async with invalidating_transaction(context.database, context.services.counters, "") as db:
        credential = await secret_rotation.renew(
            db, context.clock, context.app.client_id, kind, hours=hours
        )
    until = time(int(context.clock.now()) + hours * 3600) if hours else None
    return context.show(
        "renewed.html", label=context.translate(_NAMES[kind]), credential=credential, until=until
    )


def _secret_of(form: Fields) -> Secret:
    for kind in _NAMES:
        if form.text("which") == kind:
            return kind
    raise unknown_value_error()


def _overlap_hours(form: Fields) -> int:
    for hours in OVERLAPS:
        if form.text("hours") == str(hours):
            return hours
    raise unknown_value_error()
