"""Documents have words, examples, types and shared parts that common generators need."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from checks.clients import generate
from openmall.contract import events
from openmall.events.webhooks.catalogue import KINDS
from openmall.pages.reference.catalog import APIS
from openmall.pages.reference.openapi import addresses
from openmall.pages.reference.openapi import document as openapi

Json = dict[str, Any]


def _schemas(part: Any, path: str) -> Iterator[tuple[str, Json]]:
    """Yield every schema within a part of a document, with where it is."""
    if isinstance(part, list):
        for at, each in enumerate(part):
            yield from _schemas(each, f"{path}.{at}")
    if isinstance(part, dict):
        if isinstance(part.get("schema"), dict):
            yield f"{path}.schema", part["schema"]
        for name, each in part.items():
            if name in ("example", "examples", "default"):
                continue
            if name == "properties":
                for inner, schema in each.items():
                    # a field may itself be called `properties`
                    if isinstance(schema, dict):
                        yield f"{path}.{inner}", schema
            yield from _schemas(each, f"{path}.{name}")


def _resolved(whole: Json, schema: Json) -> Json:
    """Return a schema with the enumerations it refers to: a whole document compiles too slowly."""
    if "$ref" in schema:
        return dict(whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    resolved = dict(schema)
    if "items" in schema:
        resolved["items"] = _resolved(whole, schema["items"])
    if "anyOf" in schema:
        resolved["anyOf"] = [_resolved(whole, each) for each in schema["anyOf"]]
    return resolved


def _parts(schema: Json) -> list[Any]:
    """Return what a list or an alternative consists of."""
    alternatives = schema.get("anyOf", ())
    return [schema.get("items"), *(alternatives if isinstance(alternatives, list) else ())]


@pytest.fixture(scope="module")
def documents() -> dict[str, Json]:
    return {api: openapi.document(api) for api in APIS}


@pytest.mark.parametrize("api", APIS)
def test_no_description_says_a_sentence_twice(documents: dict[str, Json], api: str) -> None:
    document = documents[api]
    twice = [
        text
        for methods in document["paths"].values()
        for operation in methods.values()
        for text in [operation["description"]]
        if len(sentences := text.rstrip(".").split(". ")) != len(set(sentences))
    ]

    assert twice == []
    assert document["info"]["contact"]["name"]


@pytest.mark.parametrize("api", APIS)
def test_an_enumeration_has_a_type(documents: dict[str, Json], api: str) -> None:
    wrong = [
        where
        for where, schema in _schemas(documents[api], "")
        for each in (schema, *_parts(schema))
        if isinstance(each, dict) and "enum" in each and "type" not in each
    ]
    assert wrong == []


@pytest.mark.parametrize("api", APIS)
def test_everything_has_a_description(documents: dict[str, Json], api: str) -> None:
    components = documents[api]["components"]
    wrong = [
        f"{name}.{field}"
        for name, schema in components["schemas"].items()
        for field, inner in schema.get("properties", {}).items()
        if "$ref" not in inner and inner.get("type") != "array" and not inner.get("description")
    ]
    wrong += [name for name, schema in components["schemas"].items() if not schema["description"]]
    wrong += [
        f"{method} {path}: {each.get('name')}"
        for path, methods in documents[api]["paths"].items()
        for method, operation in methods.items()
        for each in [operation, *operation["parameters"]]
        if "$ref" not in each and not each["description"]
    ]
    assert wrong == []


@pytest.mark.parametrize("api", APIS)
def test_every_parameter_and_scalar_has_an_example_that_is_valid(
    documents: dict[str, Json], api: str
) -> None:
    whole = documents[api]
    missing, wrong = [], []
    named: list[tuple[str, Json, list[Any]]] = [
        (f"{name}.{field}", inner, inner.get("examples", []))
        for name, schema in whole["components"]["schemas"].items()
        for field, inner in schema.get("properties", {}).items()
    ]
    named += [
        (f"{method} {path} {each['name']}", each["schema"], [each["example"]])
        for path, methods in whole["paths"].items()
        for method, operation in methods.items()
        for each in operation["parameters"]
        if "$ref" not in each
    ]
    for where, schema, examples in named:
        scalar = schema.get("type") in ("string", "integer", "number", "boolean")
        if scalar and not examples:
            missing.append(where)
        if examples:
            validator = jsonschema_rs.validator_for(_resolved(whole, schema))
            wrong += [where for each in examples if not validator.is_valid(each)]
    assert missing == []
    assert wrong == []


@pytest.mark.parametrize("api", APIS)
def test_most_operations_show_a_real_call(documents: dict[str, Json], api: str) -> None:
    for path, methods in documents[api]["paths"].items():
        for method, operation in methods.items():
            status = "201" if method == "post" else "200"
            content = operation["responses"][status]["content"]["application/json"]
            assert "example" in content, f"{method} {path}"
            assert "$ref" in content["schema"], f"{method} {path}"


def test_moments_days_and_amounts_have_their_forms(documents: dict[str, Json]) -> None:
    product = documents["admin"]["components"]["schemas"]["Product"]["properties"]

    assert product["price"]["type"] == "string"
    assert product["price"]["pattern"] == r"^-?[0-9]+(\.[0-9]+)?$"
    job = documents["admin"]["components"]["schemas"]["Job"]["properties"]
    assert job["created_date"]["format"] == "date-time"
    assert product["display"]["$ref"] == "#/components/schemas/YesNo"


def test_every_event_is_a_webhook(documents: dict[str, Json]) -> None:
    webhooks = documents["admin"]["webhooks"]

    assert set(webhooks) == {kind.name for kind in KINDS.values()}
    for kind in KINDS.values():
        request = webhooks[kind.name]["post"]["requestBody"]["content"]["application/json"]
        name = request["schema"]["$ref"].rpartition("/")[2]
        schema = documents["admin"]["components"]["schemas"][name]
        fields = events.kinds()[kind.event_no].__struct_encode_fields__
        assert set(schema["properties"]["resource"]["properties"]) == {"mall_id", *fields}
        jsonschema_rs.validator_for(schema).validate(request["example"])


@pytest.mark.parametrize(
    ("api", "origin", "mall", "urls"),
    [
        ("admin", "https://shops.example.com", "myshop",
         ["https://myshop.shops.example.com/api/v2/admin",
          "https://{mall_id}.{domain}/api/v2/admin"]),
        ("storefront", "https://shops.example.com:8443", "",
         ["https://{mall_id}.{domain}/api/v2"]),
        ("admin", "https://127.0.0.1:8443", "demo", ["https://127.0.0.1:8443/api/v2/admin"]),
        ("admin", "https://[::1]:8443", "demo", ["https://[::1]:8443/api/v2/admin"]),
        ("admin", "https://localhost:8443", "demo", ["https://localhost:8443/api/v2/admin"]),
        ("partner", "https://shops.example.com", "", ["https://collection.shops.example.com/api"]),
        ("analytics", "https://shops.example.com", "", ["https://analytics.shops.example.com"]),
    ],
)  # fmt: skip
def test_servers_are_those_of_the_installation(
    api: str, origin: str, mall: str, urls: list[str]
) -> None:
    assert [each["url"] for each in addresses.servers(api, origin, mall)] == urls


def test_the_clients_are_generated_from_these_documents(documents: dict[str, Json]) -> None:
    # what renews them: make generated ONLY=sdks
    recorded = json.loads(generate.DIGESTS.read_text(encoding="utf-8"))

    assert {api: generate.digest(each) for api, each in documents.items()} == recorded


CONDITIONAL = {
    ("/products/{product_no}", "put"),
    ("/products/{product_no}", "delete"),
    ("/products/{product_no}/variants/{variant_code}", "put"),
    ("/products/{product_no}/variants/{variant_code}", "delete"),
    ("/products/{product_no}/variants/{variant_code}/inventories", "put"),
    ("/orders/{order_id}", "put"),
    ("/customersprivacy/{member_id}", "put"),
}
"""The writes that `docs/calls.md` says may send `If-Match`."""


def test_conditional_writes_have_their_header_and_status(documents: dict[str, Json]) -> None:
    found = set()
    for path, methods in documents["admin"]["paths"].items():
        for method, operation in methods.items():
            header = {"$ref": "#/components/parameters/IfMatch"} in operation["parameters"]
            assert ("412" in operation["responses"]) == header, (path, method)
            if header:
                found.add((path, method))
                read = methods["get"]["responses"]
                assert "ETag" in read["200"]["headers"]
                assert "304" in read

    assert found == CONDITIONAL
    assert "412" in documents["admin"]["components"]["responses"]
    assert "412" not in documents["storefront"]["components"]["responses"]


@pytest.mark.parametrize("api", ["admin", "storefront"])
def test_a_write_may_be_refused_while_the_first_with_its_key_runs(
    documents: dict[str, Json], api: str
) -> None:
    for path, methods in documents[api]["paths"].items():
        for method, operation in methods.items():
            key = {"$ref": "#/components/parameters/IdempotencyKey"} in operation["parameters"]
            assert key == (method != "get"), (path, method)
            assert ("409" in operation["responses"]) == key, (path, method)
    assert "Idempotency-Key" in documents[api]["components"]["responses"]["409"]["description"]
