"""The endpoints of an app's payment gateway: registered by the app, used by the shops that agree.

Decision 47.
"""

from typing import Final
from urllib.parse import urlsplit

from msgspec.structs import asdict, replace

from openmall.commerce.store.paymentgateway import rules as paymentgateway_rules
from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.commerce.store.paymentgateway.endpoints.refusals import (
    ENDPOINT_ADDRESS_REFUSED,
    GATEWAY_WITHOUT_ENDPOINTS,
)
from openmall.commerce.store.paymentgateway.endpoints.shape import (
    Endpoints,
    EndpointsChange,
    EndpointsPath,
)
from openmall.commerce.store.paymentgateway.endpoints.store import (
    RegisteredGateway,
    StoredEndpoints,
)
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.outgoing import Outgoing
from openmall.contract.refusal import Cause, Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.webhooks import signing

ADDRESSES: Final = ("start_url", "confirm_url", "refund_url", "reconciliation_url")
OVERLAP: Final = 86_400
"""Seconds for which a replaced secret signs along."""
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class AppGatewayUse(Setting, frozen=True, kw_only=True):
    """The gateways of apps that a shop takes payments with."""

    enabled: list[str] = []
    """`<client id> <installed_at>`, sorted: a gateway is not used by an app that was removed and
    installed again, until the merchant enables it once more."""


def use_of(gateway: RegisteredGateway) -> str:
    """Return the entry of a gateway among the enabled ones."""
    return f"{gateway.client_id} {gateway.installed_at}"


async def enabled(call: Call) -> list[RegisteredGateway]:
    """Return the gateways of installed apps that the call's shop uses."""
    used = (await current(call, AppGatewayUse)).enabled
    if not used:
        return []
    found = await endpoint_store.registered(call.db, call.shop_no)
    return [each for each in found if use_of(each) in used]


async def use(call: Call, client_id: str, *, used: bool) -> bool:
    """Let the call's shop use the gateway of an installed app, or not; return whether it changed.

    Raises NotFound (404) for a gateway to be used that no installed app has registered.
    """
    before = await current(call, AppGatewayUse, to_change=True)
    entries = {each for each in before.enabled if each.partition(" ")[0] != client_id}
    if used:
        registered = await endpoint_store.registered(call.db, call.shop_no)
        found = [use_of(each) for each in registered if each.client_id == client_id]
        if not found:
            raise NotFound(DOES_NOT_EXIST, parameter="client_id", resource=Phrase("paymentgateway"))
        entries.update(found)
    if entries == set(before.enabled):
        return False
    # it has no secrets to be sealed
    await write_setting(call.db, None, replace(before, enabled=sorted(entries)))
    return True


async def retrieve(call: Call, params: EndpointsPath) -> Endpoints:
    """Retrieve the endpoints of a payment gateway, without the key of their signatures."""
    await paymentgateway_rules.require_gateway(call, params.client_id)
    stored = await endpoint_store.find(call.db, params.client_id)
    if stored is None:
        raise NotFound(GATEWAY_WITHOUT_ENDPOINTS, parameter="client_id")
    return shown(stored)


async def change(call: Call, params: EndpointsChange) -> Endpoints:
    """Update the endpoints of a payment gateway: where openmall starts, confirms and refunds.

    The first update creates them and returns the key of their signatures. Identical content is
    NotModified (409). Raises Invalid (422) for an address that may not be requested.
    """
    await paymentgateway_rules.require_gateway(call, params.client_id, to_change=True)
    for name in ADDRESSES:
        if refusal := address_refusal(call.outgoing, call.mall, getattr(params, name)):
            raise Invalid(ENDPOINT_ADDRESS_REFUSED, parameter=name, problem=refusal)
    now = call.machine_clock.now()
    before, after = await write(call.db, call.seal, params, now=now)
    changes = {
        name: (None if before is None else getattr(before, name), getattr(after, name))
        for name in ADDRESSES
        if before is None or getattr(before, name) != getattr(after, name)
    }
    if after.secret:
        changes["secret"] = (None, "new")
    call.journal(f"paymentgateway endpoints {params.client_id}", changes)
    return after


async def write(
    db: Session, seal: Seal, params: EndpointsChange, *, now: float
) -> tuple[StoredEndpoints | None, Endpoints]:
    """Write endpoints that were checked; return what was stored, and what is now with a new secret.

    `now`: UTC seconds. Raises NotModified (409).
    """
    client_id = params.client_id
    before = await endpoint_store.find(db, client_id, to_change=True)
    addresses = {name: getattr(params, name) for name in ADDRESSES}
    secret: str | None = None
    if before is None or params.new_secret == "T":  # noqa: S105 # a flag
        secret = signing.new_secret()
        after = StoredEndpoints(
            client_id=client_id,
            secret=endpoint_store.closed(seal, db.mall_id, client_id, secret),
            old_secret="" if before is None else before.secret,
            old_until=0 if before is None else int(now) + OVERLAP,
            **addresses,
        )
    else:
        after = replace(before, **addresses)
        if after == before:
            raise NotModified(IDENTICAL)
    await endpoint_store.put(db, after)
    return before, replace(shown(after), secret=secret)


def shown(stored: StoredEndpoints) -> Endpoints:
    """Return endpoints without their keys."""
    return Endpoints(
        client_id=stored.client_id, **{name: getattr(stored, name) for name in ADDRESSES}
    )


def address_refusal(outgoing: Outgoing, mall: Mall, address: str) -> Cause | None:
    """Return why an address may not be an endpoint in a mall; None: it may.

    It is https, or in a sandbox http to this machine, where the operator allows its network.
    """
    return outgoing.refusal(address, loopback=mall.sandbox is not None)


def hosts(stored: StoredEndpoints) -> list[str]:
    """Return the hosts of endpoints, once each, sorted."""
    values = asdict(stored)
    return sorted({urlsplit(values[name]).netloc for name in ADDRESSES})


def may_lead_to(mall: Mall, address: str) -> bool:
    """Return whether a buyer of a mall may be taken to an address of an app.

    It is https, or in a sandbox http on the buyer's own machine.
    """
    if any(character.isspace() or not character.isprintable() for character in address):
        return False
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    if not host or not address.isascii() or parts.username is not None:
        return False
    local = mall.sandbox is not None and parts.scheme == "http" and host in _LOOPBACK
    return parts.scheme == "https" or local
