"""The sample shop as a component of the application: the root of each mall's host."""

from functools import partial
from typing import Final

from starlette.responses import PlainTextResponse, Response

from openmall.access import staff_site
from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder
from openmall.access.oauth import uploaded_forms
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields, read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.application.scripttags import placement
from openmall.commerce.application.scripttags.placement import ScriptTags
from openmall.commerce.customer.customers.refusals import MEMBERS_ONLY
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.commerce.design.themes import framed_previews
from openmall.commerce.notification.intake.composing import UNSUBSCRIBE_PATH
from openmall.configuration import Configuration
from openmall.contract.call import Mall, Shop
from openmall.contract.counters import Counters
from openmall.contract.errors import (
    ApiError,
    Forbidden,
    Malformed,
    NotFound,
    RequestTimeout,
    TooLarge,
    TooManyCalls,
    Unauthorized,
)
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SHOP, NO_SUCH
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.refusals import NO_SHOP_AT_HOST
from openmall.http.request import Request
from openmall.http.web import form_origins, languages
from openmall.pages.sampleshop import boards, closed, private_pages, routes
from openmall.pages.sampleshop.accounts import accounts
from openmall.pages.sampleshop.kept_files import KeptFiles
from openmall.pages.sampleshop.messages import error_text, error_title
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import (
    FORM_OF_ANOTHER_SITE,
    PAGE_METHOD_NOT_ALLOWED,
    TOO_MANY_PAGES_OPENED,
    UNREADABLE_FORM,
)
from openmall.pages.sampleshop.themes.theme_directory import ThemeDirectory
from openmall.pages.sampleshop.themes.theme_rendering import ThemeRenderer
from openmall.translations import catalogues

_UNREADABLE: Final[dict[int, type[ApiError]]] = {408: RequestTimeout, 413: TooLarge}
_API: Final = b"/api/"


class _MethodNotAllowed(ApiError):
    status = 405


