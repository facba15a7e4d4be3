"""A manager signs in with a passkey alone: no user ID, no password, no second step."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response

from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder as address_holder
from openmall.access.malls import passkey_ceremonies
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.passkey_ceremonies import Ceremony, Purpose
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import sessions, sign_ins
from openmall.access.oauth.form_fields import read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.translations import catalogues

REFUSED: Final = marked("This passkey was not accepted. Try again, or sign in another way.")
_EXPIRED: Final = "The page has expired. Please try again."
_OF_ADDRESS: Final = leaky_bucket.Policy(20, 1 / 6)
"""Sign-ins with passkeys from one address: twenty, and ten more a minute."""


def ceremony(
    mall_request: MallRequest,
    seal: Seal,
    clock: Clock,
    cookie: str,
    *,
    purpose: Purpose = "sign-in",
) -> Ceremony:
    """Return what a passkey is used for at the host of a request, by the browser of a cookie."""
    return Ceremony(
        seal=seal,
        clock=mall_request.mall.clock(clock),
        mall_id=mall_request.mall.mall_id,
        origin=mall_request.staff_origin,
        cookie=cookie,
        purpose=purpose,
    )


class PasskeySignIn:
    """The form that the script of the sign-in page sends."""

    def __init__(
        self,
        database: Database,
        counters: Counters,
        clock: Clock,
        seal: Seal,
        seconds: float,
        refused: Callable[[MallRequest, int, str], Awaitable[Response]],
    ) -> None:
        """`seconds`: within which a form has to arrive. `refused`: shows the sign-in page again."""
        self._database = database
        self._counters = counters
        self._clock = clock
        self._seal = seal
        self._seconds = seconds
        self._refused = refused

    async def prove(self, mall_request: MallRequest) -> Response:
        """`POST /passkey`: sign the manager of a passkey in."""
        form = await read_form(mall_request.request, self._seconds)
        visit = oauth_pages.visit_of(mall_request)
        translate = catalogues.translations(
            languages.wanted(mall_request.request, "oauth"), "oauth"
        ).gettext
        if not oauth_pages.genuine(form, visit):
            return await self._refused(mall_request, 403, translate(_EXPIRED))
        wait = await self._wait(mall_request)
        if wait:
            message = sign_ins.retry_message(mall_request, wait)
            page = await self._refused(mall_request, 429, message)
            page.headers["Retry-After"] = str(wait)
            return page
        clock, session = mall_request.mall.clock(self._clock), ""
        async with self._database.writing(mall_request.mall.mall_id) as db:
            user_id = await passkey_ceremonies.proved(
                db,
                ceremony(mall_request, self._seal, self._clock, visit),
                token=form.text("challenge"),
                credential=form.text("credential"),
            )
            manager = await mall_rules.manager(db, user_id) if user_id else None
            if manager is not None:
                session = await sessions.begin(
                    db,
                    clock,
                    manager,
                    instead_of=oauth_pages.session_of(mall_request),
                    request=mall_request.request,
                )
                await sign_ins.record_sign_in(db, clock, manager)
        if not session:
            return await self._refused(mall_request, 400, translate(REFUSED))
        response = sign_ins.continued(mall_request)
        oauth_pages.set_cookie(response, oauth_pages.session_cookie(mall_request), session)
        oauth_pages.drop_cookie(response, oauth_pages.visit_cookie(mall_request))
        return response

    async def _wait(self, mall_request: MallRequest) -> int:
        """Count a sign-in; return 0 to proceed, or the seconds to wait."""
        holder = f"staff passkey address {address_holder(mall_request.request.ip)}"
        decided = await self._counters.decide(
            holder, leaky_bucket.admit, self._clock.now(), _OF_ADDRESS
        )
        return decided.remain
