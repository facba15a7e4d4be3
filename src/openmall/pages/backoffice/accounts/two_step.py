"""Two-step sign-in of the signed-in person: set up, recovery codes, switched off."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.malls import second_factors
from openmall.access.oauth import backoff, sign_ins
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.staff_site import office_url
from openmall.contract.change import Changes
from openmall.contract.errors import Invalid
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.accounts import account
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import WAIT_BETWEEN_ATTEMPTS, WRONG_SECOND_STEP_CODE
from openmall.pages.qr_code import qr_code

_MESSAGES: Final = {"off": marked("Two-step sign-in is off.")}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/account/two-step`."""
    return await _page(context)


_DEEDS: Final = Deeds("start", "confirm", "codes", "off")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/account/two-step`: `act` is `start`, `confirm`, `codes` or `off`."""
    form = await context.form(deeds=_DEEDS)
    act, user_id = form.deed, context.user.user_id
    try:
        if act == "confirm":
            return await _confirm(context, form.text("code"))
        await account.verify_password(context, form.text("current"))
    except Invalid as error:
        return await _page(context, error)
    async with context.database.writing(context.mall_id) as db:
        if act == "start":
            await second_factors.start(db, context.client.seal, context.mall_id, user_id)
            codes: list[str] = []
        elif act == "codes":
            codes = await second_factors.renew_recovery_codes(db, user_id)
            if codes:
                await _log(context, db, {"recovery_codes": (None, len(codes))})
        else:
            codes = []
            if await second_factors.remove_app(db, user_id):
                await _log(context, db, {"second_factor": ("T", "F")})
    if codes:
        return recovery_codes(context, codes, sign_ins.SET_UP)
    return redirect(office_url(sign_ins.SET_UP + ("?done=off" if act == "off" else "")))


async def _confirm(context: PageContext, code: str) -> Response:
    """Switch the second step on. Raises Invalid (422)."""
    user_id = context.user.user_id
    attempt = backoff.Backoff(
        context.counters,
        context.clock,
        mall_id=context.mall_id,
        user=user_id,
        ip=context.visit.request.ip,
        action="second step",
    )
    if await attempt.attempt():
        raise Invalid(WAIT_BETWEEN_ATTEMPTS, parameter="code")
    async with context.database.writing(context.mall_id) as db:
        codes = await second_factors.confirm(
            db, context.clock, context.client.seal, context.mall_id, user_id, code
        )
        if codes:
            await _log(context, db, {"second_factor": ("F", "T")})
    if not codes:
        raise Invalid(WRONG_SECOND_STEP_CODE, parameter="code")
    await attempt.succeeded()
    return recovery_codes(context, codes, sign_ins.SET_UP)


def recovery_codes(context: PageContext, codes: Sequence[str], then: str) -> Response:
    """Show new recovery codes once. `then`: page that follows, below the back office."""
    return context.show("recovery_codes.html", kept=True, codes=codes, address=office_url(then))


async def _page(context: PageContext, error: Invalid | None = None) -> Response:
    user_id = context.user.user_id
    async with context.database.reading(context.mall_id) as db:
        factor = await second_factors.find(db, user_id)
        required = await second_factors.is_required(db)
    problems = {"current": "", "code": ""}
    if error is not None and error.parameter:
        problems[error.parameter] = error.say(context.translate)
    values: dict[str, str] = {"picture": "", "secret": ""}
    if factor is not None and factor.awaits_code:
        secret = second_factors.secret_of(context.client.seal, context.mall_id, user_id, factor)
        values = {"picture": qr_code(secret, user_id, context.visit.mall.name), "secret": secret}
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    return context.show(
        "two_step.html",
        status=200 if error is None else error.status,
        is_on=factor is not None and factor.has_app,
        has_codes=factor is not None and factor.confirmed_at > 0,
        setting_up=factor is not None and factor.awaits_code,
        codes_left=factor.recovery_codes_left if factor else 0,
        required=required,
        address=office_url(sign_ins.SET_UP),
        problems=problems,
        done=context.translate(done) if done and error is None else "",
        picture=values["picture"],
        secret=values["secret"],
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
