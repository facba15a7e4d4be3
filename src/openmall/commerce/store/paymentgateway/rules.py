"""The operations of an app that takes payments in a shop: register its gateway and payment methods.

Specification: "Paymentgateway"; "Paymentgateway paymentmethods". A gateway belongs to the app that
registered it, so the client id in a path is the caller's own, or the call is Forbidden (403).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET, structs

from openmall.commerce.store.paymentgateway import store as paymentgateway_store
from openmall.commerce.store.paymentgateway.refusals import (
    GATEWAY_EXISTS,
    GATEWAY_METHOD_EXISTS,
    GATEWAY_OF_ANOTHER_APP,
)
from openmall.commerce.store.paymentgateway.shape import Gateway, GatewayMethod, Information
from openmall.commerce.store.paymentgateway.takes import (
    GatewayChange,
    GatewayDraft,
    GatewayPath,
    MethodChange,
    MethodDraft,
    MethodPath,
    PaymentMethodQuery,
)
from openmall.contract.call import Call
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SHOP

Changes = dict[str, tuple[Any, Any]]


async def create(call: Call, draft: GatewayDraft) -> Gateway:
    """Create a payment gateway: the calling app becomes one of the shop.

    A second one of the same app in the same shop is Invalid (422).
    """
    client_id = call.identity.app.client_id
    new = Gateway(shop_no=call.shop_no, partner_id=draft.partner_id, client_id=client_id)
    created = merged(new, sent_fields(draft))
    if not await paymentgateway_store.add_gateway(call, created):
        raise Invalid(GATEWAY_EXISTS, parameter="shop_no")
    call.journal(f"paymentgateway {client_id}", _told(differences_from_nothing(created)))
    return created


async def change(call: Call, params: GatewayChange) -> Gateway:
    """Update a payment gateway. Identical content is NotModified (409)."""
    before, _ = await _gateway_to_change(call, params.client_id)
    after = patched(before, params)
    await paymentgateway_store.change_gateway(call, after)
    call.journal(f"paymentgateway {after.client_id}", _told(differences(before, after)))
    return after


async def delete(call: Call, params: GatewayPath) -> Gateway:
    """Delete a payment gateway from a shop; with the app's last one its payment methods go."""
    gateway, others = await _gateway_to_change(call, params.client_id)
    await paymentgateway_store.remove_gateway(call, gateway)
    if not others:
        await paymentgateway_store.remove_methods(call, gateway.client_id)
    call.journal(f"paymentgateway {gateway.client_id}", {"deleted": (False, True)})
    return gateway


async def list_methods(call: Call, params: PaymentMethodQuery) -> Sequence[GatewayMethod]:
    """Retrieve a list of the payment methods of a gateway."""
    await require_gateway(call, params.client_id)
    return await paymentgateway_store.methods(call, params.client_id)


async def create_method(call: Call, draft: MethodDraft) -> GatewayMethod:
    """Create a payment method of a gateway, in the shops named or else in all there are now.

    A second one with the same code is Invalid (422).
    """
    await require_gateway(call, draft.client_id, to_change=True)
    created = GatewayMethod(
        client_id=draft.client_id,
        payment_method_code=draft.payment_method_code,
        payment_method=draft.payment_method,
        payment_method_name=draft.payment_method_name,
        payment_method_url=draft.payment_method_url,
        available_shop_no=_in_order(call.mall.shops)
        if draft.available_shop_no is UNSET
        else _shops(call, draft.available_shop_no),
    )
    if not await paymentgateway_store.add_method(call, created):
        raise Invalid(GATEWAY_METHOD_EXISTS, parameter="payment_method_code")
    call.journal(f"paymentmethod {created.payment_method_code}", differences_from_nothing(created))
    return created


async def change_method(call: Call, params: MethodChange) -> GatewayMethod:
    """Update a payment method of a gateway. Identical content is NotModified (409)."""
    before = await _method_to_change(call, params)
    if params.available_shop_no is not UNSET:
        shops = _shops(call, params.available_shop_no)
        params = structs.replace(params, available_shop_no=shops)
    after = patched(before, params)
    await paymentgateway_store.change_method(call, after)
    call.journal(f"paymentmethod {after.payment_method_code}", differences(before, after))
    return after


async def delete_method(call: Call, params: MethodPath) -> GatewayMethod:
    """Delete a payment method of a gateway."""
    method = await _method_to_change(call, params)
    await paymentgateway_store.remove_method(call, method)
    call.journal(f"paymentmethod {method.payment_method_code}", {"deleted": (False, True)})
    return method


def require_own(call: Call, client_id: str) -> None:
    """Raise Forbidden (403) for the gateway of another app than the caller's."""
    if client_id != call.identity.app.client_id:
        raise Forbidden(GATEWAY_OF_ANOTHER_APP, parameter="client_id")


async def require_gateway(call: Call, client_id: str, *, to_change: bool = False) -> list[Gateway]:
    """Return the gateways of the caller's own app in all shops.

    Raises Forbidden (403) for another app's, NotFound (404) when there is none.
    """
    require_own(call, client_id)
    found = await paymentgateway_store.gateways(call, client_id, to_change=to_change)
    if not found:
        raise _no_gateway()
    return found


def _no_gateway() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="client_id", resource=Phrase("paymentgateway"))


async def _gateway_to_change(call: Call, client_id: str) -> tuple[Gateway, list[Gateway]]:
    """Return the app's gateway in the call's shop, and those in other shops; all are locked."""
    # all of them, so that two calls that delete the last two take turns
    found = await require_gateway(call, client_id, to_change=True)
    here = [gateway for gateway in found if gateway.shop_no == call.shop_no]
    if not here:
        raise _no_gateway()
    return here[0], [gateway for gateway in found if gateway is not here[0]]


async def _method_to_change(call: Call, params: MethodPath) -> GatewayMethod:
    await require_gateway(call, params.client_id)
    found = await paymentgateway_store.method_to_change(
        call, params.client_id, params.payment_method_code
    )
    if found is None:
        raise NotFound(
            DOES_NOT_EXIST, parameter="payment_method_code", resource=Phrase("paymentmethod")
        )
    return found


def _shops(call: Call, text: str) -> str:
    """Return shop numbers parted by commas in ascending order, once each.

    Raises Invalid (422) for one the mall has not.
    """
    known = {str(shop_no): shop_no for shop_no in call.mall.shops}
    named = [part.strip() for part in text.split(",")]
    if not known.keys() >= set(named):
        raise Invalid(NO_SHOP, parameter="available_shop_no")
    return _in_order({known[part] for part in named})


def _in_order(shop_nos: Iterable[int]) -> str:
    return ",".join(map(str, sorted(shop_nos)))


def _told(changes: Changes) -> Changes:
    """Return the changes as the activity log may record them: of additional information only the
    names.

    Its values may be secrets of the gateway, and their names do not tell.
    """
    if "additional_information" not in changes:
        return changes
    before, after = (_names(each) for each in changes["additional_information"])
    return {**changes, "additional_information": (before, after)}


def _names(information: list[Information] | None) -> list[str] | None:
    return None if information is None else [each.key for each in information]
