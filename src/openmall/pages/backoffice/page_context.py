"""The context of a back office page: the manager, the page, and its rendering."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field
from starlette.responses import Response

from openmall.access.oauth import form_deeds, secrets
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import LONGEST, MOST, Fields, read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.sessions import SignedIn
from openmall.access.staff_site import office_url
from openmall.api import office_pages
from openmall.api.pipeline import approval_rules
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.operation_call import Inspect, InternalCaller
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract import api_versions
from openmall.contract.approval import WaitsForApproval
from openmall.contract.call import App, Call, Identity, Shop
from openmall.contract.counters import Counters
from openmall.contract.json_values import Encodable
from openmall.contract.moments import Clock, moment
from openmall.contract.refusal import Reason
from openmall.database.session import Database
from openmall.http.web import languages, problem_links
from openmall.http.web.languages import marked
from openmall.http.web.pages import Templates, answer
from openmall.http.web.wordings import shown
from openmall.pages.backoffice import kept_shop, menu_groups, page_action
from openmall.pages.backoffice.page_action import Action, WaitingChange
from openmall.pages.operation_calls import A, OperationCalls, P, Permits
from openmall.pages.sent_forms import SentForm
from openmall.translations import catalogues

_APIS: Final = ("admin", office_pages.NAME)
"""APIs whose operations pages name by their handlers."""
ROLES: Final = {"P": marked("Head admin"), "A": marked("Sub-admin"), "S": marked("Supplier")}
"""Manager type -> its label."""

_FOLDER: Final = Path(__file__).parent / "templates"
_TEMPLATES: Final = Templates("backoffice", _FOLDER)


class PageError(Exception):
    """An error page: the request cannot be served.

    Title and message are English texts marked for translation, or the message is a reason; the
    page translates them.
    """

    def __init__(self, title: str, message: str | Reason, *, status: int) -> None:
        super().__init__(title)
        self.title = title
        self.message = message
        self.status = status


def shop_of(visit: MallRequest) -> Shop:
    """Return the shop of the query's `shop_no`; the basic shop without one."""
    shops = visit.mall.shops
    shop_no = visit.query.text("shop_no")
    return next((each for each in shops.values() if str(each.shop_no) == shop_no), shops[1])


