"""Sign-in of operators: password, second factor, sign-out."""

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import second_factors
from openmall.access.oauth import pages as oauth_pages
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.operator import menu
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.page_context import SESSION_COOKIE, VISIT_COOKIE, PageContext


async def sign_in_page(context: PageContext) -> Response:
    """Handle `GET /operator/sign-in`: show the form; redirect those who are signed in."""
    return redirect(menu.HOME) if context.current_operator else _sign_in_form(context)


async def sign_in(context: PageContext) -> Response:
    """Handle `POST /operator/sign-in`: start a session, or ask for the second factor."""
    form = await context.form()
    operator_id = form.text("operator_id").strip().lower()
    backoff = context.sign_in_backoff(operator_id)
    wait = await backoff.attempt()
    if wait:
        return _with_retry_after(
            _sign_in_form(context, 429, context.wait_message(wait), operator_id), wait
        )
    async with context.database.reading("") as db:
        operator = await operator_store.find(db, operator_id)
    valid = await passwords.matches_in_thread(
        form.text("password"), operator.password_hash if operator else None
    )
    if not valid or operator is None:
        wrong = context.translate(marked("The name or the password is wrong."))
        return _sign_in_form(context, 400, wrong, operator_id)
    await backoff.succeeded()
    async with context.database.reading(operator_store.TENANT) as db:
        awaits = await second_factors.is_on(db, operator_id)
    earlier = oauth_pages.cookies_of(context.request).get(SESSION_COOKIE, "")
    async with context.database.writing("") as db:
        session = await operator_store.create_session(
            db,
            context.clock,
            operator,
            instead_of=earlier,
            request=context.request,
            second_step=awaits,
        )
    response = redirect(menu.SECOND_STEP if awaits else menu.HOME)
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    oauth_pages.drop_cookie(response, VISIT_COOKIE)
    return response


async def second_step_page(context: PageContext) -> Response:
    """Handle `GET /operator/second-step`: ask for the code."""
    return redirect(menu.SIGN_IN) if context.awaiting_second_step is None else _code_form(context)


async def second_step(context: PageContext) -> Response:
    """Handle `POST /operator/second-step`: complete the sign-in with the code."""
    form = await context.form()
    operator = context.awaiting_second_step
    if operator is None:
        return redirect(menu.SIGN_IN)
    backoff = context.second_step_backoff(operator.operator_id)
    wait = await backoff.attempt()
    if wait:
        return _with_retry_after(_code_form(context, 429, context.wait_message(wait)), wait)
    async with context.database.writing(operator_store.TENANT) as db:
        proved = await second_factors.proves(
            db,
            context.clock,
            context.services.seal,
            operator_store.TENANT,
            operator.operator_id,
            form.text("code"),
        )
    if not proved:
        wrong = context.translate(marked("This code is wrong, too old, or was used already."))
        return _code_form(context, 400, wrong)
    await backoff.succeeded()
    async with context.database.writing("") as db:
        session = await operator_store.create_session(
            db, context.clock, operator, instead_of=context.form_key, request=context.request
        )
    response = redirect(menu.HOME)
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    return response


async def sign_out(context: PageContext) -> Response:
    """Handle `POST /operator/sign-out`: end the session."""
    await context.form()
    async with context.database.writing("") as db:
        await operator_store.delete_session(db, context.form_key)
    response = redirect(menu.SIGN_IN)
    oauth_pages.drop_cookie(response, SESSION_COOKIE)
    return response


def _with_retry_after(page: Response, seconds: int) -> Response:
    page.headers["Retry-After"] = str(seconds)
    return page


def _sign_in_form(
    context: PageContext, status: int = 200, message: str = "", operator_id: str = ""
) -> Response:
    return context.show(
        "sign_in.html",
        status=status,
        message=message,
        operator_id=operator_id,
        provider_name=context.provider_name,
    )


def _code_form(context: PageContext, status: int = 200, message: str = "") -> Response:
    return context.show("second_step.html", status=status, message=message)
