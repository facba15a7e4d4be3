"""Browser pages of the authorization server: a manager signs in, and allows or denies an app.

Specification: "Authentication" step 1; "Authentication endpoints" (authorization code).
"""

from babel.support import Translations
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import (
    apps as registered_apps,
)
from openmall.access.oauth import (
    asking,
    backoff,
    codes,
    redirects,
    returning,
    secrets,
    sessions,
)
from openmall.access.oauth import (
    pages as oauth_pages,
)
from openmall.access.oauth.announcing import announced
from openmall.access.oauth.asking import Asked, SentBack
from openmall.access.oauth.fields import received
from openmall.access.oauth.sessions import Pending, SignedIn
from openmall.access.oauth.tokens import Grant
from openmall.access.oauth.visit import Visit
from openmall.configuration import Configuration
from openmall.contract.counters import Counters
from openmall.contract.journal import record
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.http.web import languages
from openmall.http.web.pages import redirect
from openmall.translations import catalogues

AUTHORIZE = "/api/v2/oauth/authorize"
SIGN_IN = "/api/v2/oauth/sign-in"
_BASIC_SHOP = 1
_IN_SECONDS = 90
"""Waits up to this are displayed in seconds, longer ones in minutes."""


class Browsing:
    """The pages, and the actions of their forms."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        restricted: frozenset[str],
    ) -> None:
        """`restricted`: scopes with operations by arrangement only."""
        self._seconds = configuration.body_seconds
        self._database = database
        self._counters = counters
        self._clock = clock
        self._restricted = restricted

    async def authorize(self, visit: Visit) -> Response:
        """`GET /api/v2/oauth/authorize`: the consent page, or the sign-in page first.

        Raises Refused for an unknown app or redirect_uri.
        """
        try:
            requested = await asking.read(self._database, visit.query)
        except SentBack as error:
            return oauth_pages.back_to_app(error.location)
        session = oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, "")
        signed_in = await self._signed_in(visit, session)
        if signed_in is None:
            return self._sign_in_page(visit, requested)
        pending = Pending(
            requested.app.client_id,
            requested.redirect_uri,
            requested.scopes,
            requested.state,
            requested.challenge,
        )
        async with self._database.writing(visit.mall.mall_id) as db:
            name = await sessions.show(db, self._time(visit), signed_in, pending)
        return oauth_pages.page(
            "consent.html",
            visit,
            status=200 if signed_in.may_grant else 403,
            target=redirects.scheme(requested.redirect_uri),
            app=requested.app,
            user=signed_in,
            groups=oauth_pages.lines(
                requested.scopes,
                self._restricted if requested.app.restricted else frozenset(),
                languages.wanted(visit.request),
            ),
            request_name=name,
            form_token=oauth_pages.form_token(session),
        )

    async def decide(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/authorize`: Allow or Deny the request shown on the page."""
        form = await received(visit.request, self._seconds)
        session = oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, "")
        if not oauth_pages.genuine(form, session):
            return self._stale(visit)
        name, allowed = form.text("request_name"), form.text("decision") == "allow"
        if not allowed:
            async with self._database.writing(visit.mall.mall_id) as db:
                location = await self._answer(db, visit, session, name, allowed=False)
        else:
            async with announced(self._database, self._counters, visit.mall.mall_id) as db:
                location = await self._answer(db, visit, session, name, allowed=True)
        return oauth_pages.back_to_app(location) if location else self._stale(visit)

    async def _answer(
        self, db: Session, visit: Visit, session: str, name: str, *, allowed: bool
    ) -> str:
        """Return the address to redirect to; empty when no request is pending."""
        clock = self._time(visit)
        signed_in = await sessions.find(db, clock, session)
        if signed_in is None:
            return ""
        pending = await sessions.answered(db, clock, signed_in, name)
        if pending is None:
            return ""
        if not allowed or not signed_in.may_grant:
            who = "the manager denied access" if signed_in.may_grant else "suppliers may not allow"
            answer = {"error": "access_denied", "error_description": who}
            return redirects.answered(pending.redirect_uri, answer, pending.state)
        await self._install(db, clock, signed_in, pending)
        code = await codes.give(
            db,
            clock,
            Grant(
                pending.client_id,
                signed_in.user_id,
                signed_in.manager_type,
                _BASIC_SHOP,
                pending.scopes,
                secrets.draw(),
            ),
            redirect_uri=pending.redirect_uri,
            challenge=pending.challenge,
        )
        return redirects.answered(pending.redirect_uri, {"code": code}, pending.state)

    async def _install(
        self, db: Session, clock: Clock, signed_in: SignedIn, pending: Pending
    ) -> None:
        app = await registered_apps.find(db, pending.client_id)
        assert app is not None, "a request is of a registered app"
        before = await registered_apps.allowed(db, pending.client_id)
        await registered_apps.install(db, clock, pending.client_id, pending.scopes)
        if before is None or set(before) != set(pending.scopes):
            await record.write_browser_action(
                db,
                clock,
                signed_in,
                action="app install" if before is None else "app change",
                subject=f"app {app.name}",
                client_id=app.client_id,
                changes={"scopes": (" ".join(before or []), " ".join(pending.scopes))},
            )

    async def sign_in_page(self, visit: Visit) -> Response:
        """`GET /api/v2/oauth/sign-in`: the form, or who is signed in."""
        session = oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, "")
        signed_in = await self._signed_in(visit, session)
        if signed_in is None:
            return self._sign_in_page(visit, await self._requested(visit))
        next_page = returning.page(visit.query)
        if next_page:
            return redirect(next_page)
        return oauth_pages.page(
            "signed_in.html", visit, user=signed_in, form_token=oauth_pages.form_token(session)
        )

    async def sign_in(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/sign-in`: sign a manager in, and continue to the requested page."""
        form = await received(visit.request, self._seconds)
        requested = await self._requested(visit)
        sent = oauth_pages.cookies(visit)
        if not oauth_pages.genuine(form, sent.get(oauth_pages.VISIT_COOKIE, "")):
            message = _translations(visit).gettext("The page has expired. Please try again.")
            return self._sign_in_page(visit, requested, 403, message)
        user_id = form.text("user_id").strip()
        held = backoff.Backoff(
            self._counters,
            self._clock,
            mall_id=visit.mall.mall_id,
            user=user_id,
            ip=visit.request.ip,
        )
        wait = await held.attempt()
        if wait:
            message = _retry_message(visit, wait)
            page = self._sign_in_page(visit, requested, 429, message, user_id)
            page.headers["Retry-After"] = str(wait)
            return page
        async with self._database.reading(visit.mall.mall_id) as db:
            manager = await mall_rules.manager(db, user_id)
        password_hash = manager.password_hash if manager else None
        right = await passwords.matches_in_thread(form.text("password"), password_hash)
        if not right or manager is None:
            message = _translations(visit).gettext("The user ID or the password is wrong.")
            return self._sign_in_page(visit, requested, 400, message, user_id)
        await held.succeeded()
        clock = self._time(visit)
        async with self._database.writing(visit.mall.mall_id) as db:
            earlier = sent.get(oauth_pages.SESSION_COOKIE, "")
            session = await sessions.begin(db, clock, manager, instead_of=earlier)
            await mall_rules.signed_in(db, clock, manager.user_id)
            await record.write_browser_action(
                db, clock, manager, action="sign-in", subject="signed in"
            )
        next_page = returning.page(visit.query)
        response = redirect(next_page) if next_page else self._onward(visit)
        oauth_pages.set_cookie(response, oauth_pages.SESSION_COOKIE, session)
        oauth_pages.drop_cookie(response, oauth_pages.VISIT_COOKIE)
        return response

    async def sign_out(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/sign-out`: end the session, then offer to sign in again."""
        form = await received(visit.request, self._seconds)
        session = oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, "")
        if not oauth_pages.genuine(form, session):
            return self._stale(visit)
        async with self._database.writing(visit.mall.mall_id) as db:
            clock = self._time(visit)
            signed_in = await sessions.find(db, clock, session)
            await sessions.end(db, session)
            if signed_in is not None:
                await record.write_browser_action(
                    db, clock, signed_in, action="sign-out", subject="signed out"
                )
        response = self._onward(visit)
        oauth_pages.drop_cookie(response, oauth_pages.SESSION_COOKIE)
        return response

    def _onward(self, visit: Visit) -> Response:
        """Return a redirect to the pending authorization request, or else the sign-in page."""
        to_app = visit.query.encoded and not returning.page(visit.query)
        return oauth_pages.see_other(AUTHORIZE if to_app else SIGN_IN, visit)

    def _time(self, visit: Visit) -> Clock:
        return visit.mall.clock(self._clock)

    async def _signed_in(self, visit: Visit, session: str) -> SignedIn | None:
        return await sessions.of(self._database, self._time(visit), visit.mall.mall_id, session)

    async def _requested(self, visit: Visit) -> Asked | None:
        """Return the authorization request that a sign-in leads to, if any. Raises Refused."""
        if not visit.query.encoded or returning.page(visit.query):
            return None
        try:
            return await asking.read(self._database, visit.query)
        except SentBack:
            return None

    def _sign_in_page(
        self,
        visit: Visit,
        requested: Asked | None,
        status: int = 200,
        message: str = "",
        user_id: str = "",
    ) -> Response:
        cookie = oauth_pages.cookies(visit).get(oauth_pages.VISIT_COOKIE) or secrets.draw()
        page = oauth_pages.page(
            "sign_in.html",
            visit,
            status=status,
            target=redirects.scheme(requested.redirect_uri) if requested else "",
            app=requested.app if requested else None,
            message=message,
            user_id=user_id,
            form_token=oauth_pages.form_token(cookie),
        )
        oauth_pages.set_cookie(page, oauth_pages.VISIT_COOKIE, cookie)
        return page

    def _stale(self, visit: Visit) -> Response:
        return oauth_pages.page("stale.html", visit, status=403)


def _translations(visit: Visit) -> Translations:
    return catalogues.translations(languages.wanted(visit.request), "oauth")


def _retry_message(visit: Visit, seconds: int) -> str:
    """Return the message with the time until the next attempt."""
    translations = _translations(visit)
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
