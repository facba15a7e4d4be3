"""The next steps of a new mall, on the overview until its first order: done by what is there."""

from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.staff_site import office_url
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.product import sample_products
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.shipping.setting import Shipping
from openmall.commerce.store import policy, users
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call import Call
from openmall.contract.crud.settings import preload
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.payments import payments

STEPS: Final = {
    "product": (marked("Add a product"), "/products/new"),
    "shown": (marked("Show a product in the shop"), "/products"),
    "shipping": (marked("Set the shipping fee"), "/settings/shipping"),
    "payments": (marked("Take payments"), menu_pages.PAYMENTS.at),
    "policy": (marked("Write the terms of use and the privacy policy"), "/settings/policy"),
    "staff": (marked("Invite your staff"), "/managers"),
}


MESSAGES: Final = {
    "samples": marked("The sample products were added."),
    "removed": marked("The sample products were removed."),
}


class Samples(Struct, frozen=True):
    """The sample products that there are, and whether they can be added."""

    installed: int
    possible: bool


NO_SAMPLES: Final = Samples(0, possible=False)


class Step(Struct, frozen=True):
    """A step to take, and whether it was taken."""

    label: str
    address: str
    done: bool


async def find_samples(context: PageContext) -> Samples:
    """Return the sample products of the mall; they can be added where there are no products."""
    parameters = {"shop_no": context.shop.shop_no}
    found = (await context.call(sample_products.retrieve, parameters)).content
    return Samples(found.installed, possible=not found.installed and not found.own)


_DEEDS: Final = Deeds("samples", "remove-samples", without="samples")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin`: add the sample products, or remove them."""
    form = await context.form(deeds=_DEEDS)
    if context.user.manager_type == "S":
        raise PageError(
            marked("You may not open this"),
            marked("Your account does not include these data."),
            status=403,
        )
    removes = form.deed == "remove-samples"
    parameters = {"shop_no": context.shop.shop_no}
    try:
        if removes:
            await context.call(sample_products.remove, parameters)
        else:
            await context.call(sample_products.install, parameters)
    except (Invalid, NotFound):
        # another request was faster, and the page shows what there is
        return redirect(address(context, context.page.path))
    done = "removed" if removes else "samples"
    return redirect(address(context, context.page.path, done=done))


async def find_steps(context: PageContext) -> list[Step]:
    """Return the steps of a shop without orders; none for one that has orders, or took them all.

    Sample products do not count.
    """
    shop_no = context.shop.shop_no
    if (await context.call(order_view.count, {"shop_no": shop_no})).content:
        return []
    parameters = {"shop_no": shop_no}
    response = await context.call(sample_products.retrieve, parameters)
    products = response.content.own
    on_sale: dict[str, Encodable] = {"display": "T", "selling": "T", "shop_no": shop_no}
    shown = (await context.call(product_rules.count, on_sale)).content
    managers = (await context.call(users.list_users, {"limit": 2})).content
    texts = (await context.call(policy.OPERATIONS.retrieve, {"shop_no": shop_no})).content
    async with context.database.reading(context.mall_id) as db:
        call = Call(context.clock, db, context.visit.mall, shop_no)
        await preload(call, Shipping)
    done = {
        "product": bool(products),
        "shown": bool(shown),
        "shipping": call.settings[shop_no, Shipping.__name__] is not None,
        "payments": await payments.can_be_paid(context),
        "policy": bool(texts.terms_using_mall and texts.privacy_all),
        "staff": len(managers) > 1,
    }
    if all(done.values()):
        return []
    in_shop = f"?shop_no={shop_no}" if shop_no != 1 else ""
    return [
        Step(context.translate(label), office_url(f"{page}{in_shop}"), done[name])
        for name, (label, page) in STEPS.items()
    ]
