"""Operators sign in with an account of the installation's identity provider (OpenID Connect).

The provider is that of the settings `staff_*`, as for staff of all malls. An account signs nobody
in before an operator has linked it, signed in and with the password.
"""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder as address_holder
from openmall.access.malls import second_factors, staff_identities
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import secrets
from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.personal.social.providers import Account
from openmall.commerce.personal.social.services import Service
from openmall.commerce.personal.social.sign_in_tokens import OpenAttempt
from openmall.contract.errors import ApiError, Invalid, TooManyCalls
from openmall.contract.refusals import TOO_MANY_SIGN_INS
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect, redirect_beyond
from openmall.pages import openid_round_trip
from openmall.pages.console.page_context import PageError, time
from openmall.pages.openid_round_trip import OpenidRoundTrip
from openmall.pages.operator import menu
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.page_context import SESSION_COOKIE, VISIT_COOKIE, PageContext
from openmall.pages.operator.refusals import NO_OPERATOR_PROVIDER, OPERATOR_ACCOUNT_UNKNOWN
from openmall.pages.refusals import STAFF_SIGN_IN_EXPIRED

COOKIE: Final = "__Host-openmall-operator-attempt"
_TENANT: Final = operator_store.TENANT
_FROM_ADDRESS: Final = leaky_bucket.Policy(20, 1 / 6)
"""Sign-ins that one address may begin: twenty, and ten more a minute."""
_TITLE: Final = marked("The sign-in did not succeed")
_NO_ACCOUNT: Final = marked("There is no such account")
_NO_ACCOUNT_TEXT: Final = marked("It was removed in the meantime.")
_MESSAGES: Final = {
    "linked": marked("The account was connected. You can sign in with it from now on."),
    "unlinked": marked("The account was removed."),
}


async def begin(context: PageContext) -> Response:
    """Handle `GET /operator/sign-in/with`: lead the browser to the provider."""
    try:
        key = f"operator provider {address_holder(context.request.ip)}"
        decision = await context.services.counters.decide(
            key, leaky_bucket.admit, context.clock.now(), _FROM_ADDRESS
        )
        if not decision.admitted:
            raise TooManyCalls(TOO_MANY_SIGN_INS, retry_after=decision.remain)
        address, cookie = await _round_trip(context).leave(_service(context), _return(context))
    except ApiError as error:
        return _refused(context, error)
    response = redirect_beyond(address)
    openid_round_trip.set_cookie(response, COOKIE, cookie)
    return response


