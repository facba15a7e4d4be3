"""What is said in a reader's language."""

from openmall.http.web import languages
from openmall.translations import catalogues


def test_nothing_is_nothing_in_every_language() -> None:
    assert [catalogues.translate(each, "web", "") for each in languages.NAMES] == ["", ""]


def test_a_sentence_nobody_translated_is_said_in_english() -> None:
    assert catalogues.translate("ko", "web", "no such sentence") == "no such sentence"
    assert catalogues.translate("ko", "web", "Copy") == "복사"


def test_korean_has_one_form_for_all_numbers() -> None:
    one, many = "You can have %(num)s test mall.", "You can have %(num)s test malls."
    korean, english = (catalogues.translations(each, "console") for each in ("ko", "en"))

    assert {korean.ngettext(one, many, number) for number in (0, 1, 2, 50)} == {
        "테스트몰은 최대 %(num)s개까지 만들 수 있습니다."
    }
    assert [english.ngettext(one, many, number) for number in (1, 2)] == [one, many]


def test_a_room_has_words_of_its_own_for_the_same_english() -> None:
    assert catalogues.translate("ko", "backoffice", "Products") == "상품"
    assert catalogues.translate("ko", "sampleshop", "Products") == "상품 금액"
