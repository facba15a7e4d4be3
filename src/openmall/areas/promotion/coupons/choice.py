"""Which products a coupon is for."""

from openmall.areas.promotion.coupons.shape import Choice


def meant(
    products: Choice,
    product_list: list[int],
    categories: Choice,
    category_list: list[int],
    *,
    product_no: int,
    category_nos: frozenset[int],
) -> bool:
    """Say whether a product is among those a coupon is for.

    What is excluded, as a product or by a category, is not; of what is listed either list will do.
    """
    of_list = product_no in product_list
    of_categories = not category_nos.isdisjoint(category_list)
    if (products == "E" and of_list) or (categories == "E" and of_categories):
        return False
    if products != "I" and categories != "I":
        return True
    return (products == "I" and of_list) or (categories == "I" and of_categories)
