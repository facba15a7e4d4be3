"""Setting a password by a link: asking for the link, and the page that it opens."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.notification.password_links import rules
from openmall.contract.errors import ApiError
from openmall.pages.sampleshop.page_context import PageContext

_SHOWN_STATUSES: Final = (422, 429)


async def show(context: PageContext) -> Response:
    """Show the form for a new password to who followed a link, else the form to ask for one."""
    return await _show(context, context.visit.query.text("token"))


async def _show(
    context: PageContext,
    token: str,
    *,
    problem: ApiError | None = None,
    member_id: str = "",
    email: str = "",
) -> Response:
    page = await context.show(
        default_pages.RENEWAL,
        title=context.translate("New password"),
        counted=False,
        problem=problem,
        reset_token=token,
        typed_member_id=member_id,
        typed_email=email,
    )
    # the address holds the token
    page.headers["Referrer-Policy"] = "strict-origin"
    return page


async def submit(context: PageContext, form: Fields) -> Response:
    """Send a link to who forgot their password, or set the password of who followed one."""
    token = form.text("reset_token")
    if token:
        return await _set(context, token, form.text("password"))
    values = {name: form.text(name).strip() for name in ("member_id", "email")}
    try:
        await context.call(
            rules.forgotten, {name: value for name, value in values.items() if value}
        )
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _show(context, "", problem=error, **values)
        raise
    return context.redirect("/sign-in", done="link-sent")


async def _set(context: PageContext, token: str, password: str) -> Response:
    values = {"token": token, "password": password}
    try:
        await context.call(rules.set_password, values)
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            # a link that is not valid any more is replaced by another one
            again = "" if getattr(error, "parameter", "") == "token" else token
            return await _show(context, again, problem=error)
        raise
    return context.redirect("/sign-in", done="password")
