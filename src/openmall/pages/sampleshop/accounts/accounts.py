"""Customer accounts: sign-up, sign-in, sign-out, details, closing the account."""

from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer.customers.refusals import RECENT_SIGN_IN_NEEDED
from openmall.commerce.design.themes import default_pages
from openmall.commerce.notification import own_account
from openmall.commerce.personal.accounts import rules as account_rules
from openmall.commerce.personal.campaigns import participation
from openmall.commerce.personal.social import rules as social_rules
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.pages.sampleshop import entered_codes, policies
from openmall.pages.sampleshop.accounts import customer_fields
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import PASSWORD_FOR_CONTACT
from openmall.pages.sampleshop.themes.plain_data import data_of

SUBSCRIPTIONS: Final = ("sms", "news_mail")
AGREEMENTS: Final = ("agree_terms", "agree_privacy")
JOINED: Final = ("member_id", *customer_fields.OF_JOINING, *SUBSCRIPTIONS, *AGREEMENTS)
"""Fields of joining, without the password: a refused form shows them again as they were typed."""
_PASSWORDS: Final = ("password", "current_password")
_CONTACTS: Final = ("email", "cellphone")
"""Fields that are changed with the current password."""
_CONTACT_PROOF: Final = "contact_password"
"""Field of the current password beside the details: the page has another one of this name."""
_SHOWN_STATUSES: Final = (401, 403, 422, 429)


def sign_in_address(path: str, *, expired: bool = False) -> str:
    """Return the address of the sign-in page that redirects to `path` afterwards."""
    return f"/sign-in?next={quote(path, safe='/')}" + ("&why=expired" if expired else "")


async def sign_in_page(context: PageContext) -> Response:
    """Show the sign-in form."""
    query = context.visit.query
    return await show_sign_in(
        context, query.text("next"), expired_before=query.text("why") == "expired"
    )


async def show_sign_in(
    context: PageContext,
    onward: str,
    *,
    problem: ApiError | None = None,
    member_id: str = "",
    expired_before: bool = False,
) -> Response:
    """Show the sign-in form. `onward`: the page to go to afterwards."""
    return await context.show(
        default_pages.SIGN_IN,
        title=context.translate("Sign in"),
        counted=False,
        problem=problem,
        onward=context.local_path(onward),
        typed_member_id=member_id,
        expired_before=expired_before,
        services=await context.content(social_rules.list_services),
    )


async def sign_in(context: PageContext, form: Fields) -> Response:
    """Sign in; the guest's cart is kept."""
    values = {name: form.text(name) for name in ("member_id", "password")}
    onward = form.text("next")
    try:
        signed_in = (await context.call(account_rules.sign_in, values)).content
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await show_sign_in(context, onward, problem=error, member_id=values["member_id"])
        raise
    if signed_in.cart_reduced == "T":
        return context.redirect(context.local_path(onward), done="cart-reduced")
    campaigns = await context.content(participation.own)
    is_told = any(each.popup_notification == "T" for each in campaigns)
    return context.redirect(context.local_path(onward), done="campaign" if is_told else "signed-in")


async def sign_out(context: PageContext, form: Fields) -> Response:
    """Sign out."""
    await context.call(account_rules.sign_out)
    entered_codes.forget(context)
    return context.redirect("/", done="signed-out")


async def join_page(context: PageContext) -> Response:
    """Show the sign-up form."""
    return await _join(context, {}, context.visit.query.text("next"))


async def _join(
    context: PageContext, values: dict[str, str], onward: str, *, problem: ApiError | None = None
) -> Response:
    return await context.show(
        default_pages.JOIN,
        title=context.translate("Join"),
        counted=False,
        problem=problem,
        fields=await customer_fields.shown(context, "join"),
        values={name: values.get(name, "") for name in JOINED},
        onward=context.local_path(onward),
        services=await context.content(social_rules.list_services),
        agreed_texts=await policies.of_joining(context),
    )


