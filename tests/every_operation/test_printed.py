"""What is printed of the registry: OpenAPI of every API and version, tables, the changelog."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from click.testing import CliRunner

from openmall.api.pipeline import job_deferral
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.versions.v2026_03_01.catalogue import AddSaleDetailsToProducts
from openmall.cli.registry import openapi_command, operations, versions
from openmall.contract import api_versions
from openmall.pages.reference import operations as reference_operations
from openmall.pages.reference.openapi import document as openapi
from openmall.pages.reference.openapi import responses
from tests.every_operation.registry_rows import every_row
from tests.guards.sources import ROOT

APIS = ("admin", "storefront", "partner", "analytics")


def _run(command: Any, *arguments: str) -> str:
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from _references(each)
    if isinstance(part, dict):
        for name, each in part.items():
            if name == "$ref":
                yield each
            else:
                yield from _references(each)


def _component(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return the component that a schema refers to."""
    found: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


@pytest.mark.parametrize("version", api_versions.RELEASES)
@pytest.mark.parametrize("api", APIS)
def test_a_document_is_whole_and_holds_nothing_unused(api: str, version: str) -> None:
    document = openapi.document(api, version)
    assert json.loads(_run(openapi_command, "--api", api, "--version", version)) == document
    parts = [document["paths"], document["components"], document.get("webhooks", {})]
    referred = {each for part in parts for each in _references(part)}
    for reference in referred:
        found = document
        for name in reference.removeprefix("#/").split("/"):
            found = found[name]
    components = {
        f"#/components/{kind}/{name}"
        for kind in ("schemas", "parameters", "headers", "responses")
        for name in document["components"][kind]
    }
    assert components - referred == set()
    schemathesis.openapi.from_dict(document).validate()


def test_every_row_is_printed_with_its_limits_bounds_and_statuses() -> None:
    documents = {name: openapi.document(name) for name in APIS}
    paths = {name: document["paths"] for name, document in documents.items()}
    for api, row in every_row():
        printed = paths[api.name][f"/{row.path}"][row.method.lower()]
        assert printed["x-request-limit"] == row.limit
        assert printed["x-restricted"] == row.restricted
        assert printed["summary"] == row.summary
        statuses = {"400", "401", "403", "404", "422", "429", "500", "503", "504"}
        statuses |= {"201"} if row.method == "POST" else {"200"}
        statuses |= {"408", "409", "413"} if row.has_body else set()
        statuses |= {"409"} if idempotency_rules.accepts(row) else set()
        statuses |= {"412"} if responses.conditional(api, row) else set()
        statuses |= {"410"} if row.name == "GET changes" else set()
        statuses |= {"304"} if not row.writes and responses.tagged(api, row) else set()
        statuses |= {"207"} if row.objects > 1 else set()
        statuses |= {"202"} if job_deferral.accepts(api.name, row) else set()
        assert set(printed["responses"]) == statuses
        assert ("requestBody" in printed) == row.has_body
        shared = documents[api.name]["components"]["parameters"]
        parameters = [
            shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
            for each in printed["parameters"]
        ]
        named = {each["name"] for each in parameters if each["in"] != "header"}
        headers = {each["name"] for each in parameters if each["in"] == "header"}
        assert ("Idempotency-Key" in headers) == row.writes
        assert ("Prefer" in headers) == ("202" in statuses)
        assert api_versions.HEADER in headers
        assert named - {"fields", "embed"} == (
            set(row.placeholders) if row.has_body else set(row.fields)
        )


def _parameter(api: str, path: str, name: str) -> dict[str, Any]:
    parameters = openapi.document(api)["paths"][path]["get"]["parameters"]
    found: dict[str, Any] = next(each for each in parameters if each.get("name") == name)
    return found


def test_bounds_and_comma_lists_are_printed() -> None:
    assert _parameter("admin", "/products", "limit")["schema"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "default": 10,
    }
    listed = _parameter("storefront", "/products", "product_no")
    assert (listed["style"], listed["explode"]) == ("form", False)
    assert listed["schema"] == {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 2_147_483_647},
        "minItems": 1,
        "maxItems": 100,
    }


def test_the_older_version_lacks_what_was_added() -> None:
    for version, there in (("2024-03-01", False), ("2026-03-01", True)):
        schemas = openapi.document("admin", version)["components"]["schemas"]
        draft = schemas["ProductCreate"]["properties"]
        shown = schemas["Product"]
        for name in AddSaleDetailsToProducts.added:
            assert (name in draft) == there
            assert (name in shown["properties"]) == there


def test_a_write_is_printed_in_its_envelope() -> None:
    document = openapi.document("admin")
    paths = document["paths"]
    one = paths["/redirects"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    one = _component(document, one)
    assert one["required"] == ["request"]
    draft = _component(document, one["properties"]["request"])
    assert draft["required"] == ["path", "target"]
    assert set(one["properties"]) == {"shop_no", "request"}
    several = paths["/products/{product_no}/variants"]["put"]
    schema = several["requestBody"]["content"]["application/json"]["schema"]
    schema = _component(document, schema)
    assert schema["required"] == ["requests"]
    assert schema["properties"]["requests"]["maxItems"] == 100
    item = _component(document, schema["properties"]["requests"]["items"])
    assert item["required"] == ["variant_code"]


def test_unknown_apis_and_versions_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no API 'x'"):
        openapi.document("x")
    with pytest.raises(ValueError, match="'2025-01-01' is no release"):
        openapi.document("admin", "2025-01-01")


def test_the_table_has_a_line_for_every_row() -> None:
    lines = _run(operations).splitlines()
    assert len(lines) == 1 + len(every_row())
    assert lines[0].split() == [
        "api", "method", "path", "scope", "request_limit", "objects", "restricted", "room",
    ]  # fmt: skip
    only = _run(operations, "--api", "storefront").splitlines()[1:]
    assert only
    assert all(line.startswith("storefront ") for line in only)


def test_the_table_as_json_names_rooms_that_exist() -> None:
    rows = json.loads(_run(operations, "--json"))
    assert len(rows) == len(every_row())
    for row in rows:
        place = ROOT / "src" / "openmall" / row["room"]
        assert place.is_dir() or place.with_suffix(".py").is_file(), row["room"]


def test_pages_can_be_written_to_files(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "operations.md"
    assert _run(operations, "--page", "--output", str(target)) == ""
    assert target.read_text(encoding="utf-8") == reference_operations.page()


def test_the_changelog_tells_of_every_release_newest_first() -> None:
    said = _run(versions)
    heads = [line.split()[0] for line in said.splitlines() if line[:1].isdigit()]
    assert heads == list(reversed(api_versions.RELEASES))
    assert "served before 2027-03-01" in said
    assert "A product may carry 100 tags" in said
