"""The kind of screen that a browser says it has."""

from openmall.http.request import Request

_PHONE = b"mobi"
"""What browsers of phones have in their `User-Agent`, and those of tablets and desks do not."""


def screen(request: Request) -> str:
    """Return `mobile` for a phone, `pc` for everything else."""
    return "mobile" if _PHONE in (request.headers.get(b"user-agent", b"")).lower() else "pc"
