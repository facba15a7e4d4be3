"""The identity provider with which staff of the mall sign in."""

from typing import Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.malls import manager_administration, staff_identities
from openmall.access.malls.staff_provider_setting import SHOP_NO, StaffProviderSetting
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.refusals import FIELD_EMPTY
from openmall.access.staff_site import office_url
from openmall.commerce.personal.social.providers import PROVIDERS
from openmall.contract.errors import ApiError, Forbidden, Invalid
from openmall.contract.journal import record
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages import openid_round_trip
from openmall.pages.backoffice.accounts import roles, staff_openid
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import (
    PROVIDER_ADDRESS_WRONG,
    PROVIDER_FIELD_TOO_LONG,
    PROVIDER_UNREACHABLE,
)

PAGE: Final = "/staff-sign-in"
_LONGEST: Final = {"provider_name": 50, "issuer": 255, "client_id": 255, "client_secret": 512}
_MESSAGES: Final = {
    "saved": marked(
        "The sign-in was saved. Managers connect their accounts on the page My account."
    ),
    "removed": marked("The sign-in was removed. Managers sign in with their passwords."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/staff-sign-in`."""
    return await _page(context)


_DEEDS: Final = Deeds("save", "remove", without="save")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/staff-sign-in`: write the provider, or remove it (`act` is `remove`)."""
    form = await context.form(deeds=_DEEDS)
    setting, done = StaffProviderSetting(shop_no=SHOP_NO), "removed"
    before = await _stored(context)
    try:
        if form.deed != "remove":
            setting, done = await _typed(context, form, before), "saved"
        async with context.database.writing(context.mall_id) as db:
            await manager_administration.require_head(db, context.user.user_id)
            await staff_identities.change_provider(db, context.client.seal, setting)
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="sign-in provider change",
                shop_no=record.WHOLE_MALL,
                subject="sign-in of staff",
                changes={
                    name: (getattr(before, name), getattr(setting, name))
                    for name in ("provider_name", "issuer", "client_id")
                },
            )
    except Forbidden as error:
        raise roles.page_error(error) from None
    except Invalid as error:
        return await _page(context, form, error)
    return redirect(office_url(f"{PAGE}?done={done}"))


async def _typed(
    context: PageContext, form: Fields, before: StaffProviderSetting
) -> StaffProviderSetting:
    """Return the provider of a form, which was asked for its endpoints. Raises Invalid (422).

    An empty secret keeps the stored one, as long as issuer and client stay.
    """
    values = {name: form.text(name).strip() for name in _LONGEST}
    for name, longest in _LONGEST.items():
        if len(values[name]) > longest:
            raise Invalid(PROVIDER_FIELD_TOO_LONG, parameter=name)
    if not values["issuer"].startswith("https://") or context.client.outgoing.refusal(
        values["issuer"]
    ):
        raise Invalid(PROVIDER_ADDRESS_WRONG, parameter="issuer")
    if not values["client_id"]:
        raise Invalid(FIELD_EMPTY, parameter="client_id")
    secret = values.pop("client_secret") or None
    setting = StaffProviderSetting(shop_no=SHOP_NO, **values)
    if (setting.issuer, setting.client_id) == (before.issuer, before.client_id):
        secret = secret or before.client_secret
    setting = replace(setting, client_secret=secret)
    try:
        await PROVIDERS.metadata(
            context.client.outgoing,
            openid_round_trip.service_of(setting),
            now=context.client.machine_clock.now(),
        )
    except ApiError:
        raise Invalid(PROVIDER_UNREACHABLE, parameter="issuer") from None
    return setting


async def _stored(context: PageContext) -> StaffProviderSetting:
    async with context.database.reading(context.mall_id) as db:
        return await staff_identities.own_provider(db, context.client.seal)


async def _page(
    context: PageContext, form: Fields | None = None, error: Invalid | None = None
) -> Response:
    stored = await _stored(context)
    operators = staff_identities.of_operator(context.client.configuration)
    values = {
        name: getattr(stored, name) if form is None else form.text(name)
        for name in ("provider_name", "issuer", "client_id")
    }
    problems = dict.fromkeys(_LONGEST, "")
    if error is not None and error.parameter:
        problems[error.parameter] = error.say(context.translate)
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    return context.show(
        "staff_provider.html",
        status=200 if error is None else error.status,
        values=values,
        problems=problems,
        is_set=bool(stored.issuer),
        has_secret=stored.client_secret is not None,
        operators="" if operators is None else staff_identities.name_of(operators),
        redirect_uri=context.visit.staff_origin + office_url(staff_openid.RETURN),
        may_manage=context.user.manager_type == manager_administration.HEAD,
        done=context.translate(done) if done and error is None else "",
    )
