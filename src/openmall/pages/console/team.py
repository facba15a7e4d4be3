"""The team of an app: members, invitations, and accepting one."""

import re
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import app_members, return_addresses
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.app_members import Invitation
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract.patterns import NOT_IN_EMAIL
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import menu, sign_in
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import (
    PageContext,
    PageError,
    Time,
    owners_only,
    time,
    unknown_value_error,
)

_ROLES: Final = {
    "owner": marked("Owner: also credentials, settings and the team"),
    "developer": marked("Developer: everything else"),
}
_MESSAGES: Final = {
    "changed": marked("The role is changed."),
    "removed": marked("The member is removed and has no access to the app any more."),
    "withdrawn": marked("The invitation is withdrawn."),
}
_PART: Final = f"[^{NOT_IN_EMAIL}]"
_EMAIL: Final = re.compile(f"{_PART}{{1,100}}@{_PART}{{1,150}}")


class TeamMember(Struct, frozen=True):
    """A member, ready to be listed."""

    number: int
    name: str
    email: str
    role: str
    since: Time
    founder: bool
    """Registered the app: stays its owner."""
    oneself: bool


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/team`: list members and open invitations."""
    return await _page(context, {})


_DEEDS: Final = Deeds("invite", "withdraw", "role", "remove", "leave")


async def change(context: PageContext) -> Response:
    """Handle `POST .../team`: invite, withdraw, change a role, remove a member, or leave."""
    form = await context.form(deeds=_DEEDS)
    action = form.deed
    if action == "leave":
        async with context.database.writing("") as db:
            await app_members.remove(db, context.app.client_id, context.developer.number)
            if context.role == "owner":
                await app_members.withdraw_all(db, context.app.client_id)
        return redirect(menu.APPS)
    if context.role != "owner":
        raise owners_only()
    match action:
        case "invite":
            return await _invite(context, form)
        case "withdraw":
            async with context.database.writing("") as db:
                await app_members.withdraw(db, context.app.client_id, form.text("invitation"))
            return redirect(f"{context.app_home}/team?done=withdrawn")
    return await _change_member(context, form)


async def show_invitation(context: PageContext) -> Response:
    """Handle `GET /developers/join`: show what the invitation is to, after a sign-in."""
    if context.current_developer is None:
        return redirect(
            return_addresses.after_sign_in(
                menu.SIGN_IN, context.request.address_to_read, "developers"
            )
        )
    invitation = await _invitation(context, context.query.text("invitation"))
    async with context.database.reading("") as db:
        app = await registered_apps.find(db, invitation.client_id)
    return context.show(
        "join.html",
        invited_to=app.name if app else "",
        invitation=context.query.text("invitation"),
        role=context.translate(_ROLES[invitation.role]),
        expires_at=time(invitation.expires_at),
    )


async def accept(context: PageContext) -> Response:
    """Handle `POST /developers/join`: become a member."""
    form = await context.form()
    if context.current_developer is None:
        return redirect(menu.SIGN_IN)
    invitation = await _invitation(context, form.text("invitation"))
    async with context.database.writing("") as db:
        app = await registered_apps.find(db, invitation.client_id)
        # of two that accept at once, the second one finds it closed
        if not await app_members.withdraw(db, invitation.client_id, invitation.token_hash):
            raise _closed()
        if app is not None and app.developer_no != context.developer.number:
            await app_members.add(
                db, context.clock, app.client_id, context.developer.number, invitation.role
            )
    return redirect(f"{menu.APPS}/{invitation.client_id}")


async def _invitation(context: PageContext, token: str) -> Invitation:
    """Return the invitation of a token. Raises PageError (404), also for another account."""
    async with context.database.reading("") as db:
        invitation = await app_members.find_invitation(db, context.clock, token)
    if invitation is None or invitation.email != context.developer.email:
        raise _closed()
    return invitation


def _closed() -> PageError:
    return PageError(
        marked("This invitation is not open"),
        marked(
            "It was accepted, withdrawn or has expired, or it is for another e-mail address than "
            "that of your account."
        ),
        status=404,
    )


async def _invite(context: PageContext, form: Fields) -> Response:
    email, role = sign_in.normalize_email(form.text("email")), form.text("role")
    if role not in app_members.ROLES:
        raise unknown_value_error()
    if not _EMAIL.fullmatch(email):
        problem = context.translate(marked("Enter the e-mail address of their account."))
        return await _page(context, {"email": problem}, email=email)
    client_id = context.app.client_id
    async with context.database.writing("") as db:
        members = await app_members.members(db, client_id)
        invited = await app_members.invitations(db, context.clock, client_id)
        if len(members) + len(invited) >= app_members.MOST:
            raise PageError(
                marked("The team is full"),
                marked("Remove a member or withdraw an invitation first."),
                status=409,
            )
        token = await app_members.invite(db, context.clock, client_id, email, role)
    link = f"{context.address.origin}{menu.HOME}/join?invitation={token}"
    return context.show("invited.html", link=link, email=email)


async def _change_member(context: PageContext, form: Fields) -> Response:
    typed = form.text("member")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 16 else 0
    client_id = context.app.client_id
    async with context.database.writing("") as db:
        before = await app_members.role_of(db, client_id, number)
        if not before:
            raise unknown_value_error()
        if before == "owner" and (form.deed == "remove" or form.text("role") != "owner"):
            # an invitation of a former owner would give the app back to them
            await app_members.withdraw_all(db, client_id)
        if form.deed == "remove":
            await app_members.remove(db, client_id, number)
            return redirect(f"{context.app_home}/team?done=removed")
        if form.text("role") not in app_members.ROLES:
            raise unknown_value_error()
        await app_members.add(db, context.clock, client_id, number, form.text("role"))
    return redirect(f"{context.app_home}/team?done=changed")


async def _page(context: PageContext, problems: dict[str, str], *, email: str = "") -> Response:
    app = context.app
    async with context.database.reading("") as db:
        members = await app_members.members(db, app.client_id)
        people = await console_store.named(
            db, [app.developer_no, *(member.developer_no for member in members)]
        )
        invited = await app_members.invitations(db, context.clock, app.client_id)
    rows = [(app.developer_no, "owner", app.created_at)]
    rows += [(each.developer_no, each.role, each.added_at) for each in members]
    return context.show(
        "team.html",
        status=422 if problems else 200,
        members=[
            TeamMember(
                number, people[number].name, people[number].email, role, time(since),
                founder=number == app.developer_no, oneself=number == context.developer.number,
            )
            for number, role, since in rows
            if number in people
        ],
        invitations=[(each, time(each.expires_at)) for each in invited],
        roles=[(role, context.translate(_ROLES[role])) for role in app_members.ROLES],
        names={"owner": context.translate(marked("Owner")),
               "developer": context.translate(marked("Developer"))},
        email=email,
        problems=problems,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )  # fmt: skip
