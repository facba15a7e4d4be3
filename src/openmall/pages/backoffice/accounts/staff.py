"""The managers of a mall: list, create, change and remove accounts."""

from typing import Any, Final
from urllib.parse import quote, unquote

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import manager_administration, second_factors, staff_roles
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.manager_administration import Person
from openmall.access.malls.rules import Manager
from openmall.access.malls.staff_roles import Role
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import secrets, sessions
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.change import Changes
from openmall.contract.errors import ApiError, Forbidden, Invalid, NotModified
from openmall.contract.journal import record
from openmall.contract.journal.record import Action
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.accounts import staff_links
from openmall.pages.backoffice.page_context import ROLES, PageContext, PageError, time
from openmall.pages.backoffice.refusals import (
    INVITATION_WITHOUT_ADDRESS,
    OWN_SECOND_STEP,
    PASSWORDS_DIFFER,
)

_MESSAGES: Final = {
    "added": marked("The manager can sign in now."),
    "invited": marked("An invitation was sent. Its link is valid for 7 days."),
    "kept": marked("No mail was sent: open the manager's page, and hand over the link there."),
    "changed": marked("The manager was changed."),
    "policy": marked("The rule for signing in was saved."),
    "factor": marked("The second step of this manager is off."),
    "removed": marked("The manager can no longer sign in."),
}
_SUB_ADMIN: Final = "A:"
"""Before the number of a role, in the field of a manager's role."""
_FIELDS: Final = ("user_id", "name", "manager_type", "phone", "email")


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/managers`."""
    return await _list_page(context, {"manager_type": "A"})


_DEEDS_OF_LIST: Final = Deeds("policy", without="add")


async def add(context: PageContext) -> Response:
    """Handle `POST /admin/managers`: create a manager; without a password, by an invitation."""
    form = await context.form(deeds=_DEEDS_OF_LIST)
    if form.deed == "policy":
        return await _set_policy(context, required=form.is_ticked("second_factor"))
    typed = _typed_fields(form)
    try:
        password_hash = await _password_hash(form)
        invites = not password_hash
        if invites:
            password_hash = await _unknown_password_hash(typed["email"])
        async with context.database.writing(context.mall_id) as db:
            changes = await manager_administration.add(
                db,
                context.clock,
                context.user.user_id,
                user_id=typed["user_id"],
                person=_person(typed),
                password_hash=password_hash,
                invited_at=int(context.clock.now()) if invites else 0,
            )
            await _log(context, db, "manager add", typed["user_id"], changes)
            if invites:
                await _send_invitation(context, db, typed["user_id"])
    except Forbidden as error:
        raise _page_error(error) from None
    except Invalid as error:
        return await _list_page(context, typed, error)
    return redirect(f"{menu_pages.MANAGERS.path}?done={_invited(context) if invites else 'added'}")


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/managers/<user_id>`."""
    manager = await _find_manager(context)
    typed = {name: getattr(manager, name) or "" for name in _FIELDS}
    return await _manager_page(context, manager, {**typed, "manager_type": _role_code(manager)})


_DEEDS: Final = Deeds("change", "remove", "invite", "second-factor", without="change")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/managers/<user_id>`: change a manager, or remove them with `remove`."""
    form = await context.form(deeds=_DEEDS)
    manager = await _find_manager(context)
    if form.deed == "remove":
        return await _remove(context, manager)
    if form.deed == "invite":
        return await _invite_again(context, manager)
    if form.deed == "second-factor":
        return await _remove_second_factor(context, manager)
    typed = {**_typed_fields(form), "user_id": manager.user_id}
    acting = context.user.user_id
    session = ""
    try:
        password_hash = await _password_hash(form)
        async with context.database.writing(context.mall_id) as db:
            changes = await manager_administration.change(
                db,
                context.clock,
                acting,
                user_id=manager.user_id,
                person=_person(typed),
                password_hash=password_hash,
            )
            await _log(context, db, "manager change", manager.user_id, changes)
            if password_hash and manager.user_id == acting:
                # a new password ends every session of the manager, including this one
                updated = await mall_rules.manager(db, acting)
                assert updated is not None
                session = await sessions.begin(
                    db,
                    context.clock,
                    updated,
                    instead_of=context.session,
                    request=context.visit.request,
                )
    except Forbidden as error:
        raise _page_error(error) from None
    except NotModified as error:
        message = marked("No changes to save.")
        return await _manager_page(
            context, manager, typed, error, notice=context.translate(message)
        )
    except Invalid as error:
        return await _manager_page(context, manager, typed, error)
    response = redirect(f"{_address(manager.user_id)}?done=changed")
    if session:
        oauth_pages.set_cookie(response, oauth_pages.session_cookie(context.visit), session)
    return response


