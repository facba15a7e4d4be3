"""What a client wants to see of an answer, and what it sent that nobody asked for.

Specification: "Shared query conventions" (`fields`, `embed`); "Versioning".
"""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import UNSET, Struct

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

    whole: bool
    """Nothing is cut: the answer can be encoded as the handler made it."""
    shown: frozenset[str]
    """What is answered, in the call's version, of what the client asked for."""
    inner: tuple[tuple[str, frozenset[str]], ...]
    """Embedded sub-resource -> its fields that the call's version does not have."""
    changes: tuple[Change, ...]
    """What changed, oldest first, since the call's version."""
    rewriting: tuple[Change, ...]
    """Those of them, newest first, that do more to an answer than to take fields out."""

    def cut(self, answer: Struct) -> Any:
        """Return one answered resource, cut to shape."""
        smaller = _picked(answer, self.shown)
        for name, gone in self.inner:
            embedded = getattr(smaller, name, UNSET)
            if isinstance(embedded, list):
                setattr(smaller, name, [_without(each, gone) for each in embedded])
        for change in self.rewriting:
            _bring_down(change, smaller)
        return smaller


def _bring_down(change: Change, answer: Struct) -> None:
    part = {
        name: msgspec.to_builtins(value)
        for name in change.touched
        if (value := getattr(answer, name, UNSET)) is not UNSET
    }
    names = list(part)
    if not names:
        return  # nothing of it was asked for
    change.answer(part)
    for name in names:
        setattr(answer, name, part.get(name, UNSET))


def _picked(answer: Struct, wanted: frozenset[str]) -> Struct:
    kind: type[Struct] = answer.__class__
    smaller, values_of = _smaller(kind, wanted)
    return smaller(*values_of(answer))


def _without(answer: Struct, gone: frozenset[str]) -> Struct:
    return _picked(answer, _rest(answer.__class__, gone))


@lru_cache(maxsize=256)
def _rest(kind: type[Struct], gone: frozenset[str]) -> frozenset[str]:
    return frozenset(kind.__struct_encode_fields__) - gone


@lru_cache(maxsize=1_024)
def _smaller(
    kind: type[Struct], wanted: frozenset[str]
) -> tuple[type[Struct], Callable[[Any], tuple[Any, ...]]]:
    """Return a struct with those fields of `kind` that are wanted, and what reads them.

    All are read at once, and a struct is encoded faster than a dictionary made for one answer.
    """
    fields = [field for field in msgspec.structs.fields(kind) if field.encode_name in wanted]
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
            shape = self._known[key] = _shape(call.operation, between)
        fields = _names(wanted, "fields")
        if not fields:
            return shape
        ignored += [name for name in fields if name not in shape.shown]
        asked = shape.shown.intersection(fields)
        return msgspec.structs.replace(shape, shown=asked, whole=False)


def _shape(operation: Operation, between: tuple[Change, ...]) -> Shape:
    """Return the shape of an operation's answer in the version that lies `between` back."""
    if operation.gives is None:
        return Shape(whole=True, shown=frozenset(), inner=(), changes=between, rewriting=())
    shown = frozenset(operation.shows) or frozenset(fields_of(operation.gives))
    return Shape(
        whole=not between and not operation.shows,
        shown=shown.difference(*(change.added for change in between if not change.within)),
        inner=tuple(
            (change.within, frozenset(change.added)) for change in between if change.within
        ),
        changes=between,
        rewriting=tuple(change for change in reversed(between) if change.touched),
    )


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
