"""A reader of the reference, and how its pages are shown: also to those who are not signed in."""

import re
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_fields import Fields, read_form
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.moments import Clock
from openmall.http.addressing import Address
from openmall.http.request import Request
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.pages import Templates, answer
from openmall.pages.console import desk, menu
from openmall.pages.console.desk import VISIT_COOKIE, Failed
from openmall.pages.console.store import Developer
from openmall.pages.reference.books import APIS, AREAS, Book, Entry, book
from openmall.translations import catalogues

HOME: Final = "/developers/reference"
SEARCH: Final = f"{HOME}/search"

_TEMPLATES: Final = Templates(
    "reference", Path(__file__).parent / "templates", Path(desk.__file__).parent / "templates"
)
_PORT: Final = re.compile(r":\d+$")
_CODE: Final = re.compile(r"`([^`]*)`")


class Reader(Struct, frozen=True, kw_only=True):
    """Who reads which page, and what the page needs to do its work."""

    request: Request
    address: Address
    query: Fields
    who: Developer | None
    """None: nobody is signed in."""
    tie: str
    """The cookie forms are tied to: the session, or the visit of somebody not signed in."""
    configuration: Configuration
    clock: Clock

    @property
    def language(self) -> str:
        """The language the reader reads."""
        return languages.wanted(self.request)

    def said(self, message: str) -> str:
        """Return an English sentence of the source in the reader's language.

        The sentence is marked for translators where it stands, with `web.languages.marked`.
        """
        return catalogues.translate(self.language, "reference", message)

    @property
    def port(self) -> str:
        """Return the port the page is shown at, with its colon; empty for that of HTTPS."""
        found = _PORT.search(self.address.origin)
        return found[0] if found else ""

    async def form(self) -> Fields:
        """Return the form that was sent. Raises Failed (403) when it is not from our page."""
        form = await read_form(self.request, self.configuration.body_seconds)
        if not oauth_pages.genuine(form, self.tie):
            raise Failed(
                marked("This page has expired"),
                marked("Nothing was sent. The page belongs to another session."),
                status=403,
            )
        return form

    def show(
        self,
        template: str,
        *,
        status: int = 200,
        at: Book | None = None,
        area: str = "",
        entry: Entry | None = None,
        **values: Any,
    ) -> Response:
        """Return a page, with the menu around it: of the API `at`, its `area`, its operation."""
        html = _TEMPLATES.render(
            template,
            self.language,
            place=self.said(marked("openmall developers")),
            place_home=menu.HOME,
            links=menu,
            who=self.who,
            form_token=oauth_pages.form_token(self.tie),
            menu=self._menu(at, area, entry),
            address_here=self._here(),
            apis={name: self.said(title) for name, title in APIS.items()},
            areas={name: self.said(title) for name, title in AREAS.items()},
            releases=list(reversed(api_versions.RELEASES)),
            newest=api_versions.NEWEST,
            header=api_versions.HEADER,
            home=HOME,
            search=SEARCH,
            at=at,
            area=area,
            entry=entry,
            prose=prose,
            **values,
        )
        response = answer(html, status=status, scripts=True)
        if self.who is None:
            oauth_pages.set_cookie(response, VISIT_COOKIE, self.tie)
        return response

    def _here(self) -> str:
        """Return where choosing a language leads back to: a page that can be read."""
        path = self.request.raw_path.decode("latin-1")
        query = self.request.query_string.decode("latin-1")
        return f"{path}?{query}" if query and self.request.method == "GET" else path

    def _menu(
        self, at: Book | None, area: str, entry: Entry | None
    ) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        path = self._path
        version = at.version if at else api_versions.NEWEST
        lines = [(SEARCH, self.said(marked("Search")), path == SEARCH)]
        for api, title in APIS.items():
            where = address(book(api, version))
            lines.append((where, self.said(title), path == where))
        groups = [("", self._console(path)), (self.said(marked("API reference")), lines)]
        if at is not None:
            areas = [
                (f"{address(at)}/{each}", self.said(AREAS[each]), path == f"{address(at)}/{each}")
                for each in at.areas
            ]
            groups.append((f"{self.said(APIS[at.door.name])} {at.version}", areas))
        if at is not None and entry is not None:
            beside = at.areas[entry.area][entry.resource]
            rows = [(address_of(each), each.row.name, each.slug == entry.slug) for each in beside]
            groups.append((entry.resource, rows))
        elif at is not None and area:
            rows = [(f"#{anchor(each)}", each, False) for each in at.areas[area]]
            groups.append((self.said(AREAS[area]), rows))
        return groups

    def _console(self, path: str) -> list[tuple[str, str, bool]]:
        """Return the console's own lines of the menu, of which this is one."""
        catalogue = catalogues.translations(self.language, "reference")
        return [
            (entry.path, str(catalogue.gettext(entry.name)), path == entry.path)
            for entry in menu.ENTRIES
            if entry.public or self.who is not None
        ]

    @property
    def _path(self) -> str:
        return self.request.raw_path.decode("latin-1").rstrip("/")


def address(at: Book) -> str:
    """Return where the page of an API in a version is."""
    return f"{HOME}/{at.door.name}/{at.version}"


def address_of(entry: Entry) -> str:
    """Return where the page of an operation is."""
    return f"{HOME}/{entry.door.name}/{entry.version}/{entry.slug}"


def anchor(resource: str) -> str:
    """Return the id of a resource's part of its area's page."""
    return resource.replace("/", "-")


def prose(text: str) -> Markup:
    """Return a text of a docstring as HTML: what stands in backticks is code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 # escaped
