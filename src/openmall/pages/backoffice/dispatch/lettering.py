"""Which font draws which part of a text, in the order in which the parts stand on paper.

A word is drawn by the first font that has all of its letters, so that a name is not mixed of two.
Right-to-left text is put in order by the Unicode bidirectional algorithm (python-bidi) and joined
by HarfBuzz (uharfbuzz, through ReportLab), as are Thai and Devanagari.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

_FOLDER: Final = Path(__file__).parent / "fonts"
FONTS: Final = (
    "NanumGothic", "NotoSans-Regular", "DroidSansFallback", "NotoSansThai-Regular",
    "NotoSansHebrew-Regular", "NotoSansArabic-Regular", "NotoSansDevanagari-Regular",
    "NotoSansArmenian-Regular", "NotoSansGeorgian-Regular",
)  # fmt: skip
"""File names of the shipped fonts, the first one that has a word's letters draws it."""
_PLAIN: Final = frozenset(("NanumGothic", "DroidSansFallback"))
"""Fonts whose letters stand beside each other as they are."""
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL"))
_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible, and part of how letters of some scripts join."""
_WORDS: Final = re.compile(r"\s+|\S+")
_LOST: Final = "?"
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_COMMON: Final = re.compile(r"[ -~\u00a0-\u00ff\uac00-\ud7a3]*")
"""Letters that are known to be there without looking into a font."""


class Run(Struct, frozen=True):
    """A part of a line, drawn by one font."""

    font: str
    text: str
    """Right-to-left letters are in the order in which they are read."""
    shaped: bool
    """Its letters are joined and placed by HarfBuzz."""


def missing(text: str) -> str:
    """Return the letters of a text that no font has, each once."""
    if _COMMON.fullmatch(text):
        return ""
    return "".join(
        dict.fromkeys(each for each in cleaned(text) if _draws(each) and _font_of(each) is None)
    )


def cleaned(text: str) -> str:
    """Return a text composed, on one line, without what is never drawn."""
    composed = unicodedata.normalize("NFC", text)
    kept = []
    for each in composed:
        kind = unicodedata.category(each)
        if each in _JOINERS or kind not in ("Cc", "Cf", "Cs", "Co", "Cn"):
            kept.append(each)
        elif kind == "Cc":
            kept.append(" ")
        elif kind in ("Co", "Cn", "Cs"):
            kept.append(_LOST if kind == "Cs" else each)
    return "".join(kept)


def runs(text: str) -> Iterator[Run]:
    """Yield the parts of a line from left to right. A letter that is missing becomes a mark."""
    line = cleaned(text)
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in line):
        # unlike the one of the package itself, it mirrors brackets
        from bidi.algorithm import get_display

        line = str(get_display(line))
    letters, font = "", ""
    for part, own in _parts(line):
        if own != font and letters:
            yield _run(font, letters)
            letters = ""
        font = own
        letters += part
    if letters:
        yield _run(font, letters)


def _run(font: str, letters: str) -> Run:
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in letters):
        # HarfBuzz mirrors brackets by itself
        letters = letters[::-1].translate(_MIRRORED)
    return Run(font, letters, font not in _PLAIN)


def _parts(line: str) -> Iterator[tuple[str, str]]:
    """Yield the letters of a line in pieces, each with its font."""
    font = next((each for each in FONTS if _has_all(each, line)), "")
    if font:
        yield line, font
        return
    font = FONTS[0]
    for found in _WORDS.finditer(line):
        word = found[0]
        if word.isspace():
            yield " ", font if _has(font, " ") else FONTS[0]
            continue
        whole = next((each for each in FONTS if _has_all(each, word)), None)
        if whole is not None:
            font = whole
            yield word, font
            continue
        for letter in word:
            # marks stay with the letter that they belong to
            belongs = _has(font, letter) and not letter.isascii()
            own = font if belongs else _font_of(letter)
            if own is None:
                letter, own = ("" if letter in _JOINERS else _LOST), FONTS[0]
            font = own
            yield letter, font


def _draws(letter: str) -> bool:
    return not letter.isspace() and letter not in _JOINERS


@lru_cache(maxsize=4_096)
def _font_of(letter: str) -> str | None:
    return next((each for each in FONTS if _has(each, letter)), None)


def _has_all(font: str, letters: str) -> bool:
    return all(_has(font, each) for each in letters)


def _has(font: str, letter: str) -> bool:
    return letter in _JOINERS or ord(letter) in _glyphs(font)


@cache
def _glyphs(font: str) -> frozenset[int]:
    """Return the letters of a font; shaping adds some of its own to the registered one."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    if font not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(font, str(_FOLDER / f"{font}.ttf"), shapable=True))
    registered: Any = pdfmetrics.getFont(font)
    return frozenset(registered.face.charToGlyph)


def width(text: str, size: float) -> float:
    """Return the width of a line in points."""
    return sum(run_width(run, size) for run in runs(text))


def shaped(run: Run, size: float) -> str:
    """Return a part of a line as ReportLab draws it, joined where its script needs it."""
    if not run.shaped:
        return run.text
    from reportlab.lib.abag import ABag
    from reportlab.pdfbase.ttfonts import shapeFragWord

    # without discretionary ligatures, which write vowels into names
    word = [0, (ABag(fontName=run.font, fontSize=size), run.text)]
    found: str = shapeFragWord(word, {"kern": True, "liga": True})[1][1]
    return found


def run_width(run: Run, size: float) -> float:
    """Return the width of a part of a line in points."""
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.pdfbase.ttfonts import ShapedStr

    text = shaped(run, size)
    if isinstance(text, ShapedStr):
        placed: Any = text
        return float(sum(each.x_advance for each in placed.__shapeData__) * size / 1000)
    return float(stringWidth(text, run.font, size))
