"""The fields every page knows from the beginning, named in the languages openmall speaks."""

from typing import Final

from msgspec import Struct

from openmall.areas.category.page_properties.shape import PageKind, Property
from openmall.contract.languages import Words


class Builtin(Struct, frozen=True):
    """A field of products, and the pages a new shop shows it on."""

    key: str
    words: Words
    shown_on: frozenset[PageKind] = frozenset()


_EVERYWHERE: Final[frozenset[PageKind]] = frozenset({"category", "main", "product"})
_DETAIL: Final[frozenset[PageKind]] = frozenset({"product"})
_LISTS: Final[frozenset[PageKind]] = frozenset({"category", "main"})

FIELDS: Final = (
    Builtin("product_name", Words(ko="상품명", en="Product name", ja="商品名"), _EVERYWHERE),
    Builtin("eng_product_name", Words(ko="영문 상품명", en="English name", ja="英語商品名")),
    Builtin("product_code", Words(ko="상품코드", en="Product code", ja="商品コード")),
    Builtin(
        "custom_product_code", Words(ko="자체 상품코드", en="Own product code", ja="独自商品コード")
    ),
    Builtin("model_name", Words(ko="모델명", en="Model", ja="モデル名")),
    Builtin("brand_name", Words(ko="브랜드", en="Brand", ja="ブランド")),
    Builtin("trend_name", Words(ko="트렌드", en="Trend", ja="トレンド")),
    Builtin("manufacturer_name", Words(ko="제조사", en="Manufacturer", ja="メーカー")),
    Builtin("origin_place", Words(ko="원산지", en="Made in", ja="原産地")),
    Builtin("made_date", Words(ko="제조일자", en="Made on", ja="製造日")),
    Builtin("release_date", Words(ko="출시일자", en="Released on", ja="発売日")),
    Builtin("expiration_date", Words(ko="유효기간", en="Use by", ja="有効期限")),
    Builtin("retail_price", Words(ko="소비자가", en="Retail price", ja="希望小売価格")),
    Builtin("price", Words(ko="판매가", en="Price", ja="販売価格"), _EVERYWHERE),
    Builtin(
        "product_discount_price",
        Words(ko="할인판매가", en="Discounted price", ja="割引価格"),
        _DETAIL,
    ),
    Builtin("optimum_discount_price", Words(ko="최적할인가", en="Best price", ja="最適割引価格")),
    Builtin(
        "summary_description", Words(ko="상품요약설명", en="Summary", ja="商品要約説明"), _LISTS
    ),
    Builtin(
        "simple_description",
        Words(ko="상품 간략설명", en="Short description", ja="商品簡略説明"),
        _DETAIL,
    ),
    Builtin("shipping_method", Words(ko="배송방법", en="Shipping method", ja="配送方法")),
    Builtin("shipping_fee", Words(ko="배송비", en="Shipping fee", ja="配送料"), _DETAIL),
    Builtin("shipping_period", Words(ko="배송기간", en="Shipping time", ja="配送期間")),
    Builtin("product_weight", Words(ko="상품중량", en="Weight", ja="重量")),
    Builtin("product_material", Words(ko="상품소재", en="Material", ja="素材")),
    Builtin("product_tag", Words(ko="상품 태그", en="Tags", ja="タグ")),
)


def properties(kind: PageKind, language: str) -> list[Property]:
    """Return what a page of a new shop that speaks `language`, such as `ko_KR`, shows."""
    return [
        Property(
            key=each.key,
            name=each.words.spoken(language),
            display="T" if kind in each.shown_on else "F",
        )
        for each in FIELDS
    ]
