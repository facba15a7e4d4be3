"""Validates the redirect URIs of apps, and appends response parameters to them."""

import re
from typing import Final
from urllib.parse import quote, urlsplit

from openmall.access.oauth.form_fields import Fields

_ASCII: Final = re.compile(r"[\x21-\x7e]+")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
_LOOPBACK: Final = re.compile(
    r"(http://(?:127\.0\.0\.1|\[::1\]))(?::([1-9][0-9]{0,4}))?((?:[/?][\x21-\x7e]*)?)"
)
_HIGHEST_PORT: Final = 65_535
_NEVER: Final = frozenset({"javascript", "data", "vbscript", "file", "about", "blob"})


def check(uri: str) -> None:
    """Raise ValueError unless an app may register `uri` (RFC 6749 3.1.2)."""
    if not _ASCII.fullmatch(uri):
        raise ValueError(f"redirect URI {uri!r}: percent-encode what is not visible ASCII")
    parts = urlsplit(uri)
    if not _SCHEME.fullmatch(parts.scheme) or parts.scheme.lower() in _NEVER:
        raise ValueError(f"redirect URI {uri!r} must be absolute")
    if parts.scheme.lower() in ("http", "https") and not parts.hostname:
        raise ValueError(f"redirect URI {uri!r} names no host")
    if "#" in uri:
        raise ValueError(f"redirect URI {uri!r} must not have a fragment")


def is_registered(uri: str, registered: list[str]) -> bool:
    """Return whether an app may be answered at `uri`: it is one of the `registered`, to the letter.

    A native app listens at any port of its own machine: where the registered URI is
    `http://127.0.0.1` or `http://[::1]`, the port does not matter (RFC 8252 7.3).
    """
    if uri in registered:
        return True
    without = _without_loopback_port(uri)
    return without is not None and any(
        without == _without_loopback_port(each) for each in registered
    )


def stays_here(uri: str) -> bool:
    """Return whether `uri` leads to the browser's own machine, and to no site of the web."""
    return _without_loopback_port(uri) is not None


def _without_loopback_port(uri: str) -> str | None:
    """Return a loopback URI without its port; None for any other."""
    loopback = _LOOPBACK.fullmatch(uri)
    if loopback is None or int(loopback[2] or 1) > _HIGHEST_PORT:
        return None
    return loopback[1] + loopback[3]


def check_launch(url: str) -> None:
    """Raise ValueError unless `url` is a valid link of a shop's menu."""
    if not _ASCII.fullmatch(url):
        raise ValueError(f"launch URL {url!r}: percent-encode what is not visible ASCII")
    try:
        parts = urlsplit(url)
        port_is_one = parts.port is None or parts.port > 0
    except ValueError:
        raise ValueError(f"launch URL {url!r} is no URL") from None
    if parts.scheme.lower() != "https" or not parts.hostname or not port_is_one:
        raise ValueError(f"launch URL {url!r} must begin with https:// and name a host")


def scheme(uri: str) -> str:
    """Return the scheme of a registered URI."""
    return urlsplit(uri).scheme.lower()


def scheme_requested(query: Fields) -> str:
    """Return the scheme of the address that an authorization request names, if one can be.

    For the `form-action` of pages on the way to the app, which lead back to it also with an error.
    """
    scheme, colon, _ = query.text("redirect_uri").partition(":")
    name = scheme.lower() if colon and _SCHEME.fullmatch(scheme) else ""
    return "" if name in _NEVER else name


def response_uri(uri: str, answer: dict[str, str], state: str | None, *, issuer: str) -> str:
    """Append the response parameters to the query of `uri`.

    `state` is already percent-encoded; None when the app sent none. `issuer`: names this
    authorization server, so that an app that uses several takes no answer for another's (RFC 9207).
    """
    words = [f"{name}={quote(value, safe='')}" for name, value in answer.items()]
    if state is not None:
        words.append(f"state={state}")
    words.append(f"iss={quote(issuer, safe='')}")
    joint = "&" if "?" in uri else "?"
    if uri.endswith(("?", "&")):
        joint = ""
    return uri + joint + "&".join(words)
