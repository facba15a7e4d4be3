"""The second step of a manager's sign-in: a code of an app, a recovery code, or a passkey."""

from starlette.responses import Response

from openmall.access.malls import passkey_ceremonies, passkeys, second_factors
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.passkey_ceremonies import Ceremony
from openmall.access.malls.passkeys import Passkey
from openmall.access.oauth import backoff, passkey_sign_in, redirects, sessions, sign_ins
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_fields import read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http.web import languages
from openmall.translations import catalogues


class SecondStep:
    """The page that asks for the code, and its form."""

    def __init__(
        self, database: Database, counters: Counters, clock: Clock, seal: Seal, seconds: float
    ) -> None:
        """`seconds`: within which a form has to arrive."""
        self._database = database
        self._counters = counters
        self._clock = clock
        self._seal = seal
        self._seconds = seconds

    async def show(self, mall_request: MallRequest) -> Response:
        """`GET /second-step`: ask for the code."""
        user_id = await self._user_id(mall_request)
        if not user_id:
            return oauth_pages.see_other(sign_ins.SIGN_IN, mall_request)
        return await self._page(mall_request, user_id)

    async def prove(self, mall_request: MallRequest) -> Response:
        """`POST /second-step`: complete the sign-in with the code or passkey."""
        form = await read_form(mall_request.request, self._seconds)
        session = oauth_pages.session_of(mall_request)
        user_id = await self._user_id(mall_request)
        if not user_id:
            return oauth_pages.see_other(sign_ins.SIGN_IN, mall_request)
        if not oauth_pages.genuine(form, session):
            return oauth_pages.page("stale.html", mall_request, status=403)
        mall_id = mall_request.mall.mall_id
        attempt = backoff.Backoff(
            self._counters,
            self._clock,
            mall_id=mall_id,
            user=user_id,
            ip=mall_request.request.ip,
            action="second step",
        )
        wait = await attempt.attempt()
        if wait:
            message = sign_ins.retry_message(mall_request, wait)
            page = await self._page(mall_request, user_id, 429, message)
            page.headers["Retry-After"] = str(wait)
            return page
        clock, code = mall_request.mall.clock(self._clock), form.text("code")
        async with self._database.writing(mall_id) as db:
            manager = await mall_rules.manager(db, user_id)
            if manager is None:
                proved = False
            elif form.text("credential"):
                proved = bool(
                    await passkey_ceremonies.proved(
                        db,
                        self._ceremony(mall_request),
                        token=form.text("challenge"),
                        credential=form.text("credential"),
                        user_id=user_id,
                    )
                )
            else:
                proved = await second_factors.proves(db, clock, self._seal, mall_id, user_id, code)
            if proved and manager is not None:
                session = await sessions.begin(
                    db, clock, manager, instead_of=session, request=mall_request.request
                )
                await sign_ins.record_sign_in(db, clock, manager)
        if not proved:
            translations = catalogues.translations(
                languages.wanted(mall_request.request, "oauth"), "oauth"
            )
            wrong = translations.gettext("This code is wrong, too old, or was used already.")
            if form.text("credential"):
                wrong = translations.gettext(passkey_sign_in.REFUSED)
            return await self._page(mall_request, user_id, 400, wrong)
        await attempt.succeeded()
        response = sign_ins.continued(mall_request)
        oauth_pages.set_cookie(response, oauth_pages.session_cookie(mall_request), session)
        return response

    async def _user_id(self, mall_request: MallRequest) -> str:
        """Return who has signed in with the password alone; empty if nobody has."""
        session = oauth_pages.session_of(mall_request)
        if not session:
            return ""
        clock = mall_request.mall.clock(self._clock)
        async with self._database.reading(mall_request.mall.mall_id) as db:
            return await sessions.awaiting_second_step(db, clock, session)

    def _ceremony(self, mall_request: MallRequest) -> Ceremony:
        session = oauth_pages.session_of(mall_request)
        return passkey_sign_in.ceremony(
            mall_request, self._seal, self._clock, session, purpose="second step"
        )

    async def _page(
        self, mall_request: MallRequest, user_id: str, status: int = 200, message: str = ""
    ) -> Response:
        session = oauth_pages.session_of(mall_request)
        ceremony = self._ceremony(mall_request)
        known: list[Passkey] = []
        if ceremony.is_possible:
            async with self._database.reading(mall_request.mall.mall_id) as db:
                known = await passkeys.of_manager(db, user_id)
        options, token = passkey_ceremonies.request_options(ceremony, known) if known else ("", "")
        return oauth_pages.page(
            "second_step.html",
            mall_request,
            status=status,
            target=redirects.scheme_requested(mall_request.query),
            message=message,
            form_token=oauth_pages.form_token(session),
            scripts=bool(options),
            passkey_options=options,
            passkey_token=token,
        )
