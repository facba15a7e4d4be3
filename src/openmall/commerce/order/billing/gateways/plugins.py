"""Payment gateways of other distributions, named by entry points of the group `openmall.gateways`.

An entry point names a class without parameters, or an object, that has the members of
`gateway.Gateway`. Its name is the gateway's: small letters, digits, - and _.
"""

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from openmall.commerce.order.billing.gateways.gateway import Gateway

GROUP: Final = "openmall.gateways"
"""Also in `declarations.py`, which loads what plug-ins declare."""
_NAME: Final = re.compile(r"[a-z0-9_-]{1,20}")
_MEMBERS: Final = (
    "charge_method",
    "create_payment",
    "create_refund",
    "fetch_method",
    "fetch_payment",
    "free_installments",
    "method_url",
    "methods",
    "name",
    "offered",
    "payment_url",
    "read_callback",
    "stored_methods",
)


class PluginError(Exception):
    """A gateway of another distribution cannot be used; the message names both."""


@cache
def loaded() -> dict[str, Gateway]:
    """Return the gateways of other distributions by name, sorted. Raises PluginError."""
    found: dict[str, Gateway] = {}
    points = entry_points(group=GROUP)
    for point in sorted(points, key=lambda each: each.name):
        gateway = _gateway(point)
        if gateway.name in found:
            raise PluginError(f"{_where(point)}: there is another gateway {gateway.name!r}")
        found[gateway.name] = gateway
    return found


def _gateway(point: EntryPoint) -> Gateway:
    try:
        made: Any = point.load()
        gateway = made() if isinstance(made, type) else made
    except Exception as error:
        raise PluginError(f"{_where(point)}: {type(error).__name__}: {error}") from error
    missing = [name for name in _MEMBERS if not hasattr(gateway, name)]
    if missing:
        raise PluginError(f"{_where(point)}: it has no {', '.join(missing)}")
    if gateway.name != point.name or not _NAME.fullmatch(point.name):
        raise PluginError(f"{_where(point)}: its name is {gateway.name!r}")
    found: Gateway = gateway
    return found


def _where(point: EntryPoint) -> str:
    distribution = "an unknown distribution" if point.dist is None else point.dist.name
    return f"gateway {point.name!r} of {distribution}"
