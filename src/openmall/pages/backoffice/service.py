"""The staff pages as a component of the application: the back office, its sign-in, and consent.

Where they are: `access/staff_site.py`.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from starlette.responses import Response

from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import return_addresses, sessions
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.mall_requests import MallRequests
from openmall.access.oauth.sign_ins import SET_UP, SIGN_IN
from openmall.access.staff_site import StaffSite, entered, office_url
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.configuration import Configuration
from openmall.contract.approval import WaitsForApproval
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.request import Receive, Request, Scope, Send
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import (
    account,
    account_pages,
    activity,
    app_charges,
    approval,
    approval_rules,
    approvals,
    apps,
    boards,
    campaigns,
    category_tree,
    collections,
    company,
    customer,
    customer_groups,
    customers,
    design,
    design_pages,
    displays,
    form_errors,
    global_search,
    history,
    history_write,
    inquiries,
    list_views,
    message_templates,
    messages,
    newsletters,
    next_steps,
    order,
    orders,
    overview,
    page_context,
    payment_apps,
    posts,
    product,
    products,
    restock,
    roles,
    segments,
    shipping_origins,
    shops,
    staff,
    staff_provider,
    stock,
    storefront,
    stripe,
    subscriptions,
    transfers,
)
from openmall.pages.backoffice.dispatch import pages as dispatch_pages
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.promotions import benefits, coupons, discount_codes
from openmall.pages.backoffice.reports import pages as report_pages
from openmall.pages.backoffice.reports import saved_report_pages
from openmall.pages.backoffice.settings import pages as setting_pages
from openmall.pages.backoffice.signed_out import SignedOutPages
from openmall.pages.backoffice.staff_openid import StaffOpenid
from openmall.pages.backoffice.supplier import orders as supplier_orders
from openmall.pages.backoffice.supplier import products as supplier_products

_MALFORMED: Final = marked("What was sent could not be read. Nothing was changed.")
_UNREADABLE: Final = {
    408: marked("The form did not arrive in time. Nothing was changed."),
    413: marked(
        "What was entered is too long. Nothing was changed: go back, shorten it and send it again."
    ),
}
"""Status of a request that could not be read -> text of the page."""

_FOREIGN: Final = marked("Another website sent this form. Nothing was changed.")
_SIGNED_OUT: Final = marked("Nothing was changed. Sign in again, and repeat what you did.")

Handler = Callable[[PageContext], Awaitable[Response]]

HANDLERS: Final[dict[tuple[str, bool], dict[str, Handler]]] = {
    (menu_pages.OVERVIEW.at, False): {"GET": overview.show, "POST": next_steps.change},
    (menu_pages.SEARCH.at, False): {"GET": global_search.show},
    (menu_pages.APPS.at, False): {"GET": apps.show, "POST": apps.remove},
    (menu_pages.APPS.at, True): {"GET": app_charges.show, "POST": app_charges.change},
    (menu_pages.ACTIVITY.at, False): {"GET": activity.show},
    (menu_pages.APPROVALS.at, False): {"GET": approvals.show_list},
    (menu_pages.APPROVALS.at, True): {"GET": approval.show_one, "POST": approval.change},
    (menu_pages.APPROVAL_RULES.at, False): {
        "GET": approval_rules.show,
        "POST": approval_rules.change,
    },
    (menu_pages.HISTORY.at, False): {"GET": history.show_list},
    (menu_pages.HISTORY.at, True): {
        "GET": history_write.show_one,
        "POST": history_write.change,
    },
    (menu_pages.PRODUCTS.at, False): {"GET": products.show_list, "POST": products.switch},
    (menu_pages.PRODUCTS.at, True): {"GET": product.show_one, "POST": product.change},
    (menu_pages.CATEGORIES.at, False): {
        "GET": category_tree.show,
        "POST": category_tree.change,
    },
    (menu_pages.COLLECTIONS.at, False): {"GET": collections.show_list},
    (menu_pages.COLLECTIONS.at, True): {
        "GET": collections.show_one,
        "POST": collections.change,
    },
    (menu_pages.DISPLAYS.at, False): {"GET": displays.show_list, "POST": displays.create},
    (menu_pages.DISPLAYS.at, True): {"GET": displays.show_one, "POST": displays.change},
    (menu_pages.STOCK.at, False): {"GET": stock.show_list, "POST": stock.count},
    (menu_pages.STOCK.at, True): {"GET": stock.show_one, "POST": stock.adjust},
    (menu_pages.ORDERS.at, False): {"GET": orders.show_list, "POST": orders.advance},
    (menu_pages.ORDERS.at, True): {"GET": order.show_one, "POST": order.change},
    (menu_pages.SUBSCRIPTIONS.at, False): {"GET": subscriptions.show_list},
    (menu_pages.SUBSCRIPTIONS.at, True): {
        "GET": subscriptions.show_one,
        "POST": subscriptions.change,
    },
    (menu_pages.DISPATCH.at, False): {
        "GET": dispatch_pages.show_list,
        "POST": dispatch_pages.change,
    },
    (menu_pages.DISPATCH.at, True): {"GET": dispatch_pages.show_document},
    (menu_pages.SHIPPING_ORIGINS.at, False): {"GET": shipping_origins.show_list},
    (menu_pages.SHIPPING_ORIGINS.at, True): {
        "GET": shipping_origins.show_one,
        "POST": shipping_origins.change,
    },
    (menu_pages.SAVED_VIEWS.at, False): {"GET": list_views.show, "POST": list_views.change},
    (menu_pages.COUPONS.at, False): {"GET": coupons.show_list},
    (menu_pages.COUPONS.at, True): {"GET": coupons.show_one, "POST": coupons.change},
    (menu_pages.DISCOUNT_CODES.at, False): {"GET": discount_codes.show_list},
    (menu_pages.DISCOUNT_CODES.at, True): {
        "GET": discount_codes.show_one,
        "POST": discount_codes.change,
    },
    (menu_pages.BENEFITS.at, False): {"GET": benefits.show_list},
    (menu_pages.BENEFITS.at, True): {"GET": benefits.show_one, "POST": benefits.change},
    (menu_pages.CUSTOMERS.at, False): {"GET": customers.show_list, "POST": customers.move},
    (menu_pages.CUSTOMERS.at, True): {"GET": customer.show_one, "POST": customer.change},
    (menu_pages.CUSTOMER_GROUPS.at, False): {"GET": customer_groups.show_list},
    (menu_pages.CUSTOMER_GROUPS.at, True): {
        "GET": customer_groups.show_one,
        "POST": customer_groups.change,
    },
    (menu_pages.SEGMENTS.at, False): {"GET": segments.show_list},
    (menu_pages.SEGMENTS.at, True): {"GET": segments.show_one, "POST": segments.change},
    (menu_pages.NEWSLETTERS.at, False): {"GET": newsletters.show_list},
    (menu_pages.NEWSLETTERS.at, True): {
        "GET": newsletters.show_one,
        "POST": newsletters.change,
    },
    (menu_pages.CAMPAIGNS.at, False): {"GET": campaigns.show_list},
    (menu_pages.CAMPAIGNS.at, True): {"GET": campaigns.show_one},
    (menu_pages.MESSAGES.at, False): {"GET": messages.show_list},
    (menu_pages.MESSAGES.at, True): {"GET": messages.show_one, "POST": messages.resend},
    (menu_pages.MESSAGE_TEMPLATES.at, False): {"GET": message_templates.show_list},
    (menu_pages.MESSAGE_TEMPLATES.at, True): {
        "GET": message_templates.show_one,
        "POST": message_templates.change,
    },
    (menu_pages.RESTOCK.at, False): {"GET": restock.show_list, "POST": restock.send},
    (menu_pages.BOARDS.at, False): {"GET": boards.show_list},
    (menu_pages.BOARDS.at, True): {"GET": posts.show, "POST": posts.change},
    (menu_pages.INQUIRIES.at, False): {"GET": inquiries.show, "POST": inquiries.change},
    (menu_pages.REPORTS.at, False): {"GET": report_pages.index},
    (menu_pages.REPORTS.at, True): {"GET": report_pages.show},
    (menu_pages.SAVED_REPORTS.at, False): {
        "GET": saved_report_pages.show,
        "POST": saved_report_pages.change,
    },
    (menu_pages.SETTINGS.at, False): {"GET": setting_pages.index},
    (menu_pages.SETTINGS.at, True): {"GET": setting_pages.show, "POST": setting_pages.change},
    (menu_pages.COMPANY.at, False): {"GET": company.show, "POST": company.change},
    (menu_pages.SHOPS.at, False): {"GET": shops.show},
    (menu_pages.STOREFRONT.at, False): {"GET": storefront.show, "POST": storefront.change},
    (menu_pages.STOREFRONT.at, True): {
        "GET": storefront.show_editor,
        "POST": storefront.edit,
    },
    (menu_pages.STRIPE.at, False): {"GET": stripe.show, "POST": stripe.change},
    (menu_pages.PAYMENT_APPS.at, False): {"GET": payment_apps.show, "POST": payment_apps.change},
    (menu_pages.DESIGN.at, False): {"GET": design.show, "POST": design.change},
    (menu_pages.DESIGN.at, True): {"GET": design_pages.show, "POST": design_pages.change},
    (menu_pages.TRANSFERS.at, False): {"GET": transfers.show, "POST": transfers.create},
    (menu_pages.TRANSFERS.at, True): {"GET": transfers.show_one, "POST": transfers.change},
    (menu_pages.MANAGERS.at, False): {"GET": staff.show, "POST": staff.add},
    (menu_pages.ROLES.at, False): {"GET": roles.show, "POST": roles.add},
    (menu_pages.ROLES.at, True): {"GET": roles.show_one, "POST": roles.change},
    (menu_pages.SUPPLIER_PRODUCTS.at, False): {"GET": supplier_products.show_list},
    (menu_pages.SUPPLIER_PRODUCTS.at, True): {
        "GET": supplier_products.show_one,
        "POST": supplier_products.change,
    },
    (menu_pages.SUPPLIER_ORDERS.at, False): {
        "GET": supplier_orders.show,
        "POST": supplier_orders.ship,
    },
    (menu_pages.STAFF_PROVIDER.at, False): {
        "GET": staff_provider.show,
        "POST": staff_provider.change,
    },
    (menu_pages.ACCOUNT.at, False): {"GET": account.show, "POST": account.change},
    (menu_pages.ACCOUNT.at, True): {"GET": account_pages.show, "POST": account_pages.change},
    (menu_pages.MANAGERS.at, True): {"GET": staff.show_one, "POST": staff.change},
}
"""Path of a page, and whether a path below it is meant (`/products/7`) -> method ->
handler."""
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
            configuration.body_seconds,
            openid=StaffOpenid(configuration, database, counters, clock, client),
            staff_address=configuration.staff_address,
        )

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, site: StaffSite
    ) -> None:
        """Answer a request for a staff page. Never raises."""
        with entered(site.base):
            handle = self._consent if site.page in self._browsing else self._answer_or_error
            response = await self._reception.respond(request, site.shop, handle, site)
        await response(scope, receive, send)

    async def _consent(self, visit: MallRequest) -> Response:
        """Answer a page of signing in or consent. Raises OAuthError."""
        if _is_cross_site(visit.request):
            return page_context.error_page(visit, _foreign_form())
        methods = self._browsing[_page_of(visit)]
        respond = methods.get(visit.request.method)
        return await respond(visit) if respond else _method_not_allowed(visit, methods)

    async def _answer_or_error(self, visit: MallRequest) -> Response:
        try:
            if _is_cross_site(visit.request):
                raise _foreign_form()
            return await self._answer(visit)
        except PageError as error:
            return page_context.error_page(visit, error)
        except OAuthError as refused:
            text = _UNREADABLE.get(refused.status, _MALFORMED)
            page_error = PageError(marked("Something went wrong"), text, status=refused.status)
            return page_context.error_page(visit, page_error)
        except Exception as error:
            api_error = error_responses.as_api_error(error, visit.request.id)
            page = page_context.error_page(
                visit,
                PageError(
                    marked("Something went wrong"), api_error.message, status=api_error.status
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
        if user is None and request.method == "POST":
            # after a redirect to the sign-in page it would look as if it had been saved
            raise PageError(marked("You are signed out"), _SIGNED_OUT, status=403)
        if user is None:
            destination = visit.address_here
            if request.method != "GET":
                destination = office_url(path)
            return redirect(return_addresses.after_sign_in(office_url(SIGN_IN), destination))
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
            waiting=await approvals.count_waiting(self._database, clock, visit.mall.mall_id, user),
        )
        changes = request.method != "GET"
        if not context.may_open(page) or (changes and not context.may_change(page)):
            return context.show(
                "closed.html",
                status=403,
                title=page.name.translate(context.language),
            )
        try:
            return await handler(context)
        except PageError as error:
            return context.show_error(error)
        except (Forbidden, WaitsForApproval) as error:
            # of a form whose page does not show them itself
            message = form_errors.error_message(context, error)
            return context.show_error(
                PageError(marked("Something went wrong"), message, status=error.status)
            )


def _page_of(visit: MallRequest) -> str:
    assert visit.staff is not None, "it is a request for a staff page"
    return visit.staff.page


def _is_cross_site(request: Request) -> bool:
    """Return whether a page of another origin, as that of a shop, sends a form.

    What browsers say themselves: of a page without referrer, `Origin` is null. The form token
    refuses such a form as well.
    """
    site = request.headers.get(b"sec-fetch-site", b"none")
    return request.method not in ("GET", "HEAD") and site not in (b"same-origin", b"none")


def _foreign_form() -> PageError:
    return PageError(marked("Something went wrong"), _FOREIGN, status=403)


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
