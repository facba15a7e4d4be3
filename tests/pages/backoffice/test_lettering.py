"""Slips and labels draw the letters of most of Europe and Asia; an order with others is named."""

import io
import struct
import time
import unicodedata
from typing import Any

import pytest
from pypdf import PdfReader

from openmall.pages.backoffice.dispatch import documents, lettering
from openmall.pages.backoffice.dispatch.lettering import Run
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import RECEIVER, order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_dispatch import PAGE, WORDS, parcel

NAMES = {
    "Korean": "김민수 뚫훍 서울특별시",
    "kana and kanji": "太郎 あいうえお アイウエオ ｱｲ 渋谷区桜丘 髙﨑 辻",
    "simplified Chinese": "张伟 广东省深圳市龙华区",
    "traditional Chinese": "張偉 臺灣 臺北市 龍華區",
    "Latin Extended": "Łódź Dvořák Erdős Ștefan Ğüneş Æsir Straße ŵŷ",
    "Vietnamese": "Nguyễn Thị Ánh Đặng Ước Ẵ",
    "Greek": "Αθήνα Γιώργος ὕδωρ ᾳ",
    "Cyrillic": "Москва Ёжиков їжак Ђорђе Қазақ",
    "Thai": "สมชาย น้ำทิพย์ กรุงเทพฯ",
    "Hebrew": "שלום כהן רחוב הרצל 5",
    "Arabic": "محمد علي شارع الملك 12 پیام",
    "Devanagari": "हिन्दी क्षेत्र श्रीमती कृष्ण",
    "Armenian and Georgian": "Հայաստան ქართული",
    "currencies": "₫ ฿ ₹ ₩ € £ ¥",
    "decomposed": unicodedata.normalize("NFD", "José Ångström Ödön 김민수 ắ"),
}


def outlines(font: str) -> set[int]:
    """Return the characters that a font draws (OpenType tables `cmap`, `loca`)."""
    from reportlab.pdfbase import pdfmetrics

    lettering._glyphs(font)
    file = (lettering._FOLDER / f"{font}.ttf").read_bytes()
    records = (struct.unpack_from(">4sIII", file, 12 + 16 * at) for at in range(file[5]))
    tables = {tag.decode(): (start, length) for tag, _, start, length in records}
    [is_long] = struct.unpack_from(">h", file, tables["head"][0] + 50)
    start, length = tables["loca"]
    size, code = (4, "I") if is_long else (2, "H")
    places = struct.unpack_from(f">{length // size}{code}", file, start)
    drawn_by: Any = pdfmetrics.getFont(font)
    glyphs = drawn_by.face.charToGlyph.items()
    return {letter for letter, glyph in glyphs if places[glyph + 1] > places[glyph]}


def test_the_korean_font_draws_every_syllable() -> None:
    drawn = outlines("NanumGothic")

    assert set(range(ord("가"), ord("힣") + 1)) <= drawn
    assert {ord(letter) for letter in "漢字金李朴かなカナ₩·0aZ"} <= drawn


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_no_letter_of_a_name_is_lost(name: str) -> None:
    drawn = "".join(run.text for run in lettering.runs(name))

    assert lettering.missing(name) == ""
    assert "?" not in drawn
    assert sorted(drawn.replace(" ", "")) == sorted(lettering.cleaned(name).replace(" ", ""))
    for run in lettering.runs(name):
        visible = {ord(each) for each in run.text if unicodedata.category(each)[0] == "L"}
        assert visible <= outlines(run.font)


def test_the_blocks_that_a_shop_meets_are_there() -> None:
    blocks = [
        (0x00A1, 0x017F), (0x1EA0, 0x1EF9), (0x0391, 0x03A1), (0x03B1, 0x03C9), (0x0400, 0x045F),
        (0x05D0, 0x05EA), (0x0E01, 0x0E3A), (0x0905, 0x0939), (0x3041, 0x3094), (0x30A1, 0x30F6),
        (0x4E00, 0x9FA5), (0xAC00, 0xD7A3),
    ]  # fmt: skip
    letters = "".join(chr(each) for first, last in blocks for each in range(first, last + 1))

    assert lettering.missing(letters) == ""


def test_right_to_left_text_is_put_in_order_and_joined() -> None:
    [arabic] = [run for run in lettering.runs("علي") if run.text]
    mixed = list(lettering.runs("שלום (12) abc"))

    assert arabic == Run("NotoSansArabic-Regular", "علي", True)
    # three letters in their forms at the beginning, in the middle and at the end
    assert lettering.shaped(arabic, 10) != "علي"
    assert [run.text.strip() for run in mixed if "ש" in run.text] == ["שלום"]
    assert "".join(run.text for run in mixed).startswith("abc (12)")


def test_brackets_around_right_to_left_letters_face_them() -> None:
    assert "".join(run.text for run in lettering.runs("(ب)")) == "(ب)"
    assert "".join(run.text for run in lettering.runs("علي (ب)")).startswith("(ب)")


def test_marks_that_join_are_placed_on_their_letters() -> None:
    [thai] = lettering.runs("น้ำ")
    [hindi] = lettering.runs("क्षेत्र")

    assert lettering.shaped(hindi, 10) != "क्षेत्र"
    assert len(lettering.shaped(thai, 10)) >= 3
    assert lettering.run_width(hindi, 10) > 0


def test_a_name_is_drawn_by_one_font_where_one_has_it() -> None:
    assert [run.font for run in lettering.runs("太郎")] == ["DroidSansFallback"]
    assert [run.font for run in lettering.runs("Anna Łódź")] == ["NotoSans-Regular"]
    assert [run.font for run in lettering.runs("김민수 Kim")] == ["NanumGothic"]


@pytest.mark.parametrize("text", ["\ue000", "😀", "\ud800", "\x00a\x07", "\u202eabc", "᠀"])
def test_what_cannot_be_drawn_is_a_mark_and_breaks_nothing(text: str) -> None:
    list(lettering.runs("علي कृष्ण"))

    content = documents.packing_slips([parcel(receiver=[text, "Kim"])], WORDS)

    assert "Kim" in PdfReader(io.BytesIO(content)).pages[0].extract_text()


def test_long_texts_take_no_long_time() -> None:
    long = parcel(receiver=["ب" * 300, "क्ष" * 200], message="😀" * 255, items=[("太" * 250, "", 1)])

    begin = time.process_time()
    documents.shipping_labels([long], WORDS)

    assert time.process_time() - begin < 10


def test_an_order_with_letters_that_are_missing_is_named_before_printing(owner: Browser) -> None:
    from msgspec.structs import replace

    code = stocked(owner.world, 10)[1]
    plain = order(owner.world, wanted(code), receiver=replace(RECEIVER, name="太郎 Łódź"))
    lost = order(owner.world, wanted(code), receiver=replace(RECEIVER, name="Kim 😀"))
    for number in (plain, lost):
        owner.world.call(
            "PUT", "payments", json={"requests": [{"order_id": number, "status": "paid"}]}
        )

    page = owner.open(PAGE).text

    notice = page.partition('<p class="notice">Slips and labels')[2].partition("</p>")[0]
    assert f"{lost}</a> (😀)" in notice
    assert plain not in notice
    assert "printed as “?”: 😀" in owner.open(f"/admin/orders/{lost}").text
    assert "printed as" not in owner.open(f"/admin/orders/{plain}").text
