"""Describes admin operations to models: parameters, side effects, annotations."""

from collections.abc import Sequence
from typing import Final

from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.call import Identity
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.pages.mcp import side_effects
from openmall.pages.mcp.tool import Json
from openmall.pages.reference import fields, operation_search
from openmall.pages.reference.catalog import Entry, catalog_of
from openmall.pages.reference.fields import FieldDescription

API: Final = "admin"


def allowed(operation: Operation, identity: Identity) -> bool:
    """Return whether a token's scopes and the app's arrangement allow an operation."""
    permitted = scope_names.permits(identity.scopes, operation.scope) or (
        operation.writes and scope_names.proposes(identity.scopes, operation.scope)
    )
    return permitted and (identity.app.restricted or not operation.restricted)


def search(query: str, identity: Identity, version: str, limit: int) -> list[Json]:
    """Return the allowed operations that match every word of a query, best first."""
    found: list[Json] = []
    for hit in operation_search.search(query, API):
        operation = hit.entry.operation
        if allowed(operation, identity) and hit.entry.api.has(operation, version):
            found.append(
                {
                    "operation": operation.name,
                    "title": hit.entry.title,
                    "scope": operation.scope,
                    "annotations": side_effects.annotations(operation),
                }
            )
        if len(found) == limit:
            break
    return found


def find(name: str, identity: Identity, version: str) -> Entry | None:
    """Return an allowed operation by name, such as `PUT products/{product_no}`; else None."""
    release = version if version in api_versions.RELEASES else api_versions.NEWEST
    for entry in catalog_of(API, release).entries:
        if entry.operation.name == name:
            return entry if allowed(entry.operation, identity) else None
    return None


def document(entry: Entry) -> Json:
    """Return everything a model needs to call an operation."""
    operation = entry.operation
    effects = side_effects.of_operation(operation)
    described = fields.parameters(operation, entry.missing)
    return {
        "operation": operation.name,
        "title": entry.title,
        "description": entry.description,
        "scope": operation.scope,
        "annotations": side_effects.annotations(operation),
        "side_effects": {
            "events": list(effects.events),
            "money": effects.money,
            "messages": effects.messages,
        },
        "needs_confirmation": side_effects.needs_confirmation(operation),
        "path": _parameters(described, "path"),
        "query": _parameters(described, "query"),
        "body": _parameters(described, "body"),
        "body_shape": _body_shape(operation),
        "objects_per_call": operation.objects,
        "result_key": operation.key,
    }


def _body_shape(operation: Operation) -> str:
    if not operation.has_body:
        return "no body"
    if operation.objects > 1:
        return '{"shop_no": 1, "requests": [{...}]}'
    return '{"shop_no": 1, "request": {...}}'


def _parameters(described: Sequence[FieldDescription], location: str) -> list[Json]:
    return [_plain(each) for each in described if each.location == location]


def _plain(field: FieldDescription) -> Json:
    """Return a description without what it leaves open."""
    values: dict[str, Encodable] = {
        "name": field.name,
        "type": field.kind,
        "required": field.required,
        "nullable": field.nullable,
        "default": field.default,
        "minimum": field.lowest,
        "maximum": field.highest,
        "min_length": field.min_length,
        "max_length": field.max_length,
        "pattern": field.pattern,
        "max_items": field.max_items,
        "comma_separated": field.comma_separated,
        "codes": dict(field.codes),
        "description": field.text,
        "same_as": field.same_as,
        "fields": [_plain(each) for each in field.children],
    }
    return {name: value for name, value in values.items() if value not in ("", None, False, {}, [])}