async def join(context: PageContext, form: Fields) -> Response:
    """Create a customer and sign them in."""
    values = {name: value for name in (*JOINED, "password") if (value := form.text(name))}
    onward = form.text("next")
    try:
        signed_in = (await context.call(account_rules.sign_up, values)).content
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _join(context, values, onward, problem=error)
        raise
    done = "cart-reduced" if signed_in.cart_reduced == "T" else "joined"
    return context.redirect(context.local_path(onward), done=done)


async def show(context: PageContext) -> Response:
    """Show the member's details."""
    return await show_account(context, {})


async def show_account(
    context: PageContext, values: dict[str, str], *, problem: ApiError | None = None
) -> Response:
    """Show the member's details. `values`: what was typed and not saved."""
    customer = await context.content(account_rules.retrieve)
    is_verified = customer.member_authentication == "T"
    fields = await customer_fields.shown(context, "edit", is_verified=is_verified)
    return await context.show(
        default_pages.ACCOUNT,
        title=context.translate("My account"),
        counted=False,
        problem=problem,
        customer=customer,
        campaigns=await context.content(participation.own),
        fields=fields,
        has_contact=any(each["name"] in _CONTACTS for each in fields),
        values={**data_of(customer), **values},
        services=await _services(context),
    )


async def _services(context: PageContext) -> list[dict[str, Encodable]]:
    """Return the services that the shop offers, and those with a linked account of the member."""
    offered = await context.content(social_rules.list_services)
    linked = await context.content(social_rules.list_linked)
    names = {each.social_name: each.service_name for each in offered}
    names |= {each.social_name: each.service_name for each in linked}
    dates = {each.social_name: str(each.linked_date)[:10] for each in linked}
    return [
        {"social_name": social_name, "service_name": name, "linked": dates.get(social_name, "")}
        for social_name, name in names.items()
    ]


DEEDS: Final = Deeds("details", "password", "lifetime", without="details")


async def change(context: PageContext, form: Fields) -> Response:
    """Change the member's details, or their password."""
    others = {"password": _PASSWORDS, "lifetime": ("lifetime_member",)}
    is_details = form.deed not in others
    typed: dict[str, str] = {}
    if is_details:
        # browsers do not send boxes that are not ticked
        subscriptions = {name: form.text(name) or "F" for name in SUBSCRIPTIONS}
        typed = customer_fields.sent(form) | subscriptions
        password = form.text(_CONTACT_PROOF)
        values = customer_fields.changes(typed) | {"current_password": password}
    else:
        values = {name: form.text(name) for name in others[form.deed]}
    if not values.get("current_password", "-"):
        # who has no password yet is not asked for it
        del values["current_password"]
    try:
        await context.call(own_account.change, values)
    except NotModified:
        return context.redirect("/account", done="same")
    except ApiError as error:
        # a wrong current password is 401 as well, but does not require signing in again
        wrong_password = error.status == 401 and "current_password" in values and context.member
        if error.status in (403, 422, 429) or wrong_password:
            if is_details and error.refusal == RECENT_SIGN_IN_NEEDED:
                error = Invalid(PASSWORD_FOR_CONTACT, parameter=_CONTACT_PROOF)
            return await show_account(context, typed, problem=error)
        raise
    return context.redirect("/account", done="saved")


async def leave_page(context: PageContext) -> Response:
    """Show the form to close the account."""
    return await _leave(context)


async def _leave(context: PageContext, *, problem: ApiError | None = None) -> Response:
    return await context.show(
        default_pages.LEAVE,
        title=context.translate("Close account"),
        counted=False,
        problem=problem,
        customer=await context.content(account_rules.retrieve),
    )


async def leave(context: PageContext, form: Fields) -> Response:
    """Close the member's account."""
    values = {"is_point_check": "F"}
    if password := form.text("current_password"):
        values["current_password"] = password
    try:
        await context.call(account_rules.leave, values)
    except ApiError as error:
        if error.status in _SHOWN_STATUSES and context.member:
            return await _leave(context, problem=error)
        raise
    return context.redirect("/", done="left")
