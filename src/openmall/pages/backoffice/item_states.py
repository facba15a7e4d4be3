"""The names of item states in the manager's language.

Operations name a state as the shop shows it to buyers, in its language. Pages show the names in the
language of the reader instead, and names of the shop as they are.
"""

from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.status_names import in_language
from openmall.pages.backoffice.page_context import PageContext


def name_of(context: PageContext, item: Item) -> str:
    """Return the name of an item's state."""
    shops = context.visit.mall.shops
    shop = shops.get(item.shop_no, context.shop)
    return in_language(item.status_text, item.order_status, shop.language, context.language)
