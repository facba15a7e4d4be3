"""What is said in a reader's language."""

import re
from pathlib import Path

from babel.messages.pofile import read_po

from openmall.http.web import languages
from openmall.translations import catalogues

SOURCES = Path(catalogues.__file__).parents[1]


def test_nothing_is_nothing_in_every_language() -> None:
    assert {catalogues.translate(each, "web", "") for each in languages.OFFERED["web"]} == {""}


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


def test_a_percent_sign_in_a_translated_text_of_a_template_is_a_placeholder() -> None:
    """Templates put values into every text, so that a sign of its own breaks the page."""
    templates = "".join(each.read_text() for each in SOURCES.glob("**/templates/*.html"))
    texts = set(re.findall(r'_\("((?:[^"\\]|\\.)*)"', templates))
    signs = re.compile(r"%\(\w+\)[sd]|%%")
    wrong = [
        (path.parent.name, message.id, text)
        for path in SOURCES.glob("translations/locale/*/*.po")
        for message in read_po(path.open("rb"))
        if message.id in texts
        for text in ((message.string,) if isinstance(message.string, str) else message.string)
        if "%" in signs.sub("", text)
    ]
    assert texts
    assert wrong == []


def test_no_other_language_has_korean_left_in_it() -> None:
    hangul = re.compile(r"[\uac00-\ud7a3]")
    left = [
        (path.parent.name, message.id)
        for path in SOURCES.glob("translations/locale/*/*.po")
        if path.parent.name != "ko"
        for message in read_po(path.open("rb"))
        if hangul.search(str(message.string)) and not hangul.search(str(message.id))
    ]
    assert left == []
