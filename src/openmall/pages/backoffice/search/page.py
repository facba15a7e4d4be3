"""The search page, which has the results of the palette without a script."""

from starlette.responses import Response

from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.search import commands, matching, palette, records


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/search?q=`: an order number leads to its order, in any shop."""
    typed = context.visit.query.text("q").strip()[: matching.MAX_QUERY]
    order = await records.find_order(context, typed)
    if order is not None:
        return redirect(order.path)
    found = await records.find(context, typed)
    return render_page(
        context,
        "search.html",
        typed=typed,
        shop=context.shop,
        commands=palette.grouped(context, commands.find(context, typed)),
        shops=found,
        elsewhere=bool(found) and found[0].shop != context.shop,
        short=bool(typed) and records.is_too_short(typed),
    )
