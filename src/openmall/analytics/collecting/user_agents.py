"""Recognises bots, by name, and kinds of devices from the user agent of a request."""

import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, json

Device = Literal["pc", "mobile"]

LONGEST: Final = 512
"""Characters of a user agent that are searched."""
LONGEST_NAME: Final = 40
_PLAIN: Final = re.compile(r"(?:[^\\\[\](){}^$.*+?|]|\\[^A-Za-z0-9])+")
"""A pattern of the list that is a text, some of its letters escaped."""
_MOBILE: Final = re.compile(
    r"mobi|android|iphone|ipad|ipod|silk/|kindle|blackberry|\bbb10\b|opera mini|webos",
    re.IGNORECASE,
)


class Program(Struct, frozen=True):
    """What asks for pages."""

    device: Device
    bot: str
    """The name of a program that says it is none that people use; empty for people."""


class _Crawler(Struct, frozen=True):
    """A crawler of the list; what else it says of one is not read."""

    pattern: str


def _patterns() -> list[str]:
    # to import the package would keep all of the list in memory: 3 MB
    spec = find_spec("crawleruseragents")
    assert spec is not None
    assert spec.origin is not None
    found = (Path(spec.origin).parent / "crawler-user-agents.json").read_bytes()
    return [each.pattern for each in json.decode(found, type=list[_Crawler])]


def _plain(pattern: str) -> str:
    return re.sub(r"\\(.)", r"\1", pattern)


_PATTERNS: Final = _patterns()
_WORDS: Final = tuple(_plain(each) for each in _PATTERNS if _PLAIN.fullmatch(each))
_OTHERS: Final = re.compile("|".join(f"(?:{p})" for p in _PATTERNS if not _PLAIN.fullmatch(p)))


def program(user_agent: str, hint: str = "") -> Program:
    """Return bot and device from a `User-Agent`, and `Sec-CH-UA-Mobile` if there is one (`?1`).

    Mobile is what says so: phones and tablets. A computer is everything else.
    """
    # cut before it is remembered, so that nobody fills the memory with long ones
    return _program(user_agent[:LONGEST], hint == "?1")


@lru_cache(maxsize=8_192)
def _program(text: str, hinted: bool) -> Program:
    mobile = hinted or _MOBILE.search(text) is not None
    return Program("mobile" if mobile else "pc", _bot(text))


def _bot(text: str) -> str:
    """Return the name of a bot of the list, or nothing.

    Nearly all patterns of the list are words. Looking for each is forty times as fast as one
    expression of all of them, which tries every alternative at every letter.
    """
    for word in _WORDS:
        if word in text:
            return _name(word)
    match = _OTHERS.search(text)
    return _name(match[0]) if match else ""


def _name(matched: str) -> str:
    """Return what a bot is called: the words it was known by, without the marks around them."""
    name = re.search(r"\w(?:[\w .!&+-]*[\w!+])?", matched)
    return name[0][:LONGEST_NAME].strip() if name else matched[:LONGEST_NAME]
