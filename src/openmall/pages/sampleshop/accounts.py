"""Becoming a customer, signing in and out, one's own details, leaving."""

from typing import Any, Final
from urllib.parse import quote

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotModified
from openmall.pages.sampleshop.visitor import Visitor

_PERSON: Final = ("name", "email", "cellphone")
_ADDRESS: Final = ("zipcode", "address1", "address2")
_WISHES: Final = ("sms", "news_mail")
_AGREED: Final = ("agree_terms", "agree_privacy")
_PASSWORDS: Final = ("password", "current_password")
_REFUSED: Final = (401, 403, 422, 429)


def signing_in(path: str, *, expired: bool = False) -> str:
    """Return the address at which somebody signs in, and goes on at `path`."""
    return f"/sign-in?next={quote(path, safe='/')}" + ("&why=expired" if expired else "")


async def sign_in_page(here: Visitor) -> Response:
    """Show the form with which a member signs in."""
    query = here.visit.query
    return await _sign_in(here, query.text("next"), expired_before=query.text("why") == "expired")


async def _sign_in(
    here: Visitor,
    onward: str,
    *,
    problem: ApiError | None = None,
    member: str = "",
    expired_before: bool = False,
) -> Response:
    return await here.show(
        "sign_in.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        onward=here.own(onward),
        signing_in_as=member,
        expired_before=expired_before,
    )


async def sign_in(here: Visitor, form: Fields) -> Response:
    """Sign in; what lies in the guest's cart comes along."""
    said = {name: form.text(name) for name in ("member_id", "password")}
    onward = form.text("next")
    try:
        await here.ask("sessions", said, method="POST")
    except ApiError as error:
        if error.status in _REFUSED:
            return await _sign_in(here, onward, problem=error, member=said["member_id"])
        raise
    return here.go(here.own(onward), done="signed-in")


async def sign_out(here: Visitor, form: Fields) -> Response:
    """Sign out."""
    await here.ask("sessions/current", method="DELETE")
    return here.go("/", done="signed-out")


async def join_page(here: Visitor) -> Response:
    """Show the form with which somebody becomes a customer."""
    return await _join(here, {}, here.visit.query.text("next"))


async def _join(
    here: Visitor, said: dict[str, str], onward: str, *, problem: ApiError | None = None
) -> Response:
    names = ("member_id", *_PERSON, *_WISHES, *_AGREED)
    return await here.show(
        "join.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        said={name: said.get(name, "") for name in names},
        onward=here.own(onward),
    )


async def join(here: Visitor, form: Fields) -> Response:
    """Become a customer, who is signed in at once."""
    names = ("member_id", "password", *_PERSON, *_WISHES, *_AGREED)
    said = {name: value for name in names if (value := form.text(name))}
    onward = form.text("next")
    try:
        await here.ask("customers", said, method="POST")
    except ApiError as error:
        if error.status in _REFUSED:
            return await _join(here, said, onward, problem=error)
        raise
    return here.go(here.own(onward), done="joined")


async def show(here: Visitor) -> Response:
    """Show what the shop knows of the member."""
    return await _show(here, {})


async def _show(
    here: Visitor, said: dict[str, Any], *, problem: ApiError | None = None
) -> Response:
    myself = await here.content("customers/me")
    return await here.show(
        "account.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        myself=myself,
        said={**myself, **said},
    )


async def change(here: Visitor, form: Fields) -> Response:
    """Change what the shop knows of the member, or their password."""
    names = _PASSWORDS if form.text("act") == "password" else (*_PERSON, *_ADDRESS)
    said = {name: form.text(name) for name in names}
    if names != _PASSWORDS:
        # what is not ticked is not sent
        said |= {name: form.text(name) or "F" for name in _WISHES}
    try:
        await here.ask("customers/me", said, method="PUT")
    except NotModified:
        return here.go("/account", done="same")
    except ApiError as error:
        # of a wrong password as well, which is no reason to sign in anew
        wrong_password = error.status == 401 and names == _PASSWORDS and here.member
        if error.status in (403, 422, 429) or wrong_password:
            kept = {} if names == _PASSWORDS else said
            return await _show(here, kept, problem=error)
        raise
    return here.go("/account", done="saved")


async def leave_page(here: Visitor) -> Response:
    """Show the form with which somebody ends their membership."""
    return await _leave(here)


async def _leave(here: Visitor, *, problem: ApiError | None = None) -> Response:
    return await here.show(
        "leave.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        myself=await here.content("customers/me"),
    )


async def leave(here: Visitor, form: Fields) -> Response:
    """End a membership."""
    said = {"current_password": form.text("current_password"), "is_point_check": "F"}
    try:
        await here.ask("customers/me/withdrawal", said, method="POST")
    except ApiError as error:
        if error.status in _REFUSED and here.member:
            return await _leave(here, problem=error)
        raise
    return here.go("/", done="left")
