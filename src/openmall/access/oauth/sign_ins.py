"""What both steps of a manager's sign-in share: where it continues, and what is recorded."""

from typing import Final

from starlette.responses import Response

from openmall.access.malls import rules as mall_rules
from openmall.access.malls import second_factors
from openmall.access.malls.rules import Manager
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import return_addresses, sessions
from openmall.access.oauth.mall_request import MallRequest
from openmall.contract.journal import record
from openmall.contract.moments import Clock
from openmall.database.session import Session
from openmall.http.web import languages
from openmall.http.web.pages import redirect
from openmall.translations import catalogues

AUTHORIZE: Final = "/authorize"
SIGN_IN: Final = "/sign-in"
SECOND_STEP: Final = "/second-step"
SET_UP: Final = "/account/two-step"
"""Page of the back office on which a second factor is set up."""
_IN_SECONDS: Final = 90
"""Waits up to this are displayed in seconds, longer ones in minutes."""


async def begin(
    db: Session, clock: Clock, manager: Manager, mall_request: MallRequest
) -> tuple[str, bool]:
    """Begin the session of a manager who has taken the first step of a sign-in.

    Returns the session's token, and whether the second step is to follow; without one the sign-in
    is complete, and recorded.
    """
    second_step = await second_factors.is_on(db, manager.user_id)
    session = await sessions.begin(
        db,
        clock,
        manager,
        instead_of=oauth_pages.session_of(mall_request),
        request=mall_request.request,
        second_step=second_step,
    )
    if not second_step:
        await record_sign_in(db, clock, manager)
    return session, second_step


def begun(mall_request: MallRequest, session: str, *, second_step: bool) -> Response:
    """Return the redirect after the first step, with the cookie of the session that it began."""
    if second_step:
        response = oauth_pages.see_other(SECOND_STEP, mall_request)
    else:
        response = continued(mall_request)
    oauth_pages.set_cookie(response, oauth_pages.session_cookie(mall_request), session)
    oauth_pages.drop_cookie(response, oauth_pages.visit_cookie(mall_request))
    return response


async def record_sign_in(db: Session, clock: Clock, manager: Manager) -> None:
    """Record that a manager has signed in, with all steps."""
    await mall_rules.signed_in(db, clock, manager.user_id)
    await record.write_browser_action(
        db, clock, manager, action="sign-in", shop_no=record.WHOLE_MALL, subject="signed in"
    )


def continued(mall_request: MallRequest, *, to_page: bool = True) -> Response:
    """Return a redirect to the requested page, the pending authorization request, or sign-in."""
    next_page = return_addresses.page(mall_request.query)
    if next_page and to_page:
        return redirect(next_page)
    to_app = mall_request.query.encoded and not next_page
    return oauth_pages.see_other(AUTHORIZE if to_app else SIGN_IN, mall_request)


def retry_message(mall_request: MallRequest, seconds: int) -> str:
    """Return the message with the time until the next attempt."""
    translations = catalogues.translations(languages.wanted(mall_request.request, "oauth"), "oauth")
    if seconds <= _IN_SECONDS:
        text = translations.ngettext(
            "Too many attempts. Try again in %(number)d second.",
            "Too many attempts. Try again in %(number)d seconds.",
            seconds,
        )
        return str(text) % {"number": seconds}
    minutes = -(-seconds // 60)
    text = translations.gettext("Too many attempts. Try again in %(number)d minutes.")
    return str(text) % {"number": minutes}
