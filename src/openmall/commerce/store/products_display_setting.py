"""Default sort order of a shop's products.

Specification: "Products display setting". A plain settings resource.
"""

from typing import Annotated, Literal

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values

Sorting = Annotated[
    Literal[
        "new_product",
        "product_name",
        "low_price",
        "high_price",
        "manufacture",
        "popular_product",
        "review",
        "hit_count",
        "like_count",
    ],
    Values(
        {
            "new_product": Label("newest first"),
            "product_name": Label("name"),
            "low_price": Label("lowest price"),
            "high_price": Label("highest price"),
            "manufacture": Label("manufacturer"),
            "popular_product": Label("best sellers"),
            "review": Label("reviews"),
            "hit_count": Label("views"),
            "like_count": Label("likes"),
        }
    ),
]


class ProductsDisplaySetting(Setting, frozen=True, kw_only=True):
    """A shop's order of products; the defaults are what a new shop has."""

    sorting_options: Annotated[Sorting, Label("Products are sorted by")] = "new_product"


OPERATIONS = setting_operations(
    "products/display/setting",
    ProductsDisplaySetting,
    changes_of(ProductsDisplaySetting, required=("sorting_options",)),
    area="store",
    key="display",
)
