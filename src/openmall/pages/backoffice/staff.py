"""Who may sign in: the managers of a mall, and how a head admin lets people in and out."""

import asyncio
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
from openmall.pages.backoffice.desk import ROLES, Desk, Failed, time

_DONE: Final = {
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
"""Translated errors of the forms, worded as in `access/malls/manager_administration.py`."""


async def show(desk: Desk) -> Response:
    """`GET /admin/managers`."""
    return await _list(desk, {"manager_type": "A"})


async def add(desk: Desk) -> Response:
    """`POST /admin/managers`: let somebody new in."""
    form = await desk.form()
    given = _given(form)
    try:
        hashed = await _hashed(form, needed=True)
        async with desk.database.writing(desk.mall_id) as db:
            changes = await manager_administration.add(
                db,
                desk.clock,
                desk.user.user_id,
                user_id=given["user_id"],
                person=_person(given),
                password_hash=hashed,
            )
            await _log(desk, db, "manager add", given["user_id"], changes)
    except Forbidden as error:
        raise _refused(error) from None
    except Invalid as error:
        return await _list(desk, given, error)
    return redirect(f"{menu_pages.MANAGERS.path}?done=added")


async def one(desk: Desk) -> Response:
    """`GET /admin/managers/<user_id>`."""
    found = await _found(desk)
    return _one(desk, found, {name: getattr(found, name) or "" for name in _FIELDS})


async def change(desk: Desk) -> Response:
    """`POST /admin/managers/<user_id>`: change somebody, or with `remove` take leave of them."""
    form = await desk.form()
    found = await _found(desk)
    if form.text("act") == "remove":
        return await _remove(desk, found)
    given = {**_given(form), "user_id": found.user_id}
    acting = desk.user.user_id
    session = ""
    try:
        hashed = await _hashed(form, needed=False)
        async with desk.database.writing(desk.mall_id) as db:
            changes = await manager_administration.change(
                db,
                desk.clock,
                acting,
                user_id=found.user_id,
                person=_person(given),
                password_hash=hashed,
            )
            await _log(desk, db, "manager change", found.user_id, changes)
            if hashed and found.user_id == acting:
                # a new password ends every session of its owner, this one as well
                anew = await mall_rules.manager(db, acting)
                assert anew is not None
                session = await sessions.begin(db, desk.clock, anew, instead_of=desk.session)
    except Forbidden as error:
        raise _refused(error) from None
    except NotModified as error:
        said = marked("No changes to save.")
        return _one(desk, found, given, error, notice=desk.said(said))
    except Invalid as error:
        return _one(desk, found, given, error)
    response = redirect(f"{_address(found.user_id)}?done=changed")
    if session:
        oauth_pages.set_cookie(response, oauth_pages.SESSION_COOKIE, session)
    return response


async def _remove(desk: Desk, found: Manager) -> Response:
    try:
        async with desk.database.writing(desk.mall_id) as db:
            changes = await manager_administration.remove(
                db, desk.user.user_id, user_id=found.user_id
            )
            await _log(desk, db, "manager remove", found.user_id, changes)
    except (Forbidden, Invalid) as error:
        raise _refused(error) from None
    return redirect(f"{menu_pages.MANAGERS.path}?done=removed")


async def _log(desk: Desk, db: Any, action: Action, user_id: str, changes: Changes) -> None:
    await record.write_browser_action(
        db,
        desk.clock,
        desk.user,
        action=action,
        subject=f"manager {user_id}",
        changes=dict(changes),
    )


async def _hashed(form: Fields, *, needed: bool) -> str:
    """Return the hash of the password that was typed twice; empty when it is to stay."""
    password = form.text("password")
    if not password and not needed:
        return ""
    manager_administration.require_password(password)
    if form.text("again") != password:
        raise Invalid("The passwords do not match.", parameter="again")
    return await asyncio.to_thread(passwords.hash_password, password)


async def _found(desk: Desk) -> Manager:
    async with desk.database.reading(desk.mall_id) as db:
        found = await mall_rules.manager(db, unquote(desk.below))
    if found is None or found.manager_type == manager_administration.SUPPLIER:
        raise Failed(
            marked("Manager not found"),
            marked("They may have been removed in the meantime."),
            status=404,
        )
    return found


async def _list(desk: Desk, given: dict[str, Any], error: ApiError | None = None) -> Response:
    async with desk.database.reading(desk.mall_id) as db:
        known = await mall_rules.managers(db)
    # head admins first, suppliers last
    known.sort(key=lambda each: (list(ROLES).index(each.manager_type), each.user_id))
    return desk.show(
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
            for each in known
        ],
        may_manage=desk.user.manager_type == manager_administration.HEAD,
        given=given,
        **_said(desk, error),
    )


def _one(
    desk: Desk,
    found: Manager,
    given: dict[str, Any],
    error: ApiError | None = None,
    *,
    notice: str = "",
) -> Response:
    return desk.show(
        "manager.html",
        status=200 if error is None else error.status,
        manager=found,
        manager_role=ROLES[found.manager_type],
        themselves=found.user_id == desk.user.user_id,
        may_manage=desk.user.manager_type == manager_administration.HEAD,
        address=_address(found.user_id),
        given=given,
        notice=notice,
        **_said(desk, error),
    )


def _said(desk: Desk, error: ApiError | None) -> dict[str, Any]:
    """Return what the page says: what was done, and what is wrong with which field."""
    done = _DONE.get(desk.visit.query.text("done"), "")
    wrong = isinstance(error, Invalid) and error.parameter
    return {
        "done": desk.said(done) if done and error is None else "",
        "problems": {
            **dict.fromkeys((*_FIELDS, "password", "again"), ""),
            **({error.parameter: desk.said(error.message)} if error and wrong else {}),
        },
        "roles": [(code, desk.said(ROLES[code])) for code in manager_administration.ROLES],
    }


def _given(form: Fields) -> dict[str, str]:
    return {name: form.text(name).strip() for name in _FIELDS}


def _person(given: dict[str, str]) -> Person:
    return Person(**{name: given[name] for name in Person.__struct_fields__})


def _address(user_id: str) -> str:
    return f"{menu_pages.MANAGERS.path}/{quote(user_id, safe='')}"


def _refused(error: ApiError) -> Failed:
    return Failed(marked("Something went wrong"), error.message, status=error.status)
