"""Redaction of the request log: masks secrets and personal data of a call before it is stored.

Names decide first, for every operation: a value named like a secret or like personal data is
masked. Where an operation is about people, only values known not to be personal are kept: codes
the operation declares, flags, and numbers and dates under names known for them. Last, everything
shaped like a key, a mail address or a mobile phone number is masked.

Input of clients is cut before any pattern runs on it, and every pattern takes time in proportion
to the text: anybody may send it, and it is masked between other calls.
"""

import base64
import binascii
import contextlib
import ipaddress
import re
from typing import Any, Final
from urllib.parse import quote, unquote_plus

import msgspec
from msgspec import Struct, inspect

from openmall.contract.fields import Field, fields_of
from openmall.contract.journal.record import MASK
from openmall.contract.json_values import Json
from openmall.contract.operation import Operation
from openmall.contract.refusal import declared
from openmall.events.request_log.buffer import LONGEST_CREDENTIAL
from openmall.events.request_log.field_names import ERROR_FIELDS, FieldName, field_name
from openmall.events.request_log.secret_shapes import (
    CUT,
    SHORTEST_SHAPE,
    cut,
    may_have_shapes,
    shapes_masked,
)

LONGEST_VALUE: Final = 2_000
"""Characters of a text within a body, of a path and of a query."""
LONGEST_MESSAGE: Final = 1_000
"""Characters of an error message."""
LONGEST_HEADERS: Final = 8_192
"""Characters of an answer's headers about limits and about ignored names."""
MOST_REMEMBERED: Final = 1_000
"""Masked values of a call that its error message is searched for; with more, none is shown."""
LONGEST_BODY: Final = 16 * 1024
"""Characters of a body."""
_NUMBER: Final = re.compile(
    r"-?\d{1,15}(?:\.\d{1,4})?|[A-Z]?\d{8}-\d{7}(?:-\d+)*|[A-Z]\d{3,6}[0-9A-Z]*"
)
_DATE: Final = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ][\d:.+Z-]{1,30})?)?")
_FLAG: Final = re.compile(r"[A-Z]\d{0,2}|")
_SMALL: Final = 1_000
"""Whole numbers below it are no phone number, year of birth or account."""
_LONGEST_CODE: Final = 200
"""Characters of a number, a date or a flag."""
_SHORTEST_CREDENTIAL: Final = 8
_BEGIN: Final = re.compile(r"(?<!\w)")
_ABOUT_PEOPLE: Final = re.compile(
    r"_(?:customer|customer_Identifier|cart|personal|privacy|order|mileage|community|notification)$"
)


class Rules(Struct, frozen=True):
    """The facts of an operation that masking depends on."""

    people: bool
    """It is about people."""
    secret: frozenset[str]
    """Fields that are stored sealed."""
    codes: dict[str, frozenset[str]]
    """Field -> the codes it takes."""


_UNKNOWN: Final = Rules(people=True, secret=frozenset(), codes={})


def rules_of(operation: Operation | None) -> Rules:
    """Return the rules for an operation; for an unknown URL, the strict ones."""
    if operation is None:
        return _UNKNOWN
    fields = [*operation.fields.values()]
    if operation.gives is not None:
        fields += fields_of(operation.gives).values()
    return Rules(
        people=is_about_people(operation.scope),
        secret=frozenset(field.name for field in fields if field.secret),
        codes={field.name: _codes(field) for field in fields if _codes(field)},
    )


def is_about_people(scope: str) -> bool:
    """Return whether what a scope reads or writes is about people."""
    return _ABOUT_PEOPLE.search(scope) is not None


def _codes(field: Field) -> frozenset[str]:
    kind = field.type
    if isinstance(kind, inspect.ListType):
        kind = kind.item_type
    if not isinstance(kind, inspect.LiteralType):
        return frozenset()
    return frozenset(each for each in kind.values if isinstance(each, str))


