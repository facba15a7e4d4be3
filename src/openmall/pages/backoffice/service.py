"""The staff pages as a component of the application: the back office, its sign-in, and consent.

Where they are: `access/staff_site.py`.
"""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

from starlette.responses import Response

from openmall.access import staff_site
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import return_addresses, sessions
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.mall_requests import MallRequests
from openmall.access.oauth.sign_ins import SET_UP, SIGN_IN
from openmall.access.staff_site import entered, office_url
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.configuration import Configuration
from openmall.contract.approval import WaitsForApproval
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden, Malformed
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request
from openmall.http.web import form_origins
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import entrance, form_errors, kept_shop, page_context, uploads
from openmall.pages.backoffice.accounts.signed_out import SignedOutPages
from openmall.pages.backoffice.accounts.staff_openid import StaffOpenid
from openmall.pages.backoffice.approval import approvals, waiting_changes
from openmall.pages.backoffice.dispatch import waiting_orders
from openmall.pages.backoffice.handlers import HANDLERS
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.sent_forms import SentForm

_MALFORMED: Final = marked("What was sent could not be read. Nothing was changed.")
_UNREADABLE: Final = {
    408: marked("The form did not arrive in time. Nothing was changed."),
    413: marked(
        "What was entered is too long. Nothing was changed: go back, shorten it and send it again."
    ),
}
"""Status of a request that could not be read -> text of the page."""

_FILE_TOO_LARGE: Final = marked(
    "The file is too large. Nothing was changed: go back and choose a smaller one."
)

_FOREIGN: Final = marked("Another website sent this form. Nothing was changed.")

_PAGES: Final = {page.at: page for page in (*menu_pages.PAGES, *menu_pages.SUPPLIER_PAGES)}


