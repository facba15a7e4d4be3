"""What the search dialog finds while a reader types."""

import html
import time
from typing import Any

import pytest

from openmall.pages.reference import operation_search, suggestions
from tests.pages.reference.conftest import HOME, HOST
from tests.world import World

pytestmark = pytest.mark.one_store
ADDRESS = f"{HOST}{HOME}/search/suggestions"
LARGEST = 8_000
"""Bytes of a response."""


def found(world: World, query: str, language: str = "en") -> dict[str, Any]:
    answer = world.stage.client.get(
        ADDRESS, params={"q": query}, headers={"Accept-Language": language}
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.content) < LARGEST
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("update_inventories", "PUT inventories"),
        ("list_products", "GET products"),
        ("products/count", "GET products/count"),
        ("retrieve a list of orders", "GET orders"),
        ("safety_inventory", ""),
    ],
)
def test_names_ids_paths_and_fields_are_found(world: World, query: str, first: str) -> None:
    line = found(world, query)["groups"][0]["lines"][0]

    assert line["detail"].startswith(first)
    assert line["address"].startswith(f"{HOME}/admin/")
    assert world.stage.client.get(HOST + line["address"]).status_code == 200
    if not first:
        assert line["detail"].endswith(" · safety_inventory")


def test_the_best_result_stands_first_and_the_number_is_bounded(world: World) -> None:
    best = operation_search.search("product")[0]

    groups = found(world, "product")["groups"]

    lines = [line for group in groups for line in group["lines"] if line["icon"] == "code"]
    assert len(lines) == suggestions.MOST
    assert lines[0]["name"] == best.entry.title.replace("`", "")


def test_guides_are_found_by_their_titles_in_either_language(world: World) -> None:
    english, korean = found(world, "webhooks")["groups"], found(world, "웹훅", "ko")["groups"]

    assert english[-1]["lines"][0]["address"] == "/developers/docs/apps/webhooks"
    assert korean[-1] == {
        "title": "가이드",
        "lines": [
            {
                "name": "웹훅",
                "detail": "",
                "address": "/developers/docs/apps/webhooks",
                "icon": "book-open",
            }
        ],
    }


def test_before_anything_is_typed_it_offers_where_to_begin(world: World) -> None:
    body = found(world, "  ")

    assert [group["title"] for group in body["groups"]] == ["API reference", "Guides"]
    assert body["more"] == ""


def test_the_rest_is_on_the_search_page(world: World) -> None:
    body = found(world, "product&x")

    assert body["more"] == f"{HOME}/search?q=product%26x"


def test_nothing_found_is_an_empty_list(world: World) -> None:
    assert found(world, "xyzzy") == {"groups": [], "more": f"{HOME}/search?q=xyzzy"}


@pytest.mark.parametrize(
    "query",
    ["a" * 5000, "a e i o u n t s r l d c", "<script>alert(1)</script>", "한글", "_ _ _ /"],
)
def test_strange_queries_are_answered_in_bounds(world: World, query: str) -> None:
    found(world, query)


def test_the_longest_query_costs_about_as_much_as_its_words() -> None:
    """Ten times the words cost at most about ten times as long, whatever the words are."""
    operation_search.index()

    def seconds(query: str) -> float:
        return min(_timed(query) for _ in range(5))

    def _timed(query: str) -> float:
        began = time.thread_time()
        operation_search.search(query)
        return time.thread_time() - began

    assert seconds("e t a o i n s r l d") < 30 * seconds("e")
    assert seconds("a" * 200) < 30 * seconds("a")


@pytest.mark.parametrize("query", ["product", "<script>", ""])
def test_a_visitor_gets_documentation_alone(world: World, query: str) -> None:
    """Nothing of a mall, and nothing for a script of another site to read."""
    answer = world.stage.client.get(
        ADDRESS, params={"q": query}, headers={"Origin": "https://other.example.com"}
    )

    assert world.mall_id not in answer.text
    assert "<script>" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert {"set-cookie", "access-control-allow-origin"} & set(answer.headers) == set()
    for group in answer.json()["groups"]:
        for line in group["lines"]:
            assert line["address"].startswith("/developers/")


def test_a_query_asked_twice_is_refused(world: World) -> None:
    answer = world.stage.client.get(f"{ADDRESS}?q=a&q=b")

    assert answer.status_code == 400


def test_the_dialog_is_on_every_page_and_a_plain_form_without_its_script(world: World) -> None:
    for path in ("/developers", HOME, f"{HOME}/admin/2026-03-01/get-products"):
        page = html.unescape(world.stage.client.get(HOST + path, headers={"Cookie": ""}).text)

        assert f'data-address="{HOME}/search/suggestions" data-slash' in page
        assert f'<form class="bar-search" method="get" action="{HOME}/search"' in page
