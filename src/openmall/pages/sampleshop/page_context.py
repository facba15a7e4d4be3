"""The context of a shop page: shopper session, storefront API calls, and rendering."""

import hmac
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from starlette.responses import Response

from openmall.access import shopper_sessions, staff_site
from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.mall_request import MallRequest
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.application.scripttags import placement
from openmall.commerce.application.scripttags.shape import ScriptTag
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.commerce.design.themes import default_pages
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.store.seo_setting import SeoSetting
from openmall.contract.call import Shop, Shopper
from openmall.contract.crud.shop_settings import ShopSettings
from openmall.contract.errors import ApiError, Forbidden, NotFound, Unauthorized
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http.cookies import cookie
from openmall.http.web import devices, languages
from openmall.http.web.pages import Templates, answer, redirect
from openmall.pages.sampleshop import messages, metadata, page_settings
from openmall.pages.sampleshop.kept_files import KeptFiles
from openmall.pages.sampleshop.metadata import About
from openmall.pages.sampleshop.refusals import FORM_EXPIRED
from openmall.pages.sampleshop.shop_calls import ShopCalls
from openmall.pages.sampleshop.themes import theme_values
from openmall.pages.sampleshop.themes.plain_data import plain
from openmall.pages.sampleshop.themes.theme import Theme, default
from openmall.pages.sampleshop.themes.theme_directory import ShopDesign, ThemeDirectory
from openmall.pages.sampleshop.themes.theme_rendering import ThemeRenderer
from openmall.translations import catalogues

