"""The rules of approval: which writes of apps and of sub-admins wait for a decision."""

from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls import manager_administration, staff_roles
from openmall.access.oauth import approval_rules, installed_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.refusals import UNKNOWN_CHOICE
from openmall.contract.approval import ApprovalRule
from openmall.contract.errors import ApiError, Forbidden, Invalid, Malformed
from openmall.contract.journal import record
from openmall.contract.money import hundredths, money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import EXPECTED_TYPE, NO_AMOUNT
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, rendering
from openmall.pages.backoffice.accounts.roles import page_error
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page
from openmall.translations import particles

_MESSAGES: Final = {
    "added": marked("The rule was added. It applies at once."),
    "removed": marked("The rule was removed. What waits already still waits."),
}
_NUMBERS: Final = ("objects", "price_percent")
_APP: Final = "app "
_ROLE: Final = "role "


class ShownRule(Struct, frozen=True, kw_only=True):
    """A rule, in words."""

    number: int
    whom: str
    what: list[str]


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/approval-rules`."""
    return await _page(context, NO_ERROR)


_DEEDS: Final = Deeds("add", "remove", without="add")


async def change(context: PageContext) -> Response:
    """Handle `POST` of a form: add a rule, or remove one."""
    form = await context.form(deeds=_DEEDS)
    try:
        if form.deed == "remove":
            await _remove(context, form)
            return redirect(f"{context.page.path}?done=removed")
        await _add(context, form)
    except Forbidden as error:
        raise page_error(error) from None
    except ApiError as error:
        form_state = form_errors.rejected_form(context, form.deed, form, error)
        return await _page(context, form_state, status=error.status)
    return redirect(f"{context.page.path}?done=added")


async def _add(context: PageContext, form: Fields) -> None:
    rule = _read(form)
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        await manager_administration.require_head(db, context.user.user_id)
        added = await approval_rules.add(db, rule)
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="approval rule add",
            shop_no=record.WHOLE_MALL,
            subject=f"rule of approval {added.rule_no}",
            client_id=added.client_id,
            changes={
                name: (None, value)
                for name in ApprovalRule.__struct_fields__[1:]
                if (value := getattr(added, name)) not in ("", 0, None, False)
                or (name in ("objects", "price_percent", "money") and value is not None)
            },
        )


async def _remove(context: PageContext, form: Fields) -> None:
    typed = form.text("rule")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        await manager_administration.require_head(db, context.user.user_id)
        removed = await approval_rules.remove(db, number)
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="approval rule remove",
            shop_no=record.WHOLE_MALL,
            subject=f"rule of approval {removed.rule_no}",
            client_id=removed.client_id,
        )


def _read(form: Fields) -> ApprovalRule:
    """Return the rule of a form. Raises Invalid (422) for what is no number."""
    whom = form.text("whom")
    role = whom.removeprefix(_ROLE) if whom.startswith(_ROLE) else ""
    is_role = role.isascii() and role.isdigit() and len(role) < 10
    if whom and not is_role and not whom.startswith(_APP):
        # never taken for everybody, which the empty text means
        raise Malformed(UNKNOWN_CHOICE)
    values: dict[str, int | None] = {}
    for name in _NUMBERS:
        typed = typed_numbers.plain(form.text(name))
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 12):
            raise Invalid(EXPECTED_TYPE, parameter=name, expected=Phrase("integer"))
        values[name] = int(typed) if typed else None
    amount = typed_numbers.amount(form.text("money"))
    if amount is None and form.text("money").strip():
        raise Invalid(NO_AMOUNT, parameter="money")
    values["money"] = None if amount is None else hundredths(amount)
    return ApprovalRule(
        rule_no=0,
        client_id=whom.removeprefix(_APP) if whom.startswith(_APP) else "",
        role_no=int(role) if is_role else 0,
        customers=form.is_ticked("customers"),
        **values,
    )


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    async with context.database.reading(context.mall_id) as db:
        rules = await approval_rules.of_mall(db)
        apps = {each.client_id: each.name for each in await installed_apps.in_mall(db)}
        roles = {each.role_no: each.name for each in await staff_roles.roles(db)}
    return render_page(
        context,
        "approval_rules.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        rules=[_shown(context, each, apps, roles) for each in rules],
        whom=[
            ("", context.translate(marked("Every app, and every sub-admin"))),
            *(
                (f"{_APP}{client_id}", context.translate(marked("App: {0}")).format(name))
                for client_id, name in apps.items()
            ),
            *(
                (f"{_ROLE}{role_no}", context.translate(marked("Role: {0}")).format(name))
                for role_no, name in roles.items()
            ),
        ],
        may_manage=context.user.manager_type == manager_administration.HEAD,
        currency=context.visit.mall.shops[1].currency,
    )


def _shown(
    context: PageContext, rule: ApprovalRule, apps: dict[str, str], roles: dict[int, str]
) -> ShownRule:
    translate = context.translate
    if rule.client_id:
        name = apps.get(rule.client_id, rule.client_id)
        whom = translate(marked("App: {0}")).format(name)
    elif rule.role_no:
        name = roles.get(rule.role_no, str(rule.role_no))
        whom = translate(marked("Role: {0}")).format(name)
    else:
        whom = translate(marked("Every app, and every sub-admin"))
    what = []
    if rule.of_all_kinds:
        what.append(translate(marked("Every change")))
    if rule.objects is not None:
        text = translate(marked("Changes of more than {0} objects"))
        what.append(text.format(format_number(rule.objects)))
    if rule.price_percent is not None:
        text = translate(marked("Prices that change by more than {0}%"))
        what.append(text.format(format_number(rule.price_percent)))
    if rule.money is not None:
        currency = context.visit.mall.shops[1].currency
        text = translate(
            marked(
                "Refunds, payments, points, credits and changed order amounts above {sum} together"
            )
        )
        values = {"sum": rendering.money(str(money(rule.money)), currency)}
        what.append(particles.chosen(text, values).format_map(values))
    if rule.customers:
        what.append(translate(marked("Data of customers")))
    return ShownRule(number=rule.rule_no, whom=whom, what=what)