class Masking:
    """The masking of one call, which remembers the values it masked.

    Bodies come first: an error message may repeat a value of a body.
    """

    def __init__(self, rules: Rules, authorization: bytes) -> None:
        self._rules = rules
        self._credentials = _credentials_in(authorization)
        self._masked: set[str] = set()
        self._has_shapes = True

    def body(self, body: bytes, *, answer: bool = False) -> str:
        """Return a JSON body with its values masked; empty if it is not JSON.

        `answer`: it is this server's answer, whose error message is kept readable.
        """
        if not body:
            return ""
        try:
            decoded = msgspec.json.decode(body)
            self._has_shapes = may_have_shapes(body)
            text = msgspec.json.encode(self._value(field_name(""), decoded, answer=answer)).decode()
        except (ValueError, RecursionError):
            # without names there is nothing to decide by
            return ""
        finally:
            self._has_shapes = True
        # names and values were looked at for shapes, each by itself
        text = self._without_secrets(text)
        return text if len(text) <= LONGEST_BODY else f"{text[:LONGEST_BODY]}{CUT}"

    def query(self, query: bytes) -> str:
        """Return the query as it was sent, values masked where they must be."""
        return cut(query.decode("latin-1"), LONGEST_VALUE, self._query)

    def _query(self, query: str) -> str:
        words = []
        for word in query.split("&"):
            name, equals, value = word.partition("=")
            called = unquote_plus(name).removesuffix("[]")
            words.append(f"{name}{equals}{self._word(called, value) if value else ''}")
        return self._without_credentials("&".join(words))

    def path(self, path: bytes, operation: Operation | None, before_people: frozenset[str]) -> str:
        """Return the path masked; `before_people`: path segments that precede a member id."""
        if operation is not None and len(path) > LONGEST_VALUE:
            # the positions of its parameters are counted from its end
            return f"/{operation.path}{CUT}"
        return cut(
            path.decode("latin-1"),
            LONGEST_VALUE,
            lambda text: self._path(text, operation, before_people),
        )

    def _path(self, path: str, operation: Operation | None, before_people: frozenset[str]) -> str:
        parts = path.split("/")
        if operation is None:
            names = {at + 1: "member_id" for at, part in enumerate(parts) if part in before_people}
        else:
            declared = operation.path.split("/")
            first = len(parts) - len(declared)
            names = {
                at: part[1:-1] for at, part in enumerate(declared, first) if part.startswith("{")
            }
        for at, name in names.items():
            if at < len(parts) and parts[at]:
                parts[at] = self._word(name, parts[at])
        return self._without_credentials("/".join(parts))

    def message(self, text: str, *, most: int = LONGEST_MESSAGE) -> str:
        """Return an error message without values that were masked elsewhere in the call."""
        return cut(text, most, self._message)

    def _message(self, text: str) -> str:
        if len(self._masked) > MOST_REMEMBERED:
            return MASK if text else text
        for value in self._masked:
            if value in text:
                text = _without(value, text)
        return self._without_credentials(text)

    def _without_credentials(self, text: str) -> str:
        return shapes_masked(self._without_secrets(text))

    def _without_secrets(self, text: str) -> str:
        for secret in self._credentials:
            text = text.replace(secret, MASK)
        # PostgreSQL keeps no NUL
        return text.replace("\0", "")

    def _word(self, name: str, word: str) -> str:
        """Return a percent-encoded value of a URL, masked where it must be."""
        decoded = unquote_plus(word)
        called = field_name(name)
        safe = ",".join(self._text(called, each) for each in decoded.split(","))
        return word if safe == decoded else quote(safe, safe="*,")

    def _value(self, name: FieldName, value: Any, *, answer: bool) -> Any:
        # as the JSON library made them, the most frequent type first: bodies have hundreds of these
        kind = type(value)
        if kind is str:
            if answer and name.text in ERROR_FIELDS:
                return self.message(value)
            return self._text(name, value)
        if value is None or kind is bool:
            return value
        if kind is dict:
            if self._is_secret(name):
                return MASK
            if answer and name.text == "more_info":
                return self._more_info(value)
            return self._object(value, answer=answer)
        if kind is list:
            return [self._value(name, inner, answer=answer) for inner in value]
        safe = abs(value) < _SMALL or not self._rules.people or name.numbered
        return value if safe and not self._is_sensitive(name) else MASK

    def _object(self, value: dict[str, Json], *, answer: bool) -> dict[str, Json]:
        # most values of most bodies are such texts: to call `_value` for each takes twice as long
        keeps_texts = not (self._has_shapes or self._rules.people)
        sealed_fields = self._rules.secret
        kept = {}
        for key, inner in value.items():
            name = field_name(key)
            is_kept = (
                keeps_texts
                and type(inner) is str
                and name.ordinary
                and key not in sealed_fields
                and len(inner) <= LONGEST_VALUE
            )
            kept[name.masked] = inner if is_kept else self._value(name, inner, answer=answer)
        return kept

    def _more_info(self, more_info: dict[str, Json]) -> dict[str, Json]:
        """Return `more_info` of an error: its values are parts of the message, and as readable."""
        reason, values = more_info.get("reason"), more_info.get("values")
        others = {key: value for key, value in more_info.items() if value is not values}
        kept = self._object(others, answer=True)
        if isinstance(reason, str) and reason in declared():
            kept["reason"] = reason
        if isinstance(values, dict):
            kept["values"] = {
                field_name(key).masked: self._part_of_message(value)
                for key, value in values.items()
            }
        return kept

    def _part_of_message(self, value: Json) -> Json:
        shown = self.message(str(value))
        return value if shown == str(value) else shown

    def _text(self, name: FieldName, value: str) -> str:
        if self._is_sensitive(name) or (self._rules.people and not self._may_be_shown(name, value)):
            # a longer one is in no message, and one more than too many is enough to know
            if 2 < len(value) <= LONGEST_HEADERS and len(self._masked) <= MOST_REMEMBERED:
                self._masked.add(value)
            return MASK if value else value
        if len(value) < SHORTEST_SHAPE or (not self._has_shapes and len(value) <= LONGEST_VALUE):
            return value
        return cut(value, LONGEST_VALUE)

    def _is_secret(self, name: FieldName) -> bool:
        return name.secret or name.text in self._rules.secret

    def _is_sensitive(self, name: FieldName) -> bool:
        return name.sensitive or name.text in self._rules.secret

    def _may_be_shown(self, name: FieldName, value: str) -> bool:
        """Say whether a value of an operation about people is known not to be personal."""
        return (
            value in self._rules.codes.get(name.text, ())
            or name.text in ("fields", "embed")
            or (len(value) <= _LONGEST_CODE and _is_code(name, value))
        )


