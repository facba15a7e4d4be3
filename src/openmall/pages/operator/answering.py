"""Answers a request to the operator console: who asks, which page, and what went wrong."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.pages import cookies_of
from openmall.http.addressing import Address
from openmall.http.request import Request
from openmall.http.web import form_origins
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import shown
from openmall.pages.console.page_context import PageError, as_page_error
from openmall.pages.operator import menu, pages
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.page_context import (
    SESSION_COOKIE,
    VISIT_COOKIE,
    OperatorServices,
    PageContext,
    not_found,
)
from openmall.pages.sent_forms import SentForm

_TITLE: Final = marked("Something went wrong")
_FOREIGN: Final = marked("Another website sent this form. Nothing was changed.")


async def answer(services: OperatorServices, request: Request, address: Address) -> Response:
    """Answer a request. Never raises."""
    context = PageContext(
        request=request,
        address=address,
        query=Fields(b""),
        path_value="",
        pattern="",
        current_operator=None,
        awaiting_second_step=None,
        form_key=secrets.generate(),
        services=services,
        sent_form=SentForm(
            database=services.database,
            seal=services.seal,
            clock=services.clock,
            tenant="",
            owner="",
            kept_status=200,
        ),
    )
    try:
        if not await operator_store.exists(services.database):
            raise not_found()
        if form_origins.is_foreign(request, address, services.configuration):
            raise PageError(_TITLE, _FOREIGN, status=403)
        context = await _authenticated(context)
        return await _answer(replace(context, query=Fields(request.query_string)))
    except Exception as error:
        return _error_page(context, as_page_error(error, request.id, title=_TITLE))


async def _authenticated(context: PageContext) -> PageContext:
    """Return the context with the operator of the session, if any."""
    cookies = cookies_of(context.request)
    session = cookies.get(SESSION_COOKIE, "")
    if session:
        async with context.database.reading("") as db:
            found = await operator_store.find_session(db, context.clock, session)
        if found is not None:
            operator, awaits = found
            context.sent_form.owner = "" if awaits else f"operator {operator.operator_id}"
            return replace(
                context,
                current_operator=None if awaits else operator,
                awaiting_second_step=operator if awaits else None,
                form_key=session,
            )
    return replace(context, form_key=cookies.get(VISIT_COOKIE, "") or context.form_key)


async def _answer(context: PageContext) -> Response:
    request = context.request
    found = pages.find(request.raw_path.decode("latin-1").rstrip("/"))
    if found is None:
        raise not_found()
    page, value = found
    handler = page.methods.get(request.method)
    if handler is None:
        error = PageError(_TITLE, marked("The method is not allowed."), status=405)
        response = _error_page(context, error)
        response.headers["Allow"] = ", ".join(page.methods)
        return response
    if context.current_operator is None and not page.public:
        return redirect(menu.SIGN_IN)
    found_page = replace(context, pattern=page.path, path_value=value)
    return await context.sent_form.answer(handler(found_page))


def _error_page(context: PageContext, error: PageError) -> Response:
    response = context.show(
        "failed.html" if context.current_operator else "failed_outside.html",
        status=error.status,
        title=context.translate(error.title),
        message=shown(error.message, context.translate),
    )
    if error.retry_after:
        response.headers["Retry-After"] = str(error.retry_after)
    return response
