"""The back office as a component of the application: all paths at and below `/admin`."""

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
from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.configuration import Configuration
from openmall.contract.approval import WaitsForApproval
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.addressing import Address
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
    payments,
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

PREFIX: Final = b"/admin"
_MALFORMED: Final = marked("What was sent could not be read. Nothing was changed.")
_UNREADABLE: Final = {
    408: marked("The form did not arrive in time. Nothing was changed."),
    413: marked(
        "What was entered is too long. Nothing was changed: go back, shorten it and send it again."
    ),
}
"""Status of a request that could not be read -> text of the page."""

_SIGNED_OUT: Final = marked("Nothing was changed. Sign in again, and repeat what you did.")

Handler = Callable[[PageContext], Awaitable[Response]]

HANDLERS: Final[dict[tuple[str, bool], dict[str, Handler]]] = {
    (menu_pages.OVERVIEW.path, False): {"GET": overview.show, "POST": next_steps.change},
    (menu_pages.SEARCH.path, False): {"GET": global_search.show},
    (menu_pages.APPS.path, False): {"GET": apps.show, "POST": apps.remove},
    (menu_pages.APPS.path, True): {"GET": app_charges.show, "POST": app_charges.change},
    (menu_pages.ACTIVITY.path, False): {"GET": activity.show},
    (menu_pages.APPROVALS.path, False): {"GET": approvals.show_list},
    (menu_pages.APPROVALS.path, True): {"GET": approval.show_one, "POST": approval.change},
    (menu_pages.APPROVAL_RULES.path, False): {
        "GET": approval_rules.show,
        "POST": approval_rules.change,
    },
    (menu_pages.HISTORY.path, False): {"GET": history.show_list},
    (menu_pages.HISTORY.path, True): {
        "GET": history_write.show_one,
        "POST": history_write.change,
    },
    (menu_pages.PRODUCTS.path, False): {"GET": products.show_list, "POST": products.switch},
    (menu_pages.PRODUCTS.path, True): {"GET": product.show_one, "POST": product.change},
    (menu_pages.CATEGORIES.path, False): {
        "GET": category_tree.show,
        "POST": category_tree.change,
    },
    (menu_pages.COLLECTIONS.path, False): {"GET": collections.show_list},
    (menu_pages.COLLECTIONS.path, True): {
        "GET": collections.show_one,
        "POST": collections.change,
    },
    (menu_pages.DISPLAYS.path, False): {"GET": displays.show_list, "POST": displays.create},
    (menu_pages.DISPLAYS.path, True): {"GET": displays.show_one, "POST": displays.change},
    (menu_pages.STOCK.path, False): {"GET": stock.show_list, "POST": stock.count},
    (menu_pages.STOCK.path, True): {"GET": stock.show_one, "POST": stock.adjust},
    (menu_pages.ORDERS.path, False): {"GET": orders.show_list, "POST": orders.advance},
    (menu_pages.ORDERS.path, True): {"GET": order.show_one, "POST": order.change},
    (menu_pages.SUBSCRIPTIONS.path, False): {"GET": subscriptions.show_list},
    (menu_pages.SUBSCRIPTIONS.path, True): {
        "GET": subscriptions.show_one,
        "POST": subscriptions.change,
    },
    (menu_pages.DISPATCH.path, False): {
        "GET": dispatch_pages.show_list,
        "POST": dispatch_pages.change,
    },
    (menu_pages.DISPATCH.path, True): {"GET": dispatch_pages.show_document},
    (menu_pages.SHIPPING_ORIGINS.path, False): {"GET": shipping_origins.show_list},
    (menu_pages.SHIPPING_ORIGINS.path, True): {
        "GET": shipping_origins.show_one,
        "POST": shipping_origins.change,
    },
    (menu_pages.SAVED_VIEWS.path, False): {"GET": list_views.show, "POST": list_views.change},
    (menu_pages.COUPONS.path, False): {"GET": coupons.show_list},
    (menu_pages.COUPONS.path, True): {"GET": coupons.show_one, "POST": coupons.change},
    (menu_pages.DISCOUNT_CODES.path, False): {"GET": discount_codes.show_list},
    (menu_pages.DISCOUNT_CODES.path, True): {
        "GET": discount_codes.show_one,
        "POST": discount_codes.change,
    },
    (menu_pages.BENEFITS.path, False): {"GET": benefits.show_list},
    (menu_pages.BENEFITS.path, True): {"GET": benefits.show_one, "POST": benefits.change},
    (menu_pages.CUSTOMERS.path, False): {"GET": customers.show_list, "POST": customers.move},
    (menu_pages.CUSTOMERS.path, True): {"GET": customer.show_one, "POST": customer.change},
    (menu_pages.CUSTOMER_GROUPS.path, False): {"GET": customer_groups.show_list},
    (menu_pages.CUSTOMER_GROUPS.path, True): {
        "GET": customer_groups.show_one,
        "POST": customer_groups.change,
    },
    (menu_pages.SEGMENTS.path, False): {"GET": segments.show_list},
    (menu_pages.SEGMENTS.path, True): {"GET": segments.show_one, "POST": segments.change},
    (menu_pages.NEWSLETTERS.path, False): {"GET": newsletters.show_list},
    (menu_pages.NEWSLETTERS.path, True): {
        "GET": newsletters.show_one,
        "POST": newsletters.change,
    },
    (menu_pages.CAMPAIGNS.path, False): {"GET": campaigns.show_list},
    (menu_pages.CAMPAIGNS.path, True): {"GET": campaigns.show_one},
    (menu_pages.MESSAGES.path, False): {"GET": messages.show_list},
    (menu_pages.MESSAGES.path, True): {"GET": messages.show_one, "POST": messages.resend},
    (menu_pages.MESSAGE_TEMPLATES.path, False): {"GET": message_templates.show_list},
    (menu_pages.MESSAGE_TEMPLATES.path, True): {
        "GET": message_templates.show_one,
        "POST": message_templates.change,
    },
    (menu_pages.RESTOCK.path, False): {"GET": restock.show_list, "POST": restock.send},
    (menu_pages.BOARDS.path, False): {"GET": boards.show_list},
    (menu_pages.BOARDS.path, True): {"GET": posts.show, "POST": posts.change},
    (menu_pages.INQUIRIES.path, False): {"GET": inquiries.show, "POST": inquiries.change},
    (menu_pages.REPORTS.path, False): {"GET": report_pages.index},
    (menu_pages.REPORTS.path, True): {"GET": report_pages.show},
    (menu_pages.SAVED_REPORTS.path, False): {
        "GET": saved_report_pages.show,
        "POST": saved_report_pages.change,
    },
    (menu_pages.SETTINGS.path, False): {"GET": setting_pages.index},
    (menu_pages.SETTINGS.path, True): {"GET": setting_pages.show, "POST": setting_pages.change},
    (menu_pages.COMPANY.path, False): {"GET": company.show, "POST": company.change},
    (menu_pages.SHOPS.path, False): {"GET": shops.show},
    (menu_pages.STOREFRONT.path, False): {"GET": storefront.show, "POST": storefront.change},
    (menu_pages.STOREFRONT.path, True): {
        "GET": storefront.show_editor,
        "POST": storefront.edit,
    },
    (menu_pages.PAYMENTS.path, False): {"GET": payments.show, "POST": payments.change},
    (menu_pages.STRIPE.path, False): {"GET": stripe.show, "POST": stripe.change},
    (menu_pages.PAYMENT_APPS.path, False): {"GET": payment_apps.show, "POST": payment_apps.change},
    (menu_pages.DESIGN.path, False): {"GET": design.show, "POST": design.change},
    (menu_pages.DESIGN.path, True): {"GET": design_pages.show, "POST": design_pages.change},
    (menu_pages.TRANSFERS.path, False): {"GET": transfers.show, "POST": transfers.create},
    (menu_pages.TRANSFERS.path, True): {"GET": transfers.show_one, "POST": transfers.change},
    (menu_pages.MANAGERS.path, False): {"GET": staff.show, "POST": staff.add},
    (menu_pages.ROLES.path, False): {"GET": roles.show, "POST": roles.add},
    (menu_pages.ROLES.path, True): {"GET": roles.show_one, "POST": roles.change},
    (menu_pages.SUPPLIER_PRODUCTS.path, False): {"GET": supplier_products.show_list},
    (menu_pages.SUPPLIER_PRODUCTS.path, True): {
        "GET": supplier_products.show_one,
        "POST": supplier_products.change,
    },
    (menu_pages.SUPPLIER_ORDERS.path, False): {
        "GET": supplier_orders.show,
        "POST": supplier_orders.ship,
    },
    (menu_pages.STAFF_PROVIDER.path, False): {
        "GET": staff_provider.show,
        "POST": staff_provider.change,
    },
    (menu_pages.ACCOUNT.path, False): {"GET": account.show, "POST": account.change},
    (menu_pages.ACCOUNT.path, True): {"GET": account_pages.show, "POST": account_pages.change},
    (menu_pages.MANAGERS.path, True): {"GET": staff.show_one, "POST": staff.change},
}
"""Path of a page, and whether a path below it is meant (`/admin/products/7`) -> method ->
handler."""
_PAGES: Final = {page.path: page for page in (*menu_pages.PAGES, *menu_pages.SUPPLIER_PAGES)}


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
    ) -> None:
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
        )

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the back office of a mall."""
        path = request.raw_path
        return (path == PREFIX or path.startswith(PREFIX + b"/")) and (
            address.site in ("mall", "bare")
        )

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        """Answer a request. Never raises."""
        response = await self._reception.respond(request, address, self._answer_or_error)
        await response(scope, receive, send)

    async def _answer_or_error(self, visit: MallRequest) -> Response:
        try:
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
        path = request.raw_path.decode("latin-1").rstrip("/")
        if path in self._signed_out.handlers:
            signed_out = self._signed_out.handlers[path]
            respond = signed_out.get(request.method)
            return await respond(visit) if respond else _method_not_allowed(visit, signed_out)
        page, subpath = _page(path)
        methods = HANDLERS[page.path, subpath != ""]
        handler = methods.get(request.method)
        if handler is None:
            return _method_not_allowed(visit, methods)
        session = oauth_pages.cookies(visit).get(oauth_pages.SESSION_COOKIE, "")
        clock = visit.mall.clock(self._clock)
        user = await sessions.of(self._database, clock, visit.mall.mall_id, session)
        if user is None and request.method == "POST":
            # after a redirect to the sign-in page it would look as if it had been saved
            raise PageError(marked("You are signed out"), _SIGNED_OUT, status=403)
        if user is None:
            query = request.query_string.decode("latin-1")
            destination = f"{path}?{query}" if query and request.method == "GET" else path
            return redirect(return_addresses.after_sign_in(SIGN_IN, destination))
        if user.lacks_second_factor and page is not menu_pages.ACCOUNT:
            return redirect(SET_UP)
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
    if page is None or (page.path, subpath != "") not in HANDLERS:
        raise PageError(
            marked("Page not found"),
            marked("There is no page at this address."),
            status=404,
        )
    return page, subpath
