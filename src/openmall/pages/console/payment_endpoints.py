"""The payment endpoints of an app in each mall: addresses, key, and test calls."""

from typing import Final, get_args

from msgspec.structs import asdict
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.order.billing.gateways.app_gateway import (
    AppGateway,
    Endpoint,
    TestCallResult,
)
from openmall.commerce.order.billing.gateways.gateway import GatewayShop
from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.commerce.store.paymentgateway.endpoints.shape import EndpointsChange
from openmall.contract.call import Mall
from openmall.contract.errors import NotModified
from openmall.events.webhooks import rules as webhook_rules
from openmall.http.web.languages import marked
from openmall.pages.console import webhooks
from openmall.pages.console.page_context import PageContext, unknown_value_error

LABELS: Final[dict[Endpoint, str]] = {
    "start": marked("Start"),
    "confirm": marked("Confirm"),
    "refund": marked("Refund"),
    "reconciliation": marked("Reconciliation"),
}
MALLS: Final = 200
"""Malls that can be selected; the longest installed first."""


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/payments`: show the endpoints in one mall."""
    return await _page(context, context.query.text("mall"))


_DEEDS: Final = Deeds("save", "key", "test")


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/apps/{client_id}/payments`: save, renew the key, or test.

    A new key is shown once.
    """
    form = await context.form(deeds=_DEEDS)
    action, mall_id = form.deed, form.text("mall")
    await webhooks.find_mall(context, mall_id)
    if action in ("save", "key"):
        values = {name: form.text(name).strip() for name in endpoint_rules.ADDRESSES}
        return await _save(context, mall_id, values, renew=action == "key")
    if (endpoint := form.text("endpoint")) in get_args(Endpoint):
        return await _test(context, mall_id, endpoint)  # type: ignore[arg-type] # checked
    raise unknown_value_error()


async def _save(
    context: PageContext, mall_id: str, values: dict[str, str], *, renew: bool
) -> Response:
    """Save addresses; `renew`: replace the key, and leave the addresses as they are."""
    mall = await _mall(context, mall_id)
    services, client_id = context.services.webhooks, context.app.client_id
    async with context.database.reading(mall_id) as db:
        stored = await endpoint_store.find(db, client_id)
    if renew and stored is not None:
        values = {name: getattr(stored, name) for name in endpoint_rules.ADDRESSES}
    problems = {}
    for name, value in values.items():
        refusal = endpoint_rules.address_refusal(services.outgoing, mall, value)
        if refusal:
            problems[name] = webhooks.address_error(context, refusal)
    if problems:
        return await _page(context, mall_id, values=values, problems=problems)
    wanted = EndpointsChange(
        client_id=client_id,
        new_secret="T" if renew else "F",
        **values,
    )
    secret: str | None = None
    try:
        async with context.database.writing(mall_id) as db:
            now = context.clock.now()
            _, after = await endpoint_rules.write(db, services.context.seal, wanted, now=now)
        secret = after.secret
    except NotModified:
        pass
    done = context.translate(marked("The endpoints are saved."))
    return await _page(context, mall_id, secret=secret or "", done=done)


async def _test(context: PageContext, mall_id: str, endpoint: Endpoint) -> Response:
    mall = await _mall(context, mall_id)
    shop = GatewayShop(
        mall=mall,
        shop_no=min(mall.shops),
        clock=mall.clock(context.clock),
        seal=context.services.webhooks.context.seal,
        database=context.database,
        outgoing=context.services.webhooks.outgoing,
    )
    async with context.database.reading(mall_id) as db:
        if await endpoint_store.find(db, context.app.client_id) is None:
            problem = context.translate(marked("Save the endpoints first."))
            return await _page(context, mall_id, problems={"start_url": problem})
    result = await AppGateway(context.app.client_id).test_call(shop, endpoint)
    return await _page(context, mall_id, result=result)


async def _mall(context: PageContext, mall_id: str) -> Mall:
    mall = await context.services.directory.mall(mall_id)
    assert mall is not None, "the app is in it"
    return mall


async def _page(
    context: PageContext,
    mall_id: str,
    *,
    values: dict[str, str] | None = None,
    problems: dict[str, str] | None = None,
    secret: str = "",
    done: str = "",
    result: TestCallResult | None = None,
) -> Response:
    malls = await webhook_rules.malls(context.services.webhooks.context, context.app.client_id)
    current = mall_id if mall_id in malls else malls[0] if malls else ""
    stored = None
    if current:
        async with context.database.reading(current) as db:
            stored = await endpoint_store.find(db, context.app.client_id)
    shown = values or ({} if stored is None else asdict(stored))
    return context.show(
        "payment_endpoints.html",
        status=422 if problems else 200,
        malls=malls[:MALLS],
        mall_id=current,
        stored=stored is not None,
        values={name: shown.get(name, "") for name in endpoint_rules.ADDRESSES},
        problems=problems or {},
        secret=secret,
        done=done,
        labels={each: context.translate(label) for each, label in LABELS.items()},
        result=result,
    )
