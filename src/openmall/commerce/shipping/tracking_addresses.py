"""Tracking addresses of carriers: what staff may enter, and the link to one parcel.

A tracking address becomes a link on pages of shoppers and in their mail. It leads to a web page,
and the tracking number is percent-encoded in it, so that neither is anything but an address.
"""

from typing import Final
from urllib.parse import quote, urlsplit

from openmall.commerce.shipping.refusals import TRACKING_ADDRESS_UNUSABLE
from openmall.contract.errors import Invalid

NUMBER: Final = "{number}"
"""Placeholder of the parcel's number in a tracking address."""
_REFUSED: Final = frozenset("\\<>\"'{}")


def tracking_link(address: str | None, tracking_no: str) -> str:
    """Return the address at which a parcel is tracked; empty without one that can be opened.

    `address`: of its carrier, with `{number}` in place of the tracking number; without it, the
    number is appended.
    """
    number = quote(tracking_no.strip(), safe="")
    if not number or not address or not is_usable(address):
        return ""
    if NUMBER in address:
        return address.replace(NUMBER, number)
    parts = urlsplit(address)
    # behind the bare host, the number would be a part of the host
    separator = "" if parts.path or "?" in address or "#" in address else "/"
    return address + separator + number


def is_usable(address: str) -> bool:
    """Return whether a browser opens a web page by the address, on a host that it names itself."""
    try:
        parts = urlsplit(address)
        # a port that is no number raises when it is read
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    path = address.replace(NUMBER, "")
    return (
        parts.scheme in ("http", "https")
        and has_host
        and "@" not in parts.netloc
        and NUMBER not in parts.netloc
        and _REFUSED.isdisjoint(path)
        and not any(each.isspace() or not each.isprintable() for each in path)
    )


def require_usable(address: str, *, parameter: str) -> None:
    """Raise Invalid (422) for a tracking address that is neither empty nor usable."""
    if address and not is_usable(address):
        raise Invalid(TRACKING_ADDRESS_UNUSABLE, parameter=parameter, number=NUMBER)