def _is_code(name: FieldName, value: str) -> bool:
    return (
        _FLAG.fullmatch(value) is not None
        or (name.numbered and _NUMBER.fullmatch(value) is not None)
        or (name.dated and _DATE.fullmatch(value) is not None)
    )


def _without(value: str, text: str) -> str:
    """Return a text with a value masked wherever it is a whole word."""
    kept, at = [], 0
    while (found := text.find(value, at)) >= 0:
        end = found + len(value)
        if _is_letter(text[found - 1 : found]) or _is_letter(text[end : end + 1]):
            # it is part of a longer word: the next place where one begins
            begin = _BEGIN.search(text, found + 1)
            end = len(text) if begin is None else begin.start()
            kept.append(text[at:end])
        else:
            kept += [text[at:found], MASK]
        at = end
    return "".join([*kept, text[at:]])


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"


def _credentials_in(authorization: bytes) -> list[str]:
    """Return the credentials of a call in each form that may be repeated elsewhere in it."""
    _, _, shown = authorization[:LONGEST_CREDENTIAL].decode("latin-1").partition(" ")
    found = [shown.strip()]
    with contextlib.suppress(binascii.Error, ValueError):  # where it is a token
        found.append(base64.b64decode(shown, validate=True).decode().partition(":")[2])
    return [each for each in found if len(each) >= _SHORTEST_CREDENTIAL]


def network(ip: str) -> str:
    """Return the network of an address: a shopper's whole address would be personal data."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ""
    if address.version == 4:
        return f"{str(address).rpartition('.')[0]}.0/24"
    return str(ipaddress.ip_network(f"{ip}/48", strict=False))
