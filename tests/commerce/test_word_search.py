"""Searches without an index take each word alone, and both stores compare texts alike."""

import unicodedata
from typing import Any

import pytest
from sqlalchemy import Text, bindparam, select

from openmall.database.ngrams import _PLAIN, fold
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.text_search.word_search import HasWords, has_words
from tests.world import World

ASKED = Statement(select(HasWords(bindparam("stored", type_=Text()), "typed")))
TEXTS = [
    "Red cotton shirt", "남성 반팔 티셔츠", "赤い 綿 シャツ", "ｼｬﾂ", "Crème brûlée",
    "İstanbul çanta", "ısparta", "Zürich T‑Shirt", "O’Brien", "o´brien", "Łódź ﬁlm",
    "ŁÓDŹ", "ガラス", "カラス", "Straße", "STRASSE", "ẞ", "ÆØÅ þð", "Ærø", "ΑΘΉΝΑ", "αθηνα",
    "Οδός", "ΟΔΟΣ", "Ёлка", "ЕЛКА", "йод", "Å", "ŉ", "a\u200bb\u00a0c", "ab c", "Ⅳ ①",
    "हिन्दी", "हनद", "سَلام", "سلام", "שָׁלוֹם", "שלום", "100% a_b\\c 'x' \"y\"",
]  # fmt: skip

NOTHING = ["¨", "\u0301", "\u200b", "\u00ad\u0301"]
"""Texts that are empty when folded."""


def test_both_stores_compare_every_letter_as_the_index_does(world: World) -> None:
    letters = [
        chr(code)
        for code in (*range(0x21, 0x600), *range(0x1E00, 0x2000), *range(0x2010, 0x2030))
        if chr(code).isprintable() and not chr(code).isspace()
    ]
    pairs = [(one, other) for one in TEXTS for other in TEXTS]
    pairs += [(text, typed) for text in TEXTS for typed in NOTHING]
    pairs += [(letter, fold(letter)) for letter in letters if fold(letter)]

    async def compare(db: Session) -> list[tuple[str, str]]:
        rows = [(one, other, await db.one(ASKED, stored=one, typed=other)) for one, other in pairs]
        return [(a, b) for a, b, row in rows if row is None or bool(row[0]) != has_words(a, b)]

    assert world.in_transaction(compare) == []


def test_letters_that_are_not_normalised_would_stay_as_they_are() -> None:
    plain = "".join(chr(code) for code in range(0x3041, 0xD7A4) if _PLAIN.fullmatch(chr(code)))
    text = f"Ab-1 {plain} {plain[::-1]} {plain[::7]}"

    normalised = unicodedata.normalize("NFKC", text)

    assert len(plain) > 30_000
    assert fold(text) == unicodedata.normalize("NFKC", normalised.casefold()) == text.lower()
    assert fold("\u30ab\u3099") == fold("ガ") != fold("カ")


@pytest.mark.parametrize(
    ("path", "name", "body"),
    [
        ("categories", "category_name", {}),
        ("brands", "brand_name", {}),
        ("manufacturers", "manufacturer_name", {"president_name": "Kim"}),
        ("suppliers", "supplier_name", {}),
        ("commenttemplates", "title", {"content": "Thank you", "board_type": 11}),
    ],
)
def test_lists_take_each_word_alone(
    world: World, path: str, name: str, body: dict[str, Any]
) -> None:
    for text in ("Crème brûlée O’Brien", "Creme caramel"):
        world.post(path, **body, **{name: text})
    for typed, expected in [
        ("brulee creme", 1),
        ("o'brien CRÈME", 1),
        ("creme", 2),
        ("creme nothing", 0),
        *((each, 0) for each in NOTHING),
    ]:
        found = world.get(path, **{name: typed})[path]
        assert len(found) == expected, (typed, found)
