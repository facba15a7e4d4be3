"""Every language has every text that it declares.

`make generated ONLY=words` gathers them, people translate.
"""

import ast
import functools
import re
import string

import pytest
from babel.messages.catalog import Catalog, Message

from checks import catalogues
from checks.catalogues import catalogue
from openmall.translations.catalogues import DOMAINS, LANGUAGES, LOCALE, SHOP
from tests.guards.sources import sources

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\[[A-Z_]+\]")
DECLARED = [
    (language, domain)
    for language, each in LANGUAGES.items()
    if language != "en"
    for domain in sorted(each.domains)
]
ANOTHER_ORDER = {"{name} {day}": "other languages have the number of the month"}
"""Text -> why translations have other fields than it."""


@functools.cache
def texts(domain: str) -> Catalog:
    """Return every text of a domain, gathered once: all languages are compared with it."""
    return catalogues.texts(domain)


def _key(message: Message) -> tuple[str, str]:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return text, message.context or ""


def _forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _fields(text: str) -> set[str]:
    # of a percent sign in running text, `str.format` makes nothing
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return named | set(PLACEHOLDER.findall(text))


@pytest.mark.parametrize(("language", "domain"), DECLARED)
def test_everything_is_translated_and_nothing_else(language: str, domain: str) -> None:
    translated = {_key(each): each for each in catalogue(language, domain) if each.id}

    source = {_key(each) for each in texts(domain) if each.id}
    missing = [key for key in source if not _whole(translated.get(key))]

    assert sorted(missing) == [], "make generated ONLY=words, then translate"
    assert sorted(translated.keys() - source) == [], "make generated ONLY=words"


def _whole(message: Message | None) -> bool:
    return message is not None and all(_forms(message.string))


@pytest.mark.parametrize(("language", "domain"), DECLARED)
def test_a_translation_has_the_fields_of_its_text(language: str, domain: str) -> None:
    wrong = []
    for each in catalogue(language, domain):
        if not each.id or _key(each)[0] in ANOTHER_ORDER:
            continue
        fields = {name for text in _forms(each.id) for name in _fields(text)}
        # in a language with one form, as for one thing, the number may be left out
        wrong += [
            text
            for text in _forms(each.string)
            # what is not translated is said by the test above
            if text
            and (
                not _fields(text) <= fields
                or (isinstance(each.id, str) and _fields(text) != fields)
            )
        ]
    assert wrong == [], "a translation has exactly the names in braces or %(...)s of its text"


def test_no_catalogue_is_of_an_unknown_language_or_domain() -> None:
    files = {tuple(path.relative_to(LOCALE).with_suffix("").parts) for path in LOCALE.glob("*/*")}
    assert files == set(DECLARED)


def test_the_source_of_every_domain_has_texts() -> None:
    assert {domain for domain in DOMAINS if not list(texts(domain))[1:]} == set()
    assert SHOP in DOMAINS


def test_no_text_is_declared_within_another_text() -> None:
    # Babel finds texts within f-strings only where it runs on Python 3.12 or newer
    hidden = [
        source.at(call)
        for source in sources()
        for text in source.nodes
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and _called(call.func) in catalogues.KEYWORDS
        and any(
            isinstance(each, ast.Constant) and isinstance(each.value, str) for each in call.args
        )
    ]
    assert hidden == []


def _called(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")
