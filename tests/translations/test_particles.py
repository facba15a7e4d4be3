"""The particle behind a value in Korean, and that no translation has one form for all values."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from markupsafe import Markup

from openmall.contract.refusal import fill
from openmall.http.web.pages import Templates
from openmall.translations import catalogues, particles


@pytest.mark.parametrize(
    ("value", "topic", "object_", "direction"),
    [
        ("사과", "는", "를", "로"),
        ("가방", "은", "을", "으로"),
        ("서울", "은", "을", "로"),
        ("12", "는", "를", "로"),
        ("7", "은", "을", "로"),
        ("3", "은", "을", "으로"),
        ("10,000", "은", "을", "으로"),
        ("5,000원", "은", "을", "으로"),
        ("USD", "는", "를", "로"),
        ("URL", "은", "을", "로"),
        ("PIN", "은", "을", "으로"),
        ("Google", "은(는)", "을(를)", "(으)로"),
        ("a.M", "은", "을", "으로"),
        ("티셔츠 (파랑)", "은", "을", "으로"),
        ("<b>사과</b>", "는", "를", "로"),
        ("りんご", "은(는)", "을(를)", "(으)로"),
        ("", "은(는)", "을(를)", "(으)로"),
        (">" * 5_000, "은(는)", "을(를)", "(으)로"),
    ],
)
def test_the_form_follows_the_sound_at_the_end(
    value: str, topic: str, object_: str, direction: str
) -> None:
    found = [particles.form(value, each) for each in ("은(는)", "을(를)", "(으)로")]

    assert found == [topic, object_, direction]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{name}이(가) 왔다", "{name}이 왔다"),
        ("“%(name)s”을(를) 본다", "“%(name)s”을 본다"),
        ("[NAME]과(와) 함께", "[NAME]과 함께"),
        ("{other}이(가) 왔다", "{other}이(가) 왔다"),
        ("값({name})이(가) 왔다", "값({name})이(가) 왔다"),
    ],
)
def test_particles_behind_values_are_chosen_and_values_stay_out(
    template: str, expected: str
) -> None:
    assert particles.chosen(template, {"name": "가방", "NAME": "가방"}) == expected


def test_a_refusal_a_page_and_a_text_have_them(tmp_path: Path) -> None:
    page = '{{ _("Continue to %(provider)s", provider=who) }}|{% trans %}Sign in{% endtrans %}'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    pages = Templates("backoffice", tmp_path)
    translated = {"It is {name}.": "{name}을(를) 본다"}.__getitem__

    assert fill("It is {name}.", {"name": "사과"}, translated) == "사과를 본다"
    assert pages.render("page.html", "ko", who="네이버").startswith("네이버로 이동|")
    assert pages.render("page.html", "ko", who=Markup("<b>서울</b>")).startswith("<b>서울</b>로")
    assert pages.render("page.html", "ko", who="<x>").startswith("&lt;x&gt;(으)로 이동|")
    assert pages.render("page.html", "en", who="Naver").startswith("Continue to Naver|")
    assert particles.settled("Linen 앞치마이(가) 5개, PIN을(를)") == "Linen 앞치마가 5개, PIN을"


_BARE = re.compile(
    r"(?:\{\w*\}|%\(\w+\)[sd]|(?<!\()\[[A-Z_]+\])[\"'`”’」』]*"
    r"(?:은|는|이|가|을|를|과|와|으로|로|이며|며|이나|나|이라|이어야|여야|\(이\)가|\(은\)는|\(을\)를)"
    r"(?=[\s.,:;!?)]|$| )"
)
"""A particle in one form, or in a notation that is not read, right behind a value."""


def _translations() -> Iterator[tuple[str, str]]:
    for path in sorted((catalogues.LOCALE / "ko").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale="ko"):
                texts = [message.string] if isinstance(message.string, str) else message.string
                yield from ((path.name, text) for text in texts or () if message.id)


def test_no_particle_behind_a_value_has_one_form() -> None:
    # elsewhere a name in brackets is what a merchant types
    found = [
        (name, text)
        for name, text in _translations()
        if _BARE.search(text if name == "shop.po" else text.replace("[", ""))
    ]

    assert found == [], f"write both forms, one of {', '.join(particles.PARTICLES)}"


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [("{a}를 본다", True), ("%(a)s” 은 것", False), ("{a}가지 색", False), ("[A]을 [B]", True),
     ("{a}은(는) 없다", False), ("{a}(이)가 없다", True)],
)  # fmt: skip
def test_a_bare_particle_is_found(text: str, is_bare: bool) -> None:
    assert (_BARE.search(text) is not None) is is_bare
