"""JSON Schema of parameters and responses, generated from their structs."""

from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED, EndDate, StartDate

Json = dict[str, Any]

_REF: Final = "#/components/schemas/{name}"
_AMOUNT: Final = r"^-?[0-9]+(\.[0-9]+)?$"
_MOMENT: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"([T ][0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2})?)?$"
)


class Schemas:
    """The schemas of one document; shared ones are its components."""

    def __init__(self, operations: list[Operation]) -> None:
        """`operations`: all operations of the document."""
        structs = {operation.takes for operation in operations}
        structs |= {operation.gives for operation in operations if operation.gives is not None}
        ordered = sorted(structs, key=lambda struct: (struct.__module__, struct.__name__))
        roots, components = msgspec.json.schema_components(
            ordered, schema_hook=_custom_type_schema, ref_template=_REF
        )
        for component in components.values():
            _normalize(component)
        self._names = {
            struct: root["$ref"].rpartition("/")[2]
            for struct, root in zip(ordered, roots, strict=True)
        }
        self._all = components
        self._used: set[str] = set()

    def components(self) -> Json:
        """Return the referenced schemas by name."""
        return {name: self._all[name] for name in sorted(self._used)}

    def parameter(self, operation: Operation, name: str) -> Json:
        """Return the schema of one parameter of an operation."""
        schema = self._property(operation.takes, name)
        field = operation.fields[name]
        if field.many and not operation.has_body:
            schema = {**schema, "minItems": 1, "maxItems": MOST_LISTED}
        return schema

    def draft(self, operation: Operation, without: frozenset[str]) -> Json:
        """Return the schema of a write's `request` object, `without` some of its parameters."""
        fields = [field for name, field in operation.fields.items() if name not in without]
        return self._object(operation.takes, fields, [f.name for f in fields if f.required])

    def answer(self, operation: Operation, without: frozenset[str]) -> Json:
        """Return the schema of a returned resource, `without` fields missing in its version.

        No field is required: `fields` may omit any of them.
        """
        assert operation.gives is not None
        shown = frozenset(operation.shows) | operation.embeds if operation.shows else None
        fields = [
            field
            for name, field in fields_of(operation.gives).items()
            if name not in without and (shown is None or name in shown)
        ]
        return self._object(operation.gives, fields, [])

    def _object(self, struct: type[Struct], fields: list[Field], required: list[str]) -> Json:
        properties = {field.name: self._property(struct, field.name) for field in fields}
        schema: Json = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        return schema

    def _property(self, struct: type[Struct], name: str) -> Json:
        schema: Json = dict(self._all[self._names[struct]]["properties"][name])
        field = fields_of(struct)[name]
        if field.lowest is not None or field.highest is not None:
            schema["description"] = f"From {field.lowest} to {field.highest}."
        self._mark(schema)
        return schema

    def _mark(self, schema: Any) -> None:
        if isinstance(schema, list):
            for each in schema:
                self._mark(each)
        if isinstance(schema, dict):
            name = str(schema.get("$ref", "")).rpartition("/")[2]
            if name and name not in self._used:
                self._used.add(name)
                self._mark(self._all[name])
            for each in schema.values():
                self._mark(each)


def _custom_type_schema(kind: type) -> Json:
    if kind in (StartDate, EndDate):
        return {"type": "string", "pattern": _MOMENT}
    # as msgspec expects for unknown types: its error then contains the path
    raise NotImplementedError(kind)


def _normalize(schema: Any) -> None:
    """Replace msgspec's and Python's own keywords and patterns by those of JSON Schema."""
    if isinstance(schema, list):
        for each in schema:
            _normalize(each)
    if not isinstance(schema, dict):
        return
    if schema.get("format") == "decimal":
        del schema["format"]
        schema["pattern"] = _AMOUNT
    if isinstance(schema.get("pattern"), str):
        schema["pattern"] = schema["pattern"].replace(r"\Z", "$")
    if isinstance(schema.get("default"), Decimal):
        schema["default"] = str(schema["default"])
    for each in schema.values():
        _normalize(each)
