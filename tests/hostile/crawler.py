"""Every page that somebody comes to who follows every link, and every form that stands there."""

import re
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import Form, forms

_TARGET = re.compile(
    r"""<(a|area|link|form|iframe|img|script|button|input|source)\b[^>]*?\s
    (href|src|action|formaction|srcset)\s*=\s*"([^"]*)\"""",
    re.X,
)
_NUMBER = re.compile(r"\d[\d-]*")
MOST_ALIKE = 2
"""Pages that differ only in numbers: more of them show nothing new."""


class Page(NamedTuple):
    """A page, who saw it, and its forms."""

    path: str
    answer: httpx.Response
    forms: list[Form]


def targets(text: str) -> list[tuple[str, str, str]]:
    """Return what a page's elements lead to: element, attribute, address."""
    return [(tag, name, unescape(value)) for tag, name, value in _TARGET.findall(text)]


def alike(path: str) -> str:
    """Return what pages have in common that are of the same kind."""
    parts = urlsplit(path)
    names = sorted(each.partition("=")[0] for each in parts.query.split("&") if each)
    return f"{_NUMBER.sub('0', parts.path)}?{','.join(names)}"


def crawl(browser: Browser, *roots: str, below: str = "/", but: str = "\0") -> list[Page]:
    """Open every page that links of the pages before it lead to, some of each kind.

    `below`, `but`: how the paths begin that are followed, and that are not.
    """
    waiting, seen, kinds = list(roots), set(roots), dict[str, int]()
    found = []
    while waiting:
        path = waiting.pop(0)
        kind = alike(path)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] > MOST_ALIKE:
            continue
        answer = browser.open(path)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        found.append(Page(path, answer, forms(answer.text)))
        for tag, _, address in targets(answer.text):
            there = urlsplit(urljoin(f"https://here{path}", address))
            if tag != "a" or there.netloc != "here" or but in there.path:
                continue
            onward = there.path + (f"?{there.query}" if there.query else "")
            if there.path.startswith(below) and onward not in seen and len(onward) < 2_000:
                seen.add(onward)
                waiting.append(onward)
    return found
