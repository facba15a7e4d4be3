"""A role that only views orders is offered no change of them."""

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_roles import sub_admin


def test_the_list_offers_no_change_to_who_only_views_it(owner: Browser) -> None:
    _, code = stocked(owner.world, 5)
    paid(owner.world, wanted(code))
    viewer = sub_admin(owner.world, "viewer", {"orders": "view"})
    editor = sub_admin(owner.world, "editor", {"orders": "edit"})

    viewed, edited = (each.open("/admin/orders").text for each in (viewer, editor))

    for deed in ("pay", "prepare", "ship"):
        button = f'name="deed" value="{deed}"'
        assert button in edited
        assert button not in viewed
