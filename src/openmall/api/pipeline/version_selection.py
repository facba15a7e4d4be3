"""Selects the dated version of a call, and the operations that exist in it.

Specification: "Versioning" 1-3. URLs are routed before the version is known, and mean the same in
every version: one of a later version is unknown in an earlier one, not read as another operation's
placeholder.

From 180 days before a version ends, and while another is substituted for it, responses say so:
`Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to what changed.
"""

import contextlib
from email.utils import formatdate
from functools import lru_cache
from typing import Final

from openmall.api.pipeline.request_context import RequestContext
from openmall.contract import api_versions
from openmall.contract.errors import Invalid
from openmall.http.addressing import Address
from openmall.http.request import Headers

_HEADER = api_versions.HEADER.lower().encode()
_CHANGES: Final = f"/developers/reference/{{api}}/{api_versions.NEWEST}#changes"


_RELATIONS: Final = ("deprecation", "sunset")


def select_version(context: RequestContext, now: float, domain: str) -> None:
    """Set the version in effect at the mall's time `now`, and show it in the response.

    `domain`: of the installation, whose developers' host has the changes.
    Raises Invalid (422) for a malformed one.
    """
    context.version, headers = _selected(
        _requested(context),
        api_versions.day_of(now),
        context.api.name,
        context.address,
        domain,
    )
    context.headers += headers


@lru_cache(maxsize=1_024)
def _selected(
    requested: str, day: int, api: str, address: Address, domain: str
) -> tuple[str, Headers]:
    """Return the version in effect on a day, and the headers that tell it."""
    version = api_versions.on_day(requested, day)
    headers: Headers = [(_HEADER, version.encode())]
    ending = api_versions.ending_on(requested, day)
    if ending is None or api not in api_versions.APIS:
        return version, headers
    changes = f"{_developers(address, domain)}{_CHANGES.format(api=api)}"
    links = (f'<{changes}>; rel="{each}"; type="text/html"' for each in _RELATIONS)
    return version, [
        *headers,
        (b"deprecation", b"@%d" % ending.deprecated_at),
        (b"sunset", formatdate(ending.sunset_at, usegmt=True).encode()),
        (b"link", ", ".join(links).encode()),
    ]


def _developers(address: Address, domain: str) -> str:
    """Return the origin of the developers' pages for a client at `address`."""
    if address.site == "bare":
        return address.origin
    port = address.origin.partition(f".{domain}")[2]
    return f"https://developers.{domain}{port}"


def show_allowed_methods(context: RequestContext, now: float, domain: str) -> None:
    """Show the version of a call to an unknown operation, and the URL's methods in it, if any."""
    with contextlib.suppress(Invalid):
        select_version(context, now, domain)
    allowed = [
        method
        for method, operation in context.methods.items()
        if context.api.has(operation, context.version)
    ]
    if allowed:
        context.headers.append((b"allow", ", ".join(allowed).encode()))


def forget_later_operation(context: RequestContext, now: float) -> None:
    """Make the URL unknown when the version of the call does not have its operation.

    A malformed version is refused later, by `select_version`.
    """
    operation = context.operation
    if operation is None or operation.name not in context.api.first_releases:
        return
    with contextlib.suppress(Invalid):
        if not context.api.has(operation, api_versions.in_effect(_requested(context), now)):
            context.operation, context.path = None, {}


def is_unknown_url(context: RequestContext, now: float) -> bool:
    """Return whether no operation is at the URL, as far as it is known before the client is.

    Without the header the version is that of the client's app.
    """
    header = context.request.headers.get(_HEADER)
    if not header or not context.methods:
        return not context.methods
    with contextlib.suppress(Invalid):
        version = api_versions.in_effect(_requested(context), now)
        return not any(context.api.has(each, version) for each in context.methods.values())
    return False


def _requested(context: RequestContext) -> str:
    header = context.request.headers.get(_HEADER)
    if header:
        return api_versions.read(header.decode("latin-1"))
    return context.caller.app.version
