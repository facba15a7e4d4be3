"""The developer's account: details, and change of the password."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.oauth import pages as oauth_pages
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu, sign_in
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import SESSION_COOKIE, PageContext, time

_MESSAGES: Final = {"changed": marked("Your password was changed. Other browsers were signed out.")}


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/account`: show the account and the password form."""
    return _form(context)


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/account`: replace the password; requires the current one."""
    form = await context.form()
    backoff = sign_in.backoff_of(context, context.developer.email)
    wait = await backoff.attempt()
    if wait:
        return sign_in.with_retry_after(
            _form(context, {"": sign_in.wait_message(context, wait)}, 429), wait
        )
    new = form.text("password")
    if not await passwords.matches_in_thread(form.text("current"), context.developer.password_hash):
        return _form(
            context, {"current": context.translate(marked("This is not your password."))}, 422
        )
    await backoff.succeeded()
    error = sign_in.problems(context.developer.email, context.developer.name, new).get(
        "password", ""
    )
    if error:
        return _form(context, {"password": context.translate(error)}, 422)
    developer = replace(
        context.developer, password_hash=await passwords.hash_password_in_thread(new)
    )
    async with context.database.writing("") as db:
        await console_store.set_password(db, developer.email, developer.password_hash)
        session = await console_store.create_session(
            db, context.clock, developer, instead_of=context.form_key
        )
    response = redirect(f"{menu.ACCOUNT}?done=changed")
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    return response


def _form(
    context: PageContext, problems: dict[str, str] | None = None, status: int = 200
) -> Response:
    return context.show(
        "account.html",
        status=status,
        problems=problems or {},
        since=time(context.developer.created_at),
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )
