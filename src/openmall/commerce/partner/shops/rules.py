"""The operations of partners on participating shops."""

from collections.abc import Sequence

from openmall.commerce.partner import addresses
from openmall.commerce.partner.shops import search as partner_shop_search
from openmall.commerce.partner.shops.shape import Category, PartnerShop
from openmall.commerce.partner.shops.takes import ShopQuery
from openmall.commerce.partner_projection.shape import Enrolment
from openmall.contract.call import Call


async def listing(call: Call, query: ShopQuery) -> Sequence[PartnerShop]:
    """Retrieve a list of shops."""
    return [_shop(call, each) for each in await partner_shop_search.page(call, query)]


def _shop(call: Call, each: Enrolment) -> PartnerShop:
    terms = each.terms
    return PartnerShop(
        collection_store_category=Category(depth1=terms.depth1, depth2=terms.depth2),
        store_id=each.store_id,
        shop_name=each.shop_name,
        shop_no=each.shop_no,
        shop_url=addresses.of_mall(call.origin, each.store_id),
        shop_currency_code=each.shop_currency_code,
        shop_language=each.shop_language,
        shop_grade=terms.grade,
        shop_popular_age=terms.shop_popular_age,
        shop_sex=terms.shop_sex,
        shop_region=terms.shop_region,
        shop_tags=terms.shop_tags,
        social_logins=list(terms.social_logins),
        use_platformpay=terms.use_platformpay,
        use_portalpay=terms.use_portalpay,
        use_carrier_y=terms.use_carrier_y,
        shipping_fee_type=terms.shipping_fee_type,
        benefits=list(terms.benefits),
        global_payment_type=list(terms.global_payment_type),
        created_date=each.created_date,
        updated_date=each.updated_date,
    )
