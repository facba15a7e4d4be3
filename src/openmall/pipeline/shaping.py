"""What a client wants to see of an answer, and what it sent that nobody asked for.

Specification: "Shared query conventions" (`fields`, `embed`); "Versioning".
"""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED
from openmall.pipeline.request import Headers
from openmall.versions import changes
from openmall.versions.change import Change

MOST_NAMED: Final = 10
"""Ignored parameters named in the warning header."""


class Shape(Struct, frozen=True):
    """How the answer of one call is cut: what the operation shows, and what the client asked."""

    changes: tuple[Change, ...]
    shows: frozenset[str]
    fields: frozenset[str]
    known: frozenset[str]
    """What may be asked for with `fields` in the call's version."""

    @property
    def whole(self) -> bool:
        """Nothing is cut: the answer can be encoded as the handler made it."""
        return not (self.changes or self.shows or self.fields)

    def cut(self, answer: Any) -> Any:
        """Return one answered resource, cut to shape."""
        if self.shows and not self.changes:
            return _picked(answer, self.shows & self.fields if self.fields else self.shows)
        resource: dict[str, Any] = msgspec.to_builtins(answer)
        changes.bring_down(self.changes, resource)
        for wanted in (self.shows, self.fields):
            if wanted:
                resource = {name: value for name, value in resource.items() if name in wanted}
        return resource


def _picked(answer: Struct, wanted: frozenset[str]) -> Struct:
    kind: type[Struct] = answer.__class__
    smaller, values_of = _smaller(kind, wanted)
    return smaller(*values_of(answer))


@lru_cache(maxsize=1_024)
def _smaller(
    kind: type[Struct], wanted: frozenset[str]
) -> tuple[type[Struct], Callable[[Any], tuple[Any, ...]]]:
    """Return a struct with those fields of `kind` that are wanted, and what reads them.

    All are read at once, and a struct is encoded faster than a dictionary made for one answer.
    """
    fields = [field for field in msgspec.structs.fields(kind) if field.name in wanted]
    names = [field.name for field in fields]
    renamed = {field.name: field.encode_name for field in fields}
    smaller = msgspec.defstruct(kind.__name__, [(name, Any) for name in names], rename=renamed)
    if len(names) == 1:
        [only] = names
        return smaller, lambda answer: (getattr(answer, only),)
    return smaller, attrgetter(*names) if names else lambda answer: ()


class Shapes:
    """The shapes of operations in each version, made once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str, frozenset[str]], Shape] = {}

    def of(self, api: str, call: Call, wanted: dict[str, Any], ignored: list[str]) -> Shape:
        """Return the shape of a call's answer; names in `fields` that are none are `ignored`."""
        key = (api, call.operation.name, call.version, call.embed)
        shape = self._known.get(key)
        if shape is None:
            between = changes.between(f"{api} {call.operation.name}", call.version, call.embed)
            shows = frozenset(call.operation.shows)
            shape = Shape(between, shows, frozenset(), _answerable(call.operation, between))
            self._known[key] = shape
        fields = _names(wanted, "fields")
        if not fields:
            return shape
        ignored += [name for name in fields if name not in shape.known]
        return msgspec.structs.replace(shape, fields=shape.known.intersection(fields))


def _answerable(operation: Operation, between: tuple[Change, ...]) -> frozenset[str]:
    """Return the fields an operation may answer in the version that lies `between` back."""
    if operation.gives is None:
        return frozenset()
    fields = frozenset(operation.shows) or frozenset(fields_of(operation.gives))
    return fields.difference(*(change.added for change in between))


def embed(call: Call, wanted: dict[str, Any], ignored: list[str]) -> None:
    """Set the sub-resources the client asks for; those there are not are `ignored`."""
    names = _names(wanted, "embed")
    if names:
        call.embed = frozenset(names) & call.operation.embeds
        ignored += [name for name in names if name not in call.operation.embeds]


def beside_request(envelope: dict[str, Any]) -> dict[str, Any]:
    """Return `fields` and `embed` as some clients write them, beside `request`."""
    return {name: envelope[name] for name in ("fields", "embed") if name in envelope}


def ignore(headers: Headers, ignored: list[str], *, strict: bool) -> None:
    """Name what was ignored in `X-Platform-Ignored`; refuse it (422) when the app is strict."""
    if not ignored:
        return
    if strict:
        raise Invalid("The operation has no such parameter.", parameter=ignored[0][:64])
    names = list(dict.fromkeys(ignored))[:MOST_NAMED]
    value = ", ".join(quote(name[:64], errors="replace") for name in names)
    headers.append((b"x-platform-ignored", value.encode()))


def _names(wanted: dict[str, Any], parameter: str) -> list[str]:
    text = wanted.get(parameter)
    if not isinstance(text, str):
        return []
    names = [name.strip() for name in text.split(",")]
    if len(names) > MOST_LISTED:
        raise Invalid(f"A list holds at most {MOST_LISTED} values.", parameter=parameter)
    return [name for name in names if name]
