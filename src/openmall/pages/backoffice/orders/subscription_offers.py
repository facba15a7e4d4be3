"""Rules of subscriptions in the back office: which products customers can subscribe to, and how."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.order.placement.subscription_rules.shape import ListedRule
from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract import scopes as scope_names
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH, PERCENT_OUT_OF_BOUNDS
from openmall.http.web.delivery_cycles import CYCLES
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once, shown_values
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.page_context import PageContext

BINDINGS: Final = {
    "A": marked("All products"),
    "C": marked("Products of a category"),
    "P": marked("Certain products"),
}
"""What a rule is of -> its name."""
MESSAGES: Final = {
    "rule-add": marked("Customers can subscribe to these products now."),
    "rule-save": marked(
        "The rule was changed. It holds for running subscriptions from the next order on."
    ),
    "rule-remove": marked("The rule was removed. Subscriptions go on, without its discount."),
}
ADD: Final = "rule-add"
SAVE: Final = "rule-save"
_DEEDS: Final = Deeds(ADD, SAVE, "rule-remove")
_FIELDS: Final = {
    "subscription_shipments_name": "name",
    "subscription_shipments_cycle": "cycles",
    "product_list": "products",
    "category_list": "category",
}
"""Parameter -> its field in the form."""


def may_read(context: PageContext) -> bool:
    return context.user.rights.permits_scope(scope_names.READ_STORE)


def may_write(context: PageContext) -> bool:
    return context.user.rights.permits_scope(scope_names.WRITE_STORE, writes=True)


async def shown(context: PageContext) -> Sequence[ListedRule]:
    """Return the rules of the page's shop, the newest first."""
    if not may_read(context):
        return ()
    return (
        await context.call(subscription_rules.listing, {"shop_no": context.shop.shop_no})
    ).content


async def change(context: PageContext) -> Response | form_errors.FormState:
    """Add, change or remove a rule; return where that leads, or the state of a refused form."""
    form = await context.form(deeds=_DEEDS)
    try:
        if form.deed == ADD:
            await _add(context, form)
        elif form.deed == SAVE:
            await _save(context, form)
        else:
            named: dict[str, Encodable] = {
                "shop_no": context.shop.shop_no,
                "subscription_no": form.text("rule"),
            }
            await context.call(subscription_rules.delete, named)
    except NotModified:
        return redirect(address(context, context.page.path, done="same"))
    except ApiError as error:
        return form_errors.rejected_form(context, form.deed, form, error, _FIELDS)
    return redirect(address(context, context.page.path, done=form.deed))


def texts(rule: ListedRule) -> dict[str, str]:
    """Return the fields of the form of a rule."""
    return {
        "name": rule.subscription_shipments_name,
        "binding": rule.product_binding_type,
        "category": str(rule.category_list[0]) if rule.category_list else "",
        "products": ", ".join(map(str, rule.product_list or [])),
        "discount": _percent(rule),
        "only": "T" if rule.one_time_purchase == "F" else "",
        "cycles": ",".join(rule.subscription_shipments_cycle),
    }


def _percent(rule: ListedRule) -> str:
    """Return the discount of a rule as the form has it; empty: none, or one of an app."""
    if rule.use_discount != "T" or not is_plain(rule):
        return ""
    return str(int(rule.discount_values[0]))


def is_plain(rule: ListedRule) -> bool:
    """Return whether the form can hold the discount of a rule: none, or one percentage."""
    if rule.use_discount != "T":
        return True
    values = rule.discount_values or []
    return rule.discount_value_unit == "P" and len(values) == 1 and values[0] == int(values[0])


async def chosen(context: PageContext) -> ListedRule | None:
    """Return the rule that the address names, to be changed; None: none. Raises ApiError (404)."""
    number = context.visit.query.text("rule")
    return await _stored(context, number) if number else None


