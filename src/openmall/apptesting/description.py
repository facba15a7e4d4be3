"""Describes the calls of programs that test apps, as OpenAPI 3.1."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

import openmall
from openmall.apptesting.shape import Empty
from openmall.contract.json_values import Json
from openmall.contract.portable_patterns import portable_schema
from openmall.http.json_body import encode


class DescribedCall(Protocol):
    """A call as it is described; see `endpoints.Route`."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def takes(self) -> type[msgspec.Struct]: ...
    @property
    def gives(self) -> type[msgspec.Struct]: ...
    @property
    def answer(self) -> Callable[..., Any]: ...
    @property
    def status(self) -> int: ...


def openapi(prefix: str, routes: Sequence[DescribedCall]) -> dict[str, Json]:
    """Return the calls as OpenAPI 3.1."""
    kinds = list(dict.fromkeys(each for route in routes for each in (route.takes, route.gives)))
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Json]] = {}
    for route in routes:
        operation: dict[str, Json] = {
            "operationId": route.answer.__name__,
            "summary": (route.answer.__doc__ or "").strip(),
            "responses": {
                str(route.status): {
                    "description": "Done.",
                    "content": {"application/json": {"schema": _reference(route.gives)}},
                },
                "default": {"description": "The documented error body."},
            },
        }
        parameters = [] if route.method != "GET" else _query(schemas[route.takes.__name__])
        if "{mall_id}" in route.path:
            text = {"type": "string"}
            parameters.append({"name": "mall_id", "in": "path", "required": True, "schema": text})
        if parameters:
            operation["parameters"] = parameters
        if route.method != "GET" and route.takes is not Empty:
            schema = _reference(route.takes)
            operation["requestBody"] = {"content": {"application/json": {"schema": schema}}}
        paths.setdefault(f"{prefix}{route.path}", {})[route.method.lower()] = operation
    document = {
        "openapi": "3.1.0",
        "info": {"title": "openmall: test malls", "version": openmall.__version__},
        "paths": paths,
        "components": {"schemas": portable_schema(schemas)},
    }
    copy: dict[str, Json] = json.loads(encode(document))
    return copy


def _query(schema: dict[str, Any]) -> list[dict[str, Json]]:
    """Return the parameters of a call that reads."""
    return [
        {"name": name, "in": "query", "required": False, "schema": each}
        for name, each in schema.get("properties", {}).items()
    ]


def _reference(kind: type[msgspec.Struct]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
