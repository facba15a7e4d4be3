"""Selects the dated version of a call, and the operations that exist in it.

Specification: "Versioning" 1-3. URLs are routed before the version is known, and mean the same in
every version: one of a later version is unknown in an earlier one, not read as another operation's
placeholder.
"""

import contextlib

from openmall.api.pipeline.request_context import RequestContext
from openmall.contract import api_versions
from openmall.contract.errors import Invalid

_HEADER = api_versions.HEADER.lower().encode()


def select_version(context: RequestContext, now: float) -> None:
    """Set the version in effect at the mall's time `now`, and show it in the response.

    Raises Invalid (422) for a malformed one.
    """
    context.version = _version(context, now)
    context.headers.append((_HEADER, context.version.encode()))


def forget_later_operation(context: RequestContext, now: float) -> None:
    """Make the URL unknown when the version of the call does not have its operation.

    A malformed version is refused later, by `select_version`.
    """
    operation = context.operation
    if operation is None or operation.name not in context.api.first_releases:
        return
    with contextlib.suppress(Invalid):
        if not context.api.has(operation, _version(context, now)):
            context.operation, context.path = None, {}


def show_allowed_methods(context: RequestContext, now: float) -> None:
    """Show the version of a call to an unknown operation, and the URL's methods in it, if any."""
    with contextlib.suppress(Invalid):
        select_version(context, now)
    allowed = [
        method
        for method, operation in context.methods.items()
        if context.api.has(operation, context.version)
    ]
    if allowed:
        context.headers.append((b"allow", ", ".join(allowed).encode()))


def _version(context: RequestContext, now: float) -> str:
    header = context.request.headers.get(_HEADER)
    app_version = context.caller.app.version
    requested = api_versions.read(header.decode("latin-1")) if header else app_version
    return api_versions.in_effect(requested, now)
