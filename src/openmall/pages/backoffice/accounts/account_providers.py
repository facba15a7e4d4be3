"""Accounts of an identity provider with which the signed-in person signs in: list, add, remove."""

from typing import Final

from starlette.responses import Response

from openmall.access.malls import staff_identities
from openmall.access.malls.staff_provider_setting import StaffProviderSetting
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.staff_site import office_url
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.journal import record
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.accounts import account, staff_openid
from openmall.pages.backoffice.accounts.staff_openid import ACCOUNTS, StaffOpenid
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.refusals import LINKED_ACCOUNT_UNKNOWN

_MESSAGES: Final = {
    "linked": marked("The account was connected. You can sign in with it from now on."),
    "unlinked": marked("The account was removed."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/account/accounts`."""
    return await _page(context)


_DEEDS: Final = Deeds("link", "unlink")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/account/accounts`: `act` is `link` or `unlink`."""
    form = await context.form(deeds=_DEEDS)
    act = form.deed
    parameter = "current" if act == "link" else "current_removing"
    try:
        await account.verify_password(context, form.text(parameter), parameter=parameter)
        if act == "link":
            return await _begin(context)
        return await _unlink(context, form.text("account"))
    except ApiError as error:
        return await _page(context, error)


async def _begin(context: PageContext) -> Response:
    """Show the link to the provider, which a form must not lead to."""
    openid = StaffOpenid(
        context.client.configuration,
        context.database,
        context.counters,
        context.client.machine_clock,
        context.client,
    )
    address, cookie = await openid.attempt(
        context.visit, user_id=context.user.user_id, session_hash=context.user.session_hash
    )
    provider = await _provider(context)
    response = context.show(
        "provider_leaving.html",
        leads_to=address,
        provider_name="" if provider is None else staff_identities.name_of(provider),
        address=office_url(ACCOUNTS),
    )
    staff_openid.set_cookie(context.visit, response, cookie)
    return response


async def _unlink(context: PageContext, chosen: str) -> Response:
    issuer, _, subject = chosen.partition(" ")
    async with context.database.writing(context.mall_id) as db:
        removed = await staff_identities.unlink(
            db, context.user.user_id, issuer=issuer, subject=subject
        )
        if removed:
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="account unlink",
                shop_no=record.WHOLE_MALL,
                subject=f"manager {context.user.user_id}",
                changes={"account": (issuer, None)},
            )
    if not removed:
        raise Invalid(LINKED_ACCOUNT_UNKNOWN, parameter="account")
    return redirect(office_url(f"{ACCOUNTS}?done=unlinked"))


async def _provider(context: PageContext) -> StaffProviderSetting | None:
    async with context.database.reading(context.mall_id) as db:
        return await staff_identities.provider(
            db, context.client.seal, context.client.configuration
        )


async def _page(context: PageContext, error: ApiError | None = None) -> Response:
    provider = await _provider(context)
    async with context.database.reading(context.mall_id) as db:
        known = await staff_identities.of_manager(db, context.user.user_id)
    problems = dict.fromkeys(("current", "account", "current_removing"), "")
    problem = "" if error is None else error.say(context.translate)
    if (
        error is not None
        and error.parameter in problems
        and (known or error.parameter == "current")
    ):
        problems[error.parameter or ""] = problem
        problem = ""
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    return context.show(
        "accounts.html",
        status=200 if error is None else error.status,
        accounts=[
            (each, time(each.linked_at), time(each.last_used_at) if each.last_used_at else None)
            for each in known
        ],
        choices=[
            (f"{each.issuer} {each.subject}", f"{each.issuer} ({each.subject})") for each in known
        ],
        provider_name="" if provider is None else staff_identities.name_of(provider),
        address=office_url(ACCOUNTS),
        problem=problem,
        problems=problems,
        done=context.translate(done) if done and error is None else "",
    )
