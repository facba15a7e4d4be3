"""The apps that may take payments for a shop: what each may do, and whether the shop uses it."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import pages as oauth_pages
from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.commerce.store.paymentgateway.endpoints.store import RegisteredGateway
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, PageError

METHOD_NAMES: Final = {
    "card": marked("Card"),
    "tcash": marked("Bank transfer"),
    "icash": marked("Virtual account"),
    "cell": marked("Mobile phone"),
    "cvs": marked("Convenience store"),
    "deferpay": marked("Pay later"),
    "etc": marked("Other"),
}
_FEES: Final = {
    "PRE": marked("Paid in advance"),
    "PAD": marked("Paid later"),
    "FREE": marked("None"),
}
"""Membership fee of a gateway, as its app registered it."""
_DONE: Final = {
    "on": marked("Buyers can pay through the app now."),
    "off": marked("The app takes no new payments in this shop."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/payment-apps`: list the apps that registered a gateway in a shop."""
    async with context.database.reading(context.mall_id) as db:
        call = _call(context, db)
        registered = await endpoint_store.registered(db, context.shop.shop_no)
        used = {each.client_id for each in await endpoint_rules.enabled(call)}
        gateways = [await _line(context, db, each, used) for each in registered]
    return context.show(
        "payment_apps.html",
        shop=context.shop,
        gateways=gateways,
        done=context.translate(_DONE.get(context.visit.query.text("done"), "")),
    )


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/payment-apps`: use the gateway of an app in the shop, or no longer."""
    context.require_no_approval()
    form = await context.form()
    client_id, used = form.text("client_id"), form.choice("use", ("T", "F")) == "T"
    async with context.database.writing(context.mall_id) as db:
        try:
            changed = await endpoint_rules.use(_call(context, db), client_id, used=used)
        except NotFound:
            raise PageError(
                marked("This app is not in the shop"),
                marked("It may have been removed in the meantime."),
                status=404,
            ) from None
        if changed:
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="payment app",
                shop_no=context.shop.shop_no,
                subject=f"app {client_id} in shop {context.shop.shop_no}",
                client_id=client_id,
                changes={"used": (not used, used)},
            )
    done = "on" if used else "off"
    return redirect(f"{context.page.path}?shop_no={context.shop.shop_no}&done={done}")


def _call(context: PageContext, db: Session) -> Call:
    return Call(context.clock, db, context.visit.mall, context.shop.shop_no)


async def _line(
    context: PageContext, db: Session, gateway: RegisteredGateway, used: set[str]
) -> dict[str, Encodable]:
    """Return what the page shows of a gateway."""
    stored = await endpoint_store.find(db, gateway.client_id)
    scopes = await registered_apps.allowed(db, gateway.client_id)
    assert stored is not None
    names = [context.translate(METHOD_NAMES[each]) for each in gateway.methods]
    return {
        "client_id": gateway.client_id,
        "name": gateway.name,
        "methods": names,
        "hosts": endpoint_rules.hosts(stored),
        "used": gateway.client_id in used,
        "members_only": gateway.members_only,
        "fee": context.translate(_FEES[gateway.membership_fee_type])
        if gateway.membership_fee_type
        else "",
        "permissions": oauth_pages.lines(scopes or [], frozenset(), context.language),
    }
