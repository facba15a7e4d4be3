"""Passkeys of the signed-in person: list, add, remove."""

from typing import Final

from starlette.responses import Response

from openmall.access.malls import passkey_ceremonies, passkeys, second_factors
from openmall.access.malls.passkey_ceremonies import Ceremony
from openmall.access.malls.refusals import NAME_LENGTH
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.staff_site import office_url
from openmall.contract.change import Changes
from openmall.contract.errors import Invalid
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.accounts import account, two_step
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.refusals import (
    PASSKEY_NOT_ADDED,
    PASSKEY_UNKNOWN,
    PASSKEYS_NEED_HOST_NAME,
    TOO_MANY_PASSKEYS,
)

PAGE: Final = "/account/passkeys"
MAX_NAME: Final = 60
_MESSAGES: Final = {
    "added": marked("The passkey was added. You can sign in with it from now on."),
    "removed": marked("The passkey was removed."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/account/passkeys`."""
    return await _page(context)


_DEEDS: Final = Deeds("start", "add", "remove")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/account/passkeys`: `act` is `start`, `add` or `remove`."""
    form = await context.form(deeds=_DEEDS)
    act = form.deed
    try:
        if act == "add":
            return await _add(context, form.text("challenge"), form.text("credential"))
        parameter = "current" if act == "start" else "current_removing"
        await account.verify_password(context, form.text(parameter), parameter=parameter)
        if act == "start":
            return await _start(context, form.text("name").strip())
        return await _remove(context, form.text("passkey"))
    except Invalid as error:
        return await _page(context, error)


async def _start(context: PageContext, name: str) -> Response:
    """Show the button with which the browser makes a passkey. Raises Invalid (422)."""
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise Invalid(NAME_LENGTH, parameter="name", most=MAX_NAME)
    ceremony = _ceremony(context)
    if not ceremony.is_possible:
        raise Invalid(PASSKEYS_NEED_HOST_NAME, parameter="name")
    async with context.database.reading(context.mall_id) as db:
        known = await passkeys.of_manager(db, context.user.user_id)
    if len(known) >= passkeys.MOST:
        raise Invalid(TOO_MANY_PASSKEYS, parameter="name")
    options, token = passkey_ceremonies.creation_options(
        ceremony,
        user_id=context.user.user_id,
        user_name=context.user.name,
        mall_name=context.visit.mall.name,
        name=name,
        known=known,
    )
    return context.show(
        "passkey_new.html",
        passkey_name=name,
        options=options,
        challenge=token,
        address=office_url(PAGE),
    )


async def _add(context: PageContext, token: str, credential: str) -> Response:
    """Store the passkey that the browser has made. Raises Invalid (422)."""
    async with context.database.writing(context.mall_id) as db:
        passkey = await passkey_ceremonies.registered(
            db,
            _ceremony(context),
            user_id=context.user.user_id,
            token=token,
            credential=credential,
        )
        codes = (
            None
            if passkey is None
            else await second_factors.add_passkey(db, context.clock, passkey)
        )
        if passkey is not None and codes is not None:
            await _log(context, db, {"passkey": (None, passkey.name)})
    if codes is None:
        raise Invalid(PASSKEY_NOT_ADDED, parameter="name")
    if codes:
        return two_step.recovery_codes(context, codes, f"{PAGE}?done=added")
    return redirect(office_url(f"{PAGE}?done=added"))


async def _remove(context: PageContext, credential_id: str) -> Response:
    async with context.database.writing(context.mall_id) as db:
        name = await second_factors.remove_passkey(db, context.user.user_id, credential_id)
        if name:
            await _log(context, db, {"passkey": (name, None)})
    if not name:
        raise Invalid(PASSKEY_UNKNOWN, parameter="passkey")
    return redirect(office_url(f"{PAGE}?done=removed"))


def _ceremony(context: PageContext) -> Ceremony:
    return Ceremony(
        seal=context.client.seal,
        clock=context.clock,
        mall_id=context.mall_id,
        origin=context.visit.staff_origin,
        cookie=context.session,
        purpose="registration",
    )


async def _log(context: PageContext, db: Session, changes: Changes) -> None:
    await record.write_browser_action(
        db,
        context.clock,
        context.user,
        action="two-step change",
        shop_no=record.WHOLE_MALL,
        subject=f"manager {context.user.user_id}",
        changes=changes,
    )


async def _page(context: PageContext, error: Invalid | None = None) -> Response:
    async with context.database.reading(context.mall_id) as db:
        known = await passkeys.of_manager(db, context.user.user_id)
        required = await second_factors.is_required(db)
        is_on = await second_factors.is_on(db, context.user.user_id)
    problems = dict.fromkeys(("name", "current", "passkey", "current_removing"), "")
    if error is not None and error.parameter:
        problems[error.parameter] = error.say(context.translate)
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    return context.show(
        "passkeys.html",
        status=200 if error is None else error.status,
        passkeys=[
            (each, time(each.created_at), time(each.last_used_at) if each.last_used_at else None)
            for each in known
        ],
        choices=[(each.credential_id, each.name) for each in known],
        required=required and not is_on,
        address=office_url(PAGE),
        problems=problems,
        done=context.translate(done) if done and error is None else "",
    )
