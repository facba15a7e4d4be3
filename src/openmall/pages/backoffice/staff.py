"""The managers of a mall: list, create, change and remove accounts."""

from typing import Any, Final
from urllib.parse import quote, unquote

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import manager_administration
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.manager_administration import Changes, Person
from openmall.access.malls.rules import Manager
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import sessions
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, Forbidden, Invalid, NotModified
from openmall.contract.journal import record
from openmall.contract.journal.record import Action
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import ROLES, PageContext, PageError, time

_MESSAGES: Final = {
    "added": marked("The manager can sign in now."),
    "changed": marked("The manager was changed."),
    "removed": marked("The manager can no longer sign in."),
}
_FIELDS: Final = ("user_id", "name", "manager_type", "phone", "email")
REFUSALS: Final = (
    marked("The password must have at least 8 characters."),
    marked("The user ID must have 3 to 30 letters, digits, dots, hyphens or underscores."),
    marked("This user ID is already taken."),
    marked("You cannot change your own role."),
    marked("You cannot remove yourself."),
    marked("The name must have 1 to 100 characters."),
    marked("Choose head admin or sub-admin."),
    marked("This is not a phone number."),
    marked("This is not an e-mail address."),
    marked("Only head admins can manage managers."),
    marked("The passwords do not match."),
)
"""Error messages of `access/malls/manager_administration.py`, marked for translation."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/managers`."""
    return await _list_page(context, {"manager_type": "A"})


async def add(context: PageContext) -> Response:
    """Handle `POST /admin/managers`: create a manager."""
    form = await context.form()
    typed = _typed_fields(form)
    try:
        password_hash = await _password_hash(form, needed=True)
        async with context.database.writing(context.mall_id) as db:
            changes = await manager_administration.add(
                db,
                context.clock,
                context.user.user_id,
                user_id=typed["user_id"],
                person=_person(typed),
                password_hash=password_hash,
            )
            await _log(context, db, "manager add", typed["user_id"], changes)
    except Forbidden as error:
        raise _page_error(error) from None
    except Invalid as error:
        return await _list_page(context, typed, error)
    return redirect(f"{menu_pages.MANAGERS.path}?done=added")


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/managers/<user_id>`."""
    manager = await _find_manager(context)
    return _manager_page(context, manager, {name: getattr(manager, name) or "" for name in _FIELDS})


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/managers/<user_id>`: change a manager, or remove them with `remove`."""
    form = await context.form()
    manager = await _find_manager(context)
    if form.text("act") == "remove":
        return await _remove(context, manager)
    typed = {**_typed_fields(form), "user_id": manager.user_id}
    acting = context.user.user_id
    session = ""
    try:
        password_hash = await _password_hash(form, needed=False)
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
                    db, context.clock, updated, instead_of=context.session
                )
    except Forbidden as error:
        raise _page_error(error) from None
    except NotModified as error:
        message = marked("No changes to save.")
        return _manager_page(context, manager, typed, error, notice=context.translate(message))
    except Invalid as error:
        return _manager_page(context, manager, typed, error)
    response = redirect(f"{_address(manager.user_id)}?done=changed")
    if session:
        oauth_pages.set_cookie(response, oauth_pages.SESSION_COOKIE, session)
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
    context: PageContext, db: Any, action: Action, user_id: str, changes: Changes
) -> None:
    await record.write_browser_action(
        db,
        context.clock,
        context.user,
        action=action,
        subject=f"manager {user_id}",
        changes=dict(changes),
    )


async def _password_hash(form: Fields, *, needed: bool) -> str:
    """Return the hash of the password typed twice; empty to keep the current one."""
    password = form.text("password")
    if not password and not needed:
        return ""
    manager_administration.require_password(password)
    if form.text("again") != password:
        raise Invalid("The passwords do not match.", parameter="again")
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
    context: PageContext, typed: dict[str, Any], error: ApiError | None = None
) -> Response:
    async with context.database.reading(context.mall_id) as db:
        people = await mall_rules.managers(db)
    # head admins first, suppliers last
    people.sort(key=lambda each: (list(ROLES).index(each.manager_type), each.user_id))
    return context.show(
        "managers.html",
        status=200 if error is None else error.status,
        managers=[
            (
                each,
                ROLES[each.manager_type],
                None if each.last_login_at is None else time(each.last_login_at),
                _address(each.user_id)
                if each.manager_type != manager_administration.SUPPLIER
                else "",
            )
            for each in people
        ],
        may_manage=context.user.manager_type == manager_administration.HEAD,
        typed=typed,
        **_messages(context, error),
    )


def _manager_page(
    context: PageContext,
    manager: Manager,
    typed: dict[str, Any],
    error: ApiError | None = None,
    *,
    notice: str = "",
) -> Response:
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
        **_messages(context, error),
    )


def _messages(context: PageContext, error: ApiError | None) -> dict[str, Any]:
    """Return the template variables for the success message and the field errors."""
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    invalid_field = isinstance(error, Invalid) and error.parameter
    return {
        "done": context.translate(done) if done and error is None else "",
        "problems": {
            **dict.fromkeys((*_FIELDS, "password", "again"), ""),
            **(
                {error.parameter: context.translate(error.message)}
                if error and invalid_field
                else {}
            ),
        },
        "roles": [(code, context.translate(ROLES[code])) for code in manager_administration.ROLES],
    }


def _typed_fields(form: Fields) -> dict[str, str]:
    return {name: form.text(name).strip() for name in _FIELDS}


def _person(typed: dict[str, str]) -> Person:
    return Person(**{name: typed[name] for name in Person.__struct_fields__})


def _address(user_id: str) -> str:
    return f"{menu_pages.MANAGERS.path}/{quote(user_id, safe='')}"


def _page_error(error: ApiError) -> PageError:
    return PageError(marked("Something went wrong"), error.message, status=error.status)
