"""JSON Schema of parameters and responses, generated from their structs, with words and examples.

Every resource, every nested object and every body is a component with a public name. What a dated
change added is left out of the schemas of earlier versions, also within embedded sub-resources.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, inspect

from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED, EndDate, StartDate
from openmall.contract.portable_patterns import portable
from openmall.pages.reference import fields
from openmall.pages.reference.catalog import Entry
from openmall.pages.reference.fields import MissingFields
from openmall.pages.reference.openapi import names
from openmall.pages.reference.openapi.examples import Examples

Json = dict[str, Any]

YES_NO: Final[Json] = {
    "type": "string",
    "enum": ["F", "T"],
    "description": "`T` is yes, `F` is no.",
    "examples": ["T"],
}
_AMOUNT: Final = r"^-?[0-9]+(\.[0-9]+)?$"
_MOMENT: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"([T ][0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2})?)?\Z"
)
_TYPES: Final = {str: "string", int: "integer", bool: "boolean", float: "number"}


def reference(name: str) -> Json:
    """Return a reference to a component of the schemas."""
    return {"$ref": f"#/components/schemas/{name}"}


class _AnsweredShape(NamedTuple):
    """What an operation answers of a struct."""

    fields: tuple[str, ...]
    hidden: Mapping[str, frozenset[str]]
    """Embedded sub-resource -> its fields that the version does not have."""


def public_schema(raw: Json, replace: Callable[[Json], Json] = lambda schema: schema) -> Json:
    """Return msgspec's schema with the keywords and patterns of JSON Schema.

    `replace`: applied to each schema within it, the innermost first.
    """
    schema: Json = {}
    for keyword, value in raw.items():
        if keyword in ("anyOf", "prefixItems"):
            schema[keyword] = [public_schema(each, replace) for each in value]
        elif isinstance(value, dict) and keyword != "default":
            schema[keyword] = public_schema(value, replace)
        elif keyword == "pattern":
            schema[keyword] = portable(value)
        else:
            schema[keyword] = str(value) if isinstance(value, Decimal) else value
    if schema.get("format") == "decimal":
        # a text: generators make a number of that format, which the pattern does not fit
        schema.pop("format")
        schema["pattern"] = _AMOUNT
    if "enum" in schema:
        kinds = sorted({_TYPES[type(value)] for value in schema["enum"]})
        schema = {"type": kinds[0] if len(kinds) == 1 else kinds, **schema}
    return replace(schema)


class Schemas:
    """The schemas of one document; those that were asked for are its components."""

    def __init__(self, entries: list[Entry], ids: Mapping[str, str], examples: Examples) -> None:
        """`entries`: all operations of the document; `ids`: operation -> its id."""
        self._ids = ids
        self._examples = examples
        self._paths: dict[type[Struct], set[str]] = {}
        for entry in entries:
            for struct in (entry.operation.takes, entry.operation.gives):
                if struct is not None:
                    self._reach(struct, entry.operation.path)
        ordered = sorted(self._paths, key=lambda each: (each.__module__, each.__qualname__))
        roots, self._raw = msgspec.json.schema_components(
            ordered, schema_hook=_custom_type_schema, ref_template="{name}"
        )
        raw_names = [root["$ref"] for root in roots]
        self._raw_names = dict(zip(ordered, raw_names, strict=True))
        self._structs = dict(zip(raw_names, ordered, strict=True))
        self._answered = _answered_shapes(entries)
        taken = {entry.operation.takes for entry in entries}
        self._names = names.struct_names(
            {
                struct: paths
                for struct, paths in self._paths.items()
                # parameters themselves have no schema of their own
                if struct not in taken or struct in self._answered
            }
        )
        self._main = {
            struct: max(shapes, key=lambda shape: len(shape.fields))
            for struct, shapes in self._answered.items()
        }
        """Struct -> the most that an operation answers of it, which is its component."""
        self._components: Json = {}

    def components(self) -> Json:
        """Return the schemas that were asked for, by name."""
        return {name: self._components[name] for name in sorted(self._components)}

    def add(self, name: str, schema: Json) -> Json:
        """Add a component, and return a reference to it. Raises ValueError for a second meaning."""
        if self._components.setdefault(name, schema) != schema:
            raise ValueError(f"there are two schemas {name}")
        return reference(name)

    def parameter(self, operation: Operation, name: str) -> Json:
        """Return the schema of one parameter of an operation, with its description."""
        schema = self._property(operation.takes, name, fallback=operation.gives)
        if operation.fields[name].many and not operation.has_body:
            schema |= {"minItems": 1, "maxItems": MOST_LISTED}
        return schema

    def draft(self, entry: Entry, without: frozenset[str]) -> Json:
        """Return the object that a write takes, `without` some of its parameters."""
        operation = entry.operation
        taken = [field for name, field in operation.fields.items() if name not in without]
        schema = self._object(
            operation.takes, [field.name for field in taken], fallback=operation.gives
        )
        if required := [field.name for field in taken if field.required]:
            schema["required"] = required
        schema["description"] = f"What `{operation.name}` takes."
        return self.add(names.request_name(self._ids[operation.name]), schema)

    def answer(self, entry: Entry) -> Json:
        """Return the returned resource, without the fields that its version does not have.

        No field is required: `fields` may omit any of them.
        """
        operation, missing = entry.operation, entry.missing
        assert operation.gives is not None
        shape = _AnsweredShape(_shape(operation, missing), missing.by_subresource)
        if shape == self._main[operation.gives]:
            return self._named(operation.gives)
        schema = self._object(
            operation.gives,
            shape.fields,
            fallback=operation.takes,
            hidden=shape.hidden,
            answered=True,
        )
        schema["description"] = f"What `{operation.name}` returns."
        return self.add(names.answer_name(self._ids[operation.name]), schema)

    def embedded_struct(self, struct: type[Struct]) -> Json:
        """Return a struct that no operation answers by itself, as a component."""
        return self._named(struct)

    def _reach(self, struct: type[Struct], path: str) -> None:
        """Note that operations at a path use a struct, and what lies within it."""
        paths = self._paths.setdefault(struct, set())
        if path in paths:
            return
        paths.add(path)
        for field in fields_of(struct).values():
            for inner in _structs_in(field.type):
                self._reach(inner, path)

    def _named(self, struct: type[Struct]) -> Json:
        """Return a reference to the component of a struct, which is made on first use."""
        name = self._names[struct]
        if name not in self._components:
            self._components[name] = {}
            raw = self._raw_of(struct)
            shape = self._main.get(struct, _AnsweredShape(tuple(fields_of(struct)), {}))
            schema = self._object(
                struct, shape.fields, hidden=shape.hidden, answered=struct in self._answered
            )
            if struct not in self._answered and raw.get("required"):
                schema["required"] = raw["required"]
            schema["description"] = first_sentence(struct)
            self._components[name] = schema
        return reference(name)

    def _raw_of(self, struct: type[Struct]) -> Json:
        raw: Json = self._raw[self._raw_names[struct]]
        return raw

    def _object(
        self,
        struct: type[Struct],
        shape: Iterable[str],
        *,
        fallback: type[Struct] | None = None,
        hidden: Mapping[str, frozenset[str]] | None = None,
        answered: bool = False,
    ) -> Json:
        properties = {
            name: self._property(
                struct,
                name,
                fallback=fallback,
                hidden=(hidden or {}).get(name, frozenset()),
                answered=answered,
            )
            for name in shape
        }
        return {"type": "object", "properties": properties}

    def _property(
        self,
        struct: type[Struct],
        name: str,
        *,
        fallback: type[Struct] | None = None,
        hidden: frozenset[str] = frozenset(),
        answered: bool = False,
    ) -> Json:
        raw = self._raw_of(struct)["properties"][name]
        schema = self._converted(raw, hidden)
        field = fields_of(struct)[name]
        default = schema.get("default")
        if answered or default is None or isinstance(default, list | dict):
            # an answer has the value itself; null says nothing, and objects are beyond generators
            schema.pop("default", None)
        if answered and isinstance(field.type, inspect.DateTimeType):
            # msgspec says so only of times that must have an offset, as all that are answered do
            for each in schema.get("anyOf", [schema]):
                if each.get("type") == "string":
                    each["format"] = "date-time"
        schema["description"] = described(struct, field, fallback)
        examples = self._examples.of_property(name, self._resolved(schema))
        if examples is not None:
            schema["examples"] = [examples]
        return schema

    def _resolved(self, schema: Json) -> Json:
        """Return a schema with the shared enumeration in place of the reference to it."""
        if schema.get("$ref") == reference("YesNo")["$ref"]:
            return {**YES_NO, **schema}
        if isinstance(schema.get("items"), dict):
            return {**schema, "items": self._resolved(schema["items"])}
        if isinstance(schema.get("anyOf"), list):
            return {**schema, "anyOf": [self._resolved(each) for each in schema["anyOf"]]}
        return schema

    def _converted(self, raw: Json, hidden: frozenset[str] = frozenset()) -> Json:
        """Return msgspec's schema in public terms; what it refers to becomes components."""

        def replace(schema: Json) -> Json:
            if "$ref" in schema:
                rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
                return {**self._reference(self._structs[schema["$ref"]], hidden), **rest}
            if set(schema.get("enum", ())) == {"F", "T"}:
                self.add("YesNo", YES_NO)
                rest = {key: value for key, value in schema.items() if key not in ("enum", "type")}
                return {**reference("YesNo"), **rest}
            return schema

        return public_schema(raw, replace)

    def _reference(self, struct: type[Struct], hidden: frozenset[str]) -> Json:
        shape = tuple(name for name in fields_of(struct) if name not in hidden)
        main = self._main.get(struct)
        if shape == (main.fields if main is not None else tuple(fields_of(struct))):
            return self._named(struct)
        name = f"Embedded{self._names[struct]}"
        if name not in self._components:
            self._components[name] = {}
            answered = struct in self._answered
            schema = self._object(struct, shape, answered=answered)
            required = self._raw_of(struct).get("required", ())
            if not answered and (left := [field for field in required if field in shape]):
                schema["required"] = left
            schema["description"] = first_sentence(struct)
            self._components[name] = schema
        return reference(name)