async def _stored(context: PageContext, number: str) -> ListedRule:
    named: dict[str, Encodable] = {"shop_no": context.shop.shop_no, "subscription_no": number}
    found = (await context.call(subscription_rules.listing, named)).content
    if not found:
        raise NotFound(NO_SUCH, parameter="rule", resource=Phrase("page"))
    return found[0]


async def _add(context: PageContext, form: Fields) -> None:
    parameters: dict[str, Encodable] = {
        "shop_no": context.shop.shop_no,
        "subscription_shipments_cycle_type": "T",
        "use_order_price_condition": "F",
        **await _parameters(context, form, _typed(form)),
    }
    await context.call(
        subscription_rules.create, parameters, key=sent_once.key(form, "subscription-rule")
    )


async def _save(context: PageContext, form: Fields) -> None:
    """Save the fields that were changed. Raises NotModified (409) without a change."""
    number = form.text("rule")
    stored = texts(await _stored(context, number))
    shown_values.require_current(form, {**stored, "cycles": form.text("was-cycles")})
    typed = _typed(form)
    changed = set(shown_values.changed(form, typed))
    of_products = {"binding", "products", "category"}
    if of_products & changed:
        changed |= of_products
    parameters = await _parameters(
        context, form, {name: typed[name] for name in typed if name in changed}
    )
    parameters |= {"shop_no": context.shop.shop_no, "subscription_no": number}
    await context.call(subscription_rules.change, parameters)


def _typed(form: Fields) -> dict[str, str]:
    discount = form.text("discount").strip().removesuffix("%").strip()
    return {
        "name": form.text("name").strip(),
        "binding": form.choice("binding", tuple(BINDINGS)),
        "category": form.text("category"),
        "products": form.text("products").strip(),
        "discount": "" if discount and not discount.strip("0") else discount,
        "only": form.text("only"),
        "cycles": ",".join(each for each in CYCLES if form.text(f"cycle-{each}")),
    }


async def _parameters(
    context: PageContext, form: Fields, typed: dict[str, str]
) -> dict[str, Encodable]:
    """Return the parameters of fields of the form; those that are not among `typed` stay."""
    found: dict[str, Encodable] = {}
    if "name" in typed:
        found["subscription_shipments_name"] = typed["name"]
    if "only" in typed:
        found["one_time_purchase"] = "F" if typed["only"] else "T"
    if "cycles" in typed:
        found["subscription_shipments_cycle"] = [
            each for each in typed["cycles"].split(",") if each
        ]
    if "discount" in typed:
        found |= _discount(typed["discount"])
    if "binding" in typed:
        binding = found["product_binding_type"] = typed["binding"]
        if binding == "P":
            found["product_list"] = await _products(context, typed["products"])
        if binding == "C":
            if not typed["category"]:
                raise Invalid(NO_SUCH, parameter="category", resource=Phrase("category"))
            found["category_list"] = [typed["category"]]
    return found


def _discount(typed: str) -> dict[str, Encodable]:
    """Return the parameters of a percentage; empty: none. Raises Invalid (422)."""
    if not typed:
        return {"use_discount": "F"}
    if not (typed.isascii() and typed.isdigit() and int(typed) <= 100):
        raise Invalid(PERCENT_OUT_OF_BOUNDS, parameter="discount")
    value = {"delivery_cycle": 1, "discount_amount": int(typed)}
    return {"use_discount": "T", "discount_value_unit": "P", "discount_values": [value]}


async def _products(context: PageContext, typed: str) -> list[int]:
    """Return the numbers of the products that were typed. Raises NotFound (404) for no product."""
    words = typed.replace(",", " ").split()
    numbers = [int(each) for each in words if each.isascii() and each.isdigit() and len(each) < 10]
    if not numbers or len(numbers) < len(words):
        raise NotFound(NO_SUCH, parameter="products", resource=Phrase("product"))
    for number in numbers:
        named = {"shop_no": context.shop.shop_no, "product_no": number}
        try:
            await context.call(product_rules.retrieve, named)
        except NotFound:
            raise NotFound(NO_SUCH, parameter="products", resource=Phrase("product")) from None
    return numbers
