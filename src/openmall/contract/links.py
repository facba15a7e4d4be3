"""Where links in messages lead: addresses that the operator configured, never those of a request.

A `Host` is what a client says: those who ask for a mail to others could choose where its links
lead.
"""

from collections.abc import Callable

from msgspec import Struct


class Links(Struct, frozen=True):
    """The addresses of malls and of their staff pages, for links that leave with a message."""

    of_shop: Callable[[str], str]
    """Mall -> `https://host[:port]`."""
    of_staff: Callable[[str], str]
    """Mall -> the address below which its staff pages are."""
