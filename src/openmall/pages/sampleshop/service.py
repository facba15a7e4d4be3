"""The sample shop as one part of the application: the root of each mall's host."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct
from starlette.responses import PlainTextResponse, Response

from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields, read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.api.pipeline.internal_client import InternalClient
from openmall.configuration import Configuration
from openmall.contract.call import Shop
from openmall.contract.errors import (
    ApiError,
    Malformed,
    NotFound,
    RequestTimeout,
    TooLarge,
    Unauthorized,
)
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.request import Receive, Request, Scope, Send
from openmall.pages.sampleshop import (
    accounts,
    boards,
    cart,
    checkout,
    claims,
    home,
    orders,
    own,
    payment,
    product,
)
from openmall.pages.sampleshop.visitor import Visitor
from openmall.pages.sampleshop.words import of_status, title_of

Handler = Callable[..., Awaitable[Response]]


class Page(Struct, frozen=True):
    """Pages at addresses of one form: what shows them, and what takes their form."""

    form: re.Pattern[str]
    show: Handler | None
    """Called with the visitor, and what the address names."""
    take: Handler | None
    """Called with the visitor, the form, and what the address names."""


def _page(path: str, show: Handler | None, take: Handler | None = None) -> Page:
    """`path`: with `{number}` and `{order}` where an address names something."""
    for name, form in _NAMED.items():
        path = path.replace(f"{{{name}}}", f"({form})")
    return Page(re.compile(path), show, take)


_NAMED: Final = {
    "number": "[1-9][0-9]{0,17}",
    "order": "[0-9]{8}-[0-9]{7,12}",
}
PAGES: Final = (
    _page("/", home.show),
    _page("/categories/{number}", home.category),
    _page("/search", home.search),
    _page("/products/{number}", product.show, product.take),
    _page("/cart", cart.show, cart.take),
    _page("/checkout", checkout.show, checkout.take),
    _page("/orders", orders.listing),
    _page("/orders/{order}", orders.show, orders.take),
    _page("/orders/{order}/payment", payment.show, payment.take),
    _page("/orders/{order}/claim", claims.show, claims.take),
    _page("/join", accounts.join_page, accounts.join),
    _page("/sign-in", accounts.sign_in_page, accounts.sign_in),
    _page("/sign-out", None, accounts.sign_out),
    _page("/account", accounts.show, accounts.change),
    _page("/account/leave", accounts.leave_page, accounts.leave),
    _page("/wishlist", own.wishlist, own.unwish),
    _page("/coupons", own.coupons, own.fetch_coupon),
    _page("/points", own.points),
    _page("/boards", boards.listing),
    _page("/boards/{number}", boards.board),
    _page("/boards/{number}/write", boards.write_page, boards.write),
    _page("/boards/{number}/articles/{number}", boards.article, boards.take),
)
_SHOP: Final = re.compile(r"/shop([1-9][0-9]{0,8})(?=/|\Z)")
_UNREAD: Final[dict[int, type[ApiError]]] = {408: RequestTimeout, 413: TooLarge}
_API: Final = b"/api/"


class _Unmethodical(ApiError):
    status = 405


class SampleShop:
    """The shops of every mall, at the mall's own hosts."""

    def __init__(
        self,
        configuration: Configuration,
        directory: Directory,
        within: InternalClient,
        seal: Seal,
        clock: Clock,
    ) -> None:
        self._is_open = configuration.sample_shop
        self._default_mall = configuration.default_mall
        self._seconds = configuration.body_seconds
        self._directory = directory
        self._within = within
        self._seal = seal
        self._clock = clock

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for a page of a shop.

        A mall's host is all its own, beside the APIs; at the bare address, where other APIs are
        as well, only what is a page.
        """
        path = request.raw_path
        if not self._is_open or path.startswith(_API):
            return False
        if address.site == "bare":
            return _found(path.decode("latin-1")) is not None
        return address.site == "mall"

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        """Answer a request. Never raises."""
        try:
            response = await self._answered(request, address)
        except Exception as error:
            # without a shop there is no page of its own to say it on
            told = _as_api_error(error, request.id)
            response = PlainTextResponse(told.message, told.status)
        response.headers["X-Request-Id"] = request.id
        if request.method == "HEAD":
            response.body = b""
        await response(scope, receive, send)

    async def _answered(self, request: Request, address: Address) -> Response:
        mall_id = address.mall_id or self._default_mall or await self._directory.first_mall()
        mall = await self._directory.open_mall(mall_id) if mall_id else None
        if mall is None:
            raise NotFound("There is no shop at this host name.")
        visit = MallRequest(request, mall, address, Fields(request.query_string))
        shop, base = _shop(visit)
        here = Visitor(
            visit,
            shop or mall.shops[min(mall.shops)],
            base if shop else "",
            within=self._within,
            seal=self._seal,
            clock=mall.clock(self._clock),
        )
        try:
            if shop is None:
                raise NotFound("The mall has no such shop.")
            return await self._answer(here)
        except Unauthorized:
            # whoever is to sign in goes on afterwards where they were
            if here.member:
                here.forget()
            return here.go(accounts.signing_in(here.path, expired=here.expired))
        except Exception as error:
            problem = _as_api_error(error, request.id)
            page = here.page(
                "failed.html",
                status=problem.status,
                title=here.said(title_of(problem.status)),
                message=here.said(of_status(problem)),
            )
            if problem.retry_after:
                page.headers["Retry-After"] = str(problem.retry_after)
            return page

    async def _answer(self, here: Visitor) -> Response:
        found = _found(here.visit.request.raw_path.decode("latin-1"))
        if found is None:
            raise NotFound("There is no such page.")
        page, named = found
        method = here.visit.request.method
        if method in ("GET", "HEAD") and page.show is not None:
            return await page.show(here, *named)
        if method != "POST" or page.take is None:
            raise _Unmethodical("The method is not allowed.")
        form = await read_form(here.visit.request, self._seconds)
        here.require_genuine(form)
        return await page.take(here, form, *named)


def _found(path: str) -> tuple[Page, tuple[Any, ...]] | None:
    """Return the page at a path, and what the path names; None: there is none."""
    path = _SHOP.sub("", path, count=1) or "/"
    for page in PAGES:
        matched = page.form.fullmatch(path)
        if matched is not None:
            return page, matched.groups()
    return None


def _shop(visit: MallRequest) -> tuple[Shop | None, str]:
    """Return the shop whose page is asked for, and the path above its pages."""
    shops = visit.mall.shops
    named = _SHOP.match(visit.request.raw_path.decode("latin-1"))
    if named is None:
        return shops[min(shops)], ""
    return shops.get(int(named[1])), named[0]


def _as_api_error(error: Exception, request_id: str) -> ApiError:
    if isinstance(error, OAuthError):
        # of an address or a form that cannot be read
        return _UNREAD.get(error.status, Malformed)(error.description)
    return error_responses.as_api_error(error, request_id)
