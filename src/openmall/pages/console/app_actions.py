"""The pages and actions of an app in the back offices of the malls that have it."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import app_actions
from openmall.access.oauth.app_actions import AppAction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import Invalid
from openmall.events.webhooks import store as webhook_store
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import webhooks
from openmall.pages.console.page_context import PageContext
from openmall.pages.console.refusals import APP_WITHOUT_SECRET

PLACE_NAMES: Final = {
    "app": marked("List of apps"),
    "product": marked("Page of a product"),
    "order": marked("Page of an order"),
    "customer": marked("Page of a customer"),
    "products": marked("List of products"),
    "orders": marked("List of orders"),
    "customers": marked("List of customers"),
}
KIND_NAMES: Final = {
    "open": marked("Opens a page of the app"),
    "call": marked("Calls the app"),
}
_MESSAGES: Final = {
    "added": marked("The action was added. Malls that have the app show it at once."),
    "removed": marked("The action was removed."),
}
_FIELDS: Final = ("place", "kind", "label", "label_ko", "address")


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/actions`."""
    return await _page(context, {})


_DEEDS: Final = Deeds("add", "remove")


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/apps/{client_id}/actions`: `deed` is `add` or `remove`."""
    form = await context.form(deeds=_DEEDS)
    client_id = context.app.client_id
    if form.deed == "remove":
        async with context.database.writing("") as db:
            await app_actions.remove(db, client_id, form.text("action_id"))
        return redirect(f"{context.app_home}/actions?done=removed")
    typed = _typed(form)
    try:
        refusal = context.services.webhooks.outgoing.refusal(typed["address"])
        if refusal:
            message = webhooks.address_error(context, refusal)
            return await _page(context, typed, {"address": message})
        if not await _has_secret(context):
            raise Invalid(APP_WITHOUT_SECRET, parameter="address")
        async with context.database.writing("") as db:
            await app_actions.add(
                db, context.clock, AppAction(client_id=client_id, action_id="", **typed)
            )
    except Invalid as error:
        problem = error.say(context.translate)
        return await _page(context, typed, {error.parameter or "label": problem})
    return redirect(f"{context.app_home}/actions?done=added")


def _typed(form: Fields) -> dict[str, str]:
    return {name: form.text(name).strip() for name in _FIELDS}


async def _has_secret(context: PageContext) -> bool:
    async with context.database.reading("") as db:
        return await webhook_store.find(db, context.app.client_id) is not None


async def _page(
    context: PageContext, typed: dict[str, str], problems: dict[str, str] | None = None
) -> Response:
    async with context.database.reading("") as db:
        actions = await app_actions.of_app(db, context.app.client_id)
    done = _MESSAGES.get(context.query.text("done"), "")
    return context.show(
        "actions.html",
        status=422 if problems else 200,
        actions=[
            (
                each,
                context.translate(PLACE_NAMES[each.place]),
                context.translate(KIND_NAMES[each.kind]),
            )
            for each in actions
        ],
        has_secret=await _has_secret(context),
        places=[(code, context.translate(name)) for code, name in PLACE_NAMES.items()],
        kinds=[(code, context.translate(name)) for code, name in KIND_NAMES.items()],
        values={name: typed.get(name, "") for name in _FIELDS},
        problems=problems or {},
        done=context.translate(done) if done and not problems else "",
    )
