"""Creates the demo mall's suppliers, carriers, origin address and shipping fees."""

from decimal import Decimal
from typing import Final

import msgspec

from openmall.commerce.shipping import carriers, origins, regionalsurcharges
from openmall.commerce.shipping import setting_rules as shipping_rules
from openmall.commerce.shipping.carrier_shape import CarrierDraft
from openmall.commerce.supply.suppliers import SUPPLIERS, Contact, SupplierDraft
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import load_progress

CARRIERS: Final = ("0002", "0005", "0070")
"""The first is the default: a parcel service, the post, and one for abroad."""
SUPPLIED_BY: Final = ("Haneul Ceramics", "Baram Linen", "Namu Woodworks")
FEES: Final = {
    "KRW": (Decimal(3_000), Decimal(50_000), Decimal(4_000)),
    "USD": (Decimal("2.50"), Decimal(40), Decimal(3)),
}
"""Currency of a shop -> fee of a parcel, amount from which it is free, surcharge of islands."""


async def set_up(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Create them once; later changes and removals stay."""
    async with database.writing(mall.mall_id) as db:
        if await sequences.allocated(db, load_progress.SHIPPING):
            return
        call = Call(clock, db, mall, seal=seal)
        for at, name in enumerate(SUPPLIED_BY, 1):
            contact = Contact(no=1, name=f"{name} sales", email=f"sales{at}@example.com")
            draft = SupplierDraft(supplier_name=name, manager_information=[contact])
            await SUPPLIERS.add(db, mall, clock, draft)
        place = origins.OriginDraft(
            origin_name="Seoul",
            address1="Seoul, Jung-gu, Sejong-daero 110",
            address2="Ground floor",
            country_code="KR",
            zipcode="04524",
        )
        await origins.create(call, place)
        for shop_no, shop in mall.shops.items():
            with call.in_shop(shop_no):
                for code in CARRIERS:
                    carrier_draft = CarrierDraft(
                        shop_no=shop_no,
                        shipping_carrier_code=code,
                        contact="02-000-0000",
                        email="parcels@example.com",
                    )
                    await carriers.create(call, carrier_draft)
                await _charge(call, *FEES[shop.currency])
        await sequences.allocate(db, load_progress.SHIPPING)


async def _charge(call: Call, fee: Decimal, free_from: Decimal, islands: Decimal) -> None:
    terms = {
        "shop_no": call.shop_no,
        "shipping_fee_type": "M",
        "shipping_fee": fee,
        "free_shipping_price": free_from,
    }
    await shipping_rules.change(call, msgspec.convert(terms, shipping_rules.ShippingChange))
    await regionalsurcharges.change(
        call,
        regionalsurcharges.RegionalSurchargesChange(
            shop_no=call.shop_no,
            use_regional_surcharge="T",
            jeju_surcharge_amount=islands,
            remote_area_surcharge_amount=islands,
        ),
    )
