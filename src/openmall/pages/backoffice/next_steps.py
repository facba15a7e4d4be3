"""The next steps of a new mall, on the overview until its first order: done by what is there."""

from typing import Final

from msgspec import Struct

from openmall.commerce.shipping.setting import Shipping
from openmall.contract.call import Call
from openmall.contract.crud.settings import preload
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext

STEPS: Final = {
    "product": (marked("Add a product"), "/admin/products/new"),
    "shown": (marked("Show a product in the shop"), "/admin/products"),
    "shipping": (marked("Set the shipping fee"), "/admin/settings/shipping"),
    "policy": (marked("Write the terms of use and the privacy policy"), "/admin/settings/policy"),
    "staff": (marked("Invite your staff"), "/admin/managers"),
}


class Step(Struct, frozen=True):
    """A step to take, and whether it was taken."""

    label: str
    address: str
    done: bool


async def find_steps(context: PageContext) -> list[Step]:
    """Return the steps of a shop without orders; none for one that has orders, or took them all."""
    shop_no = context.shop.shop_no
    if (await context.call("orders/count", {"shop_no": shop_no})).content:
        return []
    products = (await context.call("products/count", {"shop_no": shop_no})).content
    on_sale = {"display": "T", "selling": "T", "shop_no": shop_no}
    shown = (await context.call("products/count", on_sale)).content
    managers = (await context.call("users", {"limit": 2})).content
    policy = (await context.call("policy", {"shop_no": shop_no})).content
    call = Call(context.clock)
    call.mall, call.shop_no = context.visit.mall, shop_no
    async with context.database.reading(context.mall_id) as call.db:
        await preload(call, Shipping)
    done = {
        "product": bool(products),
        "shown": bool(shown),
        "shipping": call.settings[shop_no, Shipping.__name__] is not None,
        "policy": bool(policy["terms_using_mall"] and policy["privacy_all"]),
        "staff": len(managers) > 1,
    }
    if all(done.values()):
        return []
    in_shop = f"?shop_no={shop_no}" if shop_no != 1 else ""
    return [
        Step(context.translate(label), f"{address}{in_shop}", done[name])
        for name, (label, address) in STEPS.items()
    ]
