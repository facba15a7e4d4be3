"""The kind of screen that a browser says it has."""

from typing import Final

from openmall.http.request import Request

_PHONE = b"mobi"
"""What browsers of phones have in their `User-Agent`, and those of tablets and desks do not."""
_LONGEST_AGENT: Final = 1_000
"""Bytes of a `User-Agent` that are looked at; browsers send a few hundred at most."""


def screen(request: Request) -> str:
    """Return `mobile` for a phone, `pc` for everything else."""
    return "mobile" if _PHONE in _agent(request) else "pc"


def _agent(request: Request) -> bytes:
    """Return the `User-Agent` in lower case, cut first: strangers write it."""
    return request.headers.get(b"user-agent", b"")[:_LONGEST_AGENT].lower()


_BROWSERS: Final = (
    (b"edg/", "Edge"),
    (b"opr/", "Opera"),
    (b"whale/", "Whale"),
    (b"samsungbrowser/", "Samsung Internet"),
    (b"firefox/", "Firefox"),
    (b"chrome/", "Chrome"),
    (b"safari/", "Safari"),
)
_SYSTEMS: Final = (
    (b"iphone", "iPhone"),
    (b"ipad", "iPad"),
    (b"android", "Android"),
    (b"windows", "Windows"),
    (b"mac os", "macOS"),
    (b"cros", "ChromeOS"),
    (b"linux", "Linux"),
)
"""Mark in a `User-Agent`, in lower case -> name; the first that is found counts."""


def describe(request: Request) -> str:
    """Return browser and system of a request, such as `Chrome, Windows`; empty if unknown."""
    agent = _agent(request)
    named = (
        next((name for mark, name in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in named if name)
