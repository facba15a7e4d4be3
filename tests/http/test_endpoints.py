"""Which endpoint answers a request: by host, path and method alone, and always the same one."""

import itertools
from collections.abc import Iterator
from typing import Any, Final

import pytest

from openmall.app import Application
from openmall.http.addressing import Address, Site
from openmall.http.endpoint import Endpoint
from openmall.http.request import Request
from tests.world import open_stage

ADDRESSES: Final[dict[str, Address]] = {
    "mall": Address("mall", "myshop", "https://myshop.openmall.localhost"),
    "bare": Address("bare", "", "https://localhost"),
    "staff": Address("staff", "", "https://admin.openmall.localhost"),
    "developers": Address("developers", "", "https://developers.openmall.localhost"),
    "collection": Address("collection", "", "https://collection.openmall.localhost"),
    "analytics": Address("analytics", "", "https://analytics.openmall.localhost"),
}
ROWS: Final = """
mall        GET     /api/v2/admin/products/7                ApiCalls
mall        POST    /api/v2/admin/products                  ApiCalls
mall        GET     /api/v2/admin/no/such/thing             ApiCalls
mall        GET     /api/v2/products                        ApiCalls
mall        OPTIONS /api/v2/carts                           ApiCalls
mall        GET     /api/v2/admin/openapi.json              Reference
mall        HEAD    /api/v2/admin/asyncapi.json             Reference
mall        POST    /api/v2/admin/openapi.json              ApiCalls
mall        GET     /api/v2/openapi.json                    Reference
mall        POST    /api/v2/oauth/token                     OAuth
mall        GET     /api/v2/oauth/nothing                   OAuth
mall        GET     /.well-known/oauth-authorization-server OAuth
mall        POST    /api/mcp                                McpEndpoints
mall        POST    /api/mcp/admin                          McpEndpoints
mall        GET     /api/mcp/other                          OtherPaths
mall        GET     /api/other                              OtherPaths
mall        GET     /api/v2                                 OtherPaths
mall        GET     /assets/no-such.css                     SampleShop
mall        POST    /language                               LanguageForm
mall        GET     /language                               SampleShop
mall        GET     /_test/malls                            TestMalls
mall        GET     /_tests                                 SampleShop
mall        GET     /admin                                  BackOffice
mall        GET     /admin/orders                           BackOffice
mall        GET     /administration                         SampleShop
mall        GET     /files/a.png                            Pictures
mall        GET     /payments/1                             PaymentEndpoints
mall        POST    /collect                                Collector
mall        GET     /analytics.js                           Script
mall        GET     /scripttags.js                          ScriptTagEndpoint
mall        GET     /developers                             SampleShop
mall        GET     /operator                               SampleShop
mall        GET     /                                       SampleShop
mall        GET     /product/7                              SampleShop
mall        GET     /no-such-page                           SampleShop
bare        GET     /api/v2/admin/products                  ApiCalls
bare        GET     /api/v2/products                        ApiCalls
bare        GET     /api/partners                           ApiCalls
bare        POST    /api/mcp                                McpEndpoints
bare        POST    /api/v2/oauth/token                     OAuth
bare        GET     /api/v2/admin/openapi.json              Reference
bare        GET     /developers                             Console
bare        GET     /developers/reference                   Reference
bare        GET     /developers/docs                        Reference
bare        GET     /admin                                  BackOffice
bare        GET     /files/a.png                            Pictures
bare        POST    /collect                                Collector
bare        GET     /                                       SampleShop
bare        GET     /no-such-page                           OtherPaths
bare        GET     /operator                               OtherPaths
staff       GET     /                                       BackOffice
staff       GET     /myshop/orders                          BackOffice
staff       GET     /api/v2/admin/products                  BackOffice
staff       POST    /api/mcp                                BackOffice
staff       POST    /language                               LanguageForm
developers  GET     /                                       Console
developers  GET     /developers/apps                        Console
developers  GET     /developers/reference                   Reference
developers  GET     /operator                               OperatorConsole
developers  GET     /api/v2/admin/products                  OtherPaths
developers  POST    /api/v2/oauth/token                     OAuth
collection  GET     /api/partners                           ApiCalls
collection  GET     /api/v2/oauth/token                     OAuth
collection  GET     /                                       OtherPaths
analytics   GET     /visitors/view                          OtherPaths
analytics   POST    /api/v2/oauth/token                     OAuth
analytics   GET     /files/a.png                            OtherPaths
"""
"""Site, method, path, and the endpoint that answers."""
TABLE: Final = [tuple(line.split()) for line in ROWS.strip().splitlines()]


async def _received() -> dict[str, Any]:
    return {"type": "http.disconnect"}


def _request(method: str, path: str) -> Request:
    scope = {
        "method": method, "scheme": "https", "headers": [], "raw_path": path.encode(),
        "query_string": b"", "client": ("::1", 0),
    }  # fmt: skip
    return Request(scope, _received, "1")


def _name(endpoint: Endpoint) -> str:
    return type(endpoint).__name__


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """An application that serves the pages of shops too."""
    with open_stage(tmp_path_factory.mktemp("store"), sample_shop=True) as stage:
        yield stage.app


@pytest.mark.parametrize(("site", "method", "path", "name"), TABLE)
def test_a_request_is_answered_by_its_endpoint(
    app: Application, site: Site, method: str, path: str, name: str
) -> None:
    found = app.endpoint_of(_request(method, path), ADDRESSES[site])

    assert _name(found) == name


def test_the_apis_take_no_request_of_another_endpoint(app: Application) -> None:
    apis, *others, rest = app.endpoints
    paths = {path for _, _, path, _ in TABLE} | {f"{path}/" for _, _, path, _ in TABLE}
    methods = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
    taken = {
        (method, address.site, path, _name(each))
        for method, address, path in itertools.product(methods, ADDRESSES.values(), paths)
        if apis.serves(request := _request(method, path), address)
        for each in others
        if each.serves(request, address)
    }

    assert taken == set()
    assert (_name(apis), _name(rest)) == ("ApiCalls", "OtherPaths")


def test_every_endpoint_answers_some_request(app: Application) -> None:
    answering = {_name(app.endpoint_of(_request(m, p), ADDRESSES[s])) for s, m, p, _ in TABLE}

    # files that ship, icons and exported files are named by what is there
    unnamed = {"Assets", "Icons", "ExportFiles"}
    assert {_name(each) for each in app.endpoints} == answering | unnamed
