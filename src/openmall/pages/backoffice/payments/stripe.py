"""Whether a shop takes card payments through Stripe, and the keys of its account there.

Keys are stored sealed and never shown again; an empty field leaves a key as it is.
"""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.billing.gateways.gateway import callback_url
from openmall.commerce.order.billing.gateways.stripe_gateway import connection
from openmall.commerce.order.billing.gateways.stripe_gateway import rules as stripe_rules
from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.commerce.order.billing.gateways.stripe_gateway.webhooks import (
    DISPUTE_EVENTS,
    PAYMENT_EVENTS,
)
from openmall.contract.call import Call
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext

_DONE: Final = {
    "saved": marked("The changes were saved."),
    "same": marked("No changes to save."),
}
_PROBLEMS: Final = {
    ("publishable_key", "form"): marked("A publishable key begins with pk_live_ or pk_test_."),
    ("secret_key", "form"): marked(
        "A secret key begins with sk_ or rk_, and is of the same mode as the publishable key."
    ),
    ("webhook_secret", "form"): marked("A signing secret begins with whsec_."),
    ("use_stripe", "missing"): marked("Enter all three keys first."),
    ("use_stripe", "library"): marked("The operator has to install openmall[stripe] first."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/stripe`."""
    async with context.database.reading(context.mall_id) as db:
        use = await current(_call(context, db), StripeUse)
    return _page(context, use, {})


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/stripe`: save the keys, and whether buyers can pay by card."""
    context.require_no_approval()
    form = await context.form()
    async with context.database.writing(context.mall_id) as db:
        before = await current(_call(context, db), StripeUse, to_change=True)
        after = _changed(before, form)
        problems = stripe_rules.problems(after)
        if not problems and after != before:
            await write_setting(db, context.client.seal, after)
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="stripe change",
                shop_no=context.shop.shop_no,
                subject=f"shop {context.shop.shop_no}",
                changes=stripe_rules.journaled(before, after),
            )
    if problems:
        shown = {each: context.translate(_PROBLEMS[each, problems[each]]) for each in problems}
        return _page(context, after, shown)
    done = "same" if after == before else "saved"
    return redirect(f"{context.page.path}?shop_no={context.shop.shop_no}&done={done}")


def _call(context: PageContext, db: Session) -> Call:
    mall, shop_no = context.visit.mall, context.shop.shop_no
    return Call(context.clock, db, mall, shop_no, seal=context.client.seal)


def _changed(before: StripeUse, form: Fields) -> StripeUse:
    return replace(
        before,
        use_stripe="T" if form.is_ticked("use_stripe") else "F",
        publishable_key=form.text("publishable_key").strip(),
        secret_key=form.text("secret_key").strip() or before.secret_key,
        webhook_secret=form.text("webhook_secret").strip() or before.webhook_secret,
    )


def _page(context: PageContext, use: StripeUse, problems: dict[str, str]) -> Response:
    return context.show(
        "stripe.html",
        status=422 if problems else 200,
        shop=context.shop,
        use=use,
        has_secret_key=bool(use.secret_key),
        has_webhook_secret=bool(use.webhook_secret),
        is_test=use.publishable_key.startswith("pk_test_"),
        installed=connection.is_installed(),
        problems=problems,
        webhook_url=callback_url(f"https://{context.visit.host}", "stripe", context.shop.shop_no),
        events=[*PAYMENT_EVENTS, *DISPUTE_EVENTS],
        done=context.translate(_DONE.get(context.visit.query.text("done"), "")),
    )