class BackOffice:
    """The pages of every mall, at the mall's own hosts."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        directory: Directory,
        clock: Clock,
        client: InternalClient,
        browsing: dict[str, dict[str, Callable[[MallRequest], Awaitable[Response]]]],
    ) -> None:
        """`browsing`: pages of signing in and consent (`OAuth.staff_pages`)."""
        self._browsing = browsing
        self._reception = MallRequests(configuration, directory)
        self._configuration = configuration
        self._seconds = configuration.body_seconds
        self._database = database
        self._counters = counters
        self._clock = clock
        self._client = client
        self._signed_out = SignedOutPages(
            database,
            counters,
            clock,
            client.seal,
            client.links,
            configuration.body_seconds,
            openid=StaffOpenid(configuration, database, counters, clock, client),
        )

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the host of staff, or for pages that are there now."""
        return staff_site.concerns(request, address)

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request. Never raises."""
        request, address = exchange.request, exchange.address
        if entrance.serves(request, address):
            shown = entrance.show(request, address)
            await shown(exchange.scope, exchange.receive, exchange.send)
            return
        site = staff_site.locate(request, address)
        for_person = address.site == "staff" and entrance.wants_page(request)
        if site is None and for_person:
            missing = entrance.missing(request, address)
            await missing(exchange.scope, exchange.receive, exchange.send)
            return
        if site is None:
            await staff_site.answer_beside(request, address).send(exchange.send)
            return
        with entered(site.base):
            handle = self._consent if site.page in self._browsing else self._answer_or_error
            if form_origins.is_foreign(request, address, self._configuration):
                handle = _refuse_foreign
            failed = partial(entrance.failed, request, address) if for_person else None
            response = await self._reception.respond(request, site.shop, handle, site, failed)
        await response(exchange.scope, exchange.receive, exchange.send)

    async def _consent(self, visit: MallRequest) -> Response:
        """Answer a page of signing in or consent. Raises OAuthError."""
        methods = self._browsing[_page_of(visit)]
        respond = methods.get(visit.request.method)
        return await respond(visit) if respond else _method_not_allowed(visit, methods)

    async def _answer_or_error(self, visit: MallRequest) -> Response:
        try:
            return await self._answer(visit)
        except PageError as error:
            return page_context.error_page(visit, error)
        except OAuthError as refused:
            text = _UNREADABLE.get(refused.status, _MALFORMED)
            if refused.status == 413 and uploads.is_upload(visit.request):
                text = _FILE_TOO_LARGE
            page_error = PageError(marked("Something went wrong"), text, status=refused.status)
            return page_context.error_page(visit, page_error)
        except Exception as error:
            api_error = error_responses.as_api_error(error, visit.request.id)
            page = page_context.error_page(
                visit,
                PageError(
                    marked("Something went wrong"), api_error.reason, status=api_error.status
                ),
            )
            if api_error.retry_after:
                page.headers["Retry-After"] = str(api_error.retry_after)
            return page

    async def _answer(self, visit: MallRequest) -> Response:
        request = visit.request
        path = _page_of(visit)
        if path in self._signed_out.handlers:
            signed_out = self._signed_out.handlers[path]
            respond = signed_out.get(request.method)
            return await respond(visit) if respond else _method_not_allowed(visit, signed_out)
        page, subpath = _page(path)
        methods = HANDLERS[page.at, subpath != ""]
        handler = methods.get(request.method)
        if handler is None:
            return _method_not_allowed(visit, methods)
        session = oauth_pages.session_of(visit)
        clock = visit.mall.clock(self._clock)
        user = await sessions.of(self._database, clock, visit.mall.mall_id, session)
        if user is None:
            destination = visit.address_here
            if request.method != "GET":
                shop_no = visit.query.text("shop_no")
                in_shop = f"?shop_no={shop_no}" if shop_no.isdecimal() else ""
                destination = office_url(path if "GET" in methods else page.at) + in_shop
            sign_in = return_addresses.after_sign_in(office_url(SIGN_IN), destination)
            if request.method == "POST":
                # after a redirect to the sign-in page it would look as if it had been saved
                return page_context.signed_out_page(visit, sign_in)
            return redirect(sign_in)
        if user.lacks_second_factor and page is not menu_pages.ACCOUNT:
            return redirect(office_url(SET_UP))
        context = PageContext(
            visit=visit,
            page=page,
            subpath=subpath,
            user=user,
            session=session,
            database=self._database,
            counters=self._counters,
            clock=clock,
            client=self._client,
            body_seconds=self._seconds,
            takes_forms="POST" in methods,
            sent_form=SentForm(
                database=self._database,
                seal=self._client.seal,
                clock=clock,
                tenant=visit.mall.mall_id,
                owner=f"staff {user.user_id}",
            ),
            waiting=await approvals.count_waiting(self._database, clock, visit.mall.mall_id, user),
            to_ship=await waiting_orders.count(
                self._database, visit.mall.mall_id, page_context.shop_of(visit).shop_no, user
            ),
        )
        changes = request.method != "GET"
        if not context.may_open(page) or (changes and not context.may_change(page)):
            return context.show(
                "closed.html",
                status=403,
                title=page.name.translate(context.language),
            )
        try:
            if not changes:
                await waiting_changes.read(context)
            response = await context.sent_form.answer(handler(context))
            return kept_shop.in_redirect(context.shop.shop_no, response)
        except PageError as error:
            return context.show_error(error)
        except WaitsForApproval as waits:
            # of a form whose page does not show it itself: a list
            return redirect(waiting_changes.address(context, waits, has_page="GET" in methods))
        except (Forbidden, Malformed) as error:
            # of a form whose page does not show them itself
            message = form_errors.error_message(context, error)
            return context.show_error(
                PageError(marked("Something went wrong"), message, status=error.status)
            )


def _page_of(visit: MallRequest) -> str:
    assert visit.staff is not None, "it is a request for a staff page"
    return visit.staff.page


async def _refuse_foreign(visit: MallRequest) -> Response:
    """Answer a form that a page of another origin sent, as that of a shop."""
    error = PageError(marked("Something went wrong"), _FOREIGN, status=403)
    return page_context.error_page(visit, error)


def _method_not_allowed(visit: MallRequest, allowed: Iterable[str]) -> Response:
    error = PageError(
        marked("Something went wrong"), marked("The method is not allowed."), status=405
    )
    response = page_context.error_page(visit, error)
    response.headers["Allow"] = ", ".join(allowed)
    return response


def _page(path: str) -> tuple[menu_pages.Page, str]:
    """Return the page at a path, and the path below the page's own.

    Raises PageError (404).
    """
    page, subpath = _PAGES.get(path), ""
    if page is None:
        parent, _, subpath = path.rpartition("/")
        page = _PAGES.get(parent)
    if page is None or (page.at, subpath != "") not in HANDLERS:
        raise PageError(
            marked("Page not found"),
            marked("There is no page at this address."),
            status=404,
        )
    return page, subpath
