"""Conditions of searches for words: each word counts alone, as `ngrams.fold` compares texts.

SQLite calls a function of this module (`install`); PostgreSQL has an expression of its own, which
a test compares with it. They read every row they are asked for: names of products have an index
(docs/decisions/0013-names-by-their-parts.md).
"""

from typing import Final

import apsw
from sqlalchemy.sql.expression import bindparam
from sqlalchemy.types import ARRAY, String, Text

from openmall.database import ngrams
from openmall.database.statements import Contains, ContainsAny, Process, sql_of


def has_words(text: str, typed: str) -> bool:
    """Return whether a text has every word of what was typed, in any order.

    No text has what folds to nothing, such as marks without a letter.
    """
    return _has_all(text, ngrams.words(ngrams.fold(typed)))


def _has_all(text: str, words: list[str]) -> bool:
    folded = ngrams.fold(text)
    return bool(words) and all(word in folded for word in words)


class _Search:
    """`has_words` as a function of a connection, which calls it for each row of a search.

    It keeps the words of the last search alone: one text of a parameter's length.
    """

    def __init__(self) -> None:
        self._typed = ""
        self._words = ngrams.words("")

    def __call__(self, *values: "apsw.SQLiteValue") -> bool | None:
        text, typed = values
        if not (isinstance(text, str) and isinstance(typed, str)):
            return None
        if typed != self._typed:
            self._typed, self._words = typed, ngrams.words(ngrams.fold(typed))
        return _has_all(text, self._words)


def install(connection: apsw.Connection) -> None:
    """Make `has_words` a function of a connection to SQLite."""
    connection.create_scalar_function("has_words", _Search(), 2, deterministic=True)


_QUOTE: Final = "'"
_IOTA_BELOW: Final = "\u0345"
_IOTA: Final = "\u03b9"


def _literal(text: str) -> str:
    return _QUOTE + text.replace(_QUOTE, 2 * _QUOTE) + _QUOTE


_BARE: Final = {chr(letter): alike for letter, alike in ngrams.ALIKE.items()}
_SEVERAL: Final = {"\u00df": "ss"} | {
    letter: alike for letter, alike in _BARE.items() if len(alike) > 1
}
_CAPITALS: Final = (
    "".join(
        chr(code)
        for code in range(0x80, 0x590)
        if chr(code).isupper() and ngrams.fold(chr(code)) == chr(code).lower()
    )
    + "\u00c6\u00d0\u00d8\u00de\u0110\u0126\u0141\u0152\u0166\u1e9e"
)
"""Capitals that the server lowers by the language of the database, or not at all."""
_FROM: Final = (
    *_CAPITALS, "\u03c2", *(letter for letter, alike in _BARE.items() if len(alike) == 1),
    *(letter for letter, alike in _BARE.items() if not alike),
)  # fmt: skip
_TO: Final = (
    *(_BARE.get(small, small)[:1] if small not in _SEVERAL else small
      for small in (letter.lower() for letter in _CAPITALS)),
    "\u03c3", *(alike for alike in _BARE.values() if len(alike) == 1),
)  # fmt: skip


def _folded(sql: str) -> str:
    """Return PostgreSQL's expression for `ngrams.fold` of an expression."""
    bare = f"lower(normalize({sql}, NFKD))"
    bare = f"replace({bare}, {_literal(ngrams.ACUTE)}, {_literal(_QUOTE)})"
    bare = f"replace({bare}, '{_IOTA_BELOW}', '{_IOTA}')"
    bare = f"regexp_replace({bare}, '{ngrams.MARKS}', '', 'g')"
    bare = f"translate({bare}, {_literal(''.join(_FROM))}, {_literal(''.join(_TO))})"
    for letter, letters in _SEVERAL.items():
        bare = f"replace({bare}, '{letter}', '{letters}')"
    return f"normalize({bare}, NFKC)"


def _holds(sql: str, typed: str) -> str:
    """Return PostgreSQL's expression for `has_words` of two expressions."""
    parts = rf"regexp_split_to_table({_folded(typed)}, '\s+|(?<=[[:alpha:]])-(?=[[:alpha:]])')"
    return (
        f"({_folded(typed)} ~ '[^[:space:]]'"  # noqa: S608 # parts of statements
        f" AND NOT EXISTS (SELECT 1 FROM {parts} AS word (value)"
        f" WHERE strpos({_folded(sql)}, word.value) = 0))"
    )


class HasWords(Contains):
    """`column` has every word of the text bound as `name`, in any order."""


@sql_of(HasWords, "sqlite")
def _sqlite_has_words(element: HasWords, process: Process) -> str:
    return f"has_words({process(element.column)}, {process(element.bind)})"


@sql_of(HasWords, "postgresql")
def _postgresql_has_words(element: HasWords, process: Process) -> str:
    return _holds(process(element.column), f"({process(element.bind)})::text")


class HasWordsOfAny(ContainsAny):
    """`column` has every word of one of the texts of a list of any length."""


@sql_of(HasWordsOfAny, "sqlite")
def _sqlite_has_words_of_any(element: HasWordsOfAny, process: Process) -> str:
    bind = process(bindparam(element.name, type_=String()))
    column = process(element.column)
    return (
        f"EXISTS (SELECT 1 FROM json_each({bind}) AS part"  # noqa: S608 # a bind's name
        f" WHERE has_words({column}, part.value))"
    )


@sql_of(HasWordsOfAny, "postgresql")
def _postgresql_has_words_of_any(element: HasWordsOfAny, process: Process) -> str:
    array = process(bindparam(element.name, type_=ARRAY(Text())))
    holds = _holds(process(element.column), "part.value")
    return f"EXISTS (SELECT 1 FROM unnest({array}) AS part (value) WHERE {holds})"  # noqa: S608 # a bind's name


class ContainsWords(Contains):
    """`column`, folded already, contains all words of one of the lists of words, without wildcards.

    The lists are bound as a JSON text, an array of arrays.
    """


@sql_of(ContainsWords, "sqlite")
def _sqlite_contains_words(element: ContainsWords, process: Process) -> str:
    column, bind = (process(each) for each in (element.column, element.bind))
    return (
        f"EXISTS (SELECT 1 FROM json_each({bind}) AS part WHERE NOT EXISTS"  # noqa: S608 # a bind's name
        f" (SELECT 1 FROM json_each(part.value) AS word WHERE instr({column}, word.value) = 0))"
    )


@sql_of(ContainsWords, "postgresql")
def _postgresql_contains_words(element: ContainsWords, process: Process) -> str:
    column, bind = (process(each) for each in (element.column, element.bind))
    return (
        f"EXISTS (SELECT 1 FROM json_array_elements(({bind})::json) AS part (value)"  # noqa: S608 # a bind's name
        " WHERE NOT EXISTS (SELECT 1 FROM json_array_elements_text(part.value) AS word (value)"
        f" WHERE strpos({column}, word.value) = 0))"
    )
