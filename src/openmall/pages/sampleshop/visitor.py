"""Somebody in the shop: who shops, what is asked of the storefront API for them, their pages."""

import hmac
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from babel.numbers import format_currency, get_currency_precision
from starlette.responses import Response

from openmall.access import shopper_sessions
from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_request import MallRequest
from openmall.api.pipeline.internal_client import InternalCaller, InternalClient, InternalResponse
from openmall.contract import api_versions
from openmall.contract.call import App, Identity, Mall, Shop, Shopper
from openmall.contract.errors import ApiError, Unauthorized
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.http import visitor_identification
from openmall.http.cookies import cookie
from openmall.http.web import languages
from openmall.http.web.pages import Templates, answer, redirect
from openmall.pages.sampleshop.words import DONE, EXPIRED, said_of
from openmall.translations import catalogues

AISLE: Final = "__Host-openmall-aisle"
"""Ties forms to the browser they were shown in; another one after each sign-in and sign-out."""
_IDENTITY: Final = Identity(
    App("sample-shop", "Sample shop", api_versions.NEWEST, strict=False, restricted=True)
)
_TEMPLATES: Final = Templates("sampleshop", Path(__file__).parent / "templates")
_OWN: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of the same host, of visible ASCII without a backslash."""
_KEPT: Final = "Path=/; HttpOnly; Secure; SameSite=Lax"


class Visitor:
    """Who is at which page of which shop, and what the page needs to do its work."""

    def __init__(
        self,
        visit: MallRequest,
        shop: Shop,
        base: str,
        *,
        within: InternalClient,
        seal: Seal,
        clock: Clock,
    ) -> None:
        """`base`: the path above the shop's pages, empty for the first shop of a mall."""
        self.visit = visit
        self.shop = shop
        self.base = base
        self.expired = False
        """They showed a session that holds no longer."""
        self._within = within
        self._seal = seal
        self._clock = clock
        self._cookies: list[str] = []
        self.shopper = self._recognised()
        self._token = (cookie(visit.request, AISLE.encode()) or b"").decode("latin-1")

    @property
    def mall(self) -> Mall:
        return self.visit.mall

    @property
    def language(self) -> str:
        """The language they chose, else the shop's, else the best their browser names."""
        request = self.visit.request
        spoken = self.shop.language.partition("_")[0]
        if spoken in languages.NAMES:
            return languages.chosen(request) or spoken
        return languages.wanted(request)

    @property
    def member(self) -> bool:
        return self.shopper is not None and self.shopper.kind == "member"

    @property
    def path(self) -> str:
        """The path of the page, the shop's own part of it left out."""
        return self.visit.request.raw_path.decode("latin-1")[len(self.base) :] or "/"

    def said(self, message: str) -> str:
        """Return an English sentence of the source in the visitor's language."""
        # of nothing, a catalogue says what it is itself
        return catalogues.translate(self.language, "sampleshop", message)

    def amount(self, amount: str | Decimal) -> str:
        """Return an amount as people write it in the shop's currency, exact to the last digit."""
        value, currency = Decimal(amount), self.shop.currency
        # shares of a discount may be smaller than the currency's smallest coin
        whole = value == round(value, get_currency_precision(currency))
        return format_currency(value, currency, locale=self.language, decimal_quantization=whole)

    def link(self, path: str) -> str:
        """Return the address of a page of this shop."""
        return self.base + path if path != "/" else self.base or "/"

    async def ask(
        self,
        path: str,
        sent: Mapping[str, Any] | None = None,
        *,
        method: str = "GET",
        embed: Sequence[str] = (),
        key: str = "",
    ) -> InternalResponse:
        """Call an operation of the storefront as whoever shops.

        Raises the ApiError a program would be answered. `key`: as of `Within.ask`.
        """
        request = self.visit.request
        acting = InternalCaller(
            request=request,
            address=self.visit.address,
            mall=self.mall,
            identity=_IDENTITY,
            shopper=self.shopper,
            browser=visitor_identification.browser(request, self._seal, self.mall.mall_id),
        )
        said = {"shop_no": self.shop.shop_no, **(sent or {})}
        told = await self._within.execute(
            acting, "storefront", method, path, said, embed=embed, key=key
        )
        if told.session:
            self._keep(told.session)
        return told

    async def content(self, path: str, **sent: Any) -> Any:
        """Return what an operation that reads answers."""
        return (await self.ask(path, sent)).content

    async def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Return a page of the shop, with its header around it."""
        sections = await self.content("categories", category_depth=1, limit=12)
        lying = 0 if self.shopper is None else await self.content("carts/count")
        return self.page(template, status=status, sections=sections, lying=lying, **values)

    def page(
        self,
        template: str,
        *,
        status: int = 200,
        problem: ApiError | None = None,
        **values: Any,
    ) -> Response:
        """Return a page that is made without asking for anything."""
        if not self._token:
            self._renew_token()
        html = _TEMPLATES.render(
            template,
            self.language,
            mall=self.mall,
            shop=self.shop,
            shops=self._shops(),
            link=self.link,
            amount=self.amount,
            when=when,
            member=self.member,
            member_id="" if self.shopper is None else self.shopper.member_id,
            expired=self.expired,
            address_here=self._address(),
            form_token=secrets.digest(f"aisle {self._token}"),
            done_said=self.said(self._done()),
            problem=problem,
            problem_said="" if problem is None else self.said(said_of(problem)),
            wrong=lambda *names: self._wrong(problem, names),
            **values,
        )
        made = answer(
            html,
            status=status,
            scripts=True,
            pictures="https:",  # those of products may lie anywhere
            referrer="strict-origin-when-cross-origin",
        )
        if problem is not None and problem.retry_after:
            made.headers["Retry-After"] = str(problem.retry_after)
        return self._with_cookies(made)

    def _done(self) -> str:
        """Return what was done before this page, which a form it sends says no more."""
        if self.visit.request.method == "POST":
            return ""
        return DONE.get(self.visit.query.text("done"), "")

    def go(self, path: str, *, done: str = "") -> Response:
        """Lead to another page of the shop, which then says what was done."""
        if done:
            path += f"{'&' if '?' in path else '?'}done={done}"
        return self._with_cookies(redirect(self.link(path)))

    def own(self, path: str) -> str:
        """Return where somebody wants to go on, if that is a page of this shop; else the first."""
        return path if _OWN.fullmatch(path) else "/"

    def require_genuine(self, form: Fields) -> None:
        """Raise Unauthentic (403) for a form that is not of a page shown to this browser."""
        sent, known = form.text("form_token"), secrets.digest(f"aisle {self._token}")
        if not self._token or not hmac.compare_digest(sent.encode(), known.encode()):
            raise Unauthentic(EXPIRED)

    def _shops(self) -> list[tuple[str, str, bool]]:
        first = min(self.mall.shops)
        return [
            (
                "/" if number == first else f"/shop{number}",
                shop.name,
                number == self.shop.shop_no,
            )
            for number, shop in sorted(self.mall.shops.items())
        ]

    def _address(self) -> str:
        request = self.visit.request
        path = request.raw_path.decode("latin-1")
        query = request.query_string.decode("latin-1")
        return f"{path}?{query}" if query and request.method == "GET" else path

    def _wrong(self, problem: ApiError | None, names: tuple[str, ...]) -> str:
        """Return what is wrong with the field of one of these names."""
        if problem is None or problem.parameter not in names:
            return ""
        return self.said(said_of(problem))

    @property
    def _session_cookie(self) -> str:
        return f"__Host-openmall-shopper-{self.shop.shop_no}"

    def _recognised(self) -> Shopper | None:
        kept = cookie(self.visit.request, self._session_cookie.encode())
        if not kept:
            return None
        now = self._clock.now()
        try:
            shopper = shopper_sessions.read(self._seal, self.mall.mall_id, kept, now=now)
            shopper_sessions.require_shop(shopper, self.shop.shop_no)
        except Unauthorized:
            self.forget()
            return None
        return shopper

    def forget(self) -> None:
        """Let the browser forget a session that holds no longer."""
        self.expired, self.shopper = True, None
        self._cookies.append(f"{self._session_cookie}=; Max-Age=0; {_KEPT}")

    def _keep(self, session: str) -> None:
        """Keep a new session; whoever became another person gets new forms as well."""
        before, now = self.shopper, self._clock.now()
        after = shopper_sessions.read(self._seal, self.mall.mall_id, session.encode(), now=now)
        seconds = after.expires_at - int(now)
        self._cookies.append(f"{self._session_cookie}={session}; Max-Age={seconds}; {_KEPT}")
        self.shopper = after
        if "member" in (after.kind, "" if before is None else before.kind):
            self._renew_token()

    def _renew_token(self) -> None:
        self._token = secrets.generate()
        self._cookies.append(f"{AISLE}={self._token}; {_KEPT}")

    def _with_cookies(self, response: Response) -> Response:
        for each in self._cookies:
            response.headers.append("Set-Cookie", each)
        return response


class Unauthentic(ApiError):
    """403: a form that another site made, or of a page that was shown before signing in."""

    status = 403


def when(moment: str) -> str:
    """Return a moment of the API, which is at +09:00, as people read it."""
    return moment[:16].replace("T", " ")
