"""How a product is sent, in words that a shop's pages show."""

from typing import Final

from openmall.contract.languages import Words

SCOPES: Final = {
    "A": Words(ko="국내배송", en="Domestic shipping", ja="国内配送"),
    "C": Words(ko="해외배송", en="International shipping", ja="海外配送"),
    "B": Words(ko="국내/해외배송", en="Domestic/International shipping", ja="国内・海外配送"),
}
"""`shipping_scope` of a product -> what it is called."""

METHODS: Final = {
    "01": Words(ko="택배", en="Courier service", ja="宅配便"),
    "02": Words(ko="빠른등기", en="Express mail", ja="速達書留"),
    "03": Words(ko="일반등기", en="Registered mail", ja="書留"),
    "04": Words(ko="직접배송", en="Delivered by the shop", ja="自社配送"),
    "05": Words(ko="퀵배송", en="Quick courier", ja="当日便"),
    "06": Words(ko="기타", en="Other", ja="その他"),
    "07": Words(ko="화물배송", en="Freight", ja="貨物便"),
    "08": Words(ko="매장직접수령", en="Store pickup", ja="店舗受取"),
    "09": Words(ko="배송필요 없음", en="No shipping needed", ja="配送不要"),
}
"""`shipping_method` of a product -> what it is called."""
