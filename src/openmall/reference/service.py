"""The reference as one part of the application: everything at and below `/developers/reference`."""

from typing import Final

from starlette.responses import Response

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.oauth.fields import Fields
from openmall.oauth.refusal import Refused
from openmall.pipeline import failure
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Receive, Request, Scope, Send
from openmall.reference import pages
from openmall.reference.books import APIS, Book, Entry, book
from openmall.reference.reader import HOME, Failed, Reader
from openmall.versions import calendar
from openmall.web.languages import marked

PREFIX: Final = HOME.encode()
_TITLE: Final = marked("This did not work")


class Reference:
    """The reference, at `developers.<domain>` and at the bare address."""

    def __init__(self, configuration: Configuration, clock: Clock) -> None:
        self._configuration = configuration
        self._clock = clock

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
        response = self._answered(request, address)
        response.headers["X-Request-Id"] = request.id
        if request.method == "HEAD":
            response.body = b""
        await response(scope, receive, send)

    def _answered(self, request: Request, address: Address) -> Response:
        reader = self._reader(request, address, b"")
        try:
            reader = self._reader(request, address, request.query_string)
            return self._answer(reader)
        except Failed as failed:
            return _failed(reader, failed)
        except Refused as refused:
            said = refused.description[:1].upper() + refused.description[1:]
            return _failed(reader, Failed(_TITLE, f"{said}.", status=refused.status))
        except Exception as error:
            told = failure.as_api_error(error, request.id)
            return _failed(reader, Failed(_TITLE, told.message, status=told.status))

    def _reader(self, request: Request, address: Address, query: bytes) -> Reader:
        return Reader(
            request=request,
            address=address,
            query=Fields(query),
            configuration=self._configuration,
            clock=self._clock,
        )

    def _answer(self, reader: Reader) -> Response:
        request = reader.request
        if request.method not in ("GET", "HEAD"):
            response = _failed(
                reader, Failed(_TITLE, marked("The method is not allowed."), status=405)
            )
            response.headers["Allow"] = "GET, HEAD"
            return response
        path = request.raw_path.decode("latin-1").removeprefix(HOME).strip("/")
        match path.split("/") if path else []:
            case []:
                return pages.start(reader)
            case ["search"]:
                return pages.search_page(reader)
            case [api] if api in APIS:
                return pages.newest(api)
            case [api, version]:
                return pages.api_page(reader, _book(api, version))
            case [api, version, pages.OPENAPI]:
                return pages.download(_book(api, version))
            case [api, version, name]:
                return _within(reader, _book(api, version), name)
        raise pages.missing()


def _within(reader: Reader, at: Book, name: str) -> Response:
    if name in at.areas:
        return pages.area_page(reader, at, name)
    return pages.operation_page(reader, _entry(at, name))


def _book(api: str, version: str) -> Book:
    if api not in APIS or version not in calendar.RELEASES:
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
