"""Patterns of documents are expressions of JSON Schema, and mean there what they mean here."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from openmall.apptesting import description, endpoints
from openmall.contract import api_versions, patterns
from openmall.contract.declaration_error import DeclarationError
from openmall.contract.portable_patterns import SPACES, portable
from openmall.pages.reference.catalog import APIS
from openmall.pages.reference.openapi import asyncapi
from openmall.pages.reference.openapi import document as openapi
from tests.pages.openapi import ecma_262

_NODE = shutil.which("node")
_PROGRAM = """
const asked = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const compiled = (pattern) => { try { return new RegExp(pattern, "u"); } catch { return null; } };
console.log(JSON.stringify(asked.map(([pattern, texts]) => {
  const found = compiled(pattern);
  return found && texts.map((text) => found.test(text));
})));
"""
_TEXTS = [
    "", "a", "A", "1", "ab1", "A1B2", "a_b-c", "é", "가", "\U0001f600", "#1A2b3C", "1a2b3c", "{",
    "}",
    "a@b.example", "@b", "+82 (2) 123-456.7", "https://a.example/p?q#f", "http://a.example/x.PNG",
    "HTTPS://a.example/x.jpeg?1", "https://a.example:8443/x/y.js", "/x/y.html", "/a/b", "all",
    "ORD_1",
    "20261128-0000001", "20261128-00000012", "1-2", "23", "07", "9", "202611", "2026-11",
    "100x200",
    "sha256-AAA= sha512-BB", "color=red", "=", "a=", "CM|1|15", "1234567890123456789", "T",
    "iVBORw0KGgo=",
    "data:image/png;base64,iVBORw0KGgo=", 'https://a.example/"quoted"', "https://a.example/'",
    "wait=5",
    "2026-11-28T10:30:00+09:00", "2026-11-28", "<p>", "a-b.c", "x" * 300,
]  # fmt: skip
_BETWEEN = ["\n", "\r", "\t", " ", "\x00", "\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\ufeff"]


def _texts() -> list[str]:
    """Return texts, and each with characters that languages take for different things."""
    return _TEXTS + [
        new
        for text in _TEXTS
        for each in _BETWEEN
        for new in (
            text + each,
            each + text,
            text[: len(text) // 2] + each + text[len(text) // 2 :],
        )
    ]


def _in_javascript(asked: list[tuple[str, list[str]]]) -> list[list[bool] | None]:
    """Return for each expression which texts it matches; None where it is none."""
    assert _NODE is not None
    done = subprocess.run(
        [_NODE, "-e", _PROGRAM], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    found: list[list[bool] | None] = json.loads(done.stdout)
    return found


def _printed(part: Any) -> Iterator[str]:
    """Yield the patterns of a document."""
    if isinstance(part, list):
        for each in part:
            yield from _printed(each)
    if isinstance(part, dict):
        for name, each in part.items():
            if name == "pattern" and isinstance(each, str):
                yield each
            elif name == "patternProperties":
                yield from each
            if name not in ("example", "examples", "default"):
                yield from _printed(each)


@pytest.fixture(scope="module")
def printed() -> set[str]:
    """The patterns of all documents of all versions."""
    documents = [openapi.document(api, each) for api in APIS for each in api_versions.RELEASES]
    of_test_malls = description.openapi(endpoints.PREFIX, endpoints.ROUTES)
    return set(_printed([*documents, asyncapi.asyncapi_document(), of_test_malls]))


def test_every_pattern_is_an_expression_of_json_schema(printed: set[str]) -> None:
    assert len(printed) > 40
    for regex in printed:
        ecma_262.check(regex)


@pytest.mark.skipif(_NODE is None, reason="needs Node")
def test_every_pattern_compiles_in_javascript(printed: set[str]) -> None:
    ordered = sorted(printed)
    compiled = _in_javascript([(regex, []) for regex in ordered])

    assert [regex for regex, found in zip(ordered, compiled, strict=True) if found is None] == []


@pytest.mark.skipif(_NODE is None, reason="needs Node")
def test_a_pattern_accepts_the_same_texts_here_and_in_javascript() -> None:
    declared = sorted(patterns.declared())
    texts = _texts()
    found = _in_javascript([(portable(regex), texts) for regex in declared])

    for regex, there in zip(declared, found, strict=True):
        here = [re.search(regex, text) is not None for text in texts]
        assert any(here), f"no text is accepted by {regex}"
        assert here == there, regex


@pytest.mark.parametrize(
    "regex",
    [
        r"\"", r"[\"]", r"\Z", "(?P<a>b)", "(?i)a", "a++", "a{,3}", "{", "a]", "[]a]", "[b-a]",
        r"[\d-z]", "(a", "a)", "*", r"\-", r"\1", "^*", "(?=a)*", "a**", "a{3,2}", "[a", r"\x1",
        "(?#c)",
    ],
)  # fmt: skip
def test_the_recogniser_refuses_what_javascript_refuses(regex: str) -> None:
    with pytest.raises(ecma_262.NotEcma262Error):
        ecma_262.check(regex)
    if _NODE is not None:
        assert _in_javascript([(regex, [])]) == [None] or regex == r"\1"


@pytest.mark.parametrize(
    ("regex", "expected"),
    [
        (r"^a\Z", "^a$"),
        (r"\Aa\Z", "^a$"),
        (r"^[^<>\"\'\#]+\Z", "^[^<>\"'#]+$"),
        (r"^\"\#\.\/\Z", r'^"#\.\/$'),
        (r"^(?:a|b){1,3}?\Z", "^(?:a|b){1,3}?$"),
        (r"^[\w]\Z".replace(r"\w", r"\-\]\x20"), r"^[\-\]\x20]$"),
        (rf"^[{SPACES}]\Z", f"^[{SPACES}]$"),
    ],
)
def test_expressions_are_translated(regex: str, expected: str) -> None:
    assert portable(regex) == expected
    ecma_262.check(portable(regex))


@pytest.mark.parametrize(
    "regex",
    [
        "^a$", "a.b", r"\d", r"[\w]", r"[\s]", r"\s", "(?P<name>a)", "(?i)a", "a++", "a*+",
        "a{2}+", "a{,3}",
        "[]a]", r"\1", r"\N{DASH}", r"\b", r"[\b]", "{a", "(?>a)", "a\\",
    ],
)  # fmt: skip
def test_expressions_with_another_meaning_are_refused(regex: str) -> None:
    with pytest.raises(DeclarationError, match="cannot be printed for JSON Schema"):
        portable(regex)
