"""What is said in a reader's language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
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


_SCRIPTS = {
    "Korean": (re.compile(r"[\uac00-\ud7a3]"), {"ja", "zh"}),
    # the middle dot and the mark of long vowels stand in Chinese texts too
    "Japanese": (re.compile(r"[\u3041-\u309f\u30a1-\u30fa]"), {"ko", "zh"}),
}


@pytest.mark.parametrize("script", _SCRIPTS)
def test_no_other_language_has_letters_of_its_neighbour(script: str) -> None:
    letters, languages_without = _SCRIPTS[script]
    left = [
        (language, id_, text)
        for language, _, id_, text in _translated()
        if language in languages_without and letters.search(text) and not letters.search(id_)
    ]
    assert left == []


def _translated() -> Iterator[tuple[str, str, str, str]]:
    """Yield language, domain, English text (the last form of several) and translation."""
    for path in sorted(catalogues.LOCALE.glob("*/*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=path.parent.name):
                forms = [message.string] if isinstance(message.string, str) else message.string
                id_ = message.id if isinstance(message.id, str) else message.id[-1]
                if id_:
                    yield from ((path.parent.name, path.stem, id_, text) for text in forms)
