"""An operator's account: password, second factor, sessions."""

from typing import Final

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import second_factors
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import secrets
from openmall.access.oauth.form_deeds import Deeds
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import time
from openmall.pages.operator import menu
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.page_context import SESSION_COOKIE, PageContext
from openmall.pages.qr_code import qr_code

MAX_PASSWORD_LENGTH: Final = 1000
_TENANT: Final = operator_store.TENANT
_MESSAGES: Final = {
    "changed": marked("Your password was changed. Other browsers were signed out."),
    "off": marked("Two-step sign-in is off."),
    "revoked": marked("The browser was signed out."),
}
_CONFIRMED_ACTS: Final = ("password", "start", "codes", "off")


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/account`."""
    return await _page(context)


_DEEDS: Final = Deeds(*_CONFIRMED_ACTS, "confirm", "revoke")


async def change(context: PageContext) -> Response:
    """Handle `POST /operator/account`.

    `act`: `password`, `start`, `codes` and `off` need the current password; `confirm` a code of the
    authenticator app, `revoke` the hash of a session.
    """
    form = await context.form(deeds=_DEEDS)
    act = form.deed
    if act == "revoke":
        return await _revoke(context, form.text("session"))
    if act == "confirm":
        return await _confirm(context, form.text("code"))
    field = "current" if act == "password" else "current_two_step"
    problem, status = await context.password_problem(form.text(field))
    if problem:
        return await _page(context, {field: problem}, status)
    if act == "password":
        return await _set_password(context, form.text("password"))
    return await _change_second_factor(context, act)


async def _set_password(context: PageContext, new: str) -> Response:
    operator = context.operator
    if not passwords.MIN_LENGTH <= len(new) <= MAX_PASSWORD_LENGTH:
        problem = context.translate(marked("The password must have 8 to 1000 characters."))
        return await _page(context, {"password": problem}, 422)
    password_hash = await passwords.hash_password_in_thread(new)
    async with (
        context.audited("password change", operator.operator_id),
        context.database.writing("") as db,
    ):
        await operator_store.set_password(db, operator.operator_id, password_hash)
        session = await operator_store.create_session(
            db,
            context.clock,
            operator_store.Operator(operator.operator_id, password_hash, operator.created_at),
            instead_of=context.form_key,
            request=context.request,
        )
    response = redirect(f"{menu.ACCOUNT}?done=changed")
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    return response


async def _change_second_factor(context: PageContext, act: str) -> Response:
    operator_id = context.operator.operator_id
    codes: list[str] = []
    async with (
        context.audited("two-step sign-in", operator_id, act),
        context.database.writing(_TENANT) as db,
    ):
        if act == "start":
            await second_factors.start(db, context.services.seal, _TENANT, operator_id)
        elif act == "codes":
            codes = await second_factors.renew_recovery_codes(db, operator_id)
        else:
            await second_factors.remove(db, operator_id)
    if codes:
        return context.show("recovery_codes.html", codes=codes)
    return redirect(f"{menu.ACCOUNT}?done=off" if act == "off" else menu.ACCOUNT)


async def _confirm(context: PageContext, code: str) -> Response:
    """Switch the second step on by a first code."""
    operator_id = context.operator.operator_id
    backoff = context.second_step_backoff(operator_id)
    wait = await backoff.attempt()
    if wait:
        return await _page(context, {"code": context.wait_message(wait)}, 429)
    async with context.database.writing(_TENANT) as db:
        codes = await second_factors.confirm(
            db, context.clock, context.services.seal, _TENANT, operator_id, code
        )
    if not codes:
        wrong = context.translate(marked("This code is wrong, too old, or was used already."))
        return await _page(context, {"code": wrong}, 422)
    await backoff.succeeded()
    async with context.audited("two-step sign-in", operator_id, "on"):
        pass
    return context.show("recovery_codes.html", codes=codes)


async def _revoke(context: PageContext, session_hash: str) -> Response:
    async with (
        context.audited("sign out a browser", context.operator.operator_id),
        context.database.writing("") as db,
    ):
        await operator_store.revoke(db, context.operator.operator_id, session_hash)
    return redirect(f"{menu.ACCOUNT}?done=revoked")


async def _page(
    context: PageContext, problems: dict[str, str] | None = None, status: int = 200
) -> Response:
    operator_id = context.operator.operator_id
    async with context.database.reading(_TENANT) as db:
        factor = await second_factors.find(db, operator_id)
    async with context.database.reading("") as db:
        sessions = await operator_store.sessions_of(db, context.clock, operator_id)
    values: dict[str, Encodable] = {"picture": "", "secret": ""}
    if factor is not None and not factor.confirmed_at:
        secret = second_factors.secret_of(context.services.seal, _TENANT, operator_id, factor)
        values = {"picture": qr_code(secret, operator_id, "openmall operator"), "secret": secret}
    return context.show(
        "account.html",
        status=status,
        problems=problems or {},
        is_on=factor is not None and factor.confirmed_at > 0,
        setting_up=factor is not None and not factor.confirmed_at,
        codes_left=factor.recovery_codes_left if factor else 0,
        sessions=[
            (each, time(each.created_at), secrets.matches(context.form_key, each.session_hash))
            for each in sessions
        ],
        provider_name=context.provider_name,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
        **values,
    )
