"""Documents are served to everybody, for the address they are read at."""

import json

import pytest
import schemathesis

from openmall.contract import api_versions
from openmall.pages.reference.openapi import asyncapi
from openmall.pages.reference.openapi import document as openapi
from tests.pages.reference.conftest import HOME, HOST
from tests.world import World

pytestmark = pytest.mark.one_store
BARE = "https://127.0.0.1"


def _at(world: World, path: str) -> str:
    return f"https://{world.mall_id}.openmall.localhost{path}"


def test_a_document_is_what_the_command_prints_for_this_address(world: World) -> None:
    answer = world.stage.client.get(_at(world, "/api/v2/openapi.json"))

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    origin = "https://openmall.localhost"
    assert answer.text == openapi.document_text(
        "storefront", api_versions.NEWEST, origin, world.mall_id
    )
    schemathesis.openapi.from_dict(answer.json()).validate()
    # no credentials, and no bucket
    assert not [name for name in answer.headers if name.startswith("x-api-call")]


def test_each_api_has_its_document_below_its_prefix_and_by_its_name(world: World) -> None:
    get = world.stage.client.get
    collection = get("https://collection.openmall.localhost/api/openapi.json")
    analytics = get("https://analytics.openmall.localhost/openapi.json")

    assert collection.json()["info"]["title"] == "openmall partner API"
    assert collection.json()["servers"][0]["url"] == "https://collection.openmall.localhost/api"
    assert analytics.json()["info"]["title"] == "openmall analytics API"
    assert (
        get(_at(world, "/api/v2/partner/openapi.json")).json()["paths"]
        == (collection.json()["paths"])
    )
    assert get(f"{BARE}/api/openapi.json").json()["servers"][0]["url"] == f"{BARE}/api"
    # the prefix of another API, and what is no API
    assert get(_at(world, "/api/openapi.json")).status_code == 404
    assert get(_at(world, "/api/v2/nothing/openapi.json")).status_code in (401, 404)


def test_an_unchanged_document_is_not_sent_again(world: World) -> None:
    get = world.stage.client.get
    path = _at(world, "/api/v2/partner/openapi.json")
    first = get(path)
    tag = first.headers["etag"]

    again = get(path, headers={"If-None-Match": tag})
    other = get(f"{path}?version=2024-03-01", headers={"If-None-Match": tag})
    elsewhere = get(f"{BARE}/api/openapi.json", headers={"If-None-Match": tag})
    head = world.stage.client.request("HEAD", path)

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    assert (other.status_code, other.json()["info"]["version"]) == (200, "2024-03-01")
    # another address, another text
    assert (elsewhere.status_code, elsewhere.headers["etag"] != tag) == (200, True)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(first.content))


@pytest.mark.parametrize("query", ["version=2025-01-01", "version=", "version=x&version=y"])
def test_an_unknown_version_is_refused(world: World, query: str) -> None:
    answer = world.stage.client.get(_at(world, f"/api/v2/admin/openapi.json?{query}"))

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "version"


def test_a_mall_that_is_not_there_has_no_document(world: World) -> None:
    answer = world.stage.client.get("https://nowhere.openmall.localhost/api/v2/openapi.json")

    assert answer.status_code == 404


def test_writes_to_a_document_are_unknown_urls(world: World) -> None:
    answer = world.stage.client.post(_at(world, "/api/v2/partner/openapi.json"), json={})

    assert answer.status_code in (401, 404)


def test_events_are_served_as_asyncapi(world: World) -> None:
    answer = world.stage.client.get(_at(world, "/api/v2/admin/asyncapi.json"))

    assert answer.status_code == 200
    assert answer.text == asyncapi.document_text()
    again = world.stage.client.get(
        _at(world, "/api/v2/admin/asyncapi.json"),
        headers={"If-None-Match": answer.headers["etag"]},
    )
    assert again.status_code == 304


def test_the_reference_hands_out_the_same(world: World) -> None:
    answer = world.stage.client.get(f"{HOST}{HOME}/partner/2026-03-01/openapi.json")

    assert answer.headers["content-type"] == "application/json"
    name = "openmall-partner-2026-03-01.json"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    whole = openapi.document("partner", "2026-03-01", "https://openmall.localhost", "")
    assert json.loads(answer.text) == whole


def test_lists_of_names_may_be_sent_one_by_one(world: World) -> None:
    """Generated clients that know no comma-separated lists send `fields` several times."""
    answer = world.call("GET", "shops?fields=shop_no&fields=shop_name")

    assert answer.status_code == 200
    assert set(answer.json()["shops"][0]) == {"shop_no", "shop_name"}
