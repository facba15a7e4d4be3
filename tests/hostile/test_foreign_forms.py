"""A form with the right token that a page of another site sends is refused, at every form there is.

Browsers name that site by `Origin`; those from 2023 on say whether it is the same by
`Sec-Fetch-Site`. The routes are those of the registries of pages; a guard finds code that reads
forms elsewhere.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from openmall.configuration import Configuration
from openmall.http.addressing import Hosts
from openmall.http.request import Request
from openmall.http.web import form_origins
from openmall.pages.console.pages import PAGES as CONSOLE_PAGES
from openmall.pages.operator.pages import PAGES as OPERATOR_PAGES
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.every_operation.operation_calls import rows
from tests.guards.sources import sources
from tests.pages.console.developer_browser import Developer, signed_up
from tests.pages.operator.operator_browser import OperatorBrowser
from tests.pages.operator.operator_browser import signed_in as operator_signed_in
from tests.staff_pages import HANDLERS
from tests.world import World

FOREIGN = ["https://evil.example", "null", "https://admin.openmall.localhost.evil.example"]
SAID = "Another website sent this form. Nothing was changed."
READERS = {
    "access/oauth/browser_endpoints.py": "staff",
    "access/oauth/passkey_sign_in.py": "staff",
    "access/oauth/second_step.py": "staff",
    "pages/backoffice/page_context.py": "staff",
    "pages/backoffice/accounts/signed_out.py": "staff",
    "pages/console/page_context.py": "console, operator",
    "pages/reference/page_context.py": "reference",
    "pages/sampleshop/service.py": "shop: tests/pages/sampleshop/test_foreign_forms.py",
}
"""Module that reads a form -> where its routes are tried."""


def refused(browser: Browser, paths: list[str], form: dict[str, Any], *own: str) -> None:
    """Send a form to each path as another site makes a browser do it; nothing is changed."""
    before = rows(browser.world)
    wrong = []
    for path in paths:
        for origin in FOREIGN:
            answer = browser.submit(path, form, Origin=origin)
            if answer.status_code != 403 or SAID not in answer.text:
                wrong.append((path, origin, answer.status_code))
        for headers in ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, {"Origin": own[0]}):
            if SAID in browser.submit(path, form if path in own[1:] else {}, **headers).text:
                wrong.append((path, str(headers), 0))
    assert wrong == []
    assert {name for name, found in rows(browser.world).items() if found != before[name]} <= _SPENT


_SPENT = {"counter"}


@pytest.fixture
def owner(world: World) -> Browser:
    """The browser of the head admin, signed in."""
    manager(world)
    browser = Browser(world)
    assert browser.sign_in(SIGN_IN).status_code == 200
    return browser


def test_code_that_reads_forms_is_tried_here() -> None:
    found = {
        f"{'/'.join(source.parts)}.py"
        for source in sources()
        if re.search(r"await read_form\(", source.text)
    }
    assert found == READERS.keys()


class TestStaff:
    def test_every_form_of_the_back_office(self, owner: Browser) -> None:
        form = hidden(owner.open("/admin/managers"))
        paths = [f"{at}/1" if below else at for (at, below), on in HANDLERS.items() if "POST" in on]
        assert len(paths) > 40

        refused(owner, paths, form, "https://admin.openmall.localhost")

    def test_every_form_of_signing_in_and_consent(self, owner: Browser) -> None:
        app = owner.world.stage.app
        pages = {**app._oauth.staff_pages, **app._back_office._signed_out.handlers}
        paths = [f"/admin{page}" for page, on in pages.items() if "POST" in on]
        form = hidden(owner.open("/admin/managers"))
        stranger = Browser(owner.world)
        before_session = hidden(stranger.open("/admin/forgotten-password"))

        refused(stranger, paths, before_session, "https://admin.openmall.localhost")
        for path in paths:
            answer = owner.submit(path, form, Origin=owner.world.base_url)
            assert (answer.status_code, SAID in answer.text) == (403, True), path


DEVELOPERS = "https://developers.openmall.localhost"


class TestConsoles:
    def test_every_form_of_the_developer_console_and_of_the_reference(self, world: World) -> None:
        kim: Developer = signed_up(world)
        token = {"form_token": kim.token("/developers/apps/new")}
        paths = [
            re.sub(r"\{\w+\}", "x1", page.path) for page in CONSOLE_PAGES if "POST" in page.methods
        ]
        paths.append("/developers/reference/admin/2026-09-01/list-products")
        assert len(paths) > 15

        refused(kim, paths, token, DEVELOPERS)

    def test_every_form_of_the_operator_console(self, world: World) -> None:
        kim: OperatorBrowser = operator_signed_in(world)
        token = {"form_token": kim.token("/operator/account")}
        paths = [
            re.sub(r"\{\w+\}", "x1", page.path) for page in OPERATOR_PAGES if "POST" in page.methods
        ]
        assert len(paths) > 5

        refused(kim, paths, token, DEVELOPERS)


def _sent(host: str, origin: str, **headers: str) -> Request:
    sent = {"host": host, "origin": origin, **headers}
    named = [(name.encode(), value.encode()) for name, value in sent.items() if value]
    scope = {"method": "POST", "scheme": "https", "path": "/", "query_string": b""}
    return Request({**scope, "headers": named}, None, "1")  # type: ignore[arg-type] # nothing is read


_PUBLISHED = {"mail_links": "https://{mall_id}.shops.example"}
_ONE_ADDRESS = {"mail_links": "https://shop.example", "default_mall": "demo"}


@pytest.mark.parametrize(
    ("settings", "host", "origin", "is_foreign"),
    [
        ({}, "demo.example.com:8443", "https://demo.example.com:8443", False),
        ({}, "demo.example.com:8443", "https://DEMO.example.com:8443", False),
        # the port of the request's host says nothing: another program listens there
        ({}, "demo.example.com:9000", "https://demo.example.com:9000", True),
        ({}, "demo.example.com:9000", "https://demo.example.com:8443", False),
        ({}, "demo.example.com:8443", "http://demo.example.com:8443", True),
        ({}, "demo.example.com:8443", "https://other.example.com:8443", True),
        ({}, "admin.example.com:8443", "https://demo.example.com:8443", True),
        ({}, "admin.example.com:8443", "https://admin.example.com:8443", False),
        ({}, "developers.example.com:8443", "https://developers.example.com:8443", False),
        ({}, "127.0.0.1:8443", "https://127.0.0.1:8443", False),
        ({}, "127.0.0.1:8443", "https://localhost:8443", True),
        ({}, "[::1]:8443", "https://[::1]:8443", False),
        ({}, "example.com:8443", "https://example.com:8443", False),
        ({}, "example.com:8443", "https://demo.example.com:8443", True),
        ({}, "demo.example.com:8443", "", False),
        ({}, "demo.example.com:8443", "null", True),
        (_PUBLISHED, "demo.example.com:8443", "https://demo.shops.example", False),
        (_PUBLISHED, "demo.example.com:8443", "https://other.shops.example", True),
        (_PUBLISHED, "admin.example.com:8443", "https://admin.shops.example", False),
        (_PUBLISHED, "admin.example.com:8443", "https://demo.shops.example", True),
        (_ONE_ADDRESS, "demo.example.com:8443", "https://shop.example", False),
        (_ONE_ADDRESS, "other.example.com:8443", "https://shop.example", True),
        (_ONE_ADDRESS, "admin.example.com:8443", "https://shop.example", True),
        (_ONE_ADDRESS, "example.com:8443", "https://shop.example", False),
    ],
)
def test_an_origin_is_compared_with_the_configured_address(
    settings: dict[str, str], host: str, origin: str, is_foreign: bool
) -> None:
    configuration = Configuration(domain="example.com", port=8443, **settings)  # type: ignore[arg-type] # texts
    address = Hosts("example.com").read(host.encode())

    assert form_origins.is_foreign(_sent(host, origin), address, configuration) is is_foreign


@pytest.mark.parametrize(
    ("site", "origin", "is_foreign"),
    [
        ("same-origin", "null", False),
        ("same-site", "https://demo.example.com:8443", True),
        ("cross-site", "https://demo.example.com:8443", True),
        ("cross-site", "", True),
        ("anything", "", True),
        ("none", "", False),
        ("none", "https://evil.example", True),
    ],
)
def test_what_browsers_say_themselves_counts_first(
    site: str, origin: str, is_foreign: bool
) -> None:
    configuration = Configuration(domain="example.com", port=8443)
    address = Hosts("example.com").read(b"demo.example.com:8443")
    request = _sent("demo.example.com:8443", origin, **{"sec-fetch-site": site})

    assert form_origins.is_foreign(request, address, configuration) is is_foreign


@pytest.fixture(autouse=True)
def _no_waits(world: World) -> Iterator[None]:
    yield
    world.stage.forget_counts()
