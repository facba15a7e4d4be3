"""The context of a shop page: shopper session, storefront API calls, and rendering."""

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
from openmall.commerce.application.scripttags import placement
from openmall.commerce.application.scripttags.shape import ScriptTag
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.contract import api_versions
from openmall.contract.call import App, Identity, Mall, Shop, Shopper
from openmall.contract.errors import ApiError, Unauthorized
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.http import visitor_identification
from openmall.http.cookies import cookie
from openmall.http.web import languages
from openmall.http.web.pages import Templates, answer, redirect
from openmall.pages.sampleshop.messages import ACTION_MESSAGES, EXPIRED, message_of
from openmall.pages.sampleshop.theme import Theme
from openmall.pages.sampleshop.theme_directory import ThemeDirectory
from openmall.translations import catalogues

FORM_COOKIE: Final = "__Host-openmall-aisle"
"""Cookie that binds forms to the browser; renewed at each sign-in and sign-out."""
_IDENTITY: Final = Identity(
    App("sample-shop", "Sample shop", api_versions.NEWEST, strict=False, restricted=True)
)
_TEMPLATES: Final = Templates("sampleshop", Path(__file__).parent / "templates")
_LOCAL_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of the same host, of visible ASCII without a backslash."""
_COOKIE_ATTRIBUTES: Final = "Path=/; HttpOnly; Secure; SameSite=Lax"


class PageContext:
    """The request, its mall and shop, the shopper, and the services a page uses."""

    def __init__(
        self,
        visit: MallRequest,
        shop: Shop,
        base: str,
        *,
        client: InternalClient,
        sessions: MemberSessions,
        seal: Seal,
        clock: Clock,
        themes: ThemeDirectory,
    ) -> None:
        """`base`: the path above the shop's pages, empty for the first shop of a mall."""
        self.visit = visit
        self.shop = shop
        self.base = base
        self.expired = False
        """The browser sent a session that is no longer valid."""
        self.script_tags: Sequence[ScriptTag] = ()
        """The scripts of apps on this page."""
        self._client = client
        self._sessions = sessions
        self._seal = seal
        self._clock = clock
        self._themes = themes
        self._cookies: list[str] = []
        self.shopper = self._read_session()
        self._token = (cookie(visit.request, FORM_COOKIE.encode()) or b"").decode("latin-1")

    @property
    def mall(self) -> Mall:
        return self.visit.mall

    @property
    def language(self) -> str:
        """The selected language, else the shop's, else the browser's preferred one."""
        request = self.visit.request
        shop_language = self.shop.language.partition("_")[0]
        if shop_language in languages.NAMES:
            return languages.chosen(request) or shop_language
        return languages.wanted(request)

    @property
    def member(self) -> bool:
        return self.shopper is not None and self.shopper.kind == "member"

    @property
    def path(self) -> str:
        """The path of the page without the shop's prefix."""
        return self.visit.request.raw_path.decode("latin-1")[len(self.base) :] or "/"

    def translate(self, message: str) -> str:
        """Translate an English text of the source into the visitor's language."""
        # the empty text would be the catalogue's header
        return catalogues.translate(self.language, "sampleshop", message)

    def amount(self, amount: str | Decimal) -> str:
        """Format an amount in the shop's currency, without rounding."""
        value, currency = Decimal(amount), self.shop.currency
        # shares of a discount may be smaller than the currency's smallest coin
        whole = value == round(value, get_currency_precision(currency))
        return format_currency(value, currency, locale=self.language, decimal_quantization=whole)

    def link(self, path: str) -> str:
        """Return the address of a page of this shop."""
        return self.base + path if path != "/" else self.base or "/"

    async def call(
        self,
        path: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        method: str = "GET",
        embed: Sequence[str] = (),
        key: str = "",
    ) -> InternalResponse:
        """Call an operation of the storefront API as the shopper.

        Raises the ApiError of the operation. `key`: as in `InternalClient.ask`.
        """
        request = self.visit.request
        caller = InternalCaller(
            request=request,
            address=self.visit.address,
            mall=self.mall,
            identity=_IDENTITY,
            shopper=self.shopper,
            browser=visitor_identification.browser(request, self._seal, self.mall.mall_id),
        )
        call_parameters = {"shop_no": self.shop.shop_no, **(parameters or {})}
        response = await self._client.execute(
            caller, "storefront", method, path, call_parameters, embed=embed, key=key
        )
        if response.session:
            self._sessions.forget(self.mall.mall_id, self.shopper)
            self._store_session(response.session)
        return response

    async def content(self, path: str, **parameters: Any) -> Any:
        """Return the content of a reading operation."""
        return (await self.call(path, parameters)).content

    async def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Render a page of the shop with its header."""
        sections = await self.content("categories", category_depth=1, limit=12)
        cart_count = 0 if self.shopper is None else await self.content("carts/count")
        return self.page(
            template, status=status, sections=sections, cart_count=cart_count, **values
        )

    async def show_themed(
        self, template: str, path: str, content: dict[str, Any], **values: Any
    ) -> Response:
        """Render a page of the shop whose content is a page of the mall's theme.

        `content`: plain data for the theme; `values`: for the frame around it.
        """
        theme = await self.theme()
        plain = {
            "base": self.base,
            "currency": self.shop.currency,
            "language": self.language,
            "texts": theme.texts(self.shop.language, self.language),
            "shop_no": self.shop.shop_no,
            "shop_name": self.shop.name or self.mall.name,
            "member": self.member,
        }
        return await self.show(template, main=theme.render(path, plain | content), **values)

    async def theme(self) -> Theme:
        """Return the theme of the mall."""
        return await self._themes.theme(self.mall.mall_id)

    def page(
        self,
        template: str,
        *,
        status: int = 200,
        problem: ApiError | None = None,
        **values: Any,
    ) -> Response:
        """Render a page without calling any operation."""
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
            format_time=format_time,
            member=self.member,
            member_id="" if self.shopper is None else self.shopper.member_id,
            expired=self.expired,
            address_here=self._address(),
            form_token=secrets.digest(f"aisle {self._token}"),
            done_message=self.translate(self._action_message()),
            script_tags=self.script_tags,
            problem=problem,
            problem_message="" if problem is None else self.translate(message_of(problem)),
            field_error=lambda *names: self._field_error(problem, names),
            **values,
        )
        response = answer(
            html,
            status=status,
            scripts=True,
            scripts_beyond=placement.sources(self.script_tags),
            connections_beyond=placement.hosts(self.script_tags),
            pictures="https:",  # product pictures may be on any host
            referrer="strict-origin-when-cross-origin",
        )
        if problem is not None and problem.retry_after:
            response.headers["Retry-After"] = str(problem.retry_after)
        return self._with_cookies(response)

    def _action_message(self) -> str:
        """Return the message about the preceding action; empty for a submitted form."""
        if self.visit.request.method == "POST":
            return ""
        return ACTION_MESSAGES.get(self.visit.query.text("done"), "")

    def redirect(self, path: str, *, done: str = "") -> Response:
        """Redirect to a page of the shop, which shows the message of `done`."""
        if done:
            path += f"{'&' if '?' in path else '?'}done={done}"
        return self._with_cookies(redirect(self.link(path)))

    def local_path(self, path: str) -> str:
        """Return the path if it is local to this shop, else that of the home page."""
        return path if _LOCAL_PATH.fullmatch(path) else "/"

    def require_form_token(self, form: Fields) -> None:
        """Raise InvalidFormToken (403) for a form that was not shown to this browser."""
        token, expected = form.text("form_token"), secrets.digest(f"aisle {self._token}")
        if not self._token or not hmac.compare_digest(token.encode(), expected.encode()):
            raise InvalidFormToken(EXPIRED)

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

    def _field_error(self, problem: ApiError | None, names: tuple[str, ...]) -> str:
        """Return the error of the field with one of these names."""
        if problem is None or problem.parameter not in names:
            return ""
        return self.translate(message_of(problem))

    @property
    def _session_cookie(self) -> str:
        return f"__Host-openmall-shopper-{self.shop.shop_no}"

    def _read_session(self) -> Shopper | None:
        session = cookie(self.visit.request, self._session_cookie.encode())
        if not session:
            return None
        now = self._clock.now()
        try:
            shopper = shopper_sessions.read(self._seal, self.mall.mall_id, session, now=now)
            shopper_sessions.require_shop(shopper, self.shop.shop_no)
        except Unauthorized:
            self.end_session()
            return None
        return shopper

    async def check_session(self) -> None:
        """Delete the browser's session if the customer has ended it elsewhere."""
        if self.shopper is not None and not await self._sessions.valid(
            self.mall.mall_id, self.shopper
        ):
            self.end_session()

    def end_session(self) -> None:
        """Delete the browser's invalid session."""
        self.expired, self.shopper = True, None
        self._cookies.append(f"{self._session_cookie}=; Max-Age=0; {_COOKIE_ATTRIBUTES}")

    def _store_session(self, session: str) -> None:
        """Store a new session; renew the form token on sign-in and sign-out."""
        before, now = self.shopper, self._clock.now()
        after = shopper_sessions.read(self._seal, self.mall.mall_id, session.encode(), now=now)
        seconds = after.expires_at - int(now)
        self._cookies.append(
            f"{self._session_cookie}={session}; Max-Age={seconds}; {_COOKIE_ATTRIBUTES}"
        )
        self.shopper = after
        if "member" in (after.kind, "" if before is None else before.kind):
            self._renew_token()

    def _renew_token(self) -> None:
        self._token = secrets.generate()
        self._cookies.append(f"{FORM_COOKIE}={self._token}; {_COOKIE_ATTRIBUTES}")

    def _with_cookies(self, response: Response) -> Response:
        for each in self._cookies:
            response.headers.append("Set-Cookie", each)
        return response


class InvalidFormToken(ApiError):
    """403: a form from another site, or from a page that was shown before sign-in."""

    status = 403


def format_time(moment: str) -> str:
    """Format an API time (at +09:00) to the minute."""
    return moment[:16].replace("T", " ")
