"""Search finds operations by what they are called, what they do, and the names of their fields."""

import re

import pytest

from openmall.pages.reference import operation_search
from openmall.pages.reference.pages import PAGE_SIZE
from tests.pages.reference.conftest import HOME, HOST
from tests.world import World

pytestmark = pytest.mark.one_store


def _names(question: str, api: str = "") -> list[str]:
    return [
        f"{hit.entry.api.name} {hit.entry.operation.name}"
        for hit in operation_search.search(question, api)
    ]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("GET products/{product_no}", "admin GET products/{product_no}"),
        ("/api/v2/admin/products/{product_no}", "admin GET products/{product_no}"),
        ("products/count", "admin GET products/count"),
        ("tracking_no", "admin POST shipments"),
        ("retrieve a list of orders", "admin GET orders"),
        ("keywordsales", "analytics GET visitpaths/keywordsales"),
    ],
)
def test_what_is_asked_for_is_among_the_first(question: str, first: str) -> None:
    found = _names(question)
    assert first in found[:3], found[:5]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("list_products", "GET products"),
        ("update_inventories", "PUT inventories"),
        ("Count_Products", "GET products/count"),
        ("set stock", "PUT inventories"),
        ("change price", "PUT prices"),
        ("add product", "POST products"),
        ("delete customer", "DELETE customers/{member_id}"),
        ("remove shopper", "DELETE customers/{member_id}"),
    ],
)
def test_ids_and_what_an_operation_does_find_it_first(question: str, first: str) -> None:
    assert _names(question, "admin")[0] == f"admin {first}"


def test_every_word_has_to_be_found() -> None:
    assert "admin GET products" in _names("products list")
    assert _names("products xyzzy") == []
    assert _names("") == []
    assert _names(" , . ") == []


def test_a_field_inside_another_is_found_and_named() -> None:
    [hit] = [
        hit
        for hit in operation_search.search("safety_inventory", "admin")
        if hit.entry.operation.name == "GET products/{product_no}"
    ]
    assert hit.names == ("safety_inventory",)


def test_one_api_alone_can_be_searched() -> None:
    found = _names("products", "partner")
    assert sorted(found) == [
        "partner GET products",
        "partner GET products/count",
        "partner GET products/standardtags",
        "partner GET storeproducts",
    ]


def test_what_is_found_is_shown_a_page_at_a_time(world: World) -> None:
    count = len(operation_search.search("product"))
    pages = -(-count // PAGE_SIZE)
    assert pages > 2

    shown = []
    path = f"{HOME}/search?q=product"
    for _ in range(pages):
        text = world.stage.client.get(HOST + path).text
        shown += re.findall(rf'<li><span class="grow"><a href="({HOME}/[^"]+)"', text)
        following = re.search(r'href="([^"]+)" rel="next"', text)
        path = following[1].replace("&amp;", "&") if following else ""

    assert path == ""
    assert len(shown) == len(set(shown)) == count


def test_nothing_found_says_so_and_what_was_typed_is_text(world: World) -> None:
    answer = world.stage.client.get(f"{HOST}{HOME}/search?q=%3Cscript%3Ealert(1)%3C/script%3E")

    assert answer.status_code == 200
    assert "No results" in answer.text
    assert "<script>alert" not in answer.text
    assert 'value="&lt;script&gt;alert(1)&lt;/script&gt;"' in answer.text


@pytest.mark.parametrize(
    "query", ["q=" + "a" * 5000, "q=a&page=0", "q=product&page=99999", "api=x"]
)
def test_strange_questions_are_answered(world: World, query: str) -> None:
    assert world.stage.client.get(f"{HOST}{HOME}/search?{query}").status_code == 200


def test_a_question_asked_twice_is_refused(world: World) -> None:
    answer = world.stage.client.get(f"{HOST}{HOME}/search?q=a&q=b")

    assert answer.status_code == 400
    assert "Q is given more than once." in answer.text


def test_descriptions_name_whom_they_mean() -> None:
    vague = re.compile(r"\b(?:(?:no|some|any)body|who(?:ever))\b")

    found = {
        f"{each.entry.api.name} {each.entry.operation.name}"
        for each in operation_search.index()
        if vague.search(each.prose)
    }

    assert found == set()
