"""A recogniser of regular expressions of ECMA-262 with the flag `u` (22.2.1), as in JSON Schema.

It knows what documents need and nothing more: no backward references, no properties of Unicode.
"""

import re

_ESCAPE = re.compile(
    r"\\(?:[\^$\\.*+?()\[\]{}|/]|[dDsSwWbB]|[fnrtv]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}"
    r"|u\{[0-9A-Fa-f]{1,6}\}|0(?![0-9]))"
)
_QUANTIFIER = re.compile(r"(?:[*+?]|\{([0-9]+)(?:,([0-9]*))?\})\??")
_GROUP = re.compile(r"\((?:\?:|\?<[A-Za-z_$][A-Za-z0-9_$]*>|(?!\?))")
_LOOK = re.compile(r"\(\?<?[=!]")
_SETS = frozenset(rf"\{letter}" for letter in "dDsSwW")


class NotEcma262Error(ValueError):
    """The expression is none of ECMA-262."""


def check(regex: str) -> None:
    """Raise NotEcma262Error unless `new RegExp(regex, "u")` takes the expression."""
    end = _disjunction(regex, 0)
    if end != len(regex):
        raise _wrong(regex, end)


def _disjunction(regex: str, at: int) -> int:
    """Return where the alternatives that begin at `at` end."""
    while at < len(regex) and regex[at] != ")":
        at = at + 1 if regex[at] == "|" else _term(regex, at)
    return at


def _term(regex: str, at: int) -> int:
    each, may_repeat = regex[at], True
    if each in "^$" or regex.startswith((r"\b", r"\B"), at):
        at, may_repeat = at + (2 if each == "\\" else 1), False
    elif (look := _LOOK.match(regex, at)) is not None:
        at, may_repeat = _closed(regex, look.end()), False
    elif each == "(":
        group = _GROUP.match(regex, at)
        if group is None:
            raise _wrong(regex, at)
        at = _closed(regex, group.end())
    elif each == "[":
        at = _class(regex, at + 1)
    elif each == "\\":
        at = _escape(regex, at)
    elif each in "*+?{}]":
        raise _wrong(regex, at)
    else:
        at += 1
    times = _QUANTIFIER.match(regex, at)
    if times is None:
        return at
    if not may_repeat or (times[2] and int(times[2]) < int(times[1])):
        raise _wrong(regex, at)
    return times.end()


def _closed(regex: str, at: int) -> int:
    end = _disjunction(regex, at)
    if regex[end : end + 1] != ")":
        raise _wrong(regex, end)
    return end + 1


def _class(regex: str, at: int) -> int:
    at += regex.startswith("^", at)
    while not regex.startswith("]", at):
        first, at = _member(regex, at)
        if regex.startswith("-", at) and not regex.startswith("-]", at):
            last, at = _member(regex, at + 1)
            if first is None or last is None or first > last:
                raise _wrong(regex, at)
    return at + 1


def _member(regex: str, at: int) -> tuple[str | None, int]:
    """Return a member of a class, None for a set of characters, and where it ends."""
    if at >= len(regex):
        raise _wrong(regex, at)
    if regex[at] != "\\":
        return regex[at], at + 1
    if regex.startswith(r"\-", at):
        return "-", at + 2
    end = _escape(regex, at)
    text = regex[at:end]
    if text == r"\B":
        raise _wrong(regex, at)
    if text in _SETS:
        return None, end
    if text[1] in "xu":
        return chr(int(text[2:].strip("{}"), 16)), end
    return text[1:], end


def _escape(regex: str, at: int) -> int:
    found = _ESCAPE.match(regex, at)
    if found is None:
        raise _wrong(regex, at)
    return found.end()


def _wrong(regex: str, at: int) -> NotEcma262Error:
    return NotEcma262Error(f"{regex!r} at {at}: {regex[at : at + 4]!r}")
