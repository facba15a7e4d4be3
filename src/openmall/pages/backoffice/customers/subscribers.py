"""Subscribers of newsletters without an account: listed, exported as a file and removed."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page
from openmall.pages.backoffice.reports import csv

SUBPATH: Final = "subscribers"
_ROWS: Final = 50
_OF_FILE: Final = 100
_MESSAGES: Final = {"removed": marked("The address gets no more newsletters.")}
_DEEDS: Final = Deeds("remove")


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/newsletters/subscribers`; with `file=csv`, as a file.

    Raises ApiError.
    """
    if context.visit.query.text("file") == "csv":
        return await _file(context)
    return await _page(context, NO_ERROR)


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    here = f"{context.page.path}/{SUBPATH}"
    parameters: dict[str, Encodable] = {"limit": _ROWS, **shop_parameters(context)}
    if after := context.visit.query.text("after")[:255]:
        parameters["after"] = after
    found = await context.call(subscriber_rules.listing, parameters)
    number = (await context.call(subscriber_rules.count, shop_parameters(context))).content
    last = found.content[-1].email if found.more else ""
    return render_page(
        context,
        "subscribers.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        shop=context.shop,
        subscribers=found.content,
        number=number,
        address=here,
        action=address(context, here),
        file=address(context, here, file="csv"),
        older=address(context, here, after=last) if last else "",
    )


async def _file(context: PageContext) -> Response:
    heads = (marked("Email"), marked("Confirmed"))
    lines, after, more = [csv.BYTE_ORDER_MARK + csv.line(map(context.translate, heads))], "", True
    while more:
        parameters: dict[str, Encodable] = {"limit": _OF_FILE, "after": after}
        parameters |= shop_parameters(context)
        found = await context.call(subscriber_rules.listing, parameters)
        lines += [csv.line((each.email, each.confirmed_date)) for each in found.content]
        more = found.more
        after = found.content[-1].email if found.content else ""
    headers = {
        "Content-Disposition": 'attachment; filename="subscribers.csv"',
        "Cache-Control": "no-store",
    }
    return Response("".join(lines), media_type="text/csv; charset=utf-8", headers=headers)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/newsletters/subscribers`: remove an address. Raises ApiError."""
    form = await context.form(deeds=_DEEDS)
    parameters = {"email": form.text("email"), **shop_parameters(context)}
    try:
        await context.call(subscriber_rules.delete, parameters)
    except ApiError as error:
        state = form_errors.rejected_form(context, "remove", form, error, {})
        return await _page(context, state, status=error.status)
    return redirect(address(context, f"{context.page.path}/{SUBPATH}", done="removed"))
