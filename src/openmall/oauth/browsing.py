"""A manager signs in with a browser and decides whether an app may come into the shop.

Specification: "Authentication" step 1; "Authentication endpoints" (authorization code).
"""

from babel.support import Translations
from starlette.responses import Response

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.journal import record
from openmall.limits.counters import Counters
from openmall.malls import rules as malls
from openmall.oauth import (
    apps,
    asking,
    backoff,
    codes,
    pages,
    passwords,
    redirects,
    returning,
    secrets,
    sessions,
)
from openmall.oauth.announcing import announced
from openmall.oauth.asking import Asked, SentBack
from openmall.oauth.fields import received
from openmall.oauth.sessions import Pending, SignedIn
from openmall.oauth.tokens import Grant
from openmall.oauth.visit import Visit
from openmall.web import languages
from openmall.web.pages import redirect

AUTHORIZE = "/api/v2/oauth/authorize"
SIGN_IN = "/api/v2/oauth/sign-in"
_BASIC_SHOP = 1
_IN_SECONDS = 90
"""Up to here a wait is told in seconds, beyond in minutes."""


class Browsing:
    """The pages and what their forms do."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        restricted: frozenset[str],
    ) -> None:
        """`restricted`: scopes under which there are operations by arrangement only."""
        self._seconds = configuration.body_seconds
        self._database = database
        self._counters = counters
        self._clock = clock
        self._restricted = restricted

    async def authorize(self, visit: Visit) -> Response:
        """`GET /api/v2/oauth/authorize`: the consent page, before it the sign-in page.

        Raises Refused when the app or its redirect_uri is not certain.
        """
        try:
            asked = await asking.read(self._database, visit.query)
        except SentBack as error:
            return pages.back_to_app(error.location)
        session = pages.cookies(visit).get(pages.SESSION_COOKIE, "")
        signed_in = await self._signed_in(visit, session)
        if signed_in is None:
            return self._sign_in_page(visit, asked)
        pending = Pending(
            asked.app.client_id, asked.redirect_uri, asked.scopes, asked.state, asked.challenge
        )
        async with self._database.writing(visit.mall.mall_id) as db:
            name = await sessions.show(db, self._time(visit), signed_in, pending)
        return pages.page(
            "consent.html",
            visit,
            status=200 if signed_in.may_grant else 403,
            target=redirects.scheme(asked.redirect_uri),
            app=asked.app,
            user=signed_in,
            groups=pages.lines(
                asked.scopes,
                self._restricted if asked.app.restricted else frozenset(),
                languages.wanted(visit.request),
            ),
            request_name=name,
            form_token=pages.form_token(session),
        )

    async def decide(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/authorize`: Allow or Deny, for what the page showed."""
        form = await received(visit.request, self._seconds)
        session = pages.cookies(visit).get(pages.SESSION_COOKIE, "")
        if not pages.genuine(form, session):
            return self._stale(visit)
        name, allowed = form.text("request_name"), form.text("decision") == "allow"
        if not allowed:
            async with self._database.writing(visit.mall.mall_id) as db:
                location = await self._answer(db, visit, session, name, allowed=False)
        else:
            async with announced(self._database, self._counters, visit.mall.mall_id) as db:
                location = await self._answer(db, visit, session, name, allowed=True)
        return pages.back_to_app(location) if location else self._stale(visit)

    async def _answer(
        self, db: Session, visit: Visit, session: str, name: str, *, allowed: bool
    ) -> str:
        """Return where the browser goes, empty when there is nothing to answer (any more)."""
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
        app = await apps.find(db, pending.client_id)
        assert app is not None, "a request is of a registered app"
        before = await apps.allowed(db, pending.client_id)
        await apps.install(db, clock, pending.client_id, pending.scopes)
        if before is None or set(before) != set(pending.scopes):
            await record.browser(
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
        session = pages.cookies(visit).get(pages.SESSION_COOKIE, "")
        signed_in = await self._signed_in(visit, session)
        if signed_in is None:
            return self._sign_in_page(visit, await self._asked(visit))
        wanted = returning.page(visit.query)
        if wanted:
            return redirect(wanted)
        return pages.page(
            "signed_in.html", visit, user=signed_in, form_token=pages.form_token(session)
        )

    async def sign_in(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/sign-in`: let a manager in, then on to what they came for."""
        form = await received(visit.request, self._seconds)
        asked = await self._asked(visit)
        sent = pages.cookies(visit)
        if not pages.genuine(form, sent.get(pages.VISIT_COOKIE, "")):
            message = _said(visit).gettext("This page had expired. Please try again.")
            return self._sign_in_page(visit, asked, 403, message)
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
            message = _held(visit, wait)
            page = self._sign_in_page(visit, asked, 429, message, user_id)
            page.headers["Retry-After"] = str(wait)
            return page
        async with self._database.reading(visit.mall.mall_id) as db:
            manager = await malls.manager(db, user_id)
        kept = manager.password_hash if manager else None
        right = await passwords.matches_in_thread(form.text("password"), kept)
        if not right or manager is None:
            message = _said(visit).gettext("The user ID or the password is wrong.")
            return self._sign_in_page(visit, asked, 400, message, user_id)
        await held.succeeded()
        clock = self._time(visit)
        async with self._database.writing(visit.mall.mall_id) as db:
            earlier = sent.get(pages.SESSION_COOKIE, "")
            session = await sessions.begin(db, clock, manager, instead_of=earlier)
            await malls.signed_in(db, clock, manager.user_id)
            await record.browser(db, clock, manager, action="sign-in", subject="signed in")
        wanted = returning.page(visit.query)
        response = redirect(wanted) if wanted else self._onward(visit)
        pages.set_cookie(response, pages.SESSION_COOKIE, session)
        pages.drop_cookie(response, pages.VISIT_COOKIE)
        return response

    async def sign_out(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/sign-out`: end the session, then offer to sign in again."""
        form = await received(visit.request, self._seconds)
        session = pages.cookies(visit).get(pages.SESSION_COOKIE, "")
        if not pages.genuine(form, session):
            return self._stale(visit)
        async with self._database.writing(visit.mall.mall_id) as db:
            clock = self._time(visit)
            signed_in = await sessions.find(db, clock, session)
            await sessions.end(db, session)
            if signed_in is not None:
                await record.browser(db, clock, signed_in, action="sign-out", subject="signed out")
        response = self._onward(visit)
        pages.drop_cookie(response, pages.SESSION_COOKIE)
        return response

    def _onward(self, visit: Visit) -> Response:
        """Return the way back to what an app asked for, else to the sign-in page."""
        to_app = visit.query.encoded and not returning.page(visit.query)
        return pages.see_other(AUTHORIZE if to_app else SIGN_IN, visit)

    def _time(self, visit: Visit) -> Clock:
        return visit.mall.clock(self._clock)

    async def _signed_in(self, visit: Visit, session: str) -> SignedIn | None:
        return await sessions.of(self._database, self._time(visit), visit.mall.mall_id, session)

    async def _asked(self, visit: Visit) -> Asked | None:
        """Return what an app asks for, when a sign-in is on the way to it. Raises Refused."""
        if not visit.query.encoded or returning.page(visit.query):
            return None
        try:
            return await asking.read(self._database, visit.query)
        except SentBack:
            return None

    def _sign_in_page(
        self,
        visit: Visit,
        asked: Asked | None,
        status: int = 200,
        message: str = "",
        user_id: str = "",
    ) -> Response:
        cookie = pages.cookies(visit).get(pages.VISIT_COOKIE) or secrets.draw()
        page = pages.page(
            "sign_in.html",
            visit,
            status=status,
            target=redirects.scheme(asked.redirect_uri) if asked else "",
            app=asked.app if asked else None,
            message=message,
            user_id=user_id,
            form_token=pages.form_token(cookie),
        )
        pages.set_cookie(page, pages.VISIT_COOKIE, cookie)
        return page

    def _stale(self, visit: Visit) -> Response:
        return pages.page("stale.html", visit, status=403)


def _said(visit: Visit) -> Translations:
    return languages.translations(languages.wanted(visit.request), "oauth")


def _held(visit: Visit, seconds: int) -> str:
    """Say for how long nobody can try again."""
    said = _said(visit)
    if seconds <= _IN_SECONDS:
        text = said.ngettext(
            "Too many attempts. Try again in %(number)d second.",
            "Too many attempts. Try again in %(number)d seconds.",
            seconds,
        )
        return str(text) % {"number": seconds}
    minutes = -(-seconds // 60)
    text = said.gettext("Too many attempts. Try again in %(number)d minutes.")
    return str(text) % {"number": minutes}
