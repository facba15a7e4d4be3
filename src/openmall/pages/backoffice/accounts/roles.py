"""Roles of sub-admins: what each area of the back office lets them view or edit."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.malls import manager_administration, staff_rights, staff_roles
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.staff_roles import Role
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, Forbidden, Invalid, NotFound, NotModified
from openmall.contract.journal import record
from openmall.contract.journal.record import Action
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, PageError

AREA_NAMES: Final = {
    "products": marked("Products, categories and stock"),
    "orders": marked("Orders, shipping and claims"),
    "customers": marked("Customers, messages and discounts"),
    "boards": marked("Boards, reviews and inquiries"),
    "reports": marked("Reports"),
    "settings": marked("Store settings and shops"),
    "design": marked("Design"),
    "apps": marked("Apps"),
    "transfers": marked("Import and export"),
    "activity": marked("Activity"),
}
"""Area -> its name in the form of a role."""
LEVEL_NAMES: Final = {
    "": marked("No access"),
    "view": marked("View"),
    "edit": marked("View and edit"),
}
_MESSAGES: Final = {
    "added": marked("The role was added. Give it to managers on their pages."),
    "changed": marked("The role was changed. It applies at once."),
    "removed": marked("The role was removed."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/roles`: list the roles, and the form of a new one."""
    return await _list_page(context, {})


async def add(context: PageContext) -> Response:
    """Handle `POST /admin/roles`: add a role."""
    form = await context.form()
    typed = _typed_fields(form)
    try:
        async with context.database.writing(context.mall_id) as db:
            await manager_administration.require_head(db, context.user.user_id)
            role_no, changes = await staff_roles.add(
                db, context.clock, typed["name"], staff_rights.of_levels(typed["levels"])
            )
            await _log(context, db, "role add", role_no, changes)
    except Forbidden as error:
        raise page_error(error) from None
    except Invalid as error:
        return await _list_page(context, typed, error)
    return redirect(f"{menu_pages.ROLES.path}?done=added")


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/roles/<role_no>`."""
    role = await _find_role(context)
    levels = {
        area: "edit" if role.rights.may(area, "edit") else "view" for area in role.rights.viewed
    }
    return _role_page(context, role, {"name": role.name, "levels": levels})


_DEEDS: Final = Deeds("change", "remove", without="change")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/roles/<role_no>`: change a role, or remove it with `remove`."""
    form = await context.form(deeds=_DEEDS)
    role = await _find_role(context)
    typed = _typed_fields(form)
    removes = form.deed == "remove"
    try:
        async with context.database.writing(context.mall_id) as db:
            await manager_administration.require_head(db, context.user.user_id)
            if removes:
                changes = await staff_roles.remove(db, role.role_no)
            else:
                rights = staff_rights.of_levels(typed["levels"])
                changes = await staff_roles.change(db, role.role_no, typed["name"], rights)
            action: Action = "role remove" if removes else "role change"
            await _log(context, db, action, role.role_no, changes)
    except (Forbidden, NotFound) as error:
        raise page_error(error) from None
    except NotModified as error:
        notice = context.translate(marked("No changes to save."))
        return _role_page(context, role, typed, error, notice=notice)
    except Invalid as error:
        return _role_page(context, role, typed, error)
    done = "?done=removed" if removes else f"/{role.role_no}?done=changed"
    return redirect(f"{menu_pages.ROLES.path}{done}")


def page_error(error: ApiError) -> PageError:
    """Return the error page of a refusal."""
    return PageError(marked("Something went wrong"), error.reason, status=error.status)


async def _log(
    context: PageContext, db: Session, action: Action, role_no: int, changes: staff_roles.Changes
) -> None:
    await record.write_browser_action(
        db,
        context.clock,
        context.user,
        action=action,
        shop_no=record.WHOLE_MALL,
        subject=f"role {role_no}",
        changes=dict(changes),
    )


def _typed_fields(form: Fields) -> dict[str, Any]:
    levels = {
        area: form.choice(f"area_{area}", ("", *staff_rights.LEVELS))
        for area in staff_rights.OFFERED
    }
    return {"name": form.text("name").strip(), "levels": levels}


async def _find_role(context: PageContext) -> Role:
    number = context.subpath
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise _not_found()
    async with context.database.reading(context.mall_id) as db:
        try:
            return await staff_roles.find(db, int(number))
        except NotFound:
            raise _not_found() from None


def _not_found() -> PageError:
    return PageError(
        marked("There is no such role."),
        marked("It may have been removed in the meantime."),
        status=404,
    )


async def _list_page(
    context: PageContext, typed: dict[str, Any], error: ApiError | None = None
) -> Response:
    async with context.database.reading(context.mall_id) as db:
        known = await staff_roles.roles(db)
        people = await mall_rules.managers(db)
    return context.show(
        "roles.html",
        status=200 if error is None else error.status,
        roles=[
            (
                role,
                [
                    (AREA_NAMES[area], LEVEL_NAMES["edit" if edits else "view"], edits)
                    for area in staff_rights.OFFERED
                    if role.rights.may(area, "view")
                    for edits in (role.rights.may(area, "edit"),)
                ],
                sum(each.role_no == role.role_no for each in people),
            )
            for role in known
        ],
        **_form_values(context, typed, error),
    )


def _role_page(
    context: PageContext,
    role: Role,
    typed: dict[str, Any],
    error: ApiError | None = None,
    *,
    notice: str = "",
) -> Response:
    return context.show(
        "role.html",
        status=200 if error is None else error.status,
        edited=role,
        notice=notice,
        **_form_values(context, typed, error),
    )


def _form_values(
    context: PageContext, typed: dict[str, Any], error: ApiError | None
) -> dict[str, Any]:
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    problems = {"name": "", "areas": "", "role_no": ""}
    if isinstance(error, Invalid) and error.parameter:
        problems[error.parameter] = error.say(context.translate)
    return {
        "may_manage": context.user.manager_type == manager_administration.HEAD,
        "typed": {"name": "", "levels": {}, **typed},
        "areas": [(area, context.translate(AREA_NAMES[area])) for area in staff_rights.OFFERED],
        "levels": [(level, context.translate(name)) for level, name in LEVEL_NAMES.items()],
        "problems": problems,
        "done": context.translate(done) if done and error is None else "",
    }
