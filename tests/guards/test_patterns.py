"""Every pattern of a parameter says in words what it expects."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest
from msgspec import Struct, inspect

from openmall.api.registry import apis
from openmall.contract import patterns
from openmall.contract.declaration_error import DeclarationError
from openmall.translations import countries
from tests.every_operation import registry_rows


def _patterns(kind: Any, seen: set[type[Struct]]) -> Iterator[str]:
    """Return the patterns of a type, at any depth."""
    if isinstance(kind, inspect.StrType) and kind.pattern is not None:
        yield kind.pattern
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        inner = [field.type for field in kind.fields]
    else:
        names = ("type", "item_type", "key_type", "value_type")
        inner = [getattr(kind, name) for name in names if hasattr(kind, name)]
        inner += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    for each in inner:
        yield from _patterns(each, seen)


def test_every_pattern_of_a_parameter_is_declared_with_words() -> None:
    seen: set[type[Struct]] = set()
    found = {
        regex
        for api in apis().all
        for operation in api.operations
        for regex in _patterns(inspect.type_info(operation.takes), seen)
    }
    assert len(found) > 20
    for regex in found:
        assert patterns.expected(regex)


def test_one_pattern_has_one_wording() -> None:
    with pytest.raises(DeclarationError, match="expects 'a-z and 0-9 only' and 'letters'"):
        patterns.pattern(patterns.SMALL_LETTERS_AND_DIGITS, "letters")


def test_the_pattern_of_countries_has_those_that_there_are() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    matching = {a + b for a in letters for b in letters if re.search(patterns.COUNTRY, a + b)}

    assert matching == set(countries.names("en"))
    assert re.search(patterns.COUNTRY, "")
    assert [
        each for each in ("kr", "KOR", "K", "KR\n", " ") if re.search(patterns.COUNTRY, each)
    ] == []


@pytest.mark.parametrize(
    "address",
    [
        "<x@example.com>",
        "Kim <x@example.com>",
        "a@b@c",
        "x@example.com,y@example.com",
        "x@ex(am)ple.com",
        '"x"@example.com',
        "x;y@example.com",
        "x@[127.0.0.1]",
        "x\\@example.com",
        "x:y@example.com",
        "x\0@example.com",
        "x@",
        "@example.com",
    ],
)
def test_what_is_no_address(address: str) -> None:
    assert not re.search(patterns.EMAIL, address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x@example.com",
        "first.last+tag@sub.example.co.kr",
        "o'neill@example.com",
        "한글@예시.한국",
        "a!#$%&*/=?^_`{|}~-b@example.com",
    ],
)
def test_what_is_an_address(address: str) -> None:
    assert re.search(patterns.EMAIL, address)


_OTHER_COUNTRIES = {
    ("admin", "suppliers*"): "three letters, as the reference shows them",
    ("admin", "suppliers/users/*"): "one of three codes",
    ("admin", "manufacturers*"): "text of the catalogue, which nothing reads",
    ("admin", "shipping*"): "checked when they are new: a shop may have stored others before",
    ("admin", "carriers*"): "as those of shipping",
    ("admin", "customersprivacy/*"): "three letters too, stored as two",
    ("admin", "orders/*/receivers*"): "refused by `names_of`, which names the country",
    ("admin", "orders/*/shippingaddress*"): "refused by `names_of`, which names the country",
    ("admin", "translations/*"): "text",
}
"""API and path -> why a country there has no pattern of its own."""


_OTHER_ADDRESSES = {
    ("admin", "orders/migrations"): "of orders that were placed elsewhere, as they were",
    ("admin", "suppliers*"): "stored as sent: suppliers of former versions have any text",
}
"""API and path -> why an e-mail address there has no pattern."""


def test_every_country_and_address_that_is_sent_has_the_one_pattern() -> None:
    printed = {
        "country_code": patterns.COUNTRY.replace(r"\Z", "$"),
        "email": patterns.EMAIL.replace(r"\Z", "$"),
    }
    wrong = set()
    for (api, method, path, name), cells in registry_rows.parameters().items():
        last = name.rpartition(".")[2]
        kind = next((each for each in printed if last == each or last.endswith(f"_{each}")), None)
        if method == "GET" or kind is None or "string" not in cells["type"]:
            continue
        others = _OTHER_COUNTRIES if kind == "country_code" else _OTHER_ADDRESSES
        excepted = any(api == of and fnmatchcase(path, like) for of, like in others)
        if not excepted and cells["pattern"] != printed[kind]:
            wrong.add(f"{api} {method} {path}: {name}")

    assert wrong == set(), "use `Country` of contract/params.py, or patterns.EMAIL"
