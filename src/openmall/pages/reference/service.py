"""Reference and documentation as a component of the application.

All paths below `/developers/reference` and `/developers/docs`, and `llms.txt`.
"""

import asyncio
from typing import Any, Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import return_addresses, secrets
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request
from openmall.http.web import form_origins
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import shown
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from openmall.pages.console.authentication import authenticate
from openmall.pages.console.page_context import PageError
from openmall.pages.reference import (
    documentation,
    operation_search,
    pages,
    suggestions,
    try_it,
)
from openmall.pages.reference.catalog import APIS, Catalog, Entry, catalog_of
from openmall.pages.reference.openapi.document_store import DocumentStore
from openmall.pages.reference.openapi.service import OpenApiEndpoints
from openmall.pages.reference.page_context import HOME, ReferenceContext, address_of
from openmall.pages.reference.temporary_tokens import TemporaryTokens, TryItOptions
from openmall.pages.reference.try_it import Dispatch

PREFIX: Final = HOME.encode()
DOCS: Final = menu.DOCUMENTATION.encode()
LLMS: Final = documentation.LLMS.encode()
_AT_ITS_HOST: Final = frozenset({b"/llms.txt", b"/docs"})
"""Short addresses, where no mall has pages of its own."""
_TITLE: Final = marked("Something went wrong")
_FOREIGN: Final = marked("Another website sent this form. Nothing was changed.")


class Reference:
    """The reference, at `developers.<domain>` and at the bare address."""

    def __init__(
        self,
        configuration: Configuration,
        directory: Directory,
        database: Database,
        counters: Counters,
        clock: Clock,
        dispatch: Dispatch,
    ) -> None:
        """`dispatch`: answers an API call as the pipeline does."""
        self._documents = DocumentStore()
        self._api_documents = OpenApiEndpoints(configuration, directory, self._documents)
        self._configuration = configuration
        self._database = database
        self._clock = clock
        self._dispatch = dispatch
        self._index: asyncio.Future[Any] | None = None
        self._tokens = TemporaryTokens(database, counters, clock)

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the reference."""
        path = request.raw_path
        if self._api_documents.serves(request, address):
            return True
        if address.site == "developers" and path in _AT_ITS_HOST:
            return True
        return address.site in ("developers", "bare") and (
            path == LLMS
            or any(path == each or path.startswith(each + b"/") for each in (PREFIX, DOCS))
        )

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request. Never raises."""
        request, address = exchange.request, exchange.address
        if self._api_documents.serves(request, address):
            await self._api_documents.answer(exchange)
            return
        response = await self._answer_or_error(request, address)
        response.headers["X-Request-Id"] = request.id
        if request.method == "HEAD":
            response.body = b""
        await response(exchange.scope, exchange.receive, exchange.send)

    async def _answer_or_error(self, request: Request, address: Address) -> Response:
        context = ReferenceContext(
            request=request,
            address=address,
            query=Fields(b""),
            current_developer=None,
            form_key=secrets.generate(),
            configuration=self._configuration,
            clock=self._clock,
        )
        try:
            context = replace(context, query=Fields(request.query_string))
            context = await self._authenticated(context)
            return await self._answer(context)
        except PageError as error:
            return _error_page(context, error)
        except OAuthError as refused:
            description = refused.description[:1].upper() + refused.description[1:]
            return _error_page(context, PageError(_TITLE, f"{description}.", status=refused.status))
        except Exception as error:
            api_error = error_responses.as_api_error(error, request.id)
            return _error_page(
                context, PageError(_TITLE, api_error.reason, status=api_error.status)
            )

    async def _authenticated(self, context: ReferenceContext) -> ReferenceContext:
        """Return the context with the developer signed in to the console, if any."""
        developer, form_key = await authenticate(context.request, self._database, self._clock)
        return replace(context, current_developer=developer, form_key=form_key or context.form_key)

    async def _answer(self, context: ReferenceContext) -> Response:
        request = context.request
        if form_origins.is_foreign(request, context.address, self._configuration):
            raise PageError(_TITLE, _FOREIGN, status=403)
        path = request.raw_path.decode("latin-1").removeprefix(HOME).strip("/")
        whole = request.raw_path.decode("latin-1").rstrip("/")
        if request.method in ("GET", "HEAD") and not whole.startswith(HOME):
            return self._document(context, whole)
        parts = path.split("/") if path else []
        if request.method == "POST" and len(parts) == 3:
            return await self._try(context, _find_entry(_catalog(parts[0], parts[1]), parts[2]))
        if request.method not in ("GET", "HEAD"):
            response = _error_page(
                context, PageError(_TITLE, marked("The method is not allowed."), status=405)
            )
            response.headers["Allow"] = "GET, HEAD"
            return response
        match parts:
            case []:
                self._load_index()
                return pages.start(context)
            case ["search"]:
                await self._load_index()
                return pages.search_page(context)
            case ["search", "suggestions"]:
                await self._load_index()
                return suggestions.show(context)
            case [api] if api in APIS:
                return pages.newest(api)
            case [api, version]:
                return pages.api_page(context, _catalog(api, version))
            case [api, version, pages.OPENAPI]:
                return await pages.download(context, _catalog(api, version), self._documents)
            case [api, version, name]:
                catalog = _catalog(api, version)
                if name in catalog.areas:
                    return pages.area_page(context, catalog, name)
                return pages.operation_page(
                    context, _find_entry(catalog, name), await self._try_it_options(context)
                )
        raise pages.not_found()

    def _document(self, context: ReferenceContext, path: str) -> Response:
        """Answer a page of the documentation, or the list of them for programs."""
        if path in (documentation.LLMS, "/llms.txt"):
            return documentation.llms(context.address.origin)
        if not path.startswith(f"{menu.DOCUMENTATION}/"):
            return redirect(f"{menu.DOCUMENTATION}/index")
        return documentation.page(context, path.removeprefix(f"{menu.DOCUMENTATION}/"))

    def _load_index(self) -> asyncio.Future[Any]:
        """Start building the search index once, in a thread; await the result to use it.

        The start page begins it, since readers will search next.
        """
        if self._index is None:
            self._index = asyncio.ensure_future(asyncio.to_thread(operation_search.index))
        return self._index

    async def _try(self, context: ReferenceContext, entry: Entry) -> Response:
        page_address = address_of(entry)
        if context.current_developer is None:
            return redirect(
                return_addresses.after_sign_in(menu.SIGN_IN, page_address, "developers")
            )
        form = await context.form()
        options = await self._try_it_options(context)
        return await try_it.page(
            context, entry, form, options, tokens=self._tokens, dispatch=self._dispatch
        )

    async def _try_it_options(self, context: ReferenceContext) -> TryItOptions:
        """Return the test malls and apps of the signed-in developer."""
        if context.current_developer is None:
            return TryItOptions()
        async with self._database.reading("") as db:
            return TryItOptions(
                malls=await console_store.test_malls_of(db, context.current_developer),
                apps=await registered_apps.of_developer(db, context.current_developer.number),
            )


def _catalog(api: str, version: str) -> Catalog:
    if api not in APIS or version not in api_versions.RELEASES:
        raise pages.not_found()
    return catalog_of(api, version)


def _find_entry(catalog: Catalog, name: str) -> Entry:
    if name not in catalog.by_slug:
        raise pages.not_found()
    return catalog.by_slug[name]


def _error_page(context: ReferenceContext, error: PageError) -> Response:
    return context.show(
        "reference/failed.html",
        status=error.status,
        title=context.translate(error.title),
        message=shown(error.message, context.translate),
    )
