"""Webhook events of categories. Specification: "Events" are "not shown"; as catalogued."""

from typing import ClassVar

from openmall.commerce.category.categories.shape import Category
from openmall.contract.events import Event


class CategoryAdded(Event, frozen=True, kw_only=True):
    """Event 90042: a category was added."""

    event_no: ClassVar[int] = 90042

    category_no: int
    category_name: str
    use_display: str
    use_main: str
    display_type: str
    product_display_scope: str
    product_display_type: str | None
    product_display_key: str | None
    product_display_sort: str | None
    soldout_product_display: str
    sub_category_product_display: str

    @classmethod
    def of(cls, category: Category) -> "CategoryAdded":
        """Return the event for `category`."""
        names = [name for name in cls.__struct_fields__ if name != "event_shop_no"]
        return cls(
            event_shop_no=str(category.shop_no),
            **{name: getattr(category, name) for name in names},
        )


class CategoryUpdated(CategoryAdded, frozen=True, kw_only=True):
    """Event 90043: a category was edited."""

    event_no: ClassVar[int] = 90043
    audited_by: ClassVar[str] = "category_no"


class CategoryDeleted(Event, frozen=True, kw_only=True):
    """Event 90044: a category was deleted."""

    event_no: ClassVar[int] = 90044

    category_no: int
