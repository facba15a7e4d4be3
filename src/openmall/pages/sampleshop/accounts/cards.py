"""A member's stored payment methods, and the page on which a test card is chosen."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.billing import paymentservices
from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods import testing_cards
from openmall.commerce.order.placement.subscriptions import own_subscriptions
from openmall.contract.errors import ApiError, NotModified
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.themes.plain_data import data_of

_SHOWN_STATUSES: Final = (403, 404, 422)
_METHODS: Final = "customers/me/paymentmethods"
_TEST: Final = "test"
TEST_CARDS: Final = {
    "approved": marked("A card whose charges succeed"),
    "declined": marked("A card whose charges are declined"),
    "revoked": marked("A card that its bank has withdrawn"),
    "lost": marked("A card whose charges succeed without an answer"),
}


async def show(context: PageContext, *, problem: ApiError | None = None) -> Response:
    """Show the member's stored payment methods, the newest first."""
    return await context.show(
        default_pages.CARDS,
        title=context.translate("Payment methods"),
        counted=False,
        problem=problem,
        cards=[
            {**data_of(each), "agreed_day": str(each.agreed_date)[:10]}
            for each in await context.content(stored_method_rules.listing)
        ],
        can_add=await can_add(context),
    )


async def can_add(context: PageContext) -> bool:
    """Return whether a gateway of the shop stores cards."""
    options = await context.content(paymentservices.list_options)
    return any(each.payment_method == "card" and each.recurring == "T" for each in options)


DEEDS: Final = Deeds("add", "remove", without="add")


async def change(context: PageContext, form: Fields) -> Response:
    """Begin to store a card, which its gateway does, or remove one."""
    try:
        if form.deed == "remove":
            await context.call(own_subscriptions.remove_method, {"method_id": form.text("card")})
            return context.redirect("/cards", done="card-removed")
        agreed = {"agree_recurring_charges": form.text("agree_recurring_charges")}
        asked = await context.call(stored_method_rules.request, agreed)
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await show(context, problem=error)
        raise
    method = asked.content
    if method.gateway == _TEST:
        return context.redirect(f"/cards/{method.method_id}")
    return context.redirect("/cards")


async def show_test_card(context: PageContext, method_id: str) -> Response:
    """Let the member choose how a test card behaves."""
    return await context.show(
        default_pages.TEST_CARD,
        title=context.translate("Test card"),
        counted=False,
        choices=[
            {"code": code, "name": context.translate(name)} for code, name in TEST_CARDS.items()
        ],
    )


async def choose_test_card(context: PageContext, form: Fields, method_id: str) -> Response:
    """Store a test card that behaves as chosen, or let a stored one behave so from now on."""
    try:
        card = {"card": form.text("card")}
        await context.call(testing_cards.store_card, {**card, "method_id": method_id})
    except NotModified:
        return context.redirect("/cards", done="same")
    await context.call(stored_method_rules.confirm, {"method_id": method_id})
    return context.redirect("/cards", done="card")