def _shape(operation: Operation, missing: MissingFields) -> tuple[str, ...]:
    """Return the names of the fields that an operation answers."""
    assert operation.gives is not None
    shown = frozenset(operation.shows) | operation.embeds if operation.shows else None
    return tuple(
        name
        for name in fields_of(operation.gives)
        if name not in missing.top and (shown is None or name in shown)
    )


def _answered_shapes(entries: Iterable[Entry]) -> dict[type[Struct], list[_AnsweredShape]]:
    """Return struct -> what operations answer of it."""
    shapes: dict[type[Struct], list[_AnsweredShape]] = {}
    for entry in entries:
        if entry.operation.gives is not None:
            shape = _AnsweredShape(
                _shape(entry.operation, entry.missing), entry.missing.by_subresource
            )
            shapes.setdefault(entry.operation.gives, []).append(shape)
    return shapes


def _structs_in(kind: inspect.Type) -> list[type[Struct]]:
    """Return the structs that a value of a type may hold directly."""
    match kind:
        case inspect.StructType():
            return [kind.cls]
        case inspect.UnionType():
            return [struct for each in kind.types for struct in _structs_in(each)]
        case inspect.ListType() | inspect.VarTupleType():
            return _structs_in(kind.item_type)
        case inspect.DictType():
            return _structs_in(kind.value_type)
        case inspect.Metadata():
            return _structs_in(kind.type)
    return []


def described(struct: type[Struct], field: Field, fallback: type[Struct] | None = None) -> str:
    """Return what a field means, with its codes and, of an amount, its bounds."""
    text, codes = fields.words(struct, field, fallback)
    parts = [text or f"{field.name.replace('_', ' ').capitalize()}."]
    said = [f"`{code}`: {meaning}" for code, meaning in codes if code and meaning]
    if said and not all(meaning in text for _, meaning in codes):
        parts.append(f"{'; '.join(said)}.")
    if field.lowest is not None or field.highest is not None:
        parts.append(f"From {field.lowest} to {field.highest}.")
    return " ".join(parts)


def first_sentence(struct: type[Struct]) -> str:
    text = " ".join((vars(struct).get("__doc__") or "").split())
    # msgspec's own docstring is none
    return text.partition(". ")[0].rstrip(".") + "." if text else f"{struct.__name__}."


def _custom_type_schema(kind: type) -> Json:
    if kind in (StartDate, EndDate):
        return {"type": "string", "pattern": _MOMENT}
    # as msgspec expects for unknown types: its error then contains the path
    raise NotImplementedError(kind)
