"""Serves the documents of the APIs without authentication: they say nothing that is a secret.

`/api/v2/admin/openapi.json?version=2026-03-01`, below the prefix of each API on its own hosts; of
every API also at `/api/v2/<api>/openapi.json`; `/api/v2/admin/asyncapi.json`. No call is counted.
"""

import hashlib
from typing import Final
from urllib.parse import parse_qs

from openmall.access.oauth.directory import Directory
from openmall.api import registry
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http import conditional_requests, error_responses
from openmall.http.addressing import Address, Site
from openmall.http.endpoint import Exchange
from openmall.http.json_body import JSON
from openmall.http.request import Answer, Headers, Request
from openmall.pages.reference.openapi import addresses, document_store
from openmall.pages.reference.openapi.document_store import DocumentStore, Kept
from openmall.pages.reference.openapi.refusals import NO_SUCH_VERSION, VERSION_GIVEN_TWICE

ASYNCAPI: Final = b"/api/v2/admin/asyncapi.json"
_CACHE_CONTROL: Final = (b"cache-control", b"public, max-age=300")
_MOST_QUERY_BYTES: Final = 2_000


class OpenApiEndpoints:
    """The part of the application that serves the documents."""

    def __init__(
        self, configuration: Configuration, directory: Directory, store: DocumentStore
    ) -> None:
        self._configuration = configuration
        self._directory = directory
        self._store = store
        self._paths = _paths()

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request reads a document."""
        path = request.raw_path
        if not path.endswith(b"api.json") or request.method not in ("GET", "HEAD"):
            return False
        if path == ASYNCAPI:
            return address.site in ("mall", "bare")
        return (address.site, path) in self._paths

    async def answer(self, exchange: Exchange) -> None:
        """Answer a request. Never raises."""
        request = exchange.request
        own: Headers = [(b"x-request-id", request.id.encode())]
        try:
            answer = await self._answer(request, exchange.address, own)
        except Exception as error:
            answer = error_responses.of_request(error, request)
        if request.method == "HEAD":
            answer.body = b""
        await answer.send(exchange.send)

    async def _answer(self, request: Request, address: Address, own: Headers) -> Answer:
        mall_id = await self._mall_of(address)
        if request.raw_path == ASYNCAPI:
            kept = await self._store.asyncapi()
            tag, servers, oauth = kept.digest, b"", b""
        else:
            api = self._paths[address.site, request.raw_path]
            kept = await self._store.openapi(api, _version(request))
            origin = installation_of(address)
            servers = document_store.servers_text(api, origin, mall_id)
            oauth = addresses.oauth_address(origin, mall_id).encode()
            tag = hashlib.sha256(kept.digest.encode() + servers + oauth).hexdigest()
        headers: Headers = [
            *own,
            _CACHE_CONTROL,
            (b"etag", f'"{tag[:24]}"'.encode()),
            (b"x-content-type-options", b"nosniff"),
        ]
        if conditional_requests.has(request, headers):
            return Answer(304, b"", headers)
        body = await _body(kept, servers, oauth)
        return Answer(200, body, [JSON, *headers, (b"content-length", b"%d" % len(body))])

    async def _mall_of(self, address: Address) -> str:
        """Return the mall of an address; of another host the default mall, or an empty text.

        Raises NotFound (404) for a mall that does not exist.
        """
        if address.mall_id:
            if await self._directory.mall(address.mall_id) is None:
                raise NotFound(NO_SUCH, resource=Phrase("shop"))
            return address.mall_id
        return self._configuration.default_mall or await self._directory.first_mall() or ""


def installation_of(address: Address) -> str:
    """Return the origin of the installation, without the name of a mall or of one of its hosts."""
    if address.site == "bare":
        return address.origin
    return "https://" + address.origin.removeprefix("https://").partition(".")[2]


async def _body(kept: Kept, servers: bytes, oauth: bytes) -> bytes:
    if not servers:
        return document_store.plain_text(kept)
    return await document_store.text_at(kept, servers, oauth)


def _paths() -> dict[tuple[Site, bytes], str]:
    """Return host and path -> API."""
    found: dict[tuple[Site, bytes], str] = {}
    for api in registry.apis().all:
        own = "".join(f"/{part}" for part in (*api.prefix, "openapi.json")).encode()
        for site in api.sites:
            found[site, own] = api.name
        for site in ("mall", "bare"):
            found[site, f"/api/v2/{api.name}/openapi.json".encode()] = api.name
    return found


def _version(request: Request) -> str:
    """Return the release that is asked for. Raises Invalid (422) for another text."""
    query = request.query_string[:_MOST_QUERY_BYTES].decode("latin-1")
    named = parse_qs(query, keep_blank_values=True).get("version", [api_versions.NEWEST])
    if len(named) > 1:
        raise Invalid(VERSION_GIVEN_TWICE, parameter="version")
    if named[0] not in api_versions.RELEASES:
        releases = ", ".join(api_versions.RELEASES)
        raise Invalid(NO_SUCH_VERSION, parameter="version", versions=releases)
    return named[0]
