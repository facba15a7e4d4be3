"""A question becomes the text an engine understands, and the values that go with it.

Both engines understand plain SQL, so that one dialect serves them: standard wording, every name
quoted (`at` is a word of DuckDB's own), and a division that keeps its fraction.
"""

import weakref
from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Select
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.sql.compiler import IdentifierPreparer


class _Quoting(IdentifierPreparer):
    def _requires_quotes(self, value: str) -> bool:
        return True


class _Plain(DefaultDialect):
    preparer = _Quoting
    div_is_floordiv = False
    supports_native_boolean = True
    supports_statement_cache = True


_PLAIN: Final = _Plain(paramstyle="pyformat")
_KNOWN: Final[weakref.WeakKeyDictionary[Select[Any], Any]] = weakref.WeakKeyDictionary()
"""Statements that were compiled, for as long as somebody has them."""

Placeholder = Callable[[str, Any], str]
"""How an engine is told that a value goes here: its name and the value -> text."""


def worded(
    question: Select[Any], values: Mapping[str, Any], placeholder: Placeholder
) -> tuple[str, dict[str, Any]]:
    """Return a question as text, and its values by name; a list is written out value by value."""
    compiled = _KNOWN.get(question)
    if compiled is None:
        compiled = _KNOWN[question] = question.compile(dialect=_PLAIN)
    state = compiled.construct_expanded_state(dict(values))
    bound: dict[str, Any] = dict(state.parameters)
    places = {name: placeholder(name, value) for name, value in bound.items()}
    return state.statement % places, bound
