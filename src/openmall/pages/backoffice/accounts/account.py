"""The signed-in person's own account: password, and where they are signed in."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import manager_administration
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import backoff, sessions
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.change import Changes
from openmall.contract.errors import Invalid
from openmall.contract.journal import record
from openmall.contract.journal.record import Action
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.refusals import (
    PASSWORDS_DIFFER,
    WAIT_BETWEEN_ATTEMPTS,
    WRONG_OWN_PASSWORD,
)

_MESSAGES: Final = {
    "password": marked("Your password was changed. Other browsers were signed out."),
    "ended": marked("The session was ended."),
    "others": marked("All other sessions were ended."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/account`."""
    return await _account_page(context)


_DEEDS: Final = Deeds("password", "end", "others")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/account`: change the password, or end sessions, by `act`."""
    form = await context.form(deeds=_DEEDS)
    act = form.deed
    if act == "password":
        return await _change_password(context, form)
    async with context.database.writing(context.mall_id) as db:
        if act == "end":
            ended = int(await sessions.revoke(db, context.user.user_id, form.text("session_hash")))
        else:
            ended = await sessions.revoke_others(
                db, context.user.user_id, context.user.session_hash
            )
        if ended:
            await _log(context, db, "session end", {"sessions": (ended, 0)})
    done = "ended" if act == "end" else "others"
    return redirect(f"{menu_pages.ACCOUNT.path}?done={done}")


async def verify_password(
    context: PageContext, password: str, *, parameter: str = "current"
) -> None:
    """Compare a password with that of the signed-in person.

    Raises Invalid (422) at `parameter`, also after too many attempts; they are counted as sign-ins.
    """
    attempt = backoff.Backoff(
        context.counters,
        context.clock,
        mall_id=context.mall_id,
        user=context.user.user_id,
        ip=context.visit.request.ip,
    )
    if await attempt.attempt():
        raise Invalid(WAIT_BETWEEN_ATTEMPTS, parameter=parameter)
    async with context.database.reading(context.mall_id) as db:
        manager = await mall_rules.manager(db, context.user.user_id)
    hashed = manager.password_hash if manager else None
    if not await passwords.matches_in_thread(password, hashed):
        raise Invalid(WRONG_OWN_PASSWORD, parameter=parameter)
    await attempt.succeeded()


async def _change_password(context: PageContext, form: Fields) -> Response:
    """Replace the password, which ends all sessions of the person but this one."""
    password = form.text("password")
    try:
        await verify_password(context, form.text("current"))
        manager_administration.require_password(password)
        if form.text("again") != password:
            raise Invalid(PASSWORDS_DIFFER, parameter="again")
    except Invalid as error:
        return await _account_page(context, error)
    password_hash = await passwords.hash_password_in_thread(password)
    async with context.database.writing(context.mall_id) as db:
        manager = await mall_rules.manager(db, context.user.user_id)
        assert manager is not None
        changed = replace(manager, password_hash=password_hash)
        await mall_rules.admit(db, context.clock, changed)
        await sessions.revoke_others(db, manager.user_id, context.user.session_hash)
        session = await sessions.begin(
            db,
            context.clock,
            changed,
            instead_of=context.session,
            request=context.visit.request,
        )
        await _log(context, db, "manager password", {"password": (None, None)})
    response = redirect(f"{menu_pages.ACCOUNT.path}?done=password")
    oauth_pages.set_cookie(response, oauth_pages.session_cookie(context.visit), session)
    return response


async def _log(context: PageContext, db: Session, action: Action, changes: Changes) -> None:
    await record.write_browser_action(
        db,
        context.clock,
        context.user,
        action=action,
        shop_no=record.WHOLE_MALL,
        subject=f"manager {context.user.user_id}",
        changes=changes,
    )


async def _account_page(context: PageContext, error: Invalid | None = None) -> Response:
    async with context.database.reading(context.mall_id) as db:
        found = await sessions.of_manager(db, context.clock, context.user.user_id)
    problems = {"current": "", "password": "", "again": ""}
    if error is not None and error.parameter:
        problems[error.parameter] = error.say(context.translate)
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    return context.show(
        "account.html",
        status=200 if error is None else error.status,
        sessions=[
            (
                each,
                time(each.created_at) if each.created_at else None,
                each.session_hash == context.user.session_hash,
            )
            for each in found
        ],
        problems=problems,
        done=context.translate(done) if done and error is None else "",
    )