class PageContext(OperationCalls, Struct, frozen=True, kw_only=True):
    """The signed-in manager, the page and mall, and the services a page uses."""

    visit: MallRequest
    page: menu_pages.Page
    subpath: str
    """The path below the page's own: `7` of `/products/7`."""
    user: SignedIn
    session: str
    database: Database
    counters: Counters
    clock: Clock
    client: InternalClient
    body_seconds: float
    sent_form: SentForm
    waiting: int = 0
    """Proposals that this manager may decide on."""
    to_ship: str = ""
    """Number of orders to ship, as it is shown; empty: none, or not for this manager."""
    takes_forms: bool = False
    """Something is changed at the page's address."""
    action: Action = field(default_factory=Action)

    @property
    def mall_id(self) -> str:
        return self.visit.mall.mall_id

    def in_shop(self, path: str) -> str:
        """Return the address of a page or picture of the shop, which is on a host of its own."""
        return path if path.startswith("https://") else self.visit.address.origin + path

    @property
    def address_here(self) -> str:
        """The address of what is shown; after a form, that of the page in its shop."""
        return self.visit.address_here if self.visit.request.method == "GET" else self.page_in_shop

    @property
    def page_in_shop(self) -> str:
        """The address of this page in its shop."""
        shop_no = self.shop.shop_no
        return self.page.path if shop_no == 1 else f"{self.page.path}?shop_no={shop_no}"

    @property
    def shop_address(self) -> str:
        """The address at which customers find the shop of this page."""
        shop_no = self.shop.shop_no
        return self.in_shop("/" if shop_no == 1 else f"/shop{shop_no}")

    @property
    def language(self) -> str:
        """The manager's language."""
        return languages.wanted(self.visit.request, "backoffice")

    @property
    def shop(self) -> Shop:
        """The shop of the query's `shop_no`; the basic shop without one."""
        return shop_of(self.visit)

    def translate(self, message: str) -> str:
        """Translate an English text of the source into the manager's language.

        The text is marked for translators in the source, with `web.languages.marked`.
        """
        return catalogues.translate(self.language, "backoffice", message)

    def may_open(self, page: menu_pages.Page) -> bool:
        """Say whether this manager may open a page."""
        if self.user.manager_type == "S":
            return page.suppliers
        return page.area == "" or self.user.rights.may(page.area, "view")

    def may_change(self, page: menu_pages.Page) -> bool:
        """Say whether this manager may change what a page shows."""
        if self.user.manager_type == "S":
            return page.suppliers
        return page.area == "" or self.user.rights.may(page.area, "edit")

    def allowed_pages(self) -> list[menu_pages.Page]:
        """Return the pages this manager may open."""
        pages: tuple[menu_pages.Page, ...] = menu_pages.PAGES
        if self.user.manager_type == "S":
            pages = (*menu_pages.SUPPLIER_PAGES, *pages)
        return [page for page in pages if self.may_open(page)]

    @property
    def _operations(self) -> tuple[InternalClient, Sequence[str]]:
        return self.client, _APIS

    def _proposed(self, waits: WaitsForApproval) -> None:
        self.sent_form.proposal = waits.plan_no
        self.action.proposals[waits.plan_no] = WaitingChange(1, waits.is_known)

    async def dry_run(
        self,
        operation: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable],
        inspect: Inspect[A],
        *,
        permits: Permits | None = None,
    ) -> None:
        """Execute a write, inspect its outcome, and roll it back.

        `permits`: as in `call`. Raises the ApiError of the operation.
        """
        await self.client.dry_run(self._caller(permits), _APIS, operation, parameters, inspect)

    def _caller(self, permits: Permits | None) -> InternalCaller:
        return InternalCaller(
            request=self.visit.request,
            address=self.visit.address,
            mall=self.visit.mall,
            identity=self._identity(),
            permits=permits or self.user.rights.permits,
            shop_no=self._shop_no_of_calls(),
            objects=self.action.objects,
        )

    def _shop_no_of_calls(self) -> int | None:
        """Return the shop that calls of the page act in; None: the basic one, or each its own."""
        shop_no = self.shop.shop_no
        return None if shop_no == 1 or self.page.at in kept_shop.ACROSS else shop_no

    def _identity(self) -> Identity:
        app, user = App("", "", api_versions.NEWEST, strict=False, restricted=True), self.user
        return Identity(app, user.rights.scopes, user.user_id, user.manager_type, user.role_no)

    @property
    def may_need_approval(self) -> bool:
        """Whether rules of approval are about what this manager changes."""
        identity, rules = self._identity(), self.visit.mall.approval_rules
        return any(approval_rules.is_about(rule, identity) for rule in rules)

    def require_no_approval(self) -> None:
        """Raise PageError (403) where every change of this manager needs an approval.

        Of a page that changes the shop by no operation, so that the change cannot be proposed.
        """
        identity = self._identity()
        for rule in self.visit.mall.approval_rules:
            if rule.of_all_kinds and approval_rules.is_about(rule, identity):
                raise PageError(
                    marked("Your changes need an approval"),
                    marked(
                        "Nothing was changed. This page cannot propose a change: ask a head admin "
                        "to make it."
                    ),
                    status=403,
                )

    @contextmanager
    def changing(self, objects: int) -> Iterator[None]:
        """Change several objects as one action, which the rules of approval are compared with."""
        before, self.action.objects = self.action.objects, max(objects, 1)
        try:
            yield
        finally:
            self.action.objects = before

    async def form(
        self, *, deeds: Deeds = form_deeds.NONE, longest: int = LONGEST, most: int = MOST
    ) -> Fields:
        """Return the submitted form. Raises PageError (403) when it is not from our page.

        `deeds`: what its buttons ask for. Raises Malformed (400) for any other deed.
        `longest`: maximum number of bytes; `most`: of fields.
        """
        request, seconds = self.visit.request, self.body_seconds
        form = await read_form(request, seconds, longest=longest, most=most)
        return await self.verify_form(form, deeds)

    async def verify_form(
        self, form: Fields, deeds: Deeds, files: Mapping[str, bytes] | None = None
    ) -> Fields:
        """Return the form with its deed. Raises as `form` does, and Repeated when sent before."""
        if not oauth_pages.genuine(form, self.session):
            raise PageError(
                marked("This page has expired"),
                marked("Nothing was changed. The page belongs to another session."),
                status=403,
            )
        form.declare(deeds)
        await self.sent_form.claim(self.visit.request, form, files)
        return form

    def show(
        self,
        template: str,
        *,
        status: int = 200,
        frames: str = "",
        kept: bool = False,
        **values: Any,
    ) -> Response:
        """Render a page of the back office with its menu. `frames`: as of `answer`.

        `kept`: it shows what a form did, and is the answer to the same form sent again.
        """
        self.sent_form.kept_status = status if kept else None
        allowed_pages = self.allowed_pages()
        html = _TEMPLATES.render(
            template,
            self.language,
            mall=self.visit.mall,
            place=self.visit.mall.name,
            place_home=menu_pages.OVERVIEW.path,
            menu=menu_groups.sections(
                allowed_pages,
                self.page,
                self.language,
                self.translate,
                menu_groups.counts(self.translate, self.waiting, self.to_ship),
            ),
            own_pages=menu_groups.of_profile(allowed_pages),
            mall_shops=[
                (each.name, f"{self.page.path}?shop_no={each.shop_no}", each == self.shop)
                for each in self.visit.mall.shops.values()
            ],
            shop_here=self.shop,
            shop_address=self.shop_address,
            address_here=self.address_here,
            page_in_shop=self.page_in_shop,
            office=office_url(),
            shop_origin=self.visit.address.origin,
            user=self.user,
            role=ROLES.get(self.user.manager_type, ""),
            form_token=oauth_pages.form_token(self.session),
            once_key=secrets.generate(),
            here=self.page,
            opens=allowed_pages,
            reachable={page.at for page in allowed_pages},
            waiting_changes=page_action.notice(self.action),
            only_views=self.takes_forms
            and self.may_open(self.page)
            and not self.may_change(self.page),
            **values,
        )
        html = problem_links.name_field(html) if status >= 400 else html
        html = kept_shop.in_page(self.page, self.shop.shop_no, html)
        return answer(
            html,
            status=status,
            scripts=True,
            frames=frames,
            pictures=self.visit.address.origin,
        )

    def show_error(self, error: PageError) -> Response:
        """Render an error page with the menu."""
        title, message = self.translate(error.title), shown(error.message, self.translate)
        return self.show("refused.html", status=error.status, title=title, message=message)


