"""Sign-in with accounts of other services: to the service, back from it, and the first time.

What the service must send back is in a cookie of the browser that began, so that nobody can be
signed in with the answer to another person.
"""

from typing import Final
from urllib.parse import quote, unquote, urlencode

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer.customers.refusals import EMAIL_TAKEN
from openmall.commerce.design.themes import default_pages
from openmall.commerce.personal.social import rules as social_rules
from openmall.commerce.personal.social import sign_in_tokens
from openmall.commerce.personal.social.sign_in_tokens import VerifiedAccount
from openmall.contract.errors import ApiError, Invalid
from openmall.pages.refusals import SIGN_IN_CANCELLED
from openmall.pages.sampleshop.accounts import accounts, customer_fields
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import SHOPPER_SIGN_IN_EXPIRED

JOIN_PATH: Final = "/sign-in/first"
_ATTEMPT_COOKIE: Final = "__Host-openmall-sign-in-attempt"
_ACCOUNT_COOKIE: Final = "__Host-openmall-sign-in-account"
_SEPARATOR: Final = "~"
"""Between the token in a cookie and the page to go to afterwards; in neither of them."""
_RETURNED: Final = ("code", "state", "iss", "error")
_LONGEST: Final = 2_000
"""Characters of a parameter that a service sends back."""
_SHOWN_STATUSES: Final = (401, 403, 404, 422, 429, 503, 504)
_PROVED: Final = {"member_id": "known_member_id", "password": "known_password"}
"""Parameter -> field of the form for customers who are there already."""


DEEDS_OF_BEGINNING: Final = Deeds("link", without="")


async def begin(context: PageContext, form: Fields, social_name: str) -> Response:
    """Lead the browser to a service, to sign in or to link an account of it."""
    is_link = form.deed == "link"
    try:
        attempt = await context.call(
            social_rules.begin, {"link": "T" if is_link else "F", "social_name": social_name}
        )
    except ApiError as error:
        if error.status in (422, 503, 504) or (is_link and error.status == 403):
            return await _failed(context, error, form.text("next"), is_link=is_link)
        raise
    content = attempt.content
    onward = "/account" if is_link else context.local_path(form.text("next"))
    _remember(
        context,
        _ATTEMPT_COOKIE,
        content.attempt_token,
        ("L" if is_link else "S") + onward,
        seconds=sign_in_tokens.ATTEMPT_SECONDS,
    )
    address = content.authorization_url
    page = await context.show(
        default_pages.SOCIAL_LEAVING,
        title=context.translate("Sign in"),
        counted=False,
        service_name=content.service_name,
        authorization_url=address,
    )
    # no redirect: browsers hold `form-action` against those that follow a form
    page.headers["Refresh"] = f"0; url={address}"
    return page


async def posted(context: PageContext, form: Fields) -> Response:
    """Take what a service sent by a form, and read it with GET, for which there are cookies."""
    sent = {name: value for name in _RETURNED if (value := form.text(name)[:_LONGEST])}
    return context.redirect(f"/sign-in/return?{urlencode(sent)}")


async def show_return(context: PageContext) -> Response:
    """Complete the sign-in with what the service sent back."""
    query = context.visit.query
    token, mode_and_path = _remembered(context, _ATTEMPT_COOKIE)
    context.set_cookie(_ATTEMPT_COOKIE, "", seconds=0)
    is_link, onward = mode_and_path.startswith("L"), context.local_path(mode_and_path[1:])
    if not token:
        return await _failed(context, Invalid(SHOPPER_SIGN_IN_EXPIRED), onward, is_link=is_link)
    if query.text("error"):
        return await _failed(context, Invalid(SIGN_IN_CANCELLED), onward, is_link=is_link)
    values = {
        "attempt_token": token,
        "state": query.text("state")[:_LONGEST],
        "authorization_code": query.text("code")[:_LONGEST],
        "iss": query.text("iss")[:500],
    }
    try:
        session = (await context.call(social_rules.complete, values)).content
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _failed(context, error, onward, is_link=is_link)
        raise
    if session.outcome == "unknown":
        _remember(
            context,
            _ACCOUNT_COOKIE,
            session.account_token,
            onward,
            seconds=sign_in_tokens.ACCOUNT_SECONDS,
        )
        known = "?known=T" if session.is_known_email == "T" else ""
        return context.redirect(JOIN_PATH + known)
    if session.outcome == "linked":
        return context.redirect("/account", done="linked")
    is_reduced = session.cart_reduced == "T"
    return context.redirect(onward, done="cart-reduced" if is_reduced else "signed-in")


