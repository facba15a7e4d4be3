"""Tests take the forms of pages from their main content, by `tests/page_content.py`."""

import re
from pathlib import Path

import pytest

from tests.guards.sources import ROOT
from tests.page_content import form_token, hidden_fields, main_content, sent_along

_TESTS = ROOT / "tests"
_ALLOWED = {_TESTS / "page_content.py", Path(__file__)}
_BY_ITSELF = re.compile(
    r"""form_token\\?" value=|(?:split|partition)\((['"])<form\1|\bforms\(.*\)\[-?\d"""
)
"""How a test would take the first form or token of a whole page, which is one of its frame.

A form by its place is another one as soon as one is added: `form_of` and `form_with` name it.
"""

_FRAMED = """
<header><form action="/search"><input name="q"></form>
<form action="/language"><input type="hidden" name="back" value="/"></form>
<form action="/out"><input type="hidden" name="form_token" value="frame"></form></header>
<main id="main" class="content">{}</main>
<footer><form action="/language"><input type="hidden" name="back" value="/"></form></footer>
"""
_MAIN = """
<form action="/find"><input type="hidden" name="shop_no" value="2"></form>
<form action="/save"><input type="hidden" name="form_token" value="main">
<input type="hidden" name="once" value="key">
<input type="hidden" name="was-name" value="a&amp;b"></form>
"""


def test_the_first_form_with_a_token_is_one_of_the_main_content() -> None:
    page = _FRAMED.format(_MAIN)

    assert main_content(page) == _MAIN
    assert hidden_fields(page) == {"form_token": "main", "once": "key", "was-name": "a&b"}
    assert sent_along(page) == {"form_token": "main", "once": "key"}


def test_a_page_that_only_shows_has_the_token_of_its_frame() -> None:
    assert form_token(_FRAMED.format("<p>No orders yet</p>")) == "frame"
    assert sent_along(_FRAMED.format("")) == {"form_token": "frame"}
    with pytest.raises(AssertionError, match="without a token"):
        form_token("<main><form></form></main>")
    with pytest.raises(AssertionError, match="without a form"):
        hidden_fields("<main></main>")


def test_no_test_takes_a_form_by_its_place() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{at}: {line.strip()}"
        for path in sorted(_TESTS.rglob("*.py"))
        if path not in _ALLOWED
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _BY_ITSELF.search(line)
    ]

    assert not found, "use tests/page_content.py: " + "\n".join(found)
