"""A developer's own account: who they are here, and a new password."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.oauth import pages as oauth_pages
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import entering, menu
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import SESSION_COOKIE, Desk, time

_DONE: Final = {"changed": marked("Your password was changed. Other browsers were signed out.")}


async def show(desk: Desk) -> Response:
    """`GET /developers/account`: the account, and the form for a new password."""
    return _form(desk)


async def change(desk: Desk) -> Response:
    """`POST /developers/account`: replace the password; whoever asks has to know the old one."""
    form = await desk.form()
    guesses = entering.held(desk, desk.developer.email)
    wait = await guesses.attempt()
    if wait:
        return entering.waiting(_form(desk, {"": entering.asked_to_wait(desk, wait)}, 429), wait)
    new = form.text("password")
    if not await passwords.matches_in_thread(form.text("current"), desk.developer.password_hash):
        return _form(desk, {"current": desk.said(marked("This is not your password."))}, 422)
    await guesses.succeeded()
    wrong = entering.problems(desk.developer.email, desk.developer.name, new).get("password", "")
    if wrong:
        return _form(desk, {"password": desk.said(wrong)}, 422)
    known = replace(desk.developer, password_hash=await passwords.hash_password_in_thread(new))
    async with desk.database.writing("") as db:
        await console_store.set_password(db, known.email, known.password_hash)
        session = await console_store.begin(db, desk.clock, known, instead_of=desk.tie)
    response = redirect(f"{menu.ACCOUNT}?done=changed")
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    return response


def _form(desk: Desk, problems: dict[str, str] | None = None, status: int = 200) -> Response:
    return desk.show(
        "account.html",
        status=status,
        problems=problems or {},
        since=time(desk.developer.created_at),
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )
