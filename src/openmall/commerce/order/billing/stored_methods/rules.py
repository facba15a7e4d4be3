"""Stored payment methods: agreed to, stored by a gateway, charged without the buyer, removed.

Only the gateway sees card data. The row is first, with the id that the gateway stores the method
under; its token is fetched from the gateway outside any transaction, and kept sealed.
"""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec.structs import replace

from openmall.commerce.customer.customers import credentials
from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.gateway import (
    Gateway,
    GatewayUnavailable,
    StoredMethod,
    shop_of,
)
from openmall.commerce.order.billing.gateways.refusals import GATEWAY_SILENT
from openmall.commerce.order.billing.refusals import PAYMENT_METHOD_NOT_OFFERED
from openmall.commerce.order.billing.stored_methods import store as stored_method_store
from openmall.commerce.order.billing.stored_methods.refusals import (
    METHOD_NOT_STORED_YET,
    METHOD_PAYS_SUBSCRIPTION,
    NO_GATEWAY_STORES_METHOD,
    TOO_MANY_STORED_METHODS,
)
from openmall.commerce.order.billing.stored_methods.shape import (
    MethodDraft,
    MethodPath,
    OwnMethod,
    RequestedMethod,
)
from openmall.commerce.order.billing.stored_methods.store import PaymentMethod
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, Unavailable
from openmall.contract.moments import moment
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

MOST: Final = 20
"""Payment methods of a customer in a shop."""
_KEPT: Final = ("requested", "active")


async def request(call: Call, draft: MethodDraft) -> RequestedMethod:
    """Begin to store a payment method for recurring charges.

    Raises Invalid (422) where no gateway of the shop stores such a method, and for more than 20
    methods.
    """
    customer, _ = await credentials.require_customer(call, to_change=True)
    gateway = await storing(call, draft.payment_method)
    if gateway is None:
        raise Invalid(NO_GATEWAY_STORES_METHOD, parameter="payment_method")
    known = await stored_method_store.of_member(call, customer.member_id, states=_KEPT, most=MOST)
    if len(known) == MOST:
        raise Invalid(TOO_MANY_STORED_METHODS, parameter="payment_method", most=MOST)
    method = PaymentMethod(
        method_id=secrets.token_hex(16),
        shop_no=call.shop_no,
        member_id=customer.member_id,
        gateway=gateway.name,
        method=draft.payment_method,
        agreed_date=int(call.clock.now()),
    )
    await stored_method_store.add(call, method)
    call.journal(f"payment method {method.method_id}", {"agreed": (False, True)})
    return RequestedMethod(
        shop_no=call.shop_no,
        method_id=method.method_id,
        payment_method=method.method,
        gateway=gateway.name,
        method_url=gateway.method_url(call.origin, method.method_id),
    )


async def storing(call: Call, method: str) -> Gateway | None:
    """Return the gateway of the call's shop that stores a payment method; None: there is none."""
    gateway = await gateway_registry.offering(call, method)
    return gateway if gateway is not None and method in gateway.stored_methods else None


async def listing(call: Call, params: ShopParams) -> Sequence[OwnMethod]:
    """Retrieve a list of the shopper's stored payment methods, the newest first."""
    member_id = await credentials.require(call)
    found = await stored_method_store.of_member(call, member_id, states=("active",), most=MOST)
    return [await _shown(call, each) for each in found]


async def prepare_confirmation(
    call: Call, params: MethodPath
) -> Callable[[], Awaitable[MethodPath]]:
    """Return what asks the gateway for the token of one of the shopper's own methods.

    It raises Unavailable (503) when the gateway does not answer.
    """
    method = await require_own(call, params.method_id)
    shop = shop_of(call)

    async def fetch() -> MethodPath:
        stored: StoredMethod | None = None
        if method.state == "requested" and not call.dry_run:
            try:
                async with gateway_contract.deadline():
                    gateway = gateway_registry.named(method.gateway)
                    stored = await gateway.fetch_method(shop, method.method_id)
            except GatewayUnavailable:
                raise Unavailable(GATEWAY_SILENT, retry_after=5) from None
        if stored is None:
            return params
        token = stored_method_store.closed(
            call.seal, call.mall.mall_id, method.method_id, stored.token
        )
        return FetchedMethod(
            shop_no=params.shop_no, method_id=params.method_id, token=token, label=stored.label
        )

    return fetch


class FetchedMethod(MethodPath, frozen=True, kw_only=True):
    """A payment method as its gateway has stored it."""

    token: str
    """Sealed."""
    label: str


async def confirm(call: Call, params: MethodPath) -> OwnMethod:
    """Ask the gateway whether it has stored one of the shopper's payment methods.

    Until it has, the method stays requested.
    """
    method = await require_own(call, params.method_id, to_change=True)
    if method.state == "requested" and isinstance(params, FetchedMethod):
        before, now = method, int(call.clock.now())
        method = replace(
            method, state="active", token=params.token, label=params.label, stored_date=now
        )
        await stored_method_store.change(call, method)
        call.journal(f"payment method {method.method_id}", {"state": (before.state, method.state)})
    return await _shown(call, method)


async def require_own(call: Call, method_id: str, *, to_change: bool = False) -> PaymentMethod:
    """Return one of the shopper's own payment methods. Raises NotFound (404)."""
    member_id = await credentials.require(call)
    method = await stored_method_store.find(call, method_id, to_change=to_change)
    if (
        method is None
        or (method.member_id, method.shop_no) != (member_id, call.shop_no)
        or method.state == "removed"
    ):
        raise NotFound(DOES_NOT_EXIST, parameter="method_id", resource=Phrase("paymentmethod"))
    return method


async def require_usable(call: Call, method_id: str) -> PaymentMethod:
    """Return one of the shopper's own methods that can be charged, locked.

    Raises NotFound (404); Invalid (422) for one that the gateway has not stored yet, or whose
    gateway the shop does not use any more.
    """
    method = await require_own(call, method_id, to_change=True)
    if not method.usable:
        raise Invalid(METHOD_NOT_STORED_YET, parameter="method_id")
    if not await is_chargeable(call, method):
        raise Invalid(PAYMENT_METHOD_NOT_OFFERED, parameter="method_id")
    return method


async def drop(call: Call, method: PaymentMethod, *, used: bool) -> OwnMethod:
    """Remove a locked payment method with its token.

    Raises Invalid (422) for one that is `used` by a subscription.
    """
    if used:
        raise Invalid(METHOD_PAYS_SUBSCRIPTION, parameter="method_id")
    after = replace(method, state="removed", token="", label="")
    await stored_method_store.change(call, after)
    call.journal(f"payment method {method.method_id}", {"state": (method.state, after.state)})
    return await _shown(call, after)


async def is_chargeable(call: Call, method: PaymentMethod) -> bool:
    """Return whether the call's shop can charge a stored payment method: its gateway is in use."""
    if not method.usable:
        return False
    gateway = await storing(call, method.method)
    return gateway is not None and gateway.name == method.gateway


async def _shown(call: Call, method: PaymentMethod) -> OwnMethod:
    return OwnMethod(
        shop_no=method.shop_no,
        method_id=method.method_id,
        payment_method=method.method,
        gateway=method.gateway,
        state=method.state,  # type: ignore[arg-type] # as it was written
        label=method.label,
        agreed_date=moment(method.agreed_date),
        chargeable="T" if await is_chargeable(call, method) else "F",
    )
