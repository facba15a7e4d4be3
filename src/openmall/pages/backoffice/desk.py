"""A manager at a page of the back office, and how pages are shown to them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_fields import LONGEST, MOST, Fields, read_form
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.sessions import SignedIn
from openmall.api.pipeline.internal_client import (
    Inspect,
    InternalCaller,
    InternalClient,
    InternalResponse,
)
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract import api_versions
from openmall.contract.call import App, Identity, Shop
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock, moment
from openmall.database.session import Database
from openmall.http.request import Request
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.pages import Templates, answer
from openmall.translations import catalogues

ROLES: Final = {"P": marked("Head admin"), "A": marked("Sub-admin"), "S": marked("Supplier")}
"""What a manager type is called."""

_FOLDER: Final = Path(__file__).parent / "templates"
_TEMPLATES: Final = Templates("backoffice", _FOLDER)


class Failed(Exception):
    """What was asked for cannot be shown or done; the manager is told why, in their language.

    Title and message are marked for translators where they stand.
    """

    def __init__(self, title: str, message: str, *, status: int) -> None:
        super().__init__(title)
        self.title = title
        self.message = message
        self.status = status


class Desk(Struct, frozen=True, kw_only=True):
    """Who is at which page of which mall, and what the page needs to do its work."""

    visit: MallRequest
    page: menu_pages.Page
    below: str
    """What follows the page's path in the address: `7` of `/admin/products/7`."""
    user: SignedIn
    session: str
    database: Database
    counters: Counters
    clock: Clock
    within: InternalClient
    body_seconds: float

    @property
    def mall_id(self) -> str:
        return self.visit.mall.mall_id

    @property
    def language(self) -> str:
        """The language the manager reads."""
        return languages.wanted(self.visit.request)

    @property
    def shop(self) -> Shop:
        """The shop that `shop_no` of the query names; the basic one where it names none."""
        shops = self.visit.mall.shops
        wanted = self.visit.query.text("shop_no")
        return next((each for each in shops.values() if str(each.shop_no) == wanted), shops[1])

    def said(self, message: str) -> str:
        """Return an English sentence of the source in the manager's language.

        The sentence is marked for translators where it stands, with `web.languages.marked`.
        """
        return catalogues.translate(self.language, "backoffice", message)

    def may_open(self, page: menu_pages.Page) -> bool:
        """Say whether this manager may open a page."""
        return page.suppliers or self.user.manager_type != "S"

    def opens(self) -> list[menu_pages.Page]:
        """Return the pages this manager may open."""
        return [page for page in menu_pages.PAGES if self.may_open(page)]

    async def ask(
        self,
        path: str,
        sent: Mapping[str, Any] | None = None,
        *,
        method: str = "GET",
        door: str = "admin",
        embed: Sequence[str] = (),
        key: str = "",
        inspect: Inspect | None = None,
    ) -> InternalResponse:
        """Call an operation as this manager: rules, bounds and activity log are the API's.

        `key`, `inspect`: as of `Within.ask`. Raises the ApiError a program would be answered.
        """
        return await self.within.execute(
            self._acting(), door, method, path, sent, embed=embed, key=key, inspect=inspect
        )

    async def dry_run(
        self, method: str, path: str, sent: Mapping[str, Any], inspect: Inspect
    ) -> None:
        """Inspect what a write of the admin API would come to; it is undone.

        Raises the ApiError a program would be answered.
        """
        await self.within.dry_run(self._acting(), "admin", method, path, sent, inspect)

    def _acting(self) -> InternalCaller:
        app = App("", "", api_versions.NEWEST, strict=False, restricted=True)
        identity = Identity(app, user_id=self.user.user_id, user_type=self.user.manager_type)
        return InternalCaller(
            request=self.visit.request,
            address=self.visit.address,
            mall=self.visit.mall,
            identity=identity,
        )

    async def form(self, *, longest: int = LONGEST, most: int = MOST) -> Fields:
        """Return the form that was sent. Raises Failed (403) when it is not from our page.

        `longest`: bytes it may have; `most`: fields.
        """
        request, seconds = self.visit.request, self.body_seconds
        return self.ours(await read_form(request, seconds, longest=longest, most=most))

    def ours(self, form: Fields) -> Fields:
        """Return a form. Raises Failed (403) when it is not from our page."""
        if not oauth_pages.genuine(form, self.session):
            raise Failed(
                marked("This page has expired"),
                marked("Nothing was changed. The page belongs to another session."),
                status=403,
            )
        return form

    def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Return a page of the back office, with the menu around it."""
        request = self.visit.request
        html = _TEMPLATES.render(
            template,
            self.language,
            mall=self.visit.mall,
            place=self.visit.mall.name,
            place_home=menu_pages.OVERVIEW.path,
            menu=self._menu(),
            address_here=_address(request) if request.method == "GET" else self.page.path,
            user=self.user,
            role=ROLES.get(self.user.manager_type, ""),
            form_token=oauth_pages.form_token(self.session),
            here=self.page,
            opens=self.opens(),
            **values,
        )
        return answer(html, status=status, scripts=True)

    def refused(self, failed: Failed) -> Response:
        """Return a page that says what went wrong, with the menu around it."""
        title, message = self.said(failed.title), self.said(failed.message)
        return self.show("refused.html", status=failed.status, title=title, message=message)

    def _menu(self) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        opens = self.opens()
        return [
            (
                group.translate(self.language) if group else "",
                [
                    (page.path, page.name.translate(self.language), page == self.page)
                    for page in opens
                    if page.group == group
                ],
            )
            for group in dict.fromkeys(page.group for page in opens)
        ]


def failed_page(visit: MallRequest, failed: Failed) -> Response:
    """Return a page that says what went wrong; whoever asks need not be signed in to see it."""
    language = languages.wanted(visit.request)
    said = catalogues.translations(language, "backoffice").gettext
    html = _TEMPLATES.render(
        "failed.html",
        language,
        mall=visit.mall,
        host=visit.host,
        title=said(failed.title),
        message=said(failed.message),
    )
    return answer(html, status=failed.status)


def _address(request: Request) -> str:
    query = request.query_string.decode("latin-1")
    path = request.raw_path.decode("latin-1")
    return f"{path}?{query}" if query else path


class Time(Struct, frozen=True):
    """A moment as people and as programs read it."""

    text: str
    iso: str


def time(seconds: int) -> Time:
    """Return UTC epoch seconds as a time at +09:00."""
    at = moment(seconds)
    return Time(at.strftime("%Y-%m-%d %H:%M:%S"), at.isoformat())
