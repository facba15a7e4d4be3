"""A developer at a page of the console, and how pages are shown to them."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.form_fields import Fields, read_form
from openmall.api.pipeline.internal_client import InternalClient
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock, moment
from openmall.database.session import Database
from openmall.events.webhooks.service import Webhooks
from openmall.http.addressing import Address
from openmall.http.request import Request
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.pages import Templates, answer
from openmall.pages.console import menu
from openmall.pages.console.store import Developer, TestMall
from openmall.translations import catalogues

SESSION_COOKIE: Final = "__Host-openmall-developer"
VISIT_COOKIE: Final = "__Host-openmall-developer-visit"
"""Ties the forms of those who are not signed in to the browser they were shown in."""

_TEMPLATES: Final = Templates("console", Path(__file__).parent / "templates")


class Failed(Exception):
    """What was asked for cannot be shown or done; whoever asked is told why.

    Both texts are English sentences of the source, marked for translators.
    """

    def __init__(self, title: str, message: str, *, status: int) -> None:
        super().__init__(title)
        self.title = title
        self.message = message
        self.status = status


def not_understood() -> Failed:
    """Return what is told when a form says something that ours does not offer."""
    return Failed(
        marked("Something went wrong"), marked("The form contains an unknown value."), status=422
    )


Fill = Callable[[Mall], Awaitable[None]]
"""Puts a small catalogue into a mall that has just been made."""


class Means(Struct, frozen=True, kw_only=True):
    """What pages need to do their work."""

    configuration: Configuration
    database: Database
    counters: Counters
    clock: Clock
    within: InternalClient
    """The operations of all APIs."""
    directory: Directory
    fill: Fill
    webhooks: Webhooks


class Desk(Struct, frozen=True, kw_only=True):
    """Who is at which page of the console, and the app the page is about."""

    request: Request
    address: Address
    query: Fields
    path: dict[str, str]
    """The values of the placeholders of the page's path."""
    pattern: str
    """The page's path with its placeholders."""
    who: Developer | None
    """None: nobody is signed in, at a public page."""
    registered: RegisteredApp | None
    """The app the page is about, when its path names one: always one of the developer's own."""
    test_mall: TestMall | None
    """The test mall the page is about, likewise."""
    tie: str
    """The cookie forms are tied to: the session, or the visit of somebody not signed in."""
    means: Means

    @property
    def developer(self) -> Developer:
        """Who is signed in; of pages that are not public there is always somebody."""
        assert self.who is not None, "a public page asks for `who`"
        return self.who

    @property
    def app(self) -> RegisteredApp:
        """The app the page is about; of pages with {client_id} in their path there is one."""
        assert self.registered is not None, "the page's path names no app"
        return self.registered

    @property
    def mall(self) -> TestMall:
        """The test mall the page is about; of pages with {mall_id} in their path there is one."""
        assert self.test_mall is not None, "the page's path names no test mall"
        return self.test_mall

    @property
    def app_home(self) -> str:
        """Address of the app's first page."""
        return f"{menu.APPS}/{self.app.client_id}"

    @property
    def mall_home(self) -> str:
        """Address of the test mall's first page."""
        return f"{menu.MALLS}/{self.mall.mall_id}"

    @property
    def database(self) -> Database:
        return self.means.database

    @property
    def clock(self) -> Clock:
        return self.means.clock

    @property
    def language(self) -> str:
        """The language the developer reads."""
        return languages.wanted(self.request)

    def said(self, message: str) -> str:
        """Return an English sentence of the source in the developer's language.

        The sentence is marked for translators where it stands, with `web.languages.marked`.
        """
        return catalogues.translate(self.language, "console", message)

    def mall_origin(self, mall_id: str) -> str:
        """Return where a mall is served: its host, at the port the console was opened at."""
        host = self.address.origin.removeprefix("https://")
        name, colon, port = host.rpartition(":")
        port = port if colon and name and port.isdigit() else ""
        at = f":{port}" if port else ""
        return f"https://{mall_id}.{self.means.configuration.domain}{at}"

    async def form(self) -> Fields:
        """Return the form that was sent. Raises Failed (403) when it is not from our page."""
        form = await read_form(self.request, self.means.configuration.body_seconds)
        if not oauth_pages.genuine(form, self.tie):
            raise Failed(
                marked("This page has expired"),
                marked("Nothing was changed. The page belongs to another session."),
                status=403,
            )
        return form

    def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Return a page of the console, with the menu around it."""
        html = _TEMPLATES.render(
            template,
            self.language,
            place=self.said(marked("openmall developers")),
            place_home=menu.HOME,
            host=self.address.origin.removeprefix("https://"),
            menu=self._menu(),
            address_here=self.here,
            who=self.who,
            app=self.registered,
            app_home=self.app_home if self.registered else "",
            form_token=oauth_pages.form_token(self.tie),
            links=menu,
            **values,
        )
        response = answer(html, status=status, scripts=True)
        if self.who is None:
            oauth_pages.set_cookie(response, VISIT_COOKIE, self.tie)
        return response

    @property
    def here(self) -> str:
        """The page's address, at which it can be read."""
        path = self.request.raw_path.decode("latin-1")
        query = self.request.query_string.decode("latin-1")
        return f"{path}?{query}" if query and self.request.method == "GET" else path

    def _menu(self) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        groups = [("", self._lines(menu.ENTRIES))]
        if self.registered is not None:
            groups.append((self.registered.name, self._lines(menu.TABS)))
        return [group for group in groups if group[1]]

    def _lines(self, entries: tuple[menu.Entry, ...]) -> list[tuple[str, str, bool]]:
        client_id = self.registered.client_id if self.registered else ""
        return [
            (
                entry.path.replace("{client_id}", client_id),
                self.said(entry.name),
                self.pattern == entry.path
                or self.pattern.startswith((f"{entry.path}/{{mall", f"{entry.path}/{{where")),
            )
            for entry in entries
            if entry.public or self.who is not None
        ]


class Time(Struct, frozen=True):
    """A moment as people and as programs read it."""

    text: str
    iso: str


def time(seconds: float, *, exact: bool = False) -> Time:
    """Return UTC epoch seconds as a time at +09:00; `exact`: with its seconds."""
    at = moment(seconds)
    return Time(at.strftime("%Y-%m-%d %H:%M:%S" if exact else "%Y-%m-%d %H:%M"), at.isoformat())
