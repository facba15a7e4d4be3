"""Every operation of every API and version has a page that tells all of it; every link leads on."""

import html
import importlib.resources
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, inspect

from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.fields import fields_of
from openmall.pages.reference.catalog import APIS, Entry, catalog_of
from openmall.pages.reference.page_context import address, address_of
from tests.pages.reference.conftest import HOME, HOST, Pages, followed, is_left_out
from tests.world import World

pytestmark = pytest.mark.one_store
LARGEST = 200_000
EVERY = [(api, version) for api in APIS for version in api_versions.RELEASES]
_ID = re.compile(r' id="([^"]+)"')
_ANCHOR = re.compile(r'href="([^"#]*)#([^"]+)"')
_FIELD = re.compile(r'<div class="field-name"><code>([^<]+)</code>')


def _names(struct: type[Struct], seen: tuple[type[Struct], ...] = ()) -> Iterator[str]:
    for name, field in fields_of(struct).items():
        yield name
        for inner in _structs(field.type):
            if inner not in seen:
                yield from _names(inner, (*seen, inner))


def _structs(kind: Any) -> Iterator[type[Struct]]:
    if isinstance(kind, inspect.StructType):
        yield kind.cls
    for part in ("type", "item_type"):
        if (inner := getattr(kind, part, None)) is not None:
            yield from _structs(inner)
    for inner in getattr(kind, "types", ()):
        yield from _structs(inner)


def _expected(entry: Entry) -> set[str]:
    """Return the names its page has to tell, of parameters and of what is answered."""
    row, lacking = entry.operation, entry.missing
    found = set()
    for name, field in row.fields.items():
        if name not in lacking.top:
            found |= {name, *(each for kind in _structs(field.type) for each in _names(kind))}
    if row.gives is not None:
        shown = {*row.shows, *row.embeds} if row.shows else set(fields_of(row.gives))
        for name, field in fields_of(row.gives).items():
            if name in shown - lacking.top:
                gone = lacking.by_subresource.get(name, frozenset())
                inner = {each for kind in _structs(field.type) for each in _names(kind)}
                found |= {name, *(inner - gone)}
    return found


@pytest.mark.parametrize(
    ("api", "version"), [(api, version) for api in APIS for version in followed()]
)
def test_every_operation_has_a_page_that_names_all_it_takes_and_answers(
    crawled: tuple[Pages, Any], api: str, version: str
) -> None:
    pages, _ = crawled
    at = catalog_of(api, version)
    there = [each for each in at.api.operations if at.api.has(each, version)]
    assert len(at.by_slug) == len(there) == len(at.entries)
    for entry in at.entries:
        text = pages[address_of(entry)]
        told = set(map(html.unescape, _FIELD.findall(text)))
        assert _expected(entry) - told == set(), entry.operation.name
        assert told & entry.missing.top == set(), entry.operation.name
        scope = entry.operation.scope
        assert f"<code>{scope}</code> {_escaped(scope_names.SENTENCES[scope])}" in text
        assert ("Available by agreement only." in text) == entry.operation.restricted
        for change in entry.changes:
            assert f"<strong>{change.release}</strong>" in text


def _escaped(text: str) -> str:
    return html.escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")


def test_every_link_leads_to_something(crawled: tuple[Pages, dict[str, int]]) -> None:
    _, others = crawled

    broken = {path: status for path, status in others.items() if status not in (200, 303)}

    assert broken == {"/language": 404}  # a form, which takes POST alone
    downloads = {path for path in others if path.endswith(".json")}
    assert downloads == {
        f"{address(catalog_of(api, version))}/openapi.json" for api, version in EVERY
    }


def test_every_anchor_is_there(crawled: tuple[Pages, Any]) -> None:
    pages, _ = crawled
    ids = {path: set(_ID.findall(text)) for path, text in pages.items()}
    sprite = importlib.resources.files("openmall") / "http/web/assets/icons.svg"
    icons = set(_ID.findall(sprite.read_text(encoding="utf-8")))
    missing = {
        (path, there, anchor)
        for path, text in pages.items()
        for there, anchor in _ANCHOR.findall(text)
        if not (there.startswith("/assets/icons.svg?") and anchor in icons)
        if anchor not in ids.get(there or path, set()) and not is_left_out(there)
    }
    assert missing == set()


def test_pages_are_small_and_run_nothing_of_their_own(crawled: tuple[Pages, Any]) -> None:
    pages, _ = crawled
    assert len(pages) > 400 * len(followed())
    assert {path: len(text) for path, text in pages.items() if len(text.encode()) > LARGEST} == {}
    for path, text in pages.items():
        assert re.findall(r"<script(?! src=)", text) == [], path
        assert " style=" not in text, path
        assert text.count("<h1>") == 1, path
        assert len(_ID.findall(text)) == len(set(_ID.findall(text))), path


@pytest.mark.parametrize("path", ["", "/admin/2024-03-01", "/admin/2026-03-01/get-products"])
def test_pages_are_spoken_in_korean_and_operations_stay_english(world: World, path: str) -> None:
    answer = world.stage.client.get(
        HOST + HOME + path, headers={"Accept-Language": "ko", "Cookie": ""}
    )

    assert answer.status_code == 200
    assert '<html lang="ko">' in answer.text
    assert "API 레퍼런스" in answer.text
    if path.endswith("get-products"):
        assert "<h1>Retrieve a list of products</h1>" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/admin/2025-01-01",
        "/admin/2026-03-01/get-nothing",
        "/admin/2026-03-01/get-products/more",
        "/admin/2026-03-01/nothing.json",
        "/%2e%2e/x",
    ],
)
def test_what_is_not_there_is_404_in_the_frame(world: World, path: str) -> None:
    answer = world.stage.client.get(HOST + HOME + path)

    assert answer.status_code == 404
    assert "Page not found" in answer.text
    assert '<a class="skip" href="#main">' in answer.text


def test_an_api_leads_to_its_newest_version(world: World) -> None:
    answer = world.stage.client.get(f"{HOST}{HOME}/storefront", follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"{HOME}/storefront/{api_versions.NEWEST}",
    )


def test_it_is_served_at_the_bare_address_and_at_no_mall(world: World) -> None:
    client = world.stage.client
    assert client.get(f"https://openmall.localhost{HOME}").status_code == 200
    assert client.get(f"https://127.0.0.1{HOME}").status_code == 200
    assert world.request("GET", HOME).status_code == 404


def test_only_get_is_answered_where_nothing_can_be_tried(world: World) -> None:
    answer = world.stage.client.put(f"{HOST}{HOME}/admin/2026-03-01")

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


def test_a_version_that_is_over_says_so(world: World) -> None:
    old, newer = (
        world.stage.client.get(f"{HOST}{HOME}/admin/{version}").text
        for version in ("2023-12-01", "2024-03-01")
    )

    assert "2023-12-01, served until 2025-03-01" in old
    assert "2024-03-01, served before 2027-02-01" in newer