async def complete(context: PageContext) -> Response:
    """Handle `GET /operator/sign-in/return`: sign in, or link the account."""
    try:
        way = _round_trip(context)
        attempt = way.begun(oauth_pages.cookies_of(context.request).get(COOKIE, "")).attempt
        service = _service(context)
        account = await way.account(attempt, service, context.query)
        if attempt.member_id:
            return await _link(context, service, account, attempt)
        return await _sign_in(context, service, account)
    except ApiError as error:
        return _refused(context, error)


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/account/accounts`."""
    return await _page(context)


_DEEDS: Final = Deeds("link", "unlink")


async def change(context: PageContext) -> Response:
    """Handle `POST /operator/account/accounts`: `act` is `link` or `unlink`, with the password."""
    form = await context.form(deeds=_DEEDS)
    act, operator = form.deed, context.operator
    field = "current" if act == "link" else "current_removing"
    problem, status = await context.password_problem(form.text(field))
    if problem:
        return await _page(context, {field: problem}, status)
    if act == "unlink":
        return await _unlink(context, form.text("account"))
    try:
        service = _service(context)
        address, cookie = await _round_trip(context).leave(
            service,
            _return(context),
            member_id=operator.operator_id,
            session_id=secrets.digest(context.form_key),
        )
    except ApiError as error:
        return await _page(context, {"current": error.say(context.translate)}, error.status)
    # a form may not lead to another site (Content-Security-Policy), a link may
    response = context.show(
        "account_leaving.html", leads_to=address, provider_name=service.service_name
    )
    openid_round_trip.set_cookie(response, COOKIE, cookie)
    return response


async def _sign_in(context: PageContext, service: Service, account: Account) -> Response:
    async with context.database.writing(_TENANT) as db:
        operator_id = await staff_identities.use(
            db, context.clock, issuer=service.issuer, subject=account.subject
        )
        awaits = await second_factors.is_on(db, operator_id) if operator_id else False
    async with context.database.writing("") as db:
        operator = await operator_store.find(db, operator_id) if operator_id else None
        if operator is None:
            raise Invalid(OPERATOR_ACCOUNT_UNKNOWN, parameter="account")
        session = await operator_store.create_session(
            db,
            context.clock,
            operator,
            instead_of=oauth_pages.cookies_of(context.request).get(SESSION_COOKIE, ""),
            request=context.request,
            second_step=awaits,
        )
    response = redirect(menu.SECOND_STEP if awaits else menu.HOME)
    oauth_pages.set_cookie(response, SESSION_COOKIE, session)
    oauth_pages.drop_cookie(response, VISIT_COOKIE)
    oauth_pages.drop_cookie(response, COOKIE)
    return response


async def _link(
    context: PageContext, service: Service, account: Account, attempt: OpenAttempt
) -> Response:
    """Link the account to the operator who began it, in the same session."""
    operator = context.current_operator
    if operator is None or (operator.operator_id, secrets.digest(context.form_key)) != (
        attempt.member_id,
        attempt.session_id,
    ):
        raise Invalid(STAFF_SIGN_IN_EXPIRED, parameter="state")
    async with (
        context.audited("account link", operator.operator_id, service.issuer),
        context.database.writing(_TENANT) as db,
    ):
        await staff_identities.link(
            db,
            context.clock,
            operator.operator_id,
            issuer=service.issuer,
            subject=account.subject,
        )
    response = redirect(f"{menu.ACCOUNTS}?done=linked")
    oauth_pages.drop_cookie(response, COOKIE)
    return response


async def _unlink(context: PageContext, chosen: str) -> Response:
    issuer, _, subject = chosen.partition(" ")
    operator_id = context.operator.operator_id
    async with (
        context.audited("account unlink", operator_id, issuer),
        context.database.writing(_TENANT) as db,
    ):
        if not await staff_identities.unlink(db, operator_id, issuer=issuer, subject=subject):
            raise PageError(_NO_ACCOUNT, _NO_ACCOUNT_TEXT, status=404)
    return redirect(f"{menu.ACCOUNTS}?done=unlinked")


async def _page(
    context: PageContext, problems: dict[str, str] | None = None, status: int = 200
) -> Response:
    async with context.database.reading(_TENANT) as db:
        known = await staff_identities.of_manager(db, context.operator.operator_id)
    return context.show(
        "accounts.html",
        status=status,
        accounts=[
            (each, time(each.linked_at), time(each.last_used_at) if each.last_used_at else None)
            for each in known
        ],
        choices=[
            (f"{each.issuer} {each.subject}", f"{each.issuer} ({each.subject})") for each in known
        ],
        provider_name=context.provider_name,
        problems=problems or {},
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


def _refused(context: PageContext, error: ApiError) -> Response:
    """Return the page with the reason why an account did not sign in."""
    page = replace(context, current_operator=None).show(
        "account_refused.html",
        status=error.status,
        title=context.translate(_TITLE),
        message=error.say(context.translate),
    )
    if error.retry_after:
        page.headers["Retry-After"] = str(error.retry_after)
    return page


def _service(context: PageContext) -> Service:
    """Return the installation's provider. Raises Invalid (422) without one."""
    provider = staff_identities.of_operator(context.services.configuration)
    if provider is None:
        raise Invalid(NO_OPERATOR_PROVIDER, parameter="issuer")
    return openid_round_trip.service_of(provider)


def _return(context: PageContext) -> str:
    return f"{context.address.origin}{menu.RETURN}"


def _round_trip(context: PageContext) -> OpenidRoundTrip:
    return OpenidRoundTrip(
        database=context.database,
        outgoing=context.services.outgoing,
        seal=context.services.seal,
        tenant=_TENANT,
        clock=context.clock,
        machine_clock=context.clock,
    )