async def _failed(
    context: PageContext, problem: ApiError, onward: str, *, is_link: bool
) -> Response:
    """Show what went wrong where the sign-in began."""
    if is_link and context.member:
        return await accounts.show_account(context, {}, problem=problem)
    return await accounts.show_sign_in(context, onward, problem=problem)


async def join_page(context: PageContext) -> Response:
    """Show the forms for an account that belongs to no customer yet."""
    return await _first(context, {})


DEEDS_OF_JOINING: Final = Deeds("join", "link", without="join")


async def join(context: PageContext, form: Fields) -> Response:
    """Create a customer with the account, or link it to one who proves their password."""
    token, onward = _remembered(context, _ACCOUNT_COOKIE)
    is_link = form.deed == "link"
    fields = _PROVED if is_link else {name: name for name in accounts.JOINED}
    values = {name: value for name, of in fields.items() if (value := form.text(of))}
    try:
        draft = {**values, "account_token": token or "-"}
        if is_link:
            session = (await context.call(social_rules.link, draft)).content
        else:
            session = (await context.call(social_rules.join, draft)).content
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _first(context, values, problem=error, is_link=is_link)
        raise
    context.set_cookie(_ACCOUNT_COOKIE, "", seconds=0)
    done = "linked" if is_link else "joined"
    if session.cart_reduced == "T":
        done = "cart-reduced"
    return context.redirect(context.local_path(onward), done=done)


async def _first(
    context: PageContext,
    values: dict[str, str],
    *,
    problem: ApiError | None = None,
    is_link: bool = False,
) -> Response:
    token, onward = _remembered(context, _ACCOUNT_COOKIE)
    account = sign_in_tokens.decrypt(
        context.seal, VerifiedAccount, token, mall_id=context.mall.mall_id, now=context.now
    )
    if account is None or account.shop_no != context.shop.shop_no:
        context.set_cookie(_ACCOUNT_COOKIE, "", seconds=0)
        return await accounts.show_sign_in(
            context, onward, problem=Invalid(SHOPPER_SIGN_IN_EXPIRED)
        )
    prefilled = {"name": account.name, "email": account.email}
    shown = dict.fromkeys(accounts.JOINED, "") | (prefilled if problem is None or is_link else {})
    typed: dict[str, str] = {} if is_link else values
    is_taken = problem is not None and problem.refusal == EMAIL_TAKEN
    return await context.show(
        default_pages.SOCIAL_FIRST,
        title=context.translate("Join"),
        counted=False,
        problem=problem,
        fields=await customer_fields.shown(context, "join"),
        values={**shown, **typed},
        service_name=account.service_name,
        is_known_email=context.visit.query.text("known") == "T" or is_taken,
        is_link_problem=is_link,
        typed_member_id=values.get("member_id", "") if is_link else "",
    )


async def unlink(context: PageContext, form: Fields) -> Response:
    """Unlink an account of another service."""
    try:
        await context.call(
            social_rules.unlink, {"social_name": quote(form.text("social_name")[:20], safe="")}
        )
    except ApiError as error:
        if error.status in (404, 422):
            return await accounts.show_account(context, {}, problem=error)
        raise
    return context.redirect("/account", done="unlinked")


def _remember(context: PageContext, cookie: str, token: str, onward: str, *, seconds: int) -> None:
    context.set_cookie(cookie, f"{token}{_SEPARATOR}{quote(onward)}", seconds=seconds)


def _remembered(context: PageContext, cookie: str) -> tuple[str, str]:
    token, _, onward = context.cookie(cookie).partition(_SEPARATOR)
    return token, unquote(onward)
