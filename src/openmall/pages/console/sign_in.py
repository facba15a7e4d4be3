"""Sign-up, sign-in and sign-out of developers."""

import re
from contextlib import suppress
from typing import Final

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import return_addresses
from openmall.access.oauth.backoff import Backoff
from openmall.contract.patterns import NOT_IN_EMAIL
from openmall.database.session import DuplicateRow
from openmall.database.text_search import mail_addresses
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import SESSION_COOKIE, VISIT_COOKIE, PageContext, PageError
from openmall.pages.console.store import Developer

_LABEL: Final = rf"[^.{NOT_IN_EMAIL}]+"
EMAIL: Final = re.compile(rf"[^{NOT_IN_EMAIL}]{{1,64}}@{_LABEL}(\.{_LABEL})+")
MAX_LENGTH: Final = 190
"""Maximum number of characters of an e-mail address or name."""
MAX_PASSWORD_LENGTH: Final = 1000

_SIGNED_UP: Final = marked(
    "If this e-mail address had no account, it has one now. Sign in with its password."
)
_WAIT: Final = marked("Too many attempts. Try again in %(seconds)s seconds.")


async def sign_in_page(context: PageContext) -> Response:
    """Handle `GET /developers/sign-in`: show the form; redirect signed-in developers."""
    return _redirect_onward(context) if context.current_developer else _sign_in_form(context)


async def sign_in(context: PageContext) -> Response:
    """Handle `POST /developers/sign-in`: sign in, and redirect to the requested page."""
    form = await context.form()
    email = normalize_email(form.text("email"))
    backoff = backoff_of(context, email)
    wait = await backoff.attempt()
    if wait:
        return with_retry_after(
            _sign_in_form(context, 429, wait_message(context, wait), email), wait
        )
    async with context.database.reading("") as db:
        developer = await console_store.find_by_email(db, email)
    valid = await passwords.matches_in_thread(
        form.text("password"), developer.password_hash if developer else None
    )
    if not valid or developer is None:
        return _sign_in_form(
            context,
            400,
            context.translate(marked("The e-mail address or the password is wrong.")),
            email,
        )
    await backoff.succeeded()
    return await _start_session(context, developer)


async def sign_up_page(context: PageContext) -> Response:
    """Handle `GET /developers/sign-up`: show the form, or why sign-up is closed."""
    return (
        _redirect_onward(context) if context.current_developer else _sign_up_form(context, {}, {})
    )


async def sign_up(context: PageContext) -> Response:
    """Handle `POST /developers/sign-up`: create an account, and ask to sign in. No mail is sent.

    The answer is the same for an e-mail address that has an account, which stays as it is.
    Raises PageError (403) when only the operator creates accounts.
    """
    form = await context.form()
    if not _is_open(context):
        raise PageError(marked("Sign-up is closed"), CLOSED, status=403)
    email, name, password = (
        normalize_email(form.text("email")),
        form.text("name").strip(),
        form.text("password"),
    )
    typed = {"email": email, "name": name}
    errors = {
        key: context.translate(message) for key, message in problems(email, name, password).items()
    }
    if errors:
        return _sign_up_form(context, typed, errors, 422)
    wait = await backoff_of(context, email, signing_up=True).attempt()
    if wait:
        message = wait_message(context, wait)
        return with_retry_after(_sign_up_form(context, typed, {"": message}, 429), wait)
    password_hash = await passwords.hash_password_in_thread(password)
    with suppress(DuplicateRow):
        async with context.database.writing("") as db:
            await console_store.add(
                db, context.clock, email=email, name=name, password_hash=password_hash
            )
    return _sign_in_form(context, email=email, note=context.translate(_SIGNED_UP))


async def sign_out(context: PageContext) -> Response:
    """Handle `POST /developers/sign-out`: end the session."""
    await context.form()
    async with context.database.writing("") as db:
        await console_store.delete_session(db, context.form_key)
    response = redirect(menu.SIGN_IN)
    oauth_pages.drop_cookie(response, SESSION_COOKIE)
    return response


CLOSED: Final = marked("The operator of this installation creates accounts. Ask them for one.")


def normalize_email(text: str) -> str:
    """Return an e-mail address as stored, which is as it is compared."""
    return mail_addresses.comparable(text)


def problems(email: str, name: str, password: str) -> dict[str, str]:
    """Validate the data of an account; return field -> error, in English."""
    problems_by_field = {}
    if not EMAIL.fullmatch(email) or len(email) > MAX_LENGTH:
        problems_by_field["email"] = marked("This is not an e-mail address.")
    if not name or len(name) > MAX_LENGTH:
        problems_by_field["name"] = marked("Enter your name, at most 190 characters.")
    if not passwords.MIN_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        problems_by_field["password"] = marked("The password must have 8 to 1000 characters.")
    return problems_by_field


def _is_open(context: PageContext) -> bool:
    return context.services.configuration.developer_sign_up == "open"


def backoff_of(context: PageContext, email: str, *, signing_up: bool = False) -> Backoff:
    """Return the backoff of failed attempts for an e-mail address and the client's IP address."""
    return Backoff(
        context.services.counters,
        context.clock,
        mall_id="",
        user=email,
        ip=context.request.ip,
        role="developer",
        action="sign-up" if signing_up else "sign-in",
    )


def wait_message(context: PageContext, seconds: int) -> str:
    """Return the message after too many attempts."""
    return context.translate(_WAIT) % {"seconds": seconds}


def with_retry_after(page: Response, seconds: int) -> Response:
    """Return the page with a `Retry-After` header."""
    page.headers["Retry-After"] = str(seconds)
    return page


async def _start_session(context: PageContext, developer: Developer) -> Response:
    earlier = oauth_pages.cookies_of(context.request).get(SESSION_COOKIE, "")
    async with context.database.writing("") as db:
        session = await console_store.create_session(
            db, context.clock, developer, instead_of=earlier
        )
    response = _redirect_onward(context)
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    oauth_pages.drop_cookie(response, VISIT_COOKIE)
    return response


def _redirect_onward(context: PageContext) -> Response:
    return redirect(return_addresses.page(context.query, "developers") or menu.HOME)


def _onward_query(context: PageContext) -> str:
    """Return the query with the page requested before sign-in; empty without one."""
    destination = return_addresses.page(context.query, "developers")
    return return_addresses.after_sign_in("", destination, "developers") if destination else ""


def _sign_in_form(
    context: PageContext, status: int = 200, message: str = "", email: str = "", note: str = ""
) -> Response:
    return context.show(
        "sign_in.html",
        status=status,
        message=message,
        note=note,
        email=email,
        onward=_onward_query(context),
        sign_up_open=_is_open(context),
    )


def _sign_up_form(
    context: PageContext, typed: dict[str, str], problems: dict[str, str], status: int = 200
) -> Response:
    if not _is_open(context):
        return context.show("closed.html", status=403, message=context.translate(CLOSED))
    return context.show(
        "sign_up.html", status=status, typed=typed, problems=problems, onward=_onward_query(context)
    )
