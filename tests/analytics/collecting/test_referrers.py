"""What leads to a shop: other sites, searches, campaigns."""

import gzip
from typing import Any

import msgspec
import pytest

from openmall.analytics.collecting.referrers import (
    Address,
    Campaign,
    Referrer,
    address,
    campaign,
    clean,
    referrer,
)
from tests.analytics.collecting.tracking_browser import DATA

VECTORS = DATA / "referers" / "snowplow_referer_tests.json.gz"
APP = "android-app://com.google.android.googlequicksearchbox/https/www.google.com"


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("https://shop.example.com/a/b?c=d#e", Address("https", "shop.example.com", "/a/b", "c=d")),
        ("HTTP://Me:pw@Shop.Example.com:8443", Address("http", "shop.example.com", "/", "")),
        ("//shop.example.com./x", Address("https", "shop.example.com", "/x", "")),
        ("/only/a/path?x", Address("https", "", "/only/a/path", "x")),
        ("https://[2001:db8::1]:8443/", Address("https", "[2001:db8::1]", "/", "")),
        ("https:///x", Address("https", "", "/x", "")),
        ("javascript:alert(1)", None),
        ("about:blank", None),
        ("https:\\\\evil", None),
    ],
)
def test_an_address_in_its_parts(told: str, found: Address | None) -> None:
    assert address(told) == found


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("", Referrer()),
        ("about:blank", Referrer()),
        ("file:///home/me/page.html", Referrer()),
        ("https://shop.example.com/before", Referrer()),
        ("https://www.shop.example.com/", Referrer()),
        ("http://m.mymall.example:8443/x", Referrer()),
        ("https://news.example.org/a?session=secret", Referrer("https://news.example.org/a")),
        ("https://u:p@news.example.org:99/", Referrer("https://news.example.org/")),
        (
            "https://www.google.co.kr/search?hl=ko&q=%EB%A6%B0%EB%84%A8+apron",
            Referrer("https://www.google.co.kr/search", "Google", "린넨 apron"),
        ),
        ("https://www.google.com/", Referrer("https://www.google.com/", "Google")),
        (APP, Referrer(APP, "Google")),
        (
            "https://m.search.naver.com/search.naver?where=m&query=%EB%A6%B0%EB%84%A8",
            Referrer("https://m.search.naver.com/search.naver", "Naver", "린넨"),
        ),
        (
            "https://search.daum.net/search?w=tot&q=apron",
            Referrer("https://search.daum.net/search", "Daum", "apron"),
        ),
        (
            "http://search.nate.com/search/all.html?q=%B8%B0%B3%D9",
            Referrer("http://search.nate.com/search/all.html", "Nate", "린넨"),
        ),
        (
            "https://fr.bing.com/images/search?q=lin",
            Referrer("https://fr.bing.com/images/search", "Bing Images", "lin"),
        ),
        ("https://blog.naver.com/me/1", Referrer("https://blog.naver.com/me/1")),
        (
            "https://l.facebook.com/l.php?u=x",
            Referrer("https://l.facebook.com/l.php", social="Facebook"),
        ),
        (
            "https://www.facebook.com/",
            Referrer("https://www.facebook.com/", social="Facebook"),
        ),
        (
            "https://www.facebook.com/search/top?q=apron",
            Referrer("https://www.facebook.com/search/top", "Facebook", "apron"),
        ),
        ("https://x.com/i/grok", Referrer("https://x.com/i/grok", social="Grok")),
        ("https://x.com/someone", Referrer("https://x.com/someone", social="Twitter")),
        ("https://claude.ai/chat/1", Referrer("https://claude.ai/chat/1", social="Claude")),
        ("https://notfacebook.com/", Referrer("https://notfacebook.com/")),
        ("https://" + "a." * 126 + "b/", Referrer("https://" + "a." * 126 + "b/")),
        ("https://" + "a." * 126 + "bc/", Referrer()),
    ],
)
def test_what_led_here(told: str, found: Referrer) -> None:
    assert referrer(told, ("mymall.example", "shop.example.com")) == found


@pytest.mark.parametrize(
    ("opened", "found"),
    [
        ("/?q=1", Campaign()),
        (
            "/?utm_source=letter&utm_medium=mail&utm_campaign=spring+sale&utm_term=%EB%A6%B0&utm_content=top",
            Campaign("letter", "mail", "spring sale", "린", "top"),
        ),
        ("/?utm_source=first&utm_source=second", Campaign("first")),
        ("/?UTM_SOURCE=x&utm_source=", Campaign()),
        ("/?utm_source=%00%0a%ff" + "x" * 300, Campaign("\ufffd" + "x" * 199)),
    ],
)
def test_what_an_opened_address_says_of_an_ad(opened: str, found: Campaign) -> None:
    parts = address(opened)

    assert parts is not None
    assert campaign(parts) == found


def test_nothing_is_kept_that_cannot_be_printed() -> None:
    assert clean("  a\x00b\n\u202e c\ud800 ", 4) == "ab c"


@pytest.mark.skipif(not VECTORS.exists(), reason="the examples of others are not on this machine")
def test_engines_and_keywords_are_those_that_another_program_expects() -> None:
    others: list[dict[str, Any]] = msgspec.json.decode(gzip.decompress(VECTORS.read_bytes()))
    expected = {
        each["uri"]: (each["source"], each["term"] or "")
        for each in others
        if each["medium"] == "search"
    }

    differ = {}
    for uri, (engine, term) in expected.items():
        found = referrer(uri, ())
        if (found.engine, found.keyword) != (engine, term):
            differ[uri.partition("?")[0]] = (found.engine, found.keyword)

    assert len(expected) == 23
    # what Matomo calls otherwise, asks for by another parameter, or does not have
    assert differ == {
        "http://go.mail.ru/search": ("Mailru", "Gothic Tarot Cards"),
        "http://search.tb.ask.com/search/GGmain.jhtml": ("Ask", "test"),
        "http://search.ke.voila.fr/": ("Voila", ""),
        "https://suche.1und1.de": ("Google", ""),
        "http://www.pricerunner.co.uk/search": ("", ""),
        "https://s3-us3.ixquick.com/do/search": ("", ""),
        "http://www.aolsearch.com/search": ("", ""),
        "http://www.dalesearch.com/": ("", ""),
    }
