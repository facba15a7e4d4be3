"""The reference as one part of the application: everything at and below `/developers/reference`."""

import asyncio
from typing import Any, Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import return_addresses, secrets
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.addressing import Address
from openmall.http.request import Receive, Request, Scope, Send
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import Failed
from openmall.pages.console.recognising import recognised
from openmall.pages.reference import finding, pages, trying
from openmall.pages.reference.books import APIS, Book, Entry, book
from openmall.pages.reference.lending import Bench, Lender
from openmall.pages.reference.reader import HOME, Reader, address_of
from openmall.pages.reference.trying import Travel

PREFIX: Final = HOME.encode()
_TITLE: Final = marked("Something went wrong")


class Reference:
    """The reference, at `developers.<domain>` and at the bare address."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        travel: Travel,
    ) -> None:
        """`travel`: answers an API call, as the road does."""
        self._configuration = configuration
        self._database = database
        self._clock = clock
        self._travel = travel
        self._index: asyncio.Future[Any] | None = None
        self._lender = Lender(database, counters, clock)

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for the reference."""
        path = request.raw_path
        return (path == PREFIX or path.startswith(PREFIX + b"/")) and (
            address.site in ("developers", "bare")
        )

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        """Answer a request. Never raises."""
        response = await self._answered(request, address)
        response.headers["X-Request-Id"] = request.id
        if request.method == "HEAD":
            response.body = b""
        await response(scope, receive, send)

    async def _answered(self, request: Request, address: Address) -> Response:
        reader = Reader(
            request=request,
            address=address,
            query=Fields(b""),
            who=None,
            tie=secrets.generate(),
            configuration=self._configuration,
            clock=self._clock,
        )
        try:
            reader = replace(reader, query=Fields(request.query_string))
            reader = await self._known(reader)
            return await self._answer(reader)
        except Failed as failed:
            return _failed(reader, failed)
        except OAuthError as refused:
            said = refused.description[:1].upper() + refused.description[1:]
            return _failed(reader, Failed(_TITLE, f"{said}.", status=refused.status))
        except Exception as error:
            told = error_responses.as_api_error(error, request.id)
            return _failed(reader, Failed(_TITLE, told.message, status=told.status))

    async def _known(self, reader: Reader) -> Reader:
        """Return the reader with who they are, where they are signed in to the console."""
        who, tie = await recognised(reader.request, self._database, self._clock)
        return replace(reader, who=who, tie=tie or reader.tie)

    async def _answer(self, reader: Reader) -> Response:
        request = reader.request
        path = request.raw_path.decode("latin-1").removeprefix(HOME).strip("/")
        parts = path.split("/") if path else []
        if request.method == "POST" and len(parts) == 3:
            return await self._try(reader, _entry(_book(parts[0], parts[1]), parts[2]))
        if request.method not in ("GET", "HEAD"):
            response = _failed(
                reader, Failed(_TITLE, marked("The method is not allowed."), status=405)
            )
            response.headers["Allow"] = "GET, HEAD"
            return response
        match parts:
            case []:
                self._indexed()
                return pages.start(reader)
            case ["search"]:
                await self._indexed()
                return pages.search_page(reader)
            case [api] if api in APIS:
                return pages.newest(api)
            case [api, version]:
                return pages.api_page(reader, _book(api, version))
            case [api, version, pages.OPENAPI]:
                return await pages.download(_book(api, version))
            case [api, version, name]:
                at = _book(api, version)
                if name in at.areas:
                    return pages.area_page(reader, at, name)
                return pages.operation_page(reader, _entry(at, name), await self._bench(reader))
        raise pages.missing()

    def _indexed(self) -> asyncio.Future[Any]:
        """Begin to make the index of the search, once and in a thread; await it to have it.

        Whoever reads the first page is about to ask.
        """
        if self._index is None:
            self._index = asyncio.ensure_future(asyncio.to_thread(finding.index))
        return self._index

    async def _try(self, reader: Reader, entry: Entry) -> Response:
        here = address_of(entry)
        if reader.who is None:
            return redirect(return_addresses.after_sign_in(menu.SIGN_IN, here, "developers"))
        form = await reader.form()
        bench = await self._bench(reader)
        return await trying.page(
            reader, entry, form, bench, lender=self._lender, travel=self._travel
        )

    async def _bench(self, reader: Reader) -> Bench:
        """Return what whoever is signed in can try things with."""
        if reader.who is None:
            return Bench()
        async with self._database.reading("") as db:
            return Bench(
                malls=await console_store.malls(db, reader.who),
                apps=await registered_apps.of_developer(db, reader.who.number),
            )


def _book(api: str, version: str) -> Book:
    if api not in APIS or version not in api_versions.RELEASES:
        raise pages.missing()
    return book(api, version)


def _entry(at: Book, name: str) -> Entry:
    if name not in at.by_slug:
        raise pages.missing()
    return at.by_slug[name]


def _failed(reader: Reader, failed: Failed) -> Response:
    return reader.show(
        "reference/failed.html",
        status=failed.status,
        title=reader.said(failed.title),
        message=reader.said(failed.message),
    )
