"""Examples of parameters and fields: values of the samples, which are real calls and responses."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from openmall.contract import api_versions
from openmall.pages.reference import samples
from openmall.pages.reference.samples import Sample

Json = dict[str, Any]

_MOST_KEPT: Final = 12
"""Values kept of each name: enough to find one that fits each field of the name."""
_AMOUNT: Final = "12000.00"
_DATE: Final = "2026-11-25"
_MOMENT: Final = f"{_DATE}T10:30:00+09:00"
_TEXTS: Final = (
    "sample",
    "https://shop.example.com/done",
    "SAMPLE",
    "S0000001",
    "10",
    "1",
    "2026-11",
    "a@example.com",
    "KR",
    "#336699",
    "336699",
)
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


class Examples:
    """The values of one API by the name of their parameter or field."""

    def __init__(self, api: str, version: str) -> None:
        """Read the samples of a version, and of others where it has no own value."""
        self._values: dict[str, list[Any]] = {}
        # those of the version itself first
        found = sorted(
            samples.samples_of(api).items(), key=lambda each: not each[0].startswith(version)
        )
        for _, sample in found:
            for name, value in _named_values(sample):
                kept = self._values.setdefault(name, [])
                if len(kept) < _MOST_KEPT and value not in (None, "", [], {}) and value not in kept:
                    kept.append(value)

    def of_property(self, name: str, schema: Json) -> Any:
        """Return an example of a field; None where it is an object, whose fields have their own."""
        for value in self._values.get(name, ()):
            if fits(value, schema):
                return value
        return next((each for each in _candidates(schema) if fits(each, schema)), None)


def of_operation(api: str, name: str, version: str) -> Sample | None:
    """Return the sample of an operation in a version; None without one."""
    found = samples.samples_of(api)
    for release in api_versions.RELEASES[api_versions.RELEASES.index(version) :]:
        if (sample := found.get(samples.key(name, release))) is not None:
            return sample
    return None


def fits(value: Any, schema: Json) -> bool:
    """Return whether a value is one of a schema without references."""
    if "anyOf" in schema:
        return any(fits(value, each) for each in schema["anyOf"])
    kinds = schema.get("type")
    if "$ref" in schema and kinds is None:
        return False
    if kinds is not None:
        listed = [kinds] if isinstance(kinds, str) else kinds
        if not any(_is(value, kind) for kind in listed):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, str):
        return _text_fits(value, schema)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    if isinstance(value, list):
        return _list_fits(value, schema)
    return not isinstance(value, dict) or "additionalProperties" in schema


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _KINDS[kind])


def _text_fits(value: str, schema: Json) -> bool:
    length = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    if not length or ("pattern" in schema and not re.search(schema["pattern"], value)):
        return False
    form = schema.get("format")
    if form == "date":
        return re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None
    if form == "date-time":
        return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", value) is not None
    return True


def _list_fits(value: list[Any], schema: Json) -> bool:
    items = schema.get("items", {})
    if "prefixItems" in schema or not schema.get("minItems", 0) <= len(value):
        return False
    return len(value) <= schema.get("maxItems", len(value)) and all(
        fits(each, items) for each in value
    )


def _candidates(schema: Json) -> Iterator[Any]:
    """Yield values that a schema may have."""
    if "enum" in schema:
        yield from schema["enum"]
    for each in schema.get("anyOf", ()):
        yield from _candidates(each)
    if "items" in schema:
        for each in _candidates(schema["items"]):
            yield [each]
    kinds = schema.get("type")
    if kinds == "string":
        yield from _texts(schema)
    if kinds in ("integer", "number"):
        yield from (schema.get("minimum", 1), 1)
    if kinds == "boolean":
        yield True
    if kinds == "object":
        yield {}


def _texts(schema: Json) -> Iterable[str]:
    form = schema.get("format")
    if form in ("date", "date-time"):
        return (_DATE if form == "date" else _MOMENT,)
    length = schema.get("minLength", 1)
    return (
        (_AMOUNT, _MOMENT, *_TEXTS, "A" * length, "1" * length)
        if ("pattern" in schema)
        else (*_TEXTS, "A" * length)
    )


def _named_values(sample: Sample) -> Iterator[tuple[str, Any]]:
    yield from _within(sample.path)
    yield from _within(sample.query)
    yield from _within(sample.body)
    yield from _within(sample.answer)


def _within(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield name, each
            yield from _within(each)
    if isinstance(value, list):
        for each in value:
            yield from _within(each)
