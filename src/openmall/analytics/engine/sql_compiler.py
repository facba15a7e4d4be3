"""Compiles a question into the text of an engine and its bound values.

Both engines understand plain SQL: standard wording, every name quoted (`at` is a word of DuckDB's
own), and a division that keeps its fraction. ClickHouse counts in numbers without a sign, which
it does not add to others: there they are made ordinary ones.
"""

import weakref
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import SelectBase
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.sql.compiler import IdentifierPreparer, SQLCompiler
from sqlalchemy.sql.functions import count

from openmall.analytics.engine.engine import Cell, Values
from openmall.analytics.engine.layout import EngineName


class _Quoting(IdentifierPreparer):
    def _requires_quotes(self, value: str) -> bool:
        return True


class _Plain(DefaultDialect):
    preparer = _Quoting
    div_is_floordiv = False
    supports_native_boolean = True


_Compiler: Any = SQLCompiler  # its methods have no types


class _WithSign(_Compiler):  # type: ignore[misc] # its base has no types
    """Words a count, also one of some rows or over a window, as a number with a sign."""

    def visit_function(self, element: Any, *, bare: bool = False, **kw: Any) -> str:
        text: str = super().visit_function(element, **kw)
        return f"toInt64({text})" if isinstance(element, count) and not bare else text

    def visit_funcfilter(self, element: Any, **kw: Any) -> str:
        is_count = isinstance(element.func, count)
        text: str = super().visit_funcfilter(element, bare=is_count, **kw)
        return f"toInt64({text})" if is_count else text

    def visit_over(self, element: Any, **kw: Any) -> str:
        is_count = isinstance(element.element, count)
        text: str = super().visit_over(element, bare=is_count, **kw)
        return f"toInt64({text})" if is_count else text


class _ClickHouse(_Plain):
    statement_compiler = _WithSign


_DIALECTS: Final[dict[EngineName, DefaultDialect]] = {
    "duckdb": _Plain(paramstyle="pyformat"),
    "clickhouse": _ClickHouse(paramstyle="pyformat"),
}
_COMPILED: Final[dict[EngineName, weakref.WeakKeyDictionary[SelectBase, SQLCompiler]]] = {
    name: weakref.WeakKeyDictionary() for name in _DIALECTS
}
"""Compiled statements, for as long as they are referenced."""

Placeholder = Callable[[str, Cell], str]
"""Returns the placeholder of a value in an engine's text, from its name and the value."""


def compile_question(
    question: SelectBase, values: Values, engine: EngineName, placeholder: Placeholder
) -> tuple[str, dict[str, Cell]]:
    """Return a question as text and its values by name; a list becomes one value each."""
    compiled = _COMPILED[engine].get(question)
    if compiled is None:
        built = question.compile(dialect=_DIALECTS[engine])
        assert isinstance(built, SQLCompiler)
        compiled = _COMPILED[engine][question] = built
    state = compiled.construct_expanded_state(dict(values))
    bound: dict[str, Cell] = dict(state.parameters)
    placeholders = {name: placeholder(name, value) for name, value in bound.items()}
    return state.statement % placeholders, bound


def compile_for_duckdb(question: SelectBase, values: Values) -> tuple[str, dict[str, Cell]]:
    """Return a question as DuckDB's text, with its values."""
    return compile_question(question, values, "duckdb", lambda name, _: f"${name}")