def error_page(visit: MallRequest, error: PageError) -> Response:
    """Render an error page that does not require sign-in."""
    language = languages.wanted(visit.request, "backoffice")
    translate = catalogues.translations(language, "backoffice").gettext
    html = _TEMPLATES.render(
        "failed.html",
        language,
        mall=visit.mall,
        host=visit.host,
        office=office_url(),
        title=translate(error.title),
        message=shown(error.message, translate),
    )
    return answer(html, status=error.status)


def signed_out_page(visit: MallRequest, sign_in: str) -> Response:
    """Render the answer to a form whose session had ended; its script keeps what was typed.

    `sign_in`: the sign-in page, which leads back to that of the form.
    """
    html = _TEMPLATES.render(
        "signed_out.html",
        languages.wanted(visit.request, "backoffice"),
        mall=visit.mall,
        host=visit.host,
        office=office_url(),
        sign_in=sign_in,
    )
    return answer(html, status=403, scripts=True)


class Time(Struct, frozen=True):
    """A time as display text and in ISO 8601."""

    text: str
    iso: str


def time(seconds: int) -> Time:
    """Return UTC epoch seconds as a time at +09:00."""
    at = moment(seconds)
    return Time(at.strftime("%Y-%m-%d %H:%M:%S"), at.isoformat())
