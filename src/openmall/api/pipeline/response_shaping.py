"""Selects the fields of a response, and reports ignored parameters.

Specification: "Shared query conventions" (`fields`, `select_embeds`); "Versioning".
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import UNSET, Struct

from openmall.api.pipeline import parsing
from openmall.api.pipeline.refusals import TOO_MANY_LISTED, UNKNOWN_PARAMETER
from openmall.api.versions import changes
from openmall.api.versions.change import Change
from openmall.contract.call_state import CallState
from openmall.contract.errors import Invalid
from openmall.contract.fields import fields_of
from openmall.contract.json_values import Encodable, Json
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED
from openmall.http.request import Headers


class ResponseShape(Struct, frozen=True):
    """The fields of one call's response: those of the operation that the client selected."""

    complete: bool
    """All fields are selected: the result can be encoded as the handler returned it."""
    fields: frozenset[str]
    """The selected fields that exist in the call's version."""
    embedded_removals: tuple[tuple[str, frozenset[str]], ...]
    """Embedded sub-resource -> its fields that the call's version does not have."""
    changes: tuple[Change, ...]
    """The dated changes since the call's version, oldest first."""
    rewriting: tuple[Change, ...]
    """Those that also rewrite values of a response, newest first."""

    def apply(self, answer: Struct) -> Any:
        """Return one resource with the selected fields, in the call's version."""
        reduced = _select(answer, self.fields)
        for name, removed in self.embedded_removals:
            embedded = getattr(reduced, name, UNSET)
            if isinstance(embedded, list):
                setattr(reduced, name, [_exclude(each, removed) for each in embedded])
        for change in self.rewriting:
            _downgrade(change, reduced)
        return reduced


def _downgrade(change: Change, answer: Struct) -> None:
    part = {
        name: msgspec.to_builtins(value)
        for name in change.touched
        if (value := getattr(answer, name, UNSET)) is not UNSET
    }
    names = list(part)
    if not names:
        return  # none of its fields is selected
    change.answer(part)
    for name in names:
        setattr(answer, name, part[name])


def _select(answer: Struct, selected: frozenset[str]) -> Struct:
    kind: type[Struct] = answer.__class__
    reduced, values_of = _reduced_struct(kind, selected)
    return reduced(*values_of(answer))


def _exclude(answer: Struct, removed: frozenset[str]) -> Struct:
    return _select(answer, _remaining_fields(answer.__class__, removed))


@lru_cache(maxsize=256)
def _remaining_fields(kind: type[Struct], removed: frozenset[str]) -> frozenset[str]:
    return frozenset(kind.__struct_encode_fields__) - removed


@lru_cache(maxsize=1_024)
def _reduced_struct(
    kind: type[Struct], selected: frozenset[str]
) -> tuple[type[Struct], Callable[[Any], tuple[Any, ...]]]:
    """Return a struct with the selected fields of `kind`, and a function that reads their values.

    All are read at once, and a struct is encoded faster than a dictionary.
    """
    fields = [field for field in msgspec.structs.fields(kind) if field.encode_name in selected]
    names = [field.name for field in fields]
    renamed = {field.name: field.encode_name for field in fields}
    reduced = msgspec.defstruct(kind.__name__, [(name, Any) for name in names], rename=renamed)
    if len(names) == 1:
        [only] = names
        return reduced, lambda answer: (getattr(answer, only),)
    return reduced, attrgetter(*names) if names else lambda answer: ()


class ResponseShapes:
    """Caches the shapes of operations in each version."""

    def __init__(self) -> None:
        self._cache: dict[tuple[str, str, str, frozenset[str]], ResponseShape] = {}

    def of(
        self, api: str, state: CallState, source: Mapping[str, Encodable], ignored: list[str]
    ) -> ResponseShape:
        """Return the shape of a call's response; unknown names in `fields` go to `ignored`."""
        key = (api, state.operation.name, state.version, state.embed)
        shape = self._cache.get(key)
        if shape is None:
            present = state.embed | _always_answered(state.operation)
            between = changes.between(f"{api} {state.operation.name}", state.version, present)
            shape = self._cache[key] = _shape(state.operation, between)
        fields = _names(source, "fields")
        if not fields:
            return shape
        ignored += [name for name in fields if name not in shape.fields]
        selected = shape.fields.intersection(fields)
        return msgspec.structs.replace(shape, fields=selected, complete=False)


def _always_answered(operation: Operation) -> frozenset[str]:
    """Return the fields of a response that need not be embedded."""
    fields = frozenset() if operation.gives is None else frozenset(fields_of(operation.gives))
    return fields - operation.embeds


def _shape(operation: Operation, between: tuple[Change, ...]) -> ResponseShape:
    """Return the shape of an operation's response before the changes of `between`."""
    if operation.gives is None:
        return ResponseShape(
            complete=True, fields=frozenset(), embedded_removals=(), changes=between, rewriting=()
        )
    fields = frozenset(operation.shows) or frozenset(fields_of(operation.gives))
    return ResponseShape(
        complete=not between and not operation.shows,
        fields=fields.difference(*(change.added for change in between if not change.within)),
        embedded_removals=tuple(
            (change.within, frozenset(change.added)) for change in between if change.within
        ),
        changes=between,
        rewriting=tuple(change for change in reversed(between) if change.touched),
    )


def select_embeds(state: CallState, source: Mapping[str, Encodable], ignored: list[str]) -> None:
    """Set the sub-resources the client requests; unknown ones go to `ignored`.

    One that is named in `fields` is requested as well: `fields=variants` answers the variants.
    """
    if not state.operation.embeds:
        ignored += _names(source, "embed")
        return
    names = _names(source, "embed")
    state.embed = state.operation.embeds & {*names, *_names(source, "fields")}
    ignored += [name for name in names if name not in state.operation.embeds]


def selection_beside_request(envelope: dict[str, Json]) -> dict[str, Json]:
    """Return `fields` and `select_embeds` from beside `request`, where some clients send them."""
    return {name: envelope[name] for name in ("fields", "embed") if name in envelope}


def report_ignored(headers: Headers, ignored: list[str], *, strict: bool) -> None:
    """List ignored names in `X-Platform-Ignored`; raise Invalid (422) when the app is strict."""
    if not ignored:
        return
    if strict:
        raise Invalid(UNKNOWN_PARAMETER, parameter=ignored[0][: parsing.MAX_NAME_LENGTH])
    names = list(dict.fromkeys(ignored))[: parsing.MAX_NAMED]
    value = ", ".join(quote(name[: parsing.MAX_NAME_LENGTH], errors="replace") for name in names)
    headers.append((b"x-platform-ignored", value.encode()))


def _names(source: Mapping[str, Encodable], parameter: str) -> list[str]:
    text = source.get(parameter)
    if not isinstance(text, str):
        return []
    names = [name.strip() for name in text.split(",")]
    if len(names) > MOST_LISTED:
        raise Invalid(TOO_MANY_LISTED, parameter=parameter, most=MOST_LISTED)
    return [name for name in names if name]
