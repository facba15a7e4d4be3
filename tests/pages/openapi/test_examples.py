"""Every example of every document in every version fits its schema, and has no field beyond it.

Answers of operations are recorded calls in each version that a dated change ends
(`make generated ONLY=samples`): a field that a version does not answer, or answers beside its
document, is found here.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from openmall.api.versions import changes
from openmall.apptesting import description, endpoints
from openmall.contract import api_versions
from openmall.pages.reference import samples
from openmall.pages.reference.catalog import APIS
from openmall.pages.reference.openapi import asyncapi
from openmall.pages.reference.openapi import document as openapi

Json = dict[str, Any]
Example = tuple[str, Json, Any]
"""Where it is, its schema, its value."""
_VALUES = ("example", "examples", "default", "enum")
_DOCUMENT = "urn:document"


def _closed(part: Any) -> Any:
    """Return a document whose objects have no other fields than those it names."""
    if isinstance(part, list):
        return [_closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    closed = {
        name: each if name in _VALUES and not isinstance(each, dict) else _closed(each)
        for name, each in part.items()
    }
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


def _examples(part: Any, path: str = "") -> Iterator[Example]:
    if isinstance(part, list):
        for at, each in enumerate(part):
            yield from _examples(each, f"{path}/{at}")
    if not isinstance(part, dict):
        return
    schema = part.get("schema")
    if isinstance(schema, dict):
        if "example" in part:
            yield path, schema, part["example"]
        if isinstance(part.get("examples"), dict):
            for name, each in part["examples"].items():
                yield f"{path}/{name}", schema, each["value"]
    listed = part.get("examples")
    if isinstance(listed, list) and "payload" in part:
        for each in listed:
            yield f"{path}/payload", part["payload"], each["payload"]
            yield f"{path}/headers", part["headers"], each["headers"]
    elif isinstance(listed, list) and {"type", "$ref", "anyOf"} & set(part):
        for each in listed:
            yield path, part, each
    for name, each in part.items():
        if name not in _VALUES or path.endswith("/properties"):
            yield from _examples(each, f"{path}/{name}")


def _faults(document: Json) -> tuple[int, list[str]]:
    """Return the number of examples, and what is wrong with some."""
    closed = _closed(document)
    registry = jsonschema_rs.Registry([(_DOCUMENT, closed)])
    validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
    number, wrong = 0, []
    for where, schema, value in _examples(closed):
        number += 1
        text = json.dumps(schema, sort_keys=True).replace('"#/', f'"{_DOCUMENT}#/')
        if text not in validators:
            validators[text] = jsonschema_rs.Draft202012Validator(
                json.loads(text), registry=registry, validate_formats=True
            )
        for error in validators[text].iter_errors(value):
            wrong.append(f"{where}: {error.message[:200]} at {list(error.instance_path)}")
    return number, wrong


@pytest.mark.parametrize("version", api_versions.RELEASES)
@pytest.mark.parametrize("api", APIS)
def test_every_example_fits_its_schema(api: str, version: str) -> None:
    document = openapi.document(api, version)

    number, wrong = _faults(document)

    assert number > 100
    assert wrong == [], samples.RENEW
    without = [
        f"{method} {path}"
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for status, response in operation["responses"].items()
        if status in ("200", "201") and "example" not in response["content"]["application/json"]
    ]
    assert without == [], samples.RENEW


def test_every_example_of_the_other_documents_fits_its_schema() -> None:
    number, wrong = _faults(asyncapi.asyncapi_document())
    assert number > 100
    assert wrong == []
    assert _faults(description.openapi(endpoints.PREFIX, endpoints.ROUTES))[1] == []


def test_an_example_with_a_field_too_few_or_too_many_is_found() -> None:
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
    contents = [{"schema": schema, "example": each} for each in ({"a": 1}, {}, {"a": 1, "b": 2})]

    number, wrong = _faults({"paths": contents})

    assert number == 3
    assert [each.partition(":")[0] for each in wrong] == ["/paths/1", "/paths/2"]


def _fields(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield f"{path}/{name}"
            yield from _fields(each, f"{path}/{name}")
    if isinstance(value, list):
        for each in value:
            yield from _fields(each, f"{path}/*")


def test_a_dated_change_rewrites_values_and_removes_no_fields() -> None:
    """What it removes it has to name as `added`: documents are made of that."""
    tried = set()
    for change in changes.CHANGES:
        for name in sorted(change.operations) if change.touched else ():
            api, _, operation = name.partition(" ")
            sample = samples.samples_of(api)[samples.key(operation, api_versions.NEWEST)]
            for resource in _resources(sample.answer, set(change.touched)):
                part = {field: copy.deepcopy(resource[field]) for field in change.touched}
                before = set(_fields(part))
                change.answer(part)
                assert set(_fields(part)) == before, type(change).__name__
                tried.add(type(change))
    assert tried == {type(change) for change in changes.CHANGES if change.touched}


def _resources(answer: Json, fields: set[str]) -> list[Json]:
    """Return the resources of an answer that have some fields."""
    listed = [each if isinstance(each, list) else [each] for each in answer.values()]
    return [each for one in listed for each in one if isinstance(each, dict) and fields <= {*each}]
