"""How buyers can pay a shop: its bank accounts, its gateways, and the test gateway as a switch."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.billing import paymentmethods
from openmall.commerce.order.billing.bank_transfer import CASH
from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.commerce.store import accounts
from openmall.commerce.store.accounts import Account, Accounts
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.contract.call import Call
from openmall.contract.change import Changes
from openmall.contract.crud.settings import current, preload, write_setting
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.journal import record
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.payments.payment_apps import METHOD_NAMES

_FIELDS: Final = ("bank_name", "bank_account_no", "bank_account_holder", "bank_code")
_OTHER_BANK: Final = "etc"
"""Code of a bank that the merchant gives none for; only apps read it."""
_LONGEST: Final = 50
_DONE: Final = {
    "added": marked("The account was added."),
    "changed": marked("The changes were saved."),
    "removed": marked("The account was removed. Buyers no longer see it."),
    "reopened": marked("The account is in use again."),
    "default": marked("Buyers see this account first now."),
    "test-on": marked("The test gateway is on. Orders paid through it bring no money."),
    "test-off": marked("The test gateway is off."),
    "same": marked("No changes to save."),
}
_GONE: Final = PageError(
    marked("This account is not there"),
    marked("It may have been removed in the meantime."),
    status=404,
)


class _Change(Struct, frozen=True, kw_only=True):
    """What an action did, for the page and for the activity log."""

    done: str
    subject: str
    changes: Changes


async def show(context: PageContext) -> Response:
    """Handle `GET /payments`."""
    return await _page(context, {}, {})


async def change(context: PageContext) -> Response:
    """Handle `POST /payments`: change an account, or switch the test gateway."""
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS)
    deed = form.deed
    typed = {name: " ".join(form.text(name).split()) for name in _FIELDS}
    problems = _problems(typed) if deed in ("add", "change") else {}
    if problems:
        values = {"account": form.text("account"), **typed}
        return await _page(context, values, problems)
    done = "same"
    async with context.database.writing(context.mall_id) as db:
        try:
            made = await _HANDLERS[deed](_call(context, db), form, typed)
        except NotFound:
            raise _GONE from None
        except NotModified:
            made = None
        except Invalid as error:
            refused = {
                "limit" if error.parameter == "bank_account_id" else "account": error.say(
                    context.translate
                )
            }
            return await _page(context, typed, refused)
        if made is not None:
            done = made.done
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="payments change",
                shop_no=context.shop.shop_no,
                subject=f"{made.subject} in shop {context.shop.shop_no}",
                changes=made.changes,
            )
    return redirect(f"{context.page.path}?shop_no={context.shop.shop_no}&done={done}")


def _problems(typed: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with the fields of an account: field -> message."""
    found = {}
    for name, text in typed.items():
        if not text and name != "bank_code":
            found[name] = marked("This field is required.")
        elif len(text) > _LONGEST:
            found[name] = marked("Enter at most 50 characters.")
        elif name == "bank_account_no" and not accounts.is_number(text):
            found[name] = marked("Enter the number as the bank prints it, like 110-222-333333.")
    return found


def _number(form: Fields) -> int:
    """Return the number of the account of a form. Raises NotFound for a malformed one."""
    text = form.text("account")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise NotFound(DOES_NOT_EXIST, parameter="bank_account_id", resource=Phrase("account"))
    return int(text)


async def _add(call: Call, form: Fields, typed: dict[str, str]) -> _Change:
    account = await accounts.add(call, _content(typed))
    return _of_account("added", account, {"use_account": (None, "T")})


async def _change(call: Call, form: Fields, typed: dict[str, str]) -> _Change:
    account = await accounts.change(call, _number(form), _content(typed))
    # the log names what changed; numbers of accounts do not belong there
    return _of_account("changed", account, {"account": (None, "new data")})


async def _remove(call: Call, form: Fields, typed: dict[str, str]) -> _Change:
    account = await accounts.close(call, _number(form))
    return _of_account("removed", account, {"use_account": ("T", "F")})


async def _reopen(call: Call, form: Fields, typed: dict[str, str]) -> _Change:
    account = await accounts.reopen(call, _number(form))
    return _of_account("reopened", account, {"use_account": ("F", "T")})


async def _default(call: Call, form: Fields, typed: dict[str, str]) -> _Change:
    account = await accounts.make_default(call, _number(form))
    return _of_account("default", account, {"default": (False, True)})


async def _test_gateway(call: Call, form: Fields, typed: dict[str, str]) -> _Change | None:
    before = await current(call, TestGatewayUse, to_change=True)
    use = form.choice("use", ("T", "F"))
    if before.use_test_gateway == use:
        return None
    await write_setting(call.db, call.seal, replace(before, use_test_gateway=use))
    return _Change(
        done="test-on" if use == "T" else "test-off",
        subject="test gateway",
        changes={"use_test_gateway": (before.use_test_gateway, use)},
    )


_HANDLERS: Final[dict[str, Callable[[Call, Fields, dict[str, str]], Awaitable[_Change | None]]]] = {
    "add": _add,
    "change": _change,
    "remove": _remove,
    "reopen": _reopen,
    "default": _default,
    "test-gateway": _test_gateway,
}


def _content(typed: dict[str, str]) -> dict[str, str]:
    return {**typed, "bank_code": typed["bank_code"] or _OTHER_BANK}


def _of_account(done: str, account: Account, changes: Changes) -> _Change:
    subject = f"bank account {account.bank_account_id}"
    return _Change(done=done, subject=subject, changes=changes)


def _call(context: PageContext, db: Session) -> Call:
    mall, shop_no = context.visit.mall, context.shop.shop_no
    return Call(context.clock, db, mall, shop_no, seal=context.client.seal)


async def can_be_paid(context: PageContext) -> bool:
    """Return whether buyers of the shop can pay in any way, the test gateway aside."""
    async with context.database.reading(context.mall_id) as db:
        call = _call(context, db)
        methods = await paymentmethods.codes(call)
        if (await current(call, TestGatewayUse)).use_test_gateway == "F":
            return bool(methods)
        gateways = await paymentmethods.gateways_taking_money(call)
    return bool(gateways) or CASH in methods


async def _page(context: PageContext, values: dict[str, str], problems: dict[str, str]) -> Response:
    async with context.database.reading(context.mall_id) as db:
        call = _call(context, db)
        await preload(call, *paymentmethods.SETTINGS)
        known = await current(call, Accounts)
        methods = await paymentmethods.codes(call)
        use_stripe = (await current(call, StripeUse)).use_stripe == "T"
        use_test = (await current(call, TestGatewayUse)).use_test_gateway == "T"
        registered = await endpoint_store.registered(db, context.shop.shop_no)
        enabled = await endpoint_rules.enabled(call)
    names = {**METHOD_NAMES, "tcash": marked("Real-time transfer"), CASH: marked("Bank transfer")}
    return context.show(
        "payments.html",
        status=422 if problems else 200,
        shop=context.shop,
        methods=[context.translate(names.get(each, each)) for each in methods],
        used=[msgspec.to_builtins(each) for each in known.in_use()],
        closed=[msgspec.to_builtins(each) for each in known.accounts if each.use_account == "F"],
        use_stripe=use_stripe,
        use_test=use_test,
        registered=len(registered),
        pages={"stripe": menu_pages.STRIPE.path, "apps": menu_pages.PAYMENT_APPS.path},
        enabled=[each.name for each in enabled],
        values=values,
        problems={name: context.translate(text) for name, text in problems.items()},
        done=context.translate(_DONE.get(context.visit.query.text("done"), "")),
    )


_DEEDS: Final = Deeds(*_HANDLERS)
