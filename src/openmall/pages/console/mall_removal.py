"""Resets and deletes test malls: `removing` and `creating` of the services do the work."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import installed_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_fields import Fields
from openmall.contract.call import Mall
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import PageContext

_UNCONFIRMED: Final = marked("Type the id of the mall to confirm.")


def unconfirmed(context: PageContext, form: Fields) -> dict[str, str]:
    """Return the problem of a form that does not name the mall it is about; empty: none."""
    if form.text("confirm").strip() == context.mall.mall_id:
        return {}
    return {form.deed: context.translate(_UNCONFIRMED)}


async def delete(context: PageContext) -> Response:
    """Delete the current test mall with all that is in it."""
    await context.services.remove(context.mall.mall_id)
    async with context.database.writing("") as db:
        await console_store.remove_test_mall(db, context.mall.mall_id)
    return redirect(f"{menu.MALLS}?done=deleted")


async def take_apps(context: PageContext) -> list[tuple[str, list[str]]]:
    """Return client id and scopes of the apps that are in the current mall."""
    async with context.database.reading(context.mall.mall_id) as db:
        return [
            (each.client_id, each.scopes)
            for each in await installed_apps.in_mall(db)
            if each.deleted_at is None
        ]


async def put_apps_back(
    context: PageContext, mall: Mall, apps: list[tuple[str, list[str]]]
) -> None:
    """Install apps in a mall that was made anew; their tokens of before stay ended."""
    async with invalidating_transaction(
        context.database, context.services.counters, mall.mall_id
    ) as db:
        for client_id, scopes in apps:
            await registered_apps.install(db, mall.clock(context.clock), client_id, scopes)
