"""What is said in a reader's language."""

from openmall.web import languages


def test_nothing_is_nothing_in_every_language() -> None:
    assert [languages.spoken(each, "web", "") for each in languages.NAMES] == ["", ""]


def test_a_sentence_nobody_translated_is_said_in_english() -> None:
    assert languages.spoken("ko", "web", "no such sentence") == "no such sentence"
    assert languages.spoken("ko", "web", "Copy") == "복사"


def test_korean_has_one_form_for_all_numbers() -> None:
    one, many = "You may have %(num)s test mall.", "You may have %(num)s test malls."
    korean, english = (languages.translations(each, "console") for each in ("ko", "en"))

    assert {korean.ngettext(one, many, number) for number in (0, 1, 2, 50)} == {
        "테스트몰은 최대 %(num)s개까지 만들 수 있습니다."
    }
    assert [english.ngettext(one, many, number) for number in (1, 2)] == [one, many]


def test_a_room_has_words_of_its_own_for_the_same_english() -> None:
    assert languages.spoken("ko", "backoffice", "Products") == "상품"
    assert languages.spoken("ko", "sampleshop", "Products") == "상품 금액"
