"""Patterns of parameters, each with the words that tell a client what is expected."""

from typing import Final

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.portable_patterns import SPACES, portable

_EXPECTED: Final[dict[str, str]] = {}


def pattern(regex: str, expected: str) -> str:
    """Declare in words which texts a regular expression matches; return it, for `msgspec.Meta`.

    Raises DeclarationError for a second wording of the same expression, and for one that other
    languages would take otherwise.
    """
    portable(regex)
    if _EXPECTED.setdefault(regex, expected) != expected:
        raise DeclarationError(f"{regex}: expects {_EXPECTED[regex]!r} and {expected!r}")
    return regex


def expected(regex: str) -> str:
    """Return what a declared expression expects, in words. Raises LookupError."""
    return _EXPECTED[regex]


def declared() -> frozenset[str]:
    """Return all expressions that were declared."""
    return frozenset(_EXPECTED)


def expected_by_repr(quoted: str) -> str:
    """Return what the expression with this `repr` expects: the form in messages of msgspec."""
    for regex, words in _EXPECTED.items():
        if repr(regex) == quoted:
            return words
    return "another form"


CAPITALS: Final = pattern(r"^[A-Z]*\Z", "A-Z only")
CAPITALS_AND_DIGITS: Final = pattern(r"^[A-Z0-9]*\Z", "A-Z and 0-9 only")
SMALL_LETTERS_AND_DIGITS: Final = pattern(r"^[a-z0-9]*\Z", "a-z and 0-9 only")
LETTERS_AND_DIGITS: Final = pattern(r"^[a-zA-Z0-9]*\Z", "a-z, A-Z and 0-9 only")
NAME: Final = pattern(r"^[a-zA-Z0-9_-]*\Z", "a-z, A-Z, 0-9, _ and - only")
NOT_IN_EMAIL: Final = rf"@{SPACES}\x00-\x1b\x7f<>(),;:\\\[\]\""
"""Of a character class: what RFC 5322 has in an address only between quotation marks, or not at
all."""
EMAIL: Final = pattern(rf"^([^{NOT_IN_EMAIL}]+@[^{NOT_IN_EMAIL}]+)?\Z", "an email address")
COUNTRY: Final = pattern(
    r"^(A[CDEFGILMOQRSTUWXZ]|B[ABDEFGHIJLMNOQRSTVWYZ]|C[ACDFGHIKLMNOPQRUVWXYZ]|D[EGJKMOZ]"
    r"|E[ACEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRSTUWY]|H[KMNRTU]|I[CDELMNOQRST]|J[EMOP]"
    r"|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM"
    r"|P[AEFGHKLMNRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[ACDFGHJKLMNORTVWZ]|U[AGMSYZ]"
    r"|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])?\Z",
    "a country code of ISO 3166-1, such as KR",
)
"""The codes of `translations/countries.py`, written out: a pattern is part of the API."""
PHONE: Final = pattern(
    r"^[0-9+(). /-]*((x|ext\.?|#) ?[0-9]{1,7})?\Z",
    "a phone number: 0-9, +, -, ., /, ( ) and spaces only, with an extension such as x123",
)
