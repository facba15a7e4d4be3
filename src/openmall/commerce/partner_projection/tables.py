"""The read model of the partner programme: all that may be read across malls.

Its rows belong to the installation: `store_id` names the mall, whose shop takes part. See
docs/decisions/0010-partner-projection.md.
"""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import flag, installation_table, number, shop_table, text
from openmall.database.undo_policies import FIGURES_CHANGED, Recomputed

PARTNER_SHOP_WORD: Final = installation_table(
    "partner_shop_word",
    text("kind"),
    text("word"),
    text("store_id"),
    number("shop_no"),
    backup=with_same_mall(
        "a copy does not take part in the partner programme", mall_column="store_id"
    ),
    personal_data=no_personal_data("what partners may read of products and shops"),
    key=("kind", "word", "store_id", "shop_no"),
)
"""Search words of a shop: `kind` is the filter, `word` a value of it that the shop has."""
Index("ix_partner_shop_word_shop", PARTNER_SHOP_WORD.c.store_id, PARTNER_SHOP_WORD.c.shop_no)

PARTNER_PRODUCT: Final = installation_table(
    "partner_product",
    text("store_id"),
    number("product_no"),
    number("shop_no"),
    text("product_ukey"),
    number("category_no", null=True),
    text("depth1"),
    text("depth2"),
    text("depth3"),
    text("product_name"),
    text("product_status_type"),
    number("price"),
    number("pc_discount_price"),
    number("mobile_discount_price"),
    number("pc_discount_rate"),
    number("mobile_discount_rate"),
    flag("is_pc_discount"),
    flag("is_mobile_discount"),
    flag("is_free_shipping"),
    flag("is_international_shipping"),
    flag("is_free_gift"),
    flag("is_coupon_discount"),
    text("product_popular_age"),
    number("review_count"),
    number("review_score"),
    number("hits_count"),
    number("popularity_score"),
    number("created_date"),
    number("updated_date"),
    text("shown"),
    backup=with_same_mall(
        "a copy does not take part in the partner programme", mall_column="store_id"
    ),
    personal_data=no_personal_data("what partners may read of products and shops"),
    key=("store_id", "product_no", "shop_no"),
    wide=True,
)
"""A displayed and sold product of a shop that takes part.

`category_no`: the mall's category that gave it its place in the programme. `shown`: JSON, what is
only answered.
"""
_P: Final = PARTNER_PRODUCT.c
SORTS: Final = (
    "created_date", "price", "pc_discount_price", "mobile_discount_price", "pc_discount_rate",
    "mobile_discount_rate", "product_name", "review_count", "review_score", "hits_count",
    "popularity_score",
)  # fmt: skip
"""The sorts of products, each with an index, so that a page is read without sorting."""
for _name in SORTS:
    Index(f"ix_partner_product_{_name}", _P[_name], _P.store_id, _P.product_no, _P.shop_no)
Index("ix_partner_product_updated_date", _P.updated_date)
Index("ix_partner_product_ukey", _P.product_ukey)
Index("ix_partner_product_category", _P.store_id, _P.category_no)

PARTNER_PRODUCT_WORD: Final = installation_table(
    "partner_product_word",
    text("kind"),
    text("word"),
    text("product_ukey"),
    text("store_id"),
    number("product_no"),
    backup=with_same_mall(
        "a copy does not take part in the partner programme", mall_column="store_id"
    ),
    personal_data=no_personal_data("what partners may read of products and shops"),
    key=("kind", "word", "product_ukey"),
)
"""Search words of a product: `kind` is the filter, `word` a value of it that the product has.

The product is one column: with several, SQLite would try every mall with every number.
"""
Index(
    "ix_partner_product_word_product",
    PARTNER_PRODUCT_WORD.c.store_id,
    PARTNER_PRODUCT_WORD.c.product_no,
)

TAG_KEYS: Final = "standard_tag_key"
"""The kind of search words that are keys of standard tags."""


def tag_values(key: str) -> str:
    """Return the kind of search words that are values of a standard tag."""
    return f"standard_tag {key}"


USUAL: Final = {
    "is_pc_discount": "F",
    "is_mobile_discount": "F",
    "is_free_shipping": "F",
    "is_international_shipping": "F",
    "is_free_gift": "F",
    "is_coupon_discount": "F",
    "product_status_type": "N",
    "product_popular_age": "etc",
}
"""Column -> its usual value. Other values are search words."""

PARTNER_CATEGORY: Final = shop_table(
    "partner_category",
    number("category_no"),
    text("depth1"),
    text("depth2"),
    text("depth3"),
    backup=with_same_mall("a copy does not take part in the partner programme"),
    undo=FIGURES_CHANGED,
    personal_data=no_personal_data("what partners may read of products and shops"),
    key=("category_no",),
)
"""The programme's category of a category of the mall and its descendants."""

PARTNER_FIGURES: Final = shop_table(
    "partner_figures",
    number("product_no"),
    number("shop_no"),
    text("figures"),
    backup=with_same_mall("a copy does not take part in the partner programme"),
    undo=Recomputed("made anew from the reviews of the product"),
    personal_data=no_personal_data("what partners may read of products and shops"),
    key=("product_no", "shop_no"),
)
"""Figures of a product that only the programme has. `figures`: JSON."""
