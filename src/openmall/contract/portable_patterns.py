"""Print the patterns of parameters as regular expressions of ECMA-262, as JSON Schema wants them.

Only what means the same in both languages is printed, so that a client's validator accepts what
the server does: JavaScript has no `\\Z` and no needless escapes, and takes `\\d`, `\\w`, `.` and
`$` otherwise.
"""

import re
from typing import Final

from openmall.contract.declaration_error import DeclarationError

SPACES: Final = "\\s\\x1c-\\x1f\\x85\ufeff"
"""Of a character class: what either of the languages takes for white space."""
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
"""What may be escaped outside a class."""
_CODES: Final = re.compile(r"x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[tnvfr]")
"""Escapes of characters that both know."""
_TIMES: Final = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}|[*+?]")
_GROUP: Final = re.compile(r"\((?:\?(?:[:=!]|<[=!]))?")
_CLASS: Final = re.compile(r"\[\^?((?:[^\[\]\\]|\\.|\[)+)\]", re.DOTALL)


def portable(regex: str) -> str:
    """Return a pattern of ours as an expression of ECMA-262 with the flag `u`.

    Raises DeclarationError for what has no equivalent there, or another meaning.
    """
    printed: list[str] = []
    position, repeatable = 0, False
    while position < len(regex):
        rest = regex[position:]
        if (times := _TIMES.match(rest)) is not None:
            if not repeatable:
                raise _refused(regex, f"{times[0]} repeats nothing, or is possessive")
            lazy = "?" if rest[times.end() :].startswith("?") else ""
            text, taken, repeatable = times[0] + lazy, len(times[0] + lazy), False
        elif (group := _GROUP.match(rest)) is not None:
            if rest[group.end() :].startswith("?"):
                raise _refused(regex, "flags, names and conditions of groups")
            text, taken, repeatable = group[0], group.end(), False
        elif (found := _CLASS.match(rest)) is not None:
            text, taken, repeatable = _class(regex, found), found.end(), True
        elif rest[0] == "\\":
            text, taken = _escape(regex, rest[1:])
            repeatable = text not in ("^", "$")
        elif rest[0] in ".$[]{}":
            raise _refused(regex, f"{rest[0]} has another meaning")
        else:
            text, taken, repeatable = rest[0], 1, rest[0] not in "^|"
        printed.append(text)
        position += taken
    return "".join(printed)


def _escape(regex: str, rest: str) -> tuple[str, int]:
    """Return an escape outside of a class, and how many characters of the expression it is."""
    if (code := _CODES.match(rest)) is not None:
        return f"\\{code[0]}", 1 + code.end()
    if rest[:1] in ("A", "Z"):
        return ("^" if rest[0] == "A" else "$"), 2
    if rest[:1].isalnum() or not rest:
        raise _refused(regex, f"\\{rest[:1]}")
    return (f"\\{rest[0]}" if rest[0] in _SYNTAX else rest[0]), 2


def _class(regex: str, found: re.Match[str]) -> str:
    """Return a character class."""
    inner = found[1]
    if inner.count("\\s") != inner.count(SPACES):
        raise _refused(regex, "\\s: write portable_patterns.SPACES")
    parts: list[str] = []
    position = 0
    while position < len(inner):
        each, rest = inner[position], inner[position + 1 :]
        if each != "\\":
            parts.append(each)
            position += 1
        elif (code := _CODES.match(rest)) is not None:
            parts.append(f"\\{code[0]}")
            position += 1 + code.end()
        elif rest[:1] == "s" or rest[:1] == "-" or rest[:1] in _SYNTAX:
            parts.append(each + rest[0])
            position += 2
        elif rest[:1].isalnum():
            raise _refused(regex, f"\\{rest[:1]}")
        else:
            parts.append(rest[0])
            position += 2
    return f"{found[0][: found[0].index(inner)]}{''.join(parts)}]"


def portable_schema(schema: object) -> object:
    """Return a JSON Schema with its patterns printed for others, at any depth."""
    if isinstance(schema, list):
        return [portable_schema(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: portable(each)
        if name == "pattern" and isinstance(each, str)
        else portable_schema(each)
        for name, each in schema.items()
    }


def _refused(regex: str, part: str) -> DeclarationError:
    return DeclarationError(f"{regex!r} cannot be printed for JSON Schema: {part}")
