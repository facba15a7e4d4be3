"""The context of a reference page, also without sign-in, and the page's rendering."""

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
from openmall.http.web import languages, menus
from openmall.http.web.languages import marked
from openmall.http.web.menus import Section
from openmall.http.web.pages import Templates, answer
from openmall.pages.console import menu, page_context
from openmall.pages.console.page_context import VISIT_COOKIE, PageError
from openmall.pages.console.store import Developer
from openmall.pages.reference.catalog import APIS, AREAS, Catalog, Entry, catalog_of
from openmall.translations import catalogues

HOME: Final = menu.REFERENCE
SEARCH: Final = menu.REFERENCE_SEARCH

_TEMPLATES: Final = Templates(
    "reference",
    Path(__file__).parent / "templates",
    Path(page_context.__file__).parent / "templates",
)
_PORT: Final = re.compile(r":\d+$")
_CODE: Final = re.compile(r"`([^`]*)`")


class ReferenceContext(Struct, frozen=True, kw_only=True):
    """The request, the signed-in developer, and what a page needs."""

    request: Request
    address: Address
    query: Fields
    current_developer: Developer | None
    """None without sign-in."""
    form_key: str
    """The cookie value that forms are bound to: session, or visit of an anonymous browser."""
    configuration: Configuration
    clock: Clock

    @property
    def language(self) -> str:
        """The reader's language."""
        return languages.wanted(self.request, "reference")

    def translate(self, message: str) -> str:
        """Translate an English text of the source into the reader's language.

        The text is marked for translators in the source, with `web.languages.marked`.
        """
        return catalogues.translate(self.language, "reference", message)

    @property
    def port(self) -> str:
        """The port of the page's origin with its colon; empty for the default port."""
        match = _PORT.search(self.address.origin)
        return match[0] if match else ""

    async def form(self) -> Fields:
        """Return the submitted form. Raises PageError (403) when it is not from our page."""
        form = await read_form(self.request, self.configuration.body_seconds)
        if not oauth_pages.genuine(form, self.form_key):
            raise PageError(
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
        catalog: Catalog | None = None,
        area: str = "",
        entry: Entry | None = None,
        **values: Any,
    ) -> Response:
        """Render a page with the menu of the API in `catalog`, its `area`, and its operation."""
        html = _TEMPLATES.render(
            template,
            self.language,
            place=self.translate(marked("openmall developers")),
            place_home=menu.HOME,
            links=menu,
            current_developer=self.current_developer,
            form_token=oauth_pages.form_token(self.form_key),
            menu=self._menu(catalog, area or (entry.area if entry else ""), entry),
            address_here=self.request.address_to_read,
            apis={name: self.translate(title) for name, title in APIS.items()},
            areas={name: self.translate(title) for name, title in AREAS.items()},
            releases=list(reversed(api_versions.RELEASES)),
            newest=api_versions.NEWEST,
            header=api_versions.HEADER,
            home=HOME,
            search=SEARCH,
            documentation=menu.DOCUMENTATION,
            catalog=catalog,
            area=area,
            entry=entry,
            prose=prose,
            **values,
        )
        response = answer(html, status=status, scripts=True)
        if self.current_developer is None:
            oauth_pages.set_cookie(response, VISIT_COOKIE, self.form_key)
        return response

    def _menu(self, catalog: Catalog | None, area: str, entry: Entry | None) -> list[Section]:
        """Return the menu: the console, the guides or the APIs, and the areas of `catalog`."""
        path = self._path
        version = catalog.version if catalog else api_versions.NEWEST
        apis = tuple(
            self._line(address(catalog_of(api, version)), self.translate(title))
            for api, title in APIS.items()
        )
        sections = [
            Section(entries=self._console()),
            Section(title=self.translate(marked("API reference")), entries=apis),
        ]
        if path.startswith(menu.DOCUMENTATION):
            catalogue = catalogues.translations(self.language, "reference")
            guides = tuple(
                self._line(address, str(catalogue.gettext(title))) for address, title in menu.GUIDES
            )
            sections.insert(1, Section(title=self.translate(marked("Guides")), entries=guides))
        if catalog is not None:
            areas = tuple(
                menus.Entry(
                    address=f"{address(catalog)}/{each}",
                    name=self.translate(AREAS[each]),
                    is_here=path == f"{address(catalog)}/{each}",
                    is_open=each == area,
                    pages=_lines_of_area(catalog, each, entry) if each == area else (),
                )
                for each in catalog.areas
            )
            title = f"{self.translate(APIS[catalog.api.name])} {catalog.version}"
            sections.append(Section(title=title, entries=areas))
        return sections

    def _line(self, path: str, name: str) -> menus.Entry:
        return menus.Entry(address=path, name=name, is_here=path == self._path)

    def _console(self) -> tuple[menus.Entry, ...]:
        """Return the console's own menu entries, which include the reference."""
        catalogue = catalogues.translations(self.language, "reference")
        return tuple(
            menus.Entry(
                address=entry.path,
                name=str(catalogue.gettext(entry.name)),
                icon=entry.icon,
                is_here=entry.path == self._path,
            )
            for entry in menu.ENTRIES
            if entry.public or self.current_developer is not None
        )

    @property
    def _path(self) -> str:
        return self.request.raw_path.decode("latin-1").rstrip("/")


def _lines_of_area(catalog: Catalog, area: str, entry: Entry | None) -> tuple[menus.Entry, ...]:
    """Return the resources of an area; below that of `entry` its operations."""
    page = f"{address(catalog)}/{area}"
    lines: list[menus.Entry] = []
    for resource, entries in catalog.areas[area].items():
        lines.append(menus.Entry(address=f"{page}#{anchor(resource)}", name=resource))
        if entry is not None and resource == entry.resource:
            lines += [
                menus.Entry(
                    address=address_of(each),
                    name=each.title.replace("`", ""),
                    method=each.operation.method,
                    is_here=each.slug == entry.slug,
                )
                for each in entries
            ]
    return tuple(lines)


def address(catalog: Catalog) -> str:
    """Return the address of the page of an API in a version."""
    return f"{HOME}/{catalog.api.name}/{catalog.version}"


def address_of(entry: Entry) -> str:
    """Return the address of an operation's page."""
    return f"{HOME}/{entry.api.name}/{entry.version}/{entry.slug}"


def anchor(resource: str) -> str:
    """Return the anchor of a resource on its area's page."""
    return resource.replace("/", "-")


def prose(text: str) -> Markup:
    """Return a docstring text as HTML, with backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 # escaped