async def _remove(context: PageContext, manager: Manager) -> Response:
    try:
        async with context.database.writing(context.mall_id) as db:
            changes = await manager_administration.remove(
                db, context.user.user_id, user_id=manager.user_id
            )
            await _log(context, db, "manager remove", manager.user_id, changes)
    except (Forbidden, Invalid) as error:
        raise _page_error(error) from None
    return redirect(f"{menu_pages.MANAGERS.path}?done=removed")


async def _log(
    context: PageContext, db: Session, action: Action, user_id: str, changes: Changes
) -> None:
    await record.write_browser_action(
        db,
        context.clock,
        context.user,
        action=action,
        shop_no=record.WHOLE_MALL,
        subject=f"manager {user_id}",
        changes=dict(changes),
    )


async def _set_policy(context: PageContext, *, required: bool) -> Response:
    """Set whether everybody needs a second step to sign in."""
    try:
        async with context.database.writing(context.mall_id) as db:
            await manager_administration.require_head(db, context.user.user_id)
            before = await second_factors.is_required(db)
            await second_factors.require(db, required)
            if before != required:
                changes = {"second_factor": ("FT"[before], "FT"[required])}
                await record.write_browser_action(
                    db,
                    context.clock,
                    context.user,
                    action="two-step change",
                    shop_no=record.WHOLE_MALL,
                    subject="all managers",
                    changes=dict(changes),
                )
    except Forbidden as error:
        raise _page_error(error) from None
    return redirect(f"{menu_pages.MANAGERS.path}?done=policy")


async def _remove_second_factor(context: PageContext, manager: Manager) -> Response:
    """Switch off the second step of a manager who has lost it."""
    try:
        async with context.database.writing(context.mall_id) as db:
            await manager_administration.require_head(db, context.user.user_id)
            if manager.user_id == context.user.user_id:
                raise Invalid(OWN_SECOND_STEP)
            if await second_factors.remove(db, manager.user_id):
                changes: Changes = {"second_factor": ("T", "F")}
                await _log(context, db, "two-step change", manager.user_id, changes)
    except (Forbidden, Invalid) as error:
        raise _page_error(error) from None
    return redirect(f"{_address(manager.user_id)}?done=factor")


async def _invite_again(context: PageContext, manager: Manager) -> Response:
    """Send another invitation to a manager who has not accepted one; earlier links end."""
    try:
        async with context.database.writing(context.mall_id) as db:
            await manager_administration.require_head(db, context.user.user_id)
            invited = await mall_rules.manager(db, manager.user_id)
            if invited is None or not invited.invited_at:
                return redirect(_address(manager.user_id))
            password_hash = await _unknown_password_hash(invited.email or "")
            now = int(context.clock.now())
            again = replace(invited, password_hash=password_hash, invited_at=now)
            await mall_rules.admit(db, context.clock, again)
            await _send_invitation(context, db, manager.user_id)
            await _log(context, db, "manager invite", manager.user_id, {})
    except (Forbidden, Invalid) as error:
        raise _page_error(error) from None
    return redirect(f"{_address(manager.user_id)}?done={_invited(context)}")


def _invited(context: PageContext) -> str:
    """Return what became of the mail of an invitation: an installation may have no mail server."""
    return "invited" if context.client.configuration.mail_server else "kept"


async def _send_invitation(context: PageContext, db: Session, user_id: str) -> None:
    invited = await mall_rules.manager(db, user_id)
    assert invited is not None
    await staff_links.send(
        db,
        context.clock,
        context.client.seal,
        context.visit.mall,
        invited,
        "staff_invitation",
        links=context.client.links,
        language=context.language,
    )


async def _unknown_password_hash(email: str) -> str:
    """Return the hash of a password that nobody knows. Raises Invalid (422) without an address."""
    if not email:
        raise Invalid(INVITATION_WITHOUT_ADDRESS, parameter="email")
    return await passwords.hash_password_in_thread(secrets.generate(32))


async def _password_hash(form: Fields) -> str:
    """Return the hash of the password typed twice; empty when none was typed."""
    password = form.text("password")
    if not password:
        return ""
    manager_administration.require_password(password)
    if form.text("again") != password:
        raise Invalid(PASSWORDS_DIFFER, parameter="again")
    return await passwords.hash_password_in_thread(password)


