"""What all pages share: files they load, the language they are in, and how it is chosen."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

import openmall
from openmall.http.request import Request
from openmall.http.web import assets, languages, picture_addresses
from openmall.http.web.pages import Templates
from openmall.translations import catalogues
from tests.access.oauth.authorization_requests import Browser, manager
from tests.world import World

SIGN_IN = "/api/v2/oauth/sign-in"


@pytest.fixture
def browser(world: World) -> Browser:
    manager(world)
    return Browser(world)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("openmall.css", "text/css; charset=utf-8"),
        ("openmall.js", "text/javascript; charset=utf-8"),
        ("uplot.LICENSE.txt", "text/plain; charset=utf-8"),
    ],
)
def test_a_file_is_kept_for_ever_at_an_address_of_its_content(
    browser: Browser, name: str, kind: str
) -> None:
    answer = browser.open(assets.address(name))

    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert re.fullmatch(rf"/assets/{re.escape(name)}\?v=[0-9a-f]{{12}}", assets.address(name))


@pytest.mark.parametrize("path", ["/assets/", "/assets/../pages.py", "/assets/%2e%2e/pages.py"])
def test_nothing_else_lies_there(browser: Browser, path: str) -> None:
    assert browser.open(path).status_code == 404


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("en-US,en;q=0.9,ko;q=0.8", "en"),
        ("fr, ko;q=0.2", "ko"),
        ("fr", "en"),
        ("ko;q=0", "en"),
        (";;;,ko;q=x", "en"),
    ],
)
def test_the_first_language_of_the_reader_that_there_is(header: str, language: str) -> None:
    assert languages.accepted(header, "console") == language


@pytest.mark.parametrize(
    ("header", "domain", "language"),
    [
        ("ja-JP,en;q=0.5", "backoffice", "ja"),
        ("ja-JP,en;q=0.5", "sampleshop", "ja"),
        ("ja-JP,ko;q=0.5", "console", "ko"),
        ("zh-CN,zh;q=0.9", "sampleshop", "zh"),
        ("zh-Hans-SG", "sampleshop", "zh"),
        ("zh-CN,ja;q=0.9", "backoffice", "ja"),
        # traditional characters are none that the shop has
        ("zh-TW,ja;q=0.9", "sampleshop", "ja"),
        ("zh-Hant", "sampleshop", "en"),
        ("zh-HK", "sampleshop", "en"),
    ],
)
def test_pages_are_in_languages_that_they_are_translated_to(
    header: str, domain: str, language: str
) -> None:
    assert languages.accepted(header, domain) == language


@pytest.mark.parametrize(
    ("domain", "codes"),
    [
        ("sampleshop", ["en", "ko", "ja", "zh"]),
        ("oauth", ["en", "ko", "ja", "zh"]),
        ("backoffice", ["en", "ko", "ja"]),
        ("console", ["en", "ko"]),
        ("operator", ["en", "ko"]),
        ("reference", ["en", "ko"]),
    ],
)
def test_pages_offer_the_languages_that_they_have(
    domain: str, codes: list[str], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("{{ languages | join(' ') }}", encoding="utf-8")

    assert list(languages.OFFERED[domain]) == codes
    assert Templates(domain, tmp_path).render("page.html", "en").split() == codes


@pytest.mark.parametrize(
    ("domain", "language"), [("sampleshop", "zh"), ("oauth", "zh"), ("backoffice", "ja")]
)
def test_a_choice_that_pages_do_not_have_leaves_the_preference(domain: str, language: str) -> None:
    headers = [(b"cookie", b"openmall-language=zh"), (b"accept-language", b"ja,en;q=0.5")]
    scope = {
        "method": "GET", "scheme": "https", "path": "/", "query_string": b"", "headers": headers,
    }  # fmt: skip

    assert languages.wanted(Request(scope, _nothing, "1"), domain) == language


async def _nothing() -> dict[str, object]:
    return {}


@pytest.mark.parametrize(
    ("locale", "language"), [("zh_CN", "zh"), ("ja_JP", "ja"), ("zh_TW", ""), ("zh_HK", "")]
)
def test_a_shop_speaks_its_language_where_its_pages_have_it(locale: str, language: str) -> None:
    assert languages.of_shop(locale, "sampleshop") == language


@pytest.mark.parametrize(
    ("language", "own", "others"),
    [
        ("ja", ("Noto Sans JP", "Noto Sans CJK JP"), ("SC", "KR", "PingFang", "Malgun")),
        ("zh", ("Noto Sans SC", "Noto Sans CJK SC"), ("JP", "KR", "Hiragino", "Malgun")),
    ],
)
def test_chinese_characters_have_the_shapes_of_the_page_s_language(
    browser: Browser, language: str, own: tuple[str, ...], others: tuple[str, ...]
) -> None:
    sheet = browser.open(assets.address("openmall.css")).text
    fonts = re.findall(rf":root:lang\({language}\) *{{ *--sans: *([^;}}]*)", sheet)

    assert len(fonts) == 1
    assert all(each in fonts[0] for each in own)
    assert not any(each in fonts[0] for each in others)
    # the font of the system may be another language's, so it comes last
    assert fonts[0].index(own[0]) < fonts[0].index("system-ui")


def test_a_chosen_language_wins_and_leads_back(browser: Browser) -> None:
    form = {"language": "ko", "back": f"{SIGN_IN}?a=b"}

    answer = browser.submit("/language", form, Origin=browser.world.base_url)
    page = browser.open(SIGN_IN)

    assert answer.status_code == 303
    assert answer.headers["location"] == f"{SIGN_IN}?a=b"
    assert '<html lang="ko">' in page.text


@pytest.mark.parametrize("back", ["//evil.example", "/\\evil.example", "https://evil.example", ""])
def test_nobody_is_led_elsewhere(browser: Browser, back: str) -> None:
    answer = browser.submit("/language", {"language": "ko", "back": back})

    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("origin", [{}, {"Origin": "https://evil.example"}, {"Origin": "null"}])
def test_another_site_chooses_no_language(browser: Browser, origin: dict[str, str]) -> None:
    answer = browser.submit("/language", {"language": "ko", "back": "/"}, **origin)

    assert (answer.status_code, "set-cookie" in answer.headers) == (303, False)


def test_a_browser_that_hides_where_it_comes_from_says_that_it_is_here(browser: Browser) -> None:
    # our pages have no referrer, and so browsers send no origin with their forms
    form = {"language": "ko", "back": "/"}
    own = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}
    other = {"Origin": browser.world.base_url, "Sec-Fetch-Site": "cross-site"}

    chosen = [
        "set-cookie" in browser.submit("/language", form, **sent).headers for sent in (own, other)
    ]

    assert chosen == [True, False]


def test_a_language_there_is_not_chooses_nothing(browser: Browser) -> None:
    answer = browser.submit(
        "/language", {"language": "xx", "back": "/"}, Origin=browser.world.base_url
    )

    assert "set-cookie" not in answer.headers


def test_a_language_with_one_form_for_all_numbers_uses_it() -> None:
    said = catalogues.translations("ko", "web").ngettext

    assert [said("and %(num)d other", "and %(num)d others", number) for number in (1, 2)] == [
        "외 %(num)d건",
        "외 %(num)d건",
    ]


def test_a_template_is_compiled_once_for_all_languages_and_again_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = Counter[str]()
    compile_ = Environment.compile

    def counted(environment: Environment, source: str, *rest: Any) -> Any:
        compiled[source] += 1
        return compile_(environment, source, *rest)

    monkeypatch.setattr(Environment, "compile", counted)
    page = tmp_path / "page.html"
    before, after = '{{ language }}: {{ _("Sign in") }}', "{{ language }}, changed"
    page.write_text(before, encoding="utf-8")
    shown = {each: Templates("web", tmp_path).render("page.html", each) for each in ("en", "ko")}
    page.write_text(after, encoding="utf-8")

    assert shown == {"en": "en: Sign in", "ko": "ko: 로그인"}
    assert Templates("web", tmp_path).render("page.html", "ko") == "ko, changed"
    assert compiled == {before: 1, after: 1}


def test_pictures_have_addresses_of_pictures() -> None:
    # what an app typed as the address of a picture may name a program
    typed = re.compile(r'<img [^>]*src="\{\{([^}]*)\}\}')
    found = [
        (path.name, value.strip())
        for path in Path(openmall.__file__).parent.rglob("templates/**/*.html")
        for value in typed.findall(path.read_text(encoding="utf-8"))
        if not value.strip().endswith("| picture")
    ]
    found.remove(("display.html", "small"))  # set by the filter
    found.remove(("storefront_editor.html", "picture_address(each.address)"))  # below the shop
    assert found == []


def test_fields_have_roles_that_their_type_allows() -> None:
    """By ARIA in HTML a search field is a `searchbox` alone, a text field may be a `combobox`."""
    named = [
        f"{path.name}: {field}"
        for path in Path(openmall.__file__).parent.rglob("*.html")
        for field in re.findall(r"<input\b[^<>]*>", path.read_text("utf-8"))
        if " role=" in field
    ]
    wrong = [each for each in named if not ('role="combobox"' in each and 'type="text"' in each)]
    assert (len(named), wrong) == (1, [])


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("https://cdn.example/cup.png", "https://cdn.example/cup.png"),
        (" /pictures/cup.png ", "/pictures/cup.png"),
        ("//evil.example/cup.png", ""),
        ("javascript:x()//", ""),
        ("http://cdn.example/cup.png", ""),
        ("cup.png", ""),
    ],
)
def test_only_addresses_of_pictures_are_shown(typed: str, shown: str) -> None:
    assert picture_addresses.shown(typed) == shown
