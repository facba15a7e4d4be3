"""Pages of the back office without a session: a forgotten password, and choosing a password."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder as address_holder
from openmall.access.malls import manager_administration
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import form_deeds, secrets
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_fields import Fields, read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.sign_ins import SIGN_IN
from openmall.access.staff_site import office_url
from openmall.contract.counters import Counters
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.journal import record
from openmall.contract.links import Links
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.database.text_search import mail_addresses
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.pages import Templates, answer, redirect
from openmall.pages.backoffice.accounts import staff_links, staff_openid
from openmall.pages.backoffice.accounts.staff_openid import StaffOpenid
from openmall.pages.backoffice.refusals import PASSWORDS_DIFFER
from openmall.pages.sent_forms import SentForm
from openmall.translations import catalogues

FORGOTTEN: Final = "/forgotten-password"
"""Error messages of `access/signed_links.py`, marked for translation."""
_EXPIRED: Final = marked("The page has expired. Please try again.")
_OF_USER: Final = leaky_bucket.Policy(3, 1 / 1_200)
"""Links that one manager may ask for: three, and one more every twenty minutes."""
_OF_ADDRESS: Final = leaky_bucket.Policy(10, 1 / 120)
_TEMPLATES: Final = Templates("backoffice", Path(__file__).parents[1] / "templates")


class SignedOutPages:
    """The pages, and what their forms do."""

    def __init__(
        self,
        database: Database,
        counters: Counters,
        clock: Clock,
        seal: Seal,
        links: Links,
        seconds: float,
        *,
        openid: StaffOpenid,
    ) -> None:
        """`seconds`: within which a form has to arrive."""
        self._openid = openid
        self._database = database
        self._counters = counters
        self._clock = clock
        self._seal = seal
        self._links = links
        self._seconds = seconds
        self.handlers: dict[str, dict[str, Callable[[MallRequest], Awaitable[Response]]]] = {
            FORGOTTEN: {"GET": self._show_forgotten, "POST": self._forgotten},
            staff_links.PAGE: {"GET": self._show_password, "POST": self._set_password},
            staff_openid.BEGIN: {"GET": self._begin_openid},
            staff_openid.RETURN: {"GET": self._complete_openid},
        }

    async def _begin_openid(self, visit: MallRequest) -> Response:
        try:
            return await self._openid.begin(visit)
        except ApiError as error:
            return self._refused_openid(visit, error)

    async def _complete_openid(self, visit: MallRequest) -> Response:
        try:
            return await self._openid.complete(visit)
        except ApiError as error:
            return self._refused_openid(visit, error)

    def _refused_openid(self, visit: MallRequest, error: ApiError) -> Response:
        """Return the page with the reason why an account did not sign in."""
        page = self._page(
            visit,
            "account_refused.html",
            status=error.status,
            message=error.say(partial(self._translate, visit)),
            sign_in=office_url(SIGN_IN),
        )
        if error.retry_after:
            page.headers["Retry-After"] = str(error.retry_after)
        return page

    async def _show_forgotten(self, visit: MallRequest) -> Response:
        return self._page(visit, "forgotten.html", sent=visit.query.text("done") == "sent")

    async def _forgotten(self, visit: MallRequest) -> Response:
        """Send a link when user ID and mail address belong together; the answer is the same."""
        form = await read_form(visit.request, self._seconds)
        if not self._genuine(visit, form):
            return self._page(visit, "forgotten.html", status=403, problem=_EXPIRED, sent=False)
        form.declare(form_deeds.NONE)
        user_id, email = form.text("user_id").strip(), form.text("email").strip()
        if await self._admitted(visit, user_id):
            clock, mall = visit.mall.clock(self._clock), visit.mall
            async with self._database.writing(mall.mall_id) as db:
                manager = await mall_rules.manager(db, user_id)
                if manager is not None and mail_addresses.same(manager.email or "", email):
                    await staff_links.send(
                        db,
                        clock,
                        self._seal,
                        mall,
                        manager,
                        "staff_password",
                        links=self._links,
                        language=languages.wanted(visit.request, "backoffice"),
                    )
        return redirect(office_url(f"{FORGOTTEN}?done=sent"))

    async def _admitted(self, visit: MallRequest, user_id: str) -> bool:
        now = self._clock.now()
        address = f"staff password address {address_holder(visit.request.ip)}"
        user = f"staff password {visit.mall.mall_id} {user_id}"
        by_address = await self._counters.decide(address, leaky_bucket.admit, now, _OF_ADDRESS)
        if not by_address.admitted:
            return False
        return (await self._counters.decide(user, leaky_bucket.admit, now, _OF_USER)).admitted

    async def _show_password(self, visit: MallRequest) -> Response:
        if visit.query.text("done") == "saved":
            return self._page(visit, "password_set.html", sign_in=office_url(SIGN_IN))
        return await self._password_page(visit, visit.query.text("token"))

    async def _set_password(self, visit: MallRequest) -> Response:
        """Set the password of a link's manager, which uses the link up and ends all sessions.

        The same form sent again, as by a double click, is answered as the first time.
        """
        form = await read_form(visit.request, self._seconds)
        token = form.text("token")
        if not self._genuine(visit, form):
            return await self._password_page(visit, token, {"": _EXPIRED}, 403)
        clock, mall_id = visit.mall.clock(self._clock), visit.mall.mall_id
        try:
            # what names no link is not remembered
            link = staff_links.read(clock, self._seal, mall_id, token)
        except Invalid:
            return await self._password_page(visit, token)
        sent_form = SentForm(
            database=self._database,
            seal=self._seal,
            clock=clock,
            tenant=mall_id,
            owner=f"link of {link.member_id} {link.number}",
        )

        async def use() -> Response:
            await sent_form.claim(visit.request, form)
            return await self._use_link(visit, form, token)

        return await sent_form.answer(use())

    async def _use_link(self, visit: MallRequest, form: Fields, token: str) -> Response:
        password = form.text("password")
        form.declare(form_deeds.NONE)
        try:
            manager_administration.require_password(password)
            if form.text("again") != password:
                raise Invalid(PASSWORDS_DIFFER, parameter="again")
        except Invalid as error:
            message = error.say(partial(self._translate, visit))
            return await self._password_page(visit, token, {error.parameter or "": message}, 422)
        password_hash = await passwords.hash_password_in_thread(password)
        clock, mall_id = visit.mall.clock(self._clock), visit.mall.mall_id
        try:
            async with self._database.writing(mall_id) as db:
                # locked, so that two uses of a link do not both find it unused
                await mall_rules.managers(db, to_change=True)
                manager = await staff_links.holder(db, clock, self._seal, mall_id, token)
                changed = replace(manager, password_hash=password_hash, invited_at=0)
                await mall_rules.admit(db, clock, changed)
                await record.write_browser_action(
                    db,
                    clock,
                    manager,
                    action="manager password",
                    shop_no=record.WHOLE_MALL,
                    subject=f"manager {manager.user_id}",
                    changes={"password": (None, None)},
                )
        except Invalid:
            return await self._password_page(visit, token)
        return redirect(office_url(f"{staff_links.PAGE}?done=saved"))

    async def _password_page(
        self,
        visit: MallRequest,
        token: str,
        problems: dict[str, str] | None = None,
        status: int = 200,
    ) -> Response:
        clock, mall_id = visit.mall.clock(self._clock), visit.mall.mall_id
        try:
            async with self._database.reading(mall_id) as db:
                manager = await staff_links.holder(db, clock, self._seal, mall_id, token)
        except Invalid as error:
            message = error.say(partial(self._translate, visit))
            return self._page(visit, "link_broken.html", status=422, message=message)
        said = {"": "", "password": "", "again": ""}
        for name, problem in (problems or {}).items():
            said[name] = self._translate(visit, problem)
        return self._page(
            visit,
            "password.html",
            status=status,
            user_id=manager.user_id,
            token=token,
            once_key=secrets.generate(),
            problems=said,
        )

    def _genuine(self, visit: MallRequest, form: Fields) -> bool:
        cookie = oauth_pages.visit_of(visit)
        return oauth_pages.genuine(form, cookie)

    def _translate(self, visit: MallRequest, message: str) -> str:
        return catalogues.translate(
            languages.wanted(visit.request, "backoffice"), "backoffice", message
        )

    def _page(
        self,
        visit: MallRequest,
        template: str,
        *,
        status: int = 200,
        problem: str = "",
        message: str = "",
        **values: Any,
    ) -> Response:
        cookie = oauth_pages.visit_of(visit) or secrets.generate()
        html = _TEMPLATES.render(
            template,
            languages.wanted(visit.request, "backoffice"),
            mall=visit.mall,
            host=visit.host,
            address_here=visit.address_here.partition("?")[0],
            office=office_url(),
            form_token=oauth_pages.form_token(cookie),
            problem=self._translate(visit, problem) if problem else "",
            message=self._translate(visit, message) if message else "",
            **values,
        )
        page = answer(html, status=status)
        # the address of a link is a secret
        page.headers["Referrer-Policy"] = "strict-origin"
        oauth_pages.set_cookie(page, oauth_pages.visit_cookie(visit), cookie)
        return page
