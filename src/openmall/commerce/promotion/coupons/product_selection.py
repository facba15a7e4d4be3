"""The products a coupon covers."""

from openmall.commerce.promotion.coupons.shape import Choice


def covers(
    products: Choice,
    product_list: list[int],
    categories: Choice,
    category_list: list[int],
    *,
    product_no: int,
    category_nos: frozenset[int],
) -> bool:
    """Return whether a coupon covers a product.

    A product excluded by itself or by a category is not covered; of the including lists, either
    suffices.
    """
    of_list = product_no in product_list
    of_categories = not category_nos.isdisjoint(category_list)
    if (products == "E" and of_list) or (categories == "E" and of_categories):
        return False
    if products != "I" and categories != "I":
        return True
    return (products == "I" and of_list) or (categories == "I" and of_categories)
