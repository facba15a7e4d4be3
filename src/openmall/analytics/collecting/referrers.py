"""Where a visitor comes from: another site, a search in an engine, a campaign of the shop.

Engines, social networks and assistants are those of Matomo's list (`referrers.json`; CC0,
github.com/matomo-org/searchengine-and-social-list). In its addresses `{}` stands for a country.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import Final
from urllib.parse import parse_qsl, unquote_plus

import msgspec
from msgspec import Struct

LONGEST_WORDS: Final = 200
LONGEST_HOST: Final = 253
"""Letters of a name that there can be (RFC 1035)."""
LONGEST_REMEMBERED: Final = 500
"""Characters of a referrer and the shop's hosts together: of all that are remembered some MB."""
_ADDRESS: Final = re.compile(
    r"(?:(?:([a-z][a-z0-9+.-]*):)?//([^/?#\\]*))?([/][^?#]*)?(?:\?([^#]*))?(?:#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_WEB: Final = ("http", "https", "android-app")
_UTM: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")


class Address(Struct, frozen=True):
    """An address of the web in its parts; host in small letters, without user and port."""

    scheme: str
    host: str
    path: str
    query: str


class Campaign(Struct, frozen=True):
    """The campaign parameters of an opened address; empty: there are none."""

    ad: str = ""
    medium: str = ""
    campaign: str = ""
    term: str = ""
    content: str = ""


class Referrer(Struct, frozen=True):
    """The page that led here; all empty: none, or one of the shop itself."""

    address: str = ""
    """Without query."""
    engine: str = ""
    keyword: str = ""
    social: str = ""
    """The social network or assistant."""


class _Engine(Struct, frozen=True):
    urls: list[str]
    params: list[str] = []
    charsets: list[str] = []


class _List(Struct, frozen=True, rename="pascal"):
    search_engines: dict[str, list[_Engine]]
    socials: dict[str, list[str]]
    assistants: dict[str, list[str]] = msgspec.field(name="AIAssistants")


def _read() -> _List:
    file = resources.files("openmall.analytics.collecting") / "referrers.json"
    return msgspec.json.decode(file.read_bytes(), type=_List)


_LIST: Final = _read()
_ENGINES: Final[dict[str, tuple[str, _Engine]]] = {
    url: (name, engine)
    for name, engines in reversed(_LIST.search_engines.items())
    for engine in engines
    for url in engine.urls
}
_SOCIALS: Final[dict[str, str]] = {
    url: name
    for kind in (_LIST.socials, _LIST.assistants)
    for name, urls in kind.items()
    for url in urls
}
_NO_CAMPAIGN: Final = Campaign()
_NOBODY: Final = Referrer()


def clean(text: str, most: int = LONGEST_WORDS) -> str:
    """Return a text as it may be kept: nothing in it that cannot be printed, and not too long."""
    if not text.isprintable():
        text = "".join(each for each in text if each.isprintable())
    return text.strip()[:most]


def address(text: str) -> Address | None:
    """Return an address, or a path alone, in its parts; None for anything else."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        return None
    scheme, site, path, query = (part or "" for part in match.groups())
    return Address(scheme.lower() or "https", _host(site), path or "/", query)


def host(origin: str) -> str:
    """Return the host of an origin, as `https://host:port`."""
    return _host(origin.partition("://")[2])


def _host(site: str) -> str:
    return re.sub(r":\d*\Z", "", site.rpartition("@")[2]).lower().rstrip(".")


def campaign(opened: Address) -> Campaign:
    """Return the campaign of an opened address; of a repeated parameter, the first value."""
    if "utm_" not in opened.query:
        return _NO_CAMPAIGN
    parameters = dict(reversed(parse_qsl(opened.query, errors="replace")))
    return Campaign(*(clean(parameters.get(name, "")) for name in _UTM))


def referrer(text: str, own_hosts: tuple[str, ...]) -> Referrer:
    """Return what led here; `own`: hosts of the shop itself."""
    # clients write both: results of long texts are not cached
    short = len(text) + sum(map(len, own_hosts)) <= LONGEST_REMEMBERED
    return _remembered(text, own_hosts) if short else _referrer(text, own_hosts)


def _referrer(text: str, own_hosts: tuple[str, ...]) -> Referrer:
    parsed = address(text) if text else None
    if parsed is None or not 0 < len(parsed.host) <= LONGEST_HOST or parsed.scheme not in _WEB:
        return _NOBODY
    host = clean(parsed.host, LONGEST_HOST)
    if any(_plain(host) == _plain(each) for each in own_hosts):
        return _NOBODY
    # an address with spaces or marks was not made by a browser, but is stored as sent
    cleaned = clean(f"{parsed.scheme}://{host}{parsed.path}", 2_048)
    engine, social = _engine(parsed), _social(parsed)
    keyword = _keyword(parsed, engine[1]) if engine else ""
    # one may search in a social network too, but most who come from there have not
    if engine is None or (social and not keyword):
        return Referrer(cleaned, social=social)
    return Referrer(cleaned, engine[0], keyword)


_remembered: Final = lru_cache(maxsize=2_048)(_referrer)


def _plain(host: str) -> str:
    return host.removeprefix("www.").removeprefix("m.")


def _engine(address_: Address) -> tuple[str, _Engine] | None:
    """Return the engine whose address in the list is the longest that fits."""
    path = address_.path.rstrip("/")
    for host in _hosts(address_.host):
        parts = path.split("/")
        for length in range(min(len(parts), 4), 0, -1):
            url = host + "/".join(parts[:length])
            engine = _ENGINES.get(url) or _ENGINES.get(f"{url}/")
            if engine is not None:
                return engine
    if address_.scheme == "android-app":
        return _ENGINES.get(f"android-app//{address_.host}{path}")
    return None


def _hosts(host: str) -> Iterator[str]:
    """Yield a host as the list may write it, the most exact first."""
    for name in dict.fromkeys((host, _plain(host))):
        yield name
        labels = name.split(".")
        if len(labels) > 1:
            for ending in (2, 1):
                # google.co.kr and google.fr are both google.{}
                if len(labels) > ending and len(labels[-1]) == 2 and _country(labels[-ending:]):
                    yield ".".join((*labels[:-ending], "{}"))
        if len(labels) > 2 and len(labels[0]) in (2, 3):
            yield ".".join(("{}", *labels[1:]))
    if host.endswith(".search.yahoo.com"):
        kind = "images." if ".images." in f".{host}" else ""
        yield f"{kind}search.yahoo.com"


def _country(ending: list[str]) -> bool:
    return len(ending) == 1 or ending[0] in ("co", "com", "ne", "or", "org", "net", "edu")


def _keyword(parsed: Address, engine: _Engine) -> str:
    """Return the search term; empty if the engine does not send it."""
    charset = engine.charsets[0] if engine.charsets else "utf-8"
    parameters: dict[str, str] | None = None
    for param in engine.params:
        if param.startswith("/"):
            path_and_query = f"{parsed.path}?{parsed.query}" if parsed.query else parsed.path
            match = re.search(param[1:-1], path_and_query)
            value = unquote_plus(match[1], charset, "replace") if match else ""
        else:
            if parameters is None:
                pairs = parse_qsl(parsed.query, encoding=charset, errors="replace")
                parameters = dict(reversed(pairs))
            value = parameters.get(param, "")
        if value := clean(value):
            return value
    return ""


def _social(parsed: Address) -> str:
    labels = parsed.host.split(".")
    first = parsed.path.strip("/")
    for at in range(len(labels) - 1):
        host = ".".join(labels[at:])
        name = _SOCIALS.get(f"{host}/{first}") if first else None
        name = name or _SOCIALS.get(host)
        if name is not None:
            return name
    return ""
