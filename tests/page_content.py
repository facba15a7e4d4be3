"""What tests take from a page: its main content, and what its forms send along unseen.

The frame of a page has forms of its own: the search, the palette, the language, signing out. A
test that takes the first form of a page takes one of those, so tests take forms from the main
content, by these functions alone (`tests/guards/test_page_content.py`).
"""

import re
from html import unescape
from typing import Final

_MAIN: Final = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
_FORM: Final = re.compile(r"<form\b.*?</form>", re.DOTALL)
_ONCE: Final = re.compile(r'name="once" value="([^"]*)"')
_HIDDEN: Final = re.compile(r'<input type="hidden" name="([\w.-]+)" value="([^"]*)">')


def main_content(page: str) -> str:
    """Return the main content of a page: all of it where the page does not say what that is."""
    found = _MAIN.search(page)
    return found[1] if found else page


def hidden_fields(page: str) -> dict[str, str]:
    """Return the hidden fields of the first form with a token.

    It is one of the main content, or of the frame where the main content has none; of a page
    without tokens it is the first form. Raises AssertionError for a page without a form.
    """
    forms = _FORM.findall(main_content(page)) + _FORM.findall(page)
    assert forms, f"a page without a form: {page}"
    first = next((form for form in forms if 'name="form_token"' in form), forms[0])
    return {name: unescape(value) for name, value in _HIDDEN.findall(first)}


def form_token(page: str) -> str:
    """Return the token of the forms of a page. Raises AssertionError where it has none."""
    fields = hidden_fields(page)
    assert "form_token" in fields, f"a page without a token: {page}"
    return fields["form_token"]


def sent_along(page: str) -> dict[str, str]:
    """Return what forms of a page send unseen: their token and, where one has it, their key."""
    once = _ONCE.search(main_content(page))
    return {"form_token": form_token(page), **({"once": once[1]} if once else {})}
