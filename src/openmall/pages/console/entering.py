"""How developers come in and go: sign-up, sign-in, sign-out."""

import re
from typing import Final

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import return_addresses
from openmall.access.oauth.backoff import Backoff
from openmall.database.session import DuplicateRow
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import SESSION_COOKIE, VISIT_COOKIE, Desk, Failed
from openmall.pages.console.store import Developer

EMAIL: Final = re.compile(r"[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+")
LONGEST: Final = 190
"""Characters of an e-mail address, or of a name."""
LONGEST_PASSWORD: Final = 1000

_WAIT: Final = marked("Too many attempts. Try again in %(seconds)s seconds.")


async def sign_in_page(desk: Desk) -> Response:
    """`GET /developers/sign-in`: the form; whoever is signed in goes on."""
    return _onward(desk) if desk.who else _sign_in_form(desk)


async def sign_in(desk: Desk) -> Response:
    """`POST /developers/sign-in`: let a developer in, then on to what they came for."""
    form = await desk.form()
    email = address(form.text("email"))
    guesses = held(desk, email)
    wait = await guesses.attempt()
    if wait:
        return waiting(_sign_in_form(desk, 429, asked_to_wait(desk, wait), email), wait)
    async with desk.database.reading("") as db:
        known = await console_store.of_email(db, email)
    right = await passwords.matches_in_thread(
        form.text("password"), known.password_hash if known else None
    )
    if not right or known is None:
        return _sign_in_form(
            desk, 400, desk.said(marked("The e-mail address or the password is wrong.")), email
        )
    await guesses.succeeded()
    return await _let_in(desk, known)


async def sign_up_page(desk: Desk) -> Response:
    """`GET /developers/sign-up`: the form, or why there is none."""
    return _onward(desk) if desk.who else _sign_up_form(desk, {}, {})


async def sign_up(desk: Desk) -> Response:
    """`POST /developers/sign-up`: make an account and sign in with it. No mail is sent.

    Raises Failed (403) where the operator makes the accounts.
    """
    form = await desk.form()
    if not _open(desk):
        raise Failed(marked("Sign-up is closed"), CLOSED, status=403)
    email, name, password = (
        address(form.text("email")),
        form.text("name").strip(),
        form.text("password"),
    )
    typed = {"email": email, "name": name}
    wrong = {key: desk.said(message) for key, message in problems(email, name, password).items()}
    if wrong:
        return _sign_up_form(desk, typed, wrong, 422)
    wait = await held(desk, email, signing_up=True).attempt()
    if wait:
        message = asked_to_wait(desk, wait)
        return waiting(_sign_up_form(desk, typed, {"": message}, 429), wait)
    password_hash = await passwords.hash_password_in_thread(password)
    try:
        async with desk.database.writing("") as db:
            made = await console_store.add(
                db, desk.clock, email=email, name=name, password_hash=password_hash
            )
    except DuplicateRow:
        taken = desk.said(marked("An account with this e-mail address already exists."))
        return _sign_up_form(desk, typed, {"email": taken}, 422)
    return await _let_in(desk, made)


async def sign_out(desk: Desk) -> Response:
    """`POST /developers/sign-out`: end the session."""
    await desk.form()
    async with desk.database.writing("") as db:
        await console_store.end(db, desk.tie)
    response = redirect(menu.SIGN_IN)
    oauth_pages.drop_cookie(response, SESSION_COOKIE)
    return response


CLOSED: Final = marked("The operator of this installation creates accounts. Ask them for one.")


def address(text: str) -> str:
    """Return an e-mail address as it is kept, so that its writing does not matter."""
    return text.strip().lower()


def problems(email: str, name: str, password: str) -> dict[str, str]:
    """Return what keeps an account from being made: field -> an English sentence."""
    found = {}
    if not EMAIL.fullmatch(email) or len(email) > LONGEST:
        found["email"] = marked("This is not an e-mail address.")
    if not name or len(name) > LONGEST:
        found["name"] = marked("Enter your name, at most 190 characters.")
    if not passwords.MIN_LENGTH <= len(password) <= LONGEST_PASSWORD:
        found["password"] = marked("The password must have 8 to 1000 characters.")
    return found


def _open(desk: Desk) -> bool:
    return desk.means.configuration.developer_sign_up == "open"


def held(desk: Desk, email: str, *, signing_up: bool = False) -> Backoff:
    """Return what is held against whoever names an e-mail address, and against where they are."""
    return Backoff(
        desk.means.counters,
        desk.clock,
        mall_id="",
        user=email,
        ip=desk.request.ip,
        role="developer",
        action="sign-up" if signing_up else "sign-in",
    )


def asked_to_wait(desk: Desk, seconds: int) -> str:
    """Return what is said to whoever tried too often."""
    return desk.said(_WAIT) % {"seconds": seconds}


def waiting(page: Response, seconds: int) -> Response:
    """Return a page that also tells programs for how long to wait."""
    page.headers["Retry-After"] = str(seconds)
    return page


async def _let_in(desk: Desk, developer: Developer) -> Response:
    earlier = oauth_pages.cookies_of(desk.request).get(SESSION_COOKIE, "")
    async with desk.database.writing("") as db:
        session = await console_store.begin(db, desk.clock, developer, instead_of=earlier)
    response = _onward(desk)
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    oauth_pages.drop_cookie(response, VISIT_COOKIE)
    return response


def _onward(desk: Desk) -> Response:
    return redirect(return_addresses.page(desk.query, "developers") or menu.HOME)


def _next(desk: Desk) -> str:
    """Return the query that leads on to what somebody came for, empty without."""
    wanted = return_addresses.page(desk.query, "developers")
    return return_addresses.after_sign_in("", wanted, "developers") if wanted else ""


def _sign_in_form(desk: Desk, status: int = 200, message: str = "", email: str = "") -> Response:
    return desk.show(
        "sign_in.html",
        status=status,
        message=message,
        email=email,
        onward=_next(desk),
        sign_up_open=_open(desk),
    )


def _sign_up_form(
    desk: Desk, typed: dict[str, str], problems: dict[str, str], status: int = 200
) -> Response:
    if not _open(desk):
        return desk.show("closed.html", status=403, message=desk.said(CLOSED))
    return desk.show(
        "sign_up.html", status=status, typed=typed, problems=problems, onward=_next(desk)
    )