async def _find_manager(context: PageContext) -> Manager:
    async with context.database.reading(context.mall_id) as db:
        manager = await mall_rules.manager(db, unquote(context.subpath))
    if manager is None or manager.manager_type == manager_administration.SUPPLIER:
        raise PageError(
            marked("Manager not found"),
            marked("They may have been removed in the meantime."),
            status=404,
        )
    return manager


async def _list_page(
    context: PageContext, typed: dict[str, str], error: ApiError | None = None
) -> Response:
    async with context.database.reading(context.mall_id) as db:
        people = await mall_rules.managers(db)
        known = await staff_roles.roles(db)
        second_factor_required = await second_factors.is_required(db)
    role_names = {each.role_no: each.name for each in known}
    # head admins first, suppliers last
    people.sort(key=lambda each: (list(ROLES).index(each.manager_type), each.user_id))
    return context.show(
        "managers.html",
        status=200 if error is None else error.status,
        managers=[
            (
                each,
                role_names.get(each.role_no) or context.translate(ROLES[each.manager_type]),
                None if each.last_login_at is None else time(each.last_login_at),
                _address(each.user_id)
                if each.manager_type != manager_administration.SUPPLIER
                else "",
            )
            for each in people
        ],
        may_manage=context.user.manager_type == manager_administration.HEAD,
        second_factor_required=second_factor_required,
        typed=typed,
        **_messages(context, error, known),
    )


async def _manager_page(
    context: PageContext,
    manager: Manager,
    typed: dict[str, str],
    error: ApiError | None = None,
    *,
    notice: str = "",
) -> Response:
    async with context.database.reading(context.mall_id) as db:
        known = await staff_roles.roles(db)
        has_second_factor = await second_factors.is_on(db, manager.user_id)
        link = ""
        if manager.invited_at and _invited(context) == "kept":
            link = await staff_links.address_of(
                db,
                context.client.seal,
                context.visit.mall,
                manager,
                context.client.links,
                until=manager.invited_at + staff_links.SECONDS["staff_invitation"],
            )
    return context.show(
        "manager.html",
        status=200 if error is None else error.status,
        manager=manager,
        manager_role=ROLES[manager.manager_type],
        themselves=manager.user_id == context.user.user_id,
        may_manage=context.user.manager_type == manager_administration.HEAD,
        address=_address(manager.user_id),
        typed=typed,
        notice=notice,
        has_second_factor=has_second_factor,
        link=link,
        invited=None if not manager.invited_at else time(manager.invited_at),
        **_messages(context, error, known),
    )


def _messages(context: PageContext, error: ApiError | None, known: list[Role]) -> dict[str, Any]:
    """Return the template variables for the success message and the field errors."""
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    invalid_field = isinstance(error, Invalid) and error.parameter
    return {
        "done": context.translate(done) if done and error is None else "",
        "problems": {
            **dict.fromkeys((*_FIELDS, "password", "again"), ""),
            **({error.parameter: error.say(context.translate)} if error and invalid_field else {}),
        },
        "roles": [
            *((code, context.translate(ROLES[code])) for code in manager_administration.ROLES),
            *((f"{_SUB_ADMIN}{role.role_no}", role.name) for role in known),
        ],
    }


def _typed_fields(form: Fields) -> dict[str, str]:
    return {name: form.text(name).strip() for name in _FIELDS}


def _person(typed: dict[str, str]) -> Person:
    """Return the attributes typed; `A:3` in the field of the role is a sub-admin of role 3."""
    code = typed["manager_type"]
    number = code.removeprefix(_SUB_ADMIN)
    has_role = code.startswith(_SUB_ADMIN) and number.isascii() and number.isdigit()
    return Person(
        name=typed["name"],
        manager_type="A" if has_role else code,
        phone=typed["phone"],
        email=typed["email"],
        role_no=int(number[:9]) if has_role else 0,
    )


def _role_code(manager: Manager) -> str:
    return f"{_SUB_ADMIN}{manager.role_no}" if manager.role_no else manager.manager_type


def _address(user_id: str) -> str:
    return f"{menu_pages.MANAGERS.path}/{quote(user_id, safe='')}"


def _page_error(error: ApiError) -> PageError:
    return PageError(marked("Something went wrong"), error.reason, status=error.status)
