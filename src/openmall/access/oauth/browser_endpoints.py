"""Browser pages of the authorization server: a manager signs in, and allows or denies an app.

Specification: "Authentication" step 1; "Authentication endpoints" (authorization code).
"""

from typing import Final

from babel.support import Translations
from starlette.responses import Response

from openmall.access import passwords, staff_site
from openmall.access.malls import passkey_ceremonies, staff_identities
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import (
    authorization_requests,
    backoff,
    consents,
    passkey_sign_in,
    redirects,
    return_addresses,
    secrets,
    sessions,
    sign_ins,
)
from openmall.access.oauth import (
    pages as oauth_pages,
)
from openmall.access.oauth.authorization_requests import AuthorizationRequest, RedirectedError
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.resources import Resources
from openmall.access.oauth.sessions import Pending, SignedIn
from openmall.access.staff_site import office_url
from openmall.configuration import Configuration
from openmall.contract import scopes as scope_names
from openmall.contract.counters import Counters
from openmall.contract.errors import Malformed
from openmall.contract.journal import record
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.http.web import languages
from openmall.http.web.pages import redirect, redirect_beyond
from openmall.translations import catalogues

_DECISIONS: Final = Deeds("allow", "deny", without="deny")


class BrowserEndpoints:
    """The pages, and the actions of their forms."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        seal: Seal,
        resources: Resources,
        restricted: frozenset[str],
    ) -> None:
        """`restricted`: scopes with operations by arrangement only."""
        self._configuration = configuration
        self._seconds = configuration.body_seconds
        self._database = database
        self._counters = counters
        self._clock = clock
        self._seal = seal
        self._resources = resources
        self._restricted = restricted

    async def lead_to_consent(self, mall_request: MallRequest) -> Response:
        """`GET /api/v2/oauth/authorize` of a mall's host: lead to the consent page of its staff.

        Raises OAuthError for an unknown app or redirect_uri; other errors lead back to the app.
        """
        try:
            await self._read_request(mall_request)
        except RedirectedError as error:
            return oauth_pages.back_to_app(error.location)
        return _lead(mall_request, sign_ins.AUTHORIZE)

    async def lead_to_sign_in(self, mall_request: MallRequest) -> Response:
        """`GET /api/v2/oauth/sign-in`, the address until staff had a host: lead to the sign-in."""
        return _lead(mall_request, sign_ins.SIGN_IN)

    async def authorize(self, mall_request: MallRequest) -> Response:
        """`GET /authorize`: the consent page, or the sign-in page first.

        Raises OAuthError for an unknown app or redirect_uri.
        """
        try:
            requested = await self._read_request(mall_request)
        except RedirectedError as error:
            return oauth_pages.back_to_app(error.location)
        session = oauth_pages.session_of(mall_request)
        signed_in = await self._signed_in(mall_request, session)
        if signed_in is None:
            return await self._sign_in_page(mall_request, requested)
        if signed_in.lacks_second_factor:
            return redirect(office_url(sign_ins.SET_UP))
        pending = Pending(
            requested.app.client_id,
            requested.redirect_uri,
            requested.scopes,
            requested.state,
            requested.challenge,
            requested.resources,
        )
        async with self._database.writing(mall_request.mall.mall_id) as db:
            name = await sessions.show(db, self._time(mall_request), signed_in, pending)
        return oauth_pages.page(
            "consent.html",
            mall_request,
            status=200 if signed_in.may_grant_scopes(requested.scopes) else 403,
            may_grant=signed_in.may_grant_scopes(requested.scopes),
            target=redirects.scheme(requested.redirect_uri),
            app=requested.app,
            runs_scripts=scope_names.WRITE_APPLICATION in requested.scopes,
            user=signed_in,
            groups=oauth_pages.lines(
                requested.scopes,
                self._restricted if requested.app.restricted else frozenset(),
                languages.wanted(mall_request.request, "oauth"),
            ),
            request_name=name,
            form_token=oauth_pages.form_token(session),
        )

    async def decide(self, mall_request: MallRequest) -> Response:
        """`POST /authorize`: Allow or Deny the request shown on the page; 400 for anything else."""
        form = await read_form(mall_request.request, self._seconds)
        session = oauth_pages.session_of(mall_request)
        if not oauth_pages.genuine(form, session):
            return self._stale(mall_request)
        try:
            allowed = form.declare(_DECISIONS).deed == "allow"
        except Malformed:
            return self._stale(mall_request, status=400)
        name = form.text("request_name")
        if not allowed:
            async with self._database.writing(mall_request.mall.mall_id) as db:
                location = await self._answer(db, mall_request, session, name, allowed=False)
        else:
            async with invalidating_transaction(
                self._database, self._counters, mall_request.mall.mall_id
            ) as db:
                location = await self._answer(db, mall_request, session, name, allowed=True)
        return oauth_pages.back_to_app(location) if location else self._stale(mall_request)

    async def _answer(
        self, db: Session, mall_request: MallRequest, session: str, name: str, *, allowed: bool
    ) -> str:
        """Return the address to redirect to; empty when no request is pending."""
        clock = self._time(mall_request)
        signed_in = await sessions.find(db, clock, session)
        if signed_in is None:
            return ""
        pending = await sessions.take_pending(db, clock, signed_in, name)
        if pending is None:
            return ""
        may_grant = signed_in.may_grant_scopes(pending.scopes)
        if not allowed or not may_grant:
            description = "the manager denied access"
            if not may_grant:
                supplier = signed_in.manager_type == "S"
                description = "suppliers may not allow" if supplier else "the role does not permit"
            return consents.deny(pending, description, issuer=mall_request.address.origin)
        return await consents.grant(
            db, clock, signed_in, pending, issuer=mall_request.address.origin
        )

    async def sign_in_page(self, mall_request: MallRequest) -> Response:
        """`GET /sign-in`: the form, or who is signed in."""
        session = oauth_pages.session_of(mall_request)
        signed_in = await self._signed_in(mall_request, session)
        if signed_in is None:
            return await self._sign_in_page(
                mall_request, await self._authorization_request(mall_request)
            )
        next_page = return_addresses.page(mall_request.query)
        if next_page:
            return redirect(next_page)
        return oauth_pages.page(
            "signed_in.html",
            mall_request,
            user=signed_in,
            form_token=oauth_pages.form_token(session),
        )

    async def sign_in(self, mall_request: MallRequest) -> Response:
        """`POST /sign-in`: sign a manager in, and continue to the requested page."""
        form = await read_form(mall_request.request, self._seconds)
        requested = await self._authorization_request(mall_request)
        if not oauth_pages.genuine(form, oauth_pages.visit_of(mall_request)):
            message = _translations(mall_request).gettext("The page has expired. Please try again.")
            return await self._sign_in_page(mall_request, requested, 403, message)
        user_id = form.text("user_id").strip()
        attempt_backoff = backoff.Backoff(
            self._counters,
            self._clock,
            mall_id=mall_request.mall.mall_id,
            user=user_id,
            ip=mall_request.request.ip,
        )
        wait = await attempt_backoff.attempt()
        if wait:
            message = sign_ins.retry_message(mall_request, wait)
            page = await self._sign_in_page(mall_request, requested, 429, message, user_id)
            page.headers["Retry-After"] = str(wait)
            return page
        async with self._database.reading(mall_request.mall.mall_id) as db:
            manager = await mall_rules.manager(db, user_id)
        password_hash = manager.password_hash if manager else None
        password_matches = await passwords.matches_in_thread(form.text("password"), password_hash)
        if not password_matches or manager is None:
            message = _translations(mall_request).gettext("The user ID or the password is wrong.")
            return await self._sign_in_page(mall_request, requested, 400, message, user_id)
        await attempt_backoff.succeeded()
        clock = self._time(mall_request)
        async with self._database.writing(mall_request.mall.mall_id) as db:
            session, second_step = await sign_ins.begin(db, clock, manager, mall_request)
        return sign_ins.begun(mall_request, session, second_step=second_step)

    async def sign_out(self, mall_request: MallRequest) -> Response:
        """`POST /sign-out`: end the session, then offer to sign in again."""
        form = await read_form(mall_request.request, self._seconds)
        session = oauth_pages.session_of(mall_request)
        if not oauth_pages.genuine(form, session):
            return self._stale(mall_request)
        async with self._database.writing(mall_request.mall.mall_id) as db:
            clock = self._time(mall_request)
            signed_in = await sessions.find(db, clock, session)
            await sessions.end(db, session)
            if signed_in is not None:
                await record.write_browser_action(
                    db,
                    clock,
                    signed_in,
                    action="sign-out",
                    shop_no=record.WHOLE_MALL,
                    subject="signed out",
                )
        response = sign_ins.continued(mall_request, to_page=False)
        oauth_pages.drop_cookie(response, oauth_pages.session_cookie(mall_request))
        return response

    def _time(self, mall_request: MallRequest) -> Clock:
        return mall_request.mall.clock(self._clock)

    async def _signed_in(self, mall_request: MallRequest, session: str) -> SignedIn | None:
        return await sessions.of(
            self._database, self._time(mall_request), mall_request.mall.mall_id, session
        )

    async def _read_request(self, mall_request: MallRequest) -> AuthorizationRequest:
        return await authorization_requests.read(
            self._database,
            mall_request.query,
            self._resources,
            mall_request.address,
            mall_request.mall.mall_id,
        )

    async def _authorization_request(
        self, mall_request: MallRequest
    ) -> AuthorizationRequest | None:
        """Return the authorization request that a sign-in leads to, if any. Raises OAuthError."""
        query = mall_request.query
        asks = query.octets("client_id") is not None or query.octets(return_addresses.NEXT) is None
        if not query.encoded or not asks:
            # a return address that is not one of ours is ignored
            return None
        try:
            return await self._read_request(mall_request)
        except RedirectedError:
            return None

    async def refused_sign_in(
        self, mall_request: MallRequest, status: int, message: str
    ) -> Response:
        """Return the sign-in page with what went wrong. Raises OAuthError."""
        requested = await self._authorization_request(mall_request)
        return await self._sign_in_page(mall_request, requested, status, message)

    async def _sign_in_page(
        self,
        mall_request: MallRequest,
        requested: AuthorizationRequest | None,
        status: int = 200,
        message: str = "",
        user_id: str = "",
    ) -> Response:
        cookie = oauth_pages.visit_of(mall_request) or secrets.generate()
        ceremony = passkey_sign_in.ceremony(mall_request, self._seal, self._clock, cookie)
        options, token = (
            passkey_ceremonies.request_options(ceremony) if ceremony.is_possible else ("", "")
        )
        async with self._database.reading(mall_request.mall.mall_id) as db:
            provider = await staff_identities.provider(db, self._seal, self._configuration)
        page = oauth_pages.page(
            "sign_in.html",
            mall_request,
            status=status,
            target=redirects.scheme_requested(mall_request.query),
            app=requested.app if requested else None,
            message=message,
            user_id=user_id,
            provider_name=staff_identities.name_of(provider) if provider else "",
            form_token=oauth_pages.form_token(cookie),
            scripts=True,
            passkey_options=options,
            passkey_token=token,
        )
        oauth_pages.set_cookie(page, oauth_pages.visit_cookie(mall_request), cookie)
        return page

    def _stale(self, mall_request: MallRequest, *, status: int = 403) -> Response:
        return oauth_pages.page("stale.html", mall_request, status=status)


def _lead(mall_request: MallRequest, page: str) -> Response:
    """Return the redirect to a page of the mall's staff, with the query of the request."""
    address = staff_site.address_of(mall_request.request, mall_request.address) + page
    query = mall_request.query.encoded.decode("ascii", "replace")
    return redirect_beyond(f"{address}?{query}" if query else address)


def _translations(mall_request: MallRequest) -> Translations:
    return catalogues.translations(languages.wanted(mall_request.request, "oauth"), "oauth")