class SampleShop:
    """The shops of every mall, at the mall's own hosts."""

    def __init__(
        self,
        configuration: Configuration,
        directory: Directory,
        client: InternalClient,
        sessions: MemberSessions,
        seal: Seal,
        clock: Clock,
        counters: Counters,
        script_tags: ScriptTags,
        themes: ThemeDirectory,
        renderer: ThemeRenderer,
        database: Database,
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._files = KeptFiles()
        self._renderer = renderer
        self._script_tags = script_tags
        self._counters = counters
        self._themes = themes
        self._enforces_limits = configuration.limits == "enforce"
        self._bucket = leaky_bucket.Policy(configuration.page_capacity, configuration.page_drain)
        self._is_open = configuration.sample_shop
        self._default_mall = configuration.default_mall
        self._seconds = configuration.body_seconds
        self._directory = directory
        self._client = client
        self._sessions = sessions
        self._seal = seal
        self._clock = clock

    def stop(self) -> None:
        """Make no more files for all; the worker ends."""
        self._files.stop()

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for a page of a shop.

        On a mall's host these are all paths except the APIs; at the bare address, which serves
        other components too, only the paths of pages.
        """
        path = request.raw_path
        if path.startswith(_API):
            return False
        if not self._is_open:
            # the links of mails lead there, whichever front end the mall has
            return address.site == "mall" and path == UNSUBSCRIBE_PATH.encode()
        if address.site == "bare":
            return routes.find(path.decode("latin-1")) is not None
        return address.site == "mall"

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request. Never raises."""
        request = exchange.request
        try:
            response = await self._answer_or_error(request, exchange.address)
        except Exception as error:
            # without a shop there is no page to render the error on
            api_error = _as_api_error(error, request.id)
            translate = partial(
                catalogues.translate, languages.wanted(request, "sampleshop"), "sampleshop"
            )
            response = PlainTextResponse(api_error.say(translate), api_error.status)
        response.headers["X-Request-Id"] = request.id
        if request.method == "HEAD":
            response.body = b""
        await response(exchange.scope, exchange.receive, exchange.send)

    async def _answer_or_error(self, request: Request, address: Address) -> Response:
        mall_id = address.mall_id or self._default_mall or await self._directory.first_mall()
        mall = await self._directory.open_mall(mall_id) if mall_id else None
        if mall is None:
            raise NotFound(NO_SHOP_AT_HOST)
        visit = MallRequest(request, mall, address, Fields(request.query_string))
        shop, base, preview, signed = _find_shop(visit)
        clock = mall.clock(self._clock)
        context = PageContext(
            visit,
            shop or mall.shops[min(mall.shops)],
            base if shop else "",
            client=self._client,
            sessions=self._sessions,
            seal=self._seal,
            clock=clock,
            themes=self._themes,
            renderer=self._renderer,
            preview=preview,
            is_framed=bool(signed)
            and framed_previews.is_valid(
                self._seal, signed, mall.mall_id, preview, now=clock.now()
            ),
            database=self._database,
            files=self._files,
        )
        try:
            await self._limit_rate(request, mall)
            if shop is None:
                raise NotFound(NO_SHOP)
            if signed and not context.is_framed:
                raise NotFound(NO_SUCH, resource=Phrase("page"))
            await context.check_session()
            return await self._answer(context)
        except Unauthorized:
            # sign-in redirects back to this page
            if context.member:
                context.end_session()
            return context.redirect(accounts.sign_in_address(context.path, expired=context.expired))
        except Exception as error:
            problem = _as_api_error(error, request.id)
            page = await context.show_failure(
                problem.status,
                context.translate(error_title(problem.status)),
                error_text(problem, context.translate),
            )
            if problem.retry_after:
                page.headers["Retry-After"] = str(problem.retry_after)
            return page

    async def _add_script_tags(self, context: PageContext, page: routes.Page) -> None:
        """Let a page have the scripts of apps at its display location that do not exclude it."""
        request, address = context.visit.request, context.visit.address
        if page.kind != "scripts" or not staff_site.runs_scripts_of_others(request, address):
            return
        if context.is_framed:
            return
        tags = await self._script_tags.of(context.mall.mall_id, context.shop.shop_no)
        there = placement.at_location(tags, page.location, (await context.theme()).skin_no)
        context.script_tags = placement.not_excluded(there, context.path, page.known_as)

    async def _limit_rate(self, request: Request, mall: Mall) -> None:
        """Count a page of an address. Raises TooManyCalls (429)."""
        if not self._enforces_limits:
            return
        key = f"page {mall.mall_id} {holder(request.ip)}"
        decision = await self._counters.decide(
            key, leaky_bucket.admit, self._clock.now(), self._bucket
        )
        if not decision.admitted:
            raise TooManyCalls(TOO_MANY_PAGES_OPENED, retry_after=decision.remain)

    async def _answer(self, context: PageContext) -> Response:
        match = routes.find(context.visit.request.raw_path.decode("latin-1"))
        if match is None:
            raise NotFound(NO_SUCH, resource=Phrase("page"))
        page, arguments = match
        context.is_private = page.kind == "private"
        private_pages.require_opened(context)
        if not page.always and await closed.is_closed(context):
            return await closed.show(context)
        await self._add_script_tags(context, page)
        method = context.visit.request.method
        if method in ("GET", "HEAD") and page.show is not None:
            return await page.show(context, *arguments)
        if method != "POST" or page.submit is None:
            raise _MethodNotAllowed(PAGE_METHOD_NOT_ALLOWED)
        if not page.signed and form_origins.is_foreign(
            context.visit.request, context.visit.address, self._configuration
        ):
            raise Forbidden(FORM_OF_ANOTHER_SITE)
        form = await self._read_form(context, page)
        if not page.signed:
            context.require_form_token(form)
        return await page.submit(context, form.declare(page.deeds), *arguments)

    async def _read_form(self, context: PageContext, page: routes.Page) -> Fields:
        """Receive a form, and its pictures where the page takes any.

        Raises Unauthorized (401) for files of a visitor who is not signed in, before they are
        received, and OAuthError as `read_form` does.
        """
        request = context.visit.request
        if not (page.pictures and uploaded_forms.is_upload(request)):
            return await read_form(request, self._seconds)
        if not context.member:
            raise Unauthorized(MEMBERS_ONLY)
        form, files = await uploaded_forms.read(
            request, self._seconds, max_bytes=boards.MOST_BYTES, max_files=boards.MOST_FILES_SENT
        )
        # an empty field is sent as a file without content
        context.pictures = [content for _, content in files if content]
        return form


def _find_shop(visit: MallRequest) -> tuple[Shop | None, str, int, str]:
    """Return the requested shop (None if unknown), the prefix of its pages, and the preview.

    The preview is the number of the theme that is shown before it is published (0: none), and what
    signs its address in the frame of the shop editor (empty: it is not for the frame).
    """
    shops = visit.mall.shops
    match = routes.SHOP.match(visit.request.raw_path.decode("latin-1"))
    assert match is not None  # both parts may be missing
    shop = shops.get(int(match[1])) if match[1] else shops[min(shops)]
    return shop, match[0], int(match[2] or 0), match[3] or ""


def _as_api_error(error: Exception, request_id: str) -> ApiError:
    if isinstance(error, OAuthError):
        # a malformed address or form
        return _UNREADABLE.get(error.status, Malformed)(UNREADABLE_FORM, detail=error.description)
    return error_responses.as_api_error(error, request_id)
