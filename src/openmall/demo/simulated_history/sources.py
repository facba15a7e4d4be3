"""Sources of the visitors of a world: the values that a browser sends, and their names in reports.

The names are listed here and not computed by the collector, so that known answers check the
collector independently.
"""

from typing import Final

from msgspec import Struct


class Source(Struct, frozen=True, kw_only=True):
    """A source of visits. `referrer` and `query` are sent, the other fields are their meaning."""

    weight: int
    """Out of the weights of all: how many come this way."""
    referrer: str = ""
    query: str = ""
    domain: str = ""
    page: str = ""
    engine: str = ""
    keyword: str = ""
    ad: str = ""
    medium: str = ""
    campaign: str = ""
    term: str = ""
    content: str = ""


DIRECT: Final = Source(weight=34)
"""Typed in, or a bookmark."""


def _search(weight: int, page: str, engine: str, question: str, words: str) -> Source:
    return Source(
        weight=weight,
        referrer=f"{page}?{question}={words.replace(' ', '+')}",
        domain=page.partition("://")[2].partition("/")[0],
        page=page,
        engine=engine,
        keyword=words,
    )


def _page(weight: int, page: str, more: str = "") -> Source:
    domain = page.partition("://")[2].partition("/")[0]
    return Source(weight=weight, referrer=page + more, domain=domain, page=page)


SOURCES: Final = (
    DIRECT,
    _search(6, "https://www.google.com/search", "Google", "q", "linen apron"),
    _search(4, "https://www.google.com/search", "Google", "q", "gift for a cook"),
    _search(4, "https://www.bing.com/search", "Bing", "q", "linen apron"),
    _search(3, "https://duckduckgo.com/", "DuckDuckGo", "q", "stoneware bowl"),
    _search(3, "https://search.naver.com/search.naver", "Naver", "query", "린넨 앞치마"),
    # an engine that does not say what was searched for
    Source(
        weight=8,
        referrer="https://www.google.com/",
        domain="www.google.com",
        page="https://www.google.com/",
        engine="Google",
    ),
    _page(5, "https://blog.example/kitchens", "?from=list"),
    _page(3, "https://blog.example/presents"),
    _page(3, "https://www.facebook.com/"),
    Source(
        weight=7,
        query="utm_source=kite-search&utm_medium=cpc&utm_campaign=autumn"
        "&utm_term=linen+apron&utm_content=first",
        referrer="https://kite.example/find?q=linen+apron",
        domain="kite.example",
        page="https://kite.example/find",
        ad="kite-search",
        medium="cpc",
        campaign="autumn",
        term="linen apron",
        content="first",
    ),
    Source(
        weight=4,
        query="utm_source=kite-search&utm_medium=cpc&utm_campaign=autumn&utm_term=bowls",
        referrer="https://kite.example/find?q=bowls",
        domain="kite.example",
        page="https://kite.example/find",
        ad="kite-search",
        medium="cpc",
        campaign="autumn",
        term="bowls",
    ),
    Source(
        weight=5,
        query="utm_source=newsletter&utm_medium=email&utm_campaign=weekly",
        ad="newsletter",
        medium="email",
        campaign="weekly",
    ),
    Source(
        weight=3,
        query="utm_source=social-ad&utm_medium=social&utm_campaign=spring&utm_content=picture",
        referrer="https://www.facebook.com/",
        domain="www.facebook.com",
        page="https://www.facebook.com/",
        ad="social-ad",
        medium="social",
        campaign="spring",
        content="picture",
    ),
)
WEIGHTS: Final = [each.weight for each in SOURCES]
ELSEWHERE: Final = SOURCES[1:]
"""Identified sources: a return by one of them begins a new visit."""
