"""The cookies of a request, read in time that grows with their length alone."""

from typing import Final

from openmall.pipeline.request import Request

LONGEST: Final = 16_384
"""Bytes of a Cookie header that are read: browsers send fewer."""


def read_cookies(request: Request) -> dict[str, str]:
    """Return the cookies of a request: name -> value; of a name sent twice, the last.

    Values are taken as they came: ours are never quoted, and `http.cookies` takes seconds to undo
    the quoting of a stranger's (CVE-2024-7592).
    """
    found = {}
    for word in request.headers.get(b"cookie", b"")[:LONGEST].decode("latin-1").split(";"):
        name, equals, value = word.partition("=")
        if equals:
            found[name.strip()] = value.strip()
    return found