FORM_COOKIE: Final = "__Host-openmall-aisle"
"""Cookie that binds forms to the browser; renewed at each sign-in and sign-out."""
_TEMPLATES: Final = Templates("sampleshop", Path(__file__).parent / "templates")
_LOCAL_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of the same host, of visible ASCII without a backslash."""
_COOKIE_ATTRIBUTES: Final = "Path=/; HttpOnly; Secure; SameSite=Lax"


class PageContext(ShopCalls):
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
        renderer: ThemeRenderer,
        database: Database,
        files: KeptFiles,
        preview: int = 0,
        is_framed: bool = False,
    ) -> None:
        """`base`: the path above the shop's pages, empty for the first shop of a mall.

        `preview`: number of the theme that is shown before it is published; 0: the published one.
        `is_framed`: the shop editor shows it in a frame, by an address that is signed for it.
        """
        super().__init__(visit, shop, client=client, seal=seal, sessions=sessions)
        self.base = base
        self.expired = False
        """The browser sent a session that is no longer valid."""
        self.script_tags: Sequence[ScriptTag] = ()
        """The scripts of apps on this page."""
        self.pictures: Sequence[bytes] = ()
        """The pictures that the form has, as sent."""
        self.is_private = False
        """No script of an app may read the page or send its forms (`private_pages.py`)."""
        self._clock = clock
        self._themes = themes
        self._renderer = renderer
        self.preview = preview
        self.is_framed = is_framed
        self.database = database
        self.files = files
        self._cookies: list[str] = []
        self._settings: ShopSettings | None = None
        self.shopper = self._read_session()
        self._token = (cookie(visit.request, FORM_COOKIE.encode()) or b"").decode("latin-1")

    @property
    def language(self) -> str:
        """The selected language, else the shop's, else the browser's preferred one."""
        request = self.visit.request
        if own := languages.of_shop(self.shop.language, "sampleshop"):
            return languages.chosen(request, "sampleshop") or own
        return languages.wanted(request, "sampleshop")

    @property
    def clock(self) -> Clock:
        """The clock of the mall."""
        return self._clock

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

    def link(self, path: str) -> str:
        """Return the address of a page of this shop."""
        return self.base + path if path != "/" else self.base or "/"

    def absolute(self, path: str) -> str:
        """Return the whole address of a page of this shop."""
        return f"{self.visit.address.origin}{self.base + path if path != '/' else self.base + '/'}"

    async def show(
        self,
        path: str,
        *,
        title: str = "",
        status: int | None = None,
        problem: ApiError | None = None,
        about: Mapping[str, object] | None = None,
        counted: bool = True,
        described: About = About(),  # noqa: B008 # frozen
        **content: Any,
    ) -> Response:
        """Render a page of the shop's theme in its frame.

        `content`: data for the page, with answers of operations as clients get them. `status`: 200
        or that of the problem, where it is None.
        `about`: what the page tells the shop's own count of visits. `counted`: False for pages that
        are about a person. Raises NotFound (404) in the preview of a theme that there is not.
        """
        sections = await self.read("categories", category_depth=1, limit=12)
        cart_count = 0 if self.shopper is None else (await self.call(cart_rules.number)).content
        return await self.page(
            path,
            await self.design(),
            title=title,
            status=status,
            problem=problem,
            about=about or {},
            counted=counted,
            content=plain({**content, "sections": sections, "cart_count": cart_count}),
            described=described,
        )

    async def show_failure(self, status: int, title: str, message: str) -> Response:
        """Render an error page; that of a missing page has the shop's categories and company."""
        sections: Any = ()
        described: About | None = None
        try:
            design = await self.design()
        except Exception:  # the store may be what failed
            design = ShopDesign({"pc": default()}, ())
        if status == NotFound.status:
            # a closed shop lists nothing, and the store may fail here as well
            with suppress(Exception):
                sections = await self.read("categories", category_depth=1, limit=12)
                await self.settings()
                described = About()
        content = plain({"message": message, "sections": sections, "cart_count": 0})
        return await self.page(
            default_pages.ERROR,
            design,
            title=title,
            status=status,
            content=content,
            described=described,
        )

    async def design(self) -> ShopDesign:
        """Return what the shop looks like. Raises NotFound (404) for an unknown preview."""
        found = await self._themes.design(self.mall.mall_id, self.shop.shop_no, self.preview)
        if found is None:
            raise NotFound(NO_SUCH, resource=Phrase("theme"))
        return found

    async def theme(self) -> Theme:
        """Return the theme that this visitor sees."""
        return (await self.design()).theme(self.screen)

    @property
    def screen(self) -> str:
        """The type of the visitor's screen."""
        return devices.screen(self.visit.request)

    async def page(
        self,
        path: str,
        design: ShopDesign,
        *,
        title: str,
        content: Mapping[str, Any],
        status: int | None = None,
        problem: ApiError | None = None,
        about: Mapping[str, object] | None = None,
        counted: bool = False,
        described: About | None = None,
    ) -> Response:
        """Render a page of a design in its frame, and add the headers of the shop's pages."""
        if not self._token:
            self._renew_token()
        theme = design.theme(self.screen)
        settings = None if described is None else await self.settings()
        values = {**theme_values.shared(self, theme, design, settings), **content, "title": title}
        values["problem_message"] = messages.alert_of(problem, self.translate)
        values["problems"] = messages.messages_by_parameter(problem, self.translate)
        mall_id, now = self.mall.mall_id, self.now
        values["content"] = await self._renderer.render(mall_id, theme, path, values, now=now)
        frame = await self._renderer.render(mall_id, theme, default_pages.FRAME, values, now=now)
        response_status = status or (200 if problem is None else problem.status)
        html = _TEMPLATES.render(
            "shop.html",
            self.language,
            head=metadata.head(
                None if settings is None else settings.of(SeoSetting),
                described,
                title=title,
                shop_name=values["shop_name"],
                canonical=self.absolute(self.path),
                origin=self.visit.address.origin,
                is_indexed=response_status == 200
                and not self.preview
                and not metadata.is_hidden(self.mall),
            ),
            shop_no=self.shop.shop_no,
            prices=self.link("/prices.css"),
            look=self.link(f"/look.css?v={theme.revision}") if theme.look.is_styled else "",
            about=about or {},
            counted=counted and not self.is_framed,
            framed=self.is_framed,
            script_tags=self.script_tags,
            frame=frame,
        )
        html = messages.name_wrong_fields(problem, html)
        response = answer(
            html,
            status=response_status,
            scripts=True,
            scripts_beyond=placement.sources(self.script_tags),
            connections_beyond=placement.hosts(self.script_tags),
            framed_by=staff_site.origin_of(self.visit.address) if self.is_framed else "",
            pictures="https:",  # product pictures may be on any host
            referrer="strict-origin-when-cross-origin",
            alone=self.is_private,
        )
        if problem is not None and problem.retry_after:
            response.headers["Retry-After"] = str(problem.retry_after)
        return self._with_cookies(response)

    async def settings(self) -> ShopSettings:
        """Return the settings that pages need, `page_settings.KINDS`; read once a request."""
        if self._settings is None:
            self._settings = await page_settings.read(
                self.database, self.mall.mall_id, self.shop.shop_no
            )
        return self._settings

    @property
    def form_token(self) -> str:
        """The token of this page's forms; scripts of apps read that of pages they run on alone."""
        return secrets.digest(f"aisle {'private' if self.is_private else 'shop'} {self._token}")

    @property
    def now(self) -> float:
        """The time of the mall's clock."""
        return self._clock.now()

    def redirect(self, path: str, *, done: str = "") -> Response:
        """Redirect to a page of the shop, which shows the message of `done`."""
        if done:
            path += f"{'&' if '?' in path else '?'}done={done}"
        return self._with_cookies(redirect(self.link(path)))

    def local_path(self, path: str) -> str:
        """Return the path if it is local to this shop, else that of the home page."""
        return path if _LOCAL_PATH.fullmatch(path) else "/"

    def require_form_token(self, form: Fields) -> None:
        """Raise Forbidden (403) for a form that was not shown to this browser."""
        token, expected = form.text("form_token"), self.form_token
        if not self._token or not hmac.compare_digest(token.encode(), expected.encode()):
            raise Forbidden(FORM_EXPIRED)

    @property
    def address_here(self) -> str:
        """Path and query of this page, to come back to."""
        return self.visit.request.address_to_read

    @property
    def _session_cookie(self) -> str:
        return f"__Host-openmall-shopper-{self.shop.shop_no}"

    def _read_session(self) -> Shopper | None:
        session = cookie(self.visit.request, self._session_cookie.encode())
        if not session:
            return None
        try:
            shopper = shopper_sessions.read(self.seal, self.mall.mall_id, session, now=self.now)
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
        self.set_cookie(self._session_cookie, "", seconds=0)

    def _store_session(self, session: str) -> None:
        """Store a new session; renew the form token on sign-in and sign-out."""
        before, now = self.shopper, self._clock.now()
        after = shopper_sessions.read(self.seal, self.mall.mall_id, session.encode(), now=now)
        self.set_cookie(self._session_cookie, session, seconds=after.expires_at - int(now))
        self.shopper = after
        if "member" in (after.kind, "" if before is None else before.kind):
            self._renew_token()

    def cookie(self, name: str) -> str:
        """Return a cookie of the browser; empty without it."""
        return (cookie(self.visit.request, name.encode()) or b"").decode("latin-1")

    def set_cookie(self, name: str, value: str, *, seconds: int) -> None:
        """Let the browser keep a cookie; 0 seconds delete it."""
        self._cookies.append(f"{name}={value}; Max-Age={seconds}; {_COOKIE_ATTRIBUTES}")

    def _renew_token(self) -> None:
        self._token = secrets.generate()
        self._cookies.append(f"{FORM_COOKIE}={self._token}; {_COOKIE_ATTRIBUTES}")

    def _with_cookies(self, response: Response) -> Response:
        for each in self._cookies:
            response.headers.append("Set-Cookie", each)
        return response
