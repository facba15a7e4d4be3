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
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH, PERCENT_OUT_OF_BOUNDS
from openmall.http.web.delivery_cycles import CYCLES
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once
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
    "rule-remove": marked("The rule was removed. Subscriptions go on, without its discount."),
}
ADD: Final = "rule-add"
_DEEDS: Final = Deeds(ADD, "rule-remove")
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
    """Add or remove a rule; return where that leads, or the state of the form that is refused."""
    form = await context.form(deeds=_DEEDS)
    try:
        if form.deed == ADD:
            await _add(context, form)
        else:
            named: dict[str, Encodable] = {
                "shop_no": context.shop.shop_no,
                "subscription_no": form.text("rule"),
            }
            await context.call(subscription_rules.delete, named)
    except ApiError as error:
        return form_errors.rejected_form(context, form.deed, form, error, _FIELDS)
    return redirect(address(context, context.page.path, done=form.deed))


async def _add(context: PageContext, form: Fields) -> None:
    binding = form.choice("binding", tuple(BINDINGS))
    discount = form.text("discount").strip().removesuffix("%").strip()
    if discount and not (discount.isascii() and discount.isdigit() and int(discount) <= 100):
        raise Invalid(PERCENT_OUT_OF_BOUNDS, parameter="discount")
    parameters: dict[str, Encodable] = {
        "shop_no": context.shop.shop_no,
        "subscription_shipments_name": form.text("name").strip(),
        "product_binding_type": binding,
        "one_time_purchase": "F" if form.text("only") else "T",
        "use_discount": "T" if discount.strip("0") else "F",
        "subscription_shipments_cycle_type": "T",
        "subscription_shipments_cycle": [each for each in CYCLES if form.text(f"cycle-{each}")],
        "use_order_price_condition": "F",
    }
    if discount.strip("0"):
        parameters["discount_value_unit"] = "P"
        parameters["discount_values"] = [{"delivery_cycle": 1, "discount_amount": int(discount)}]
    if binding == "P":
        parameters["product_list"] = await _products(context, form.text("products"))
    if binding == "C":
        if not form.text("category"):
            raise Invalid(NO_SUCH, parameter="category", resource=Phrase("category"))
        parameters["category_list"] = [form.text("category")]
    await context.call(
        subscription_rules.create, parameters, key=sent_once.key(form, "subscription-rule")
    )


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
