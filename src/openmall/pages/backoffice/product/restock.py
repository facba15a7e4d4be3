"""What customers wait for: products that are sold out, how many wait, and sending notices."""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.notification.restock import store as restock_store
from openmall.commerce.notification.restock.store import Target
from openmall.commerce.product.stock import availability_store
from openmall.contract.journal import record
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext

PAGE_SIZE: Final = 50
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_CODE: Final = re.compile(r"[A-Z0-9]{0,12}")
_DONE: Final = {
    "sent": marked("Notices are sent as far as the product is in stock."),
    "nobody": marked("Nobody waits for this any more."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/restock`: list what customers of a shop wait for."""
    shop, query = context.shop, context.visit.query
    after, code = query.text("after"), query.text("code")
    behind = (int(after), code) if _NUMBER.fullmatch(after) and _CODE.fullmatch(code) else (0, "")
    async with context.database.reading(context.mall_id) as db:
        rows = await restock_store.targets(db, shop.shop_no, after=behind, most=PAGE_SIZE + 1)
        stock = await availability_store.of_products(
            db, {row[0] for row in rows}, shop_no=shop.shop_no, now=context.clock.now()
        )
        lines = [
            {
                "product_no": number,
                "variant_code": code,
                "due": due is not None,
                "name": name,
                "waiting": waiting,
                "in_stock": number in stock and restock_store.is_back(stock[number], code),
            }
            for number, code, due, name, waiting in rows[:PAGE_SIZE]
        ]
    last = lines[-1] if len(rows) > PAGE_SIZE else None
    further = last and {
        "shop_no": shop.shop_no,
        "after": last["product_no"],
        "code": last["variant_code"],
    }
    return context.show(
        "restock.html",
        shop=shop,
        lines=lines,
        older=f"{context.page.path}?{urlencode(further)}" if further else "",
        done=context.translate(_DONE.get(context.visit.query.text("done"), "")),
    )


async def send(context: PageContext) -> Response:
    """Handle `POST /admin/restock`: let a worker send the notices of a product now."""
    context.require_no_approval()
    form = await context.form()
    shop, number, code = context.shop, form.text("product_no"), form.text("variant_code")
    done = "nobody"
    if _NUMBER.fullmatch(number) and _CODE.fullmatch(code):
        target = Target(shop_no=shop.shop_no, product_no=int(number), variant_code=code)
        async with context.database.writing(context.mall_id) as db:
            if await restock_sending.send_now(db, target, now=int(context.clock.now())):
                done = "sent"
                await record.write_browser_action(
                    db,
                    context.clock,
                    context.user,
                    action="restock notices",
                    shop_no=shop.shop_no,
                    subject=f"product {number} {code}".strip(),
                )
    return redirect(f"{context.page.path}?shop_no={shop.shop_no}&done={done}")
