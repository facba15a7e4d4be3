"""A message is filled with what it is about: everything, cut where it must be, and nothing else."""

import unicodedata

import pytest

from openmall.commerce.messages import rendering
from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import MissingValue, render, samples
from openmall.commerce.messages.shape import PLACEHOLDER
from openmall.translations.catalogues import LANGUAGES

RESTOCK = {"SHOP_NAME": "Sky Store", "NAME": "Haneul Kim", "PRODUCT": "Linen apron"}


def test_a_text_is_filled_in_the_language_of_the_shop() -> None:
    assert {
        language: render("restock_notice", language, RESTOCK)
        for language in ("ko_KR", "en_US", "ja_JP", "zh_CN", "zh_TW")
    } == {
        "ko_KR": "Sky Store Haneul Kim님, 기다리시던 Linen apron이(가) 다시 입고되었습니다.",
        "en_US": "Sky Store: Haneul Kim, Linen apron is back in stock.",
        "ja_JP": "Sky Store Haneul Kim様、お待ちのLinen apronが再入荷しました。",
        "zh_CN": "【Sky Store】Haneul Kim，您关注的Linen apron已到货。",
        "zh_TW": "Sky Store: Haneul Kim, Linen apron is back in stock.",
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("occasion", CATALOGUE.occasions)
def test_the_samples_fill_every_text_whole(occasion: str, language: str) -> None:
    given = samples(language)

    text = render(occasion, language, given)

    assert PLACEHOLDER.search(text) is None
    for name in CATALOGUE.occasions[occasion].variables():
        assert given[name] in text


@pytest.mark.parametrize("name", RESTOCK)
def test_a_value_that_is_missing_is_named(name: str) -> None:
    given = {other: value for other, value in RESTOCK.items() if other != name}

    with pytest.raises(MissingValue) as refused:
        render("restock_notice", "en_US", given)

    assert str(refused.value) == f"restock_notice: no value was given for [{name}]"


def test_an_occasion_there_is_not_is_named() -> None:
    with pytest.raises(LookupError, match="there is no occasion 'wedding'"):
        render("wedding", "en_US", RESTOCK)


def test_more_values_than_a_text_holds_are_passed_over() -> None:
    assert render("restock_notice", "en_US", {**RESTOCK, "AMOUNT": "1"}) == render(
        "restock_notice", "en_US", RESTOCK
    )


BOUNDED = [each for each in CATALOGUE.variables.values() if isinstance(each.length, int)]
DETAILS = {name for each in CATALOGUE.occasions.values() for name in each.details}
WHOLE = [
    each
    for each in CATALOGUE.variables.values()
    if not isinstance(each.length, int) and each.name not in DETAILS
]


@pytest.mark.parametrize("variable", BOUNDED, ids=lambda each: each.name)
@pytest.mark.parametrize("letter", ["a", "가", "😀"])
def test_a_value_is_cut_at_its_length(variable: object, letter: str) -> None:
    [found] = [each for each in BOUNDED if each is variable]
    assert isinstance(found.length, int)
    occasion = CATALOGUE.occasions_of(found.name)[0].code
    given = samples("en")
    fits = letter * found.length

    whole = render(occasion, "en", {**given, found.name: fits})
    cut = render(occasion, "en", {**given, found.name: fits + letter})

    assert whole.count(letter * found.length) == 1
    assert cut == whole.replace(fits, letter * (found.length - 1) + "…")


@pytest.mark.parametrize("variable", WHOLE, ids=lambda each: each.name)
def test_a_value_without_a_length_is_never_cut(variable: object) -> None:
    [found] = [each for each in WHOLE if each is variable]
    occasion = CATALOGUE.occasions_of(found.name)[0].code

    text = render(occasion, "en", {**samples("en"), found.name: "7" * 5_000})

    assert "7" * 5_000 in text


def test_a_korean_syllable_is_one_character_however_it_was_typed() -> None:
    typed = unicodedata.normalize("NFD", "가" * 20)
    assert len(typed) == 40

    assert render("restock_notice", "ko", {**RESTOCK, "NAME": typed}) == (
        f"Sky Store {'가' * 20}님, 기다리시던 Linen apron이(가) 다시 입고되었습니다."
    )


def test_a_cut_leaves_no_blank_behind() -> None:
    text = render("restock_notice", "en", {**RESTOCK, "NAME": "Maximilian Johannes von"})

    assert text == "Sky Store: Maximilian Johannes…, Linen apron is back in stock."


def test_a_value_adds_neither_lines_nor_variables_of_its_own() -> None:
    given = {**RESTOCK, "NAME": "[PRODUCT]\r\n\tKim\u2028 ", "PRODUCT": "[NAME] \\1 \\g<0>"}

    text = render("restock_notice", "en", given)

    assert text == "Sky Store: [PRODUCT] Kim, [NAME] \\1 \\g<0> is back in stock."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Linen apron", "Linen apron"),
        ("Teapot with a lid of walnut wood", "Teapot with a lid of walnut…"),
        ("x" * 40, "x" * 29 + "…"),
        ("도자기 " * 10, "도자기 " * 6 + "도자기…"),
    ],
)
def test_a_long_value_ends_at_a_word_with_an_ellipsis(name: str, expected: str) -> None:
    cut = rendering.shortened(name, 30)

    assert cut == expected
    assert len(cut) <= 30
