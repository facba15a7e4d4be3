"""The context of a console page: the developer, the app, and the page's rendering."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import form_deeds, secrets
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields, read_form
from openmall.api.pipeline.internal_client import InternalClient
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock, moment
from openmall.contract.refusal import Reason
from openmall.database.session import Database
from openmall.events.webhooks.service import Webhooks
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.request import Request
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.menus import Entry, Section
from openmall.http.web.pages import Templates, answer
from openmall.pages.console import menu
from openmall.pages.console.store import Developer, TestMall
from openmall.pages.sent_forms import SentForm
from openmall.translations import catalogues

SESSION_COOKIE: Final = "__Host-openmall-developer"
VISIT_COOKIE: Final = "__Host-openmall-developer-visit"
"""Binds the forms of visitors without a session to their browser (CSRF protection)."""

_TEMPLATES: Final = Templates("console", Path(__file__).parent / "templates")


class PageError(Exception):
    """An error page: the request cannot be served.

    Title and message are English texts marked for translation, or the message is a reason.
    """

    def __init__(
        self, title: str, message: str | Reason, *, status: int, retry_after: int = 0
    ) -> None:
        """`retry_after`: seconds, for the header of this name; 0: none."""
        super().__init__(title)
        self.title = title
        self.message = message
        self.status = status
        self.retry_after = retry_after


class FormServices(Struct, frozen=True, kw_only=True):
    """The services that pages of a console need in order to read a form."""

    configuration: Configuration
    database: Database
    clock: Clock


class ConsolePage(Struct, frozen=True, kw_only=True):
    """A request for a page of the developer or the operator console, and its form."""

    request: Request
    form_key: str
    """The cookie value that forms are bound to: session, or visit of an anonymous browser."""
    services: FormServices
    sent_form: SentForm

    @property
    def database(self) -> Database:
        return self.services.database

    @property
    def clock(self) -> Clock:
        return self.services.clock

    async def form(self, deeds: Deeds = form_deeds.NONE) -> Fields:
        """Return the submitted form. Raises PageError (403) for one of another session.

        `deeds`: what its buttons ask for. Raises Malformed (400) for any other deed.
        """
        form = await read_form(self.request, self.services.configuration.body_seconds)
        if not oauth_pages.genuine(form, self.form_key):
            raise PageError(
                marked("This page has expired"),
                marked("Nothing was changed. The page belongs to another session."),
                status=403,
            )
        form.declare(deeds)
        await self.sent_form.claim(self.request, form)
        return form


def as_page_error(error: Exception, request_id: str, *, title: str) -> PageError:
    """Return the error page for an error of a handler."""
    if isinstance(error, PageError):
        return error
    if isinstance(error, OAuthError):
        description = error.description[:1].upper() + error.description[1:]
        return PageError(title, f"{description}.", status=error.status)
    api_error = error_responses.as_api_error(error, request_id)
    return PageError(
        title, api_error.reason, status=api_error.status, retry_after=api_error.retry_after
    )


def unknown_value_error() -> PageError:
    """Return the error for a form value that our forms do not offer."""
    return PageError(
        marked("Something went wrong"), marked("The form contains an unknown value."), status=422
    )


def owners_only() -> PageError:
    """Return the error for what only owners of an app may change."""
    return PageError(
        marked("Only owners may change this"),
        marked("Nothing was changed. Ask an owner of the app."),
        status=403,
    )


Content = Literal["catalogue", "shop"]
FillMall = Callable[[Mall, Content], Awaitable[None]]
"""Fills a new mall with a small catalogue; `shop`: also customers, orders and a gateway."""


class ConsoleServices(FormServices, frozen=True, kw_only=True):
    """The services that console pages use."""

    counters: Counters
    client: InternalClient
    """The operations of all APIs."""
    directory: Directory
    fill: FillMall
    remove: Callable[[str], Awaitable[None]]
    """Removes a mall for ever."""
    webhooks: Webhooks


class PageContext(ConsolePage, frozen=True, kw_only=True):
    """The request, the signed-in developer, and the app or test mall of the page."""

    address: Address
    query: Fields
    path_values: dict[str, str]
    """Placeholders of the page's path -> values."""
    pattern: str
    """The page's path with its placeholders."""
    current_developer: Developer | None
    """None without sign-in, on public pages."""
    current_app: RegisteredApp | None
    """The app in the page's path, always one that the developer works on; None without one."""
    role: str
    """The developer's role in that app: `owner` or `developer`; empty without an app."""
    current_mall: TestMall | None
    """The test mall in the page's path, always one of the developer's own; None without one."""
    services: ConsoleServices
    own_language: str = ""
    """Language of the page, where its address names one; empty: that of the reader."""

    @property
    def developer(self) -> Developer:
        """The signed-in developer; pages that are not public always have one."""
        assert self.current_developer is not None, "public pages read `current_developer`"
        return self.current_developer

    @property
    def app(self) -> RegisteredApp:
        """The app of the page; pages with {client_id} in their path have one."""
        assert self.current_app is not None, "the page's path names no app"
        return self.current_app

    @property
    def mall(self) -> TestMall:
        """The test mall of the page; pages with {mall_id} in their path have one."""
        assert self.current_mall is not None, "the page's path names no test mall"
        return self.current_mall

    @property
    def app_home(self) -> str:
        """Address of the app's first page."""
        return f"{menu.APPS}/{self.app.client_id}"

    @property
    def mall_home(self) -> str:
        """Address of the test mall's first page."""
        return f"{menu.MALLS}/{self.mall.mall_id}"

    @property
    def language(self) -> str:
        """The language of the page: that of its address, or the reader's."""
        return self.own_language or languages.wanted(self.request, "console")

    def in_language(self, language: str) -> "PageContext":
        """Return the context of the same page in a language."""
        return replace(self, own_language=language)

    def translate(self, message: str) -> str:
        """Translate an English text of the source into the developer's language.

        The text is marked for translators in the source, with `web.languages.marked`.
        """
        return catalogues.translate(self.language, "console", message)

    def mall_origin(self, mall_id: str) -> str:
        """Return the origin of a mall: its host, with the port of the console."""
        host = self.address.origin.removeprefix("https://")
        name, colon, port = host.rpartition(":")
        port = port if colon and name and port.isdigit() else ""
        at = f":{port}" if port else ""
        return f"https://{mall_id}.{self.services.configuration.domain}{at}"

    def staff_address(self, mall_id: str) -> str:
        """Return the address of the staff pages of a mall, with the port of the console."""
        return Address("mall", mall_id, self.mall_origin(mall_id)).staff

    def show(
        self, template: str, *, status: int = 200, form_target: str = "", **values: Any
    ) -> Response:
        """Render a page of the console with its menu.

        `form_target`: scheme of the address at which a form of the page ends, beside https, when
        it leads to another origin (see `web.pages.answer`).
        """
        html = _TEMPLATES.render(
            template,
            self.language,
            place=self.translate(marked("openmall developers")),
            place_home=menu.HOME,
            host=self.address.origin.removeprefix("https://"),
            menu=self._menu(),
            address_here=self.request.address_to_read,
            current_developer=self.current_developer,
            app=self.current_app,
            app_home=self.app_home if self.current_app else "",
            is_owner=self.role == "owner",
            form_token=oauth_pages.form_token(self.form_key),
            **({"once_key": secrets.generate()} if self.current_developer else {}),
            links=menu,
            **values,
        )
        response = answer(html, status=status, scripts=True, target=form_target)
        if self.current_developer is None:
            oauth_pages.set_cookie(response, VISIT_COOKIE, self.form_key)
        return response

    def _menu(self) -> list[Section]:
        sections = [Section(entries=self._menu_entries(menu.ENTRIES))]
        if self.current_app is not None:
            tabs = self._menu_entries(menu.TABS)
            sections.append(Section(title=self.current_app.name, entries=tabs))
        return [each for each in sections if each.entries]

    def _menu_entries(self, entries: tuple[menu.Entry, ...]) -> tuple[Entry, ...]:
        client_id = self.current_app.client_id if self.current_app else ""
        return tuple(
            Entry(
                address=entry.path.replace("{client_id}", client_id),
                name=self.translate(entry.name),
                icon=entry.icon,
                is_here=self.pattern == entry.path
                or self.pattern.startswith((f"{entry.path}/{{mall", f"{entry.path}/{{where")),
            )
            for entry in entries
            if entry.public or self.current_developer is not None
        )


class Time(Struct, frozen=True):
    """A time as display text and in ISO 8601."""

    text: str
    iso: str


def time(seconds: float, *, exact: bool = False) -> Time:
    """Return UTC epoch seconds as a time at +09:00; `exact`: with its seconds."""
    at = moment(seconds)
    return Time(at.strftime("%Y-%m-%d %H:%M:%S" if exact else "%Y-%m-%d %H:%M"), at.isoformat())
