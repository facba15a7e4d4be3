"""The kind of screen that a browser says it has."""

from typing import Final

from openmall.http.request import Request

_PHONE = b"mobi"
"""What browsers of phones have in their `User-Agent`, and those of tablets and desks do not."""


def screen(request: Request) -> str:
    """Return `mobile` for a phone, `pc` for everything else."""
    return "mobile" if _PHONE in (request.headers.get(b"user-agent", b"")).lower() else "pc"


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
    agent = request.headers.get(b"user-agent", b"")[:1_000].lower()
    named = (
        next((name for mark, name in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in named if name)
