"""What customers wait for is listed, and its notices sent, in the back office."""

from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.notification.test_restock_notices import ask, customer, restock, told
from tests.commerce.product.stock_setup import stocked
from tests.world import World

PAGE = "/admin/restock"


def test_products_are_listed_with_how_many_wait(world: World, owner: Browser) -> None:
    world.put("restocknotification/setting", use="T", send_method="M")
    number, _ = stocked(world, 0)
    empty = owner.open(PAGE).text
    for each in ("hana", "min"):
        customer(world, each)
        ask(world, number, each)

    page = owner.open(PAGE).text

    assert "Nobody waits for a product." in empty
    assert '<td class="figure">2</td>' in page
    assert "Sold out" in page
    assert 'name="product_no"' not in page


def test_notices_are_sent_when_the_manager_says_so(world: World, owner: Browser) -> None:
    world.put("restocknotification/setting", use="T", send_method="M")
    number, code = stocked(world, 0)
    customer(world)
    ask(world, number)
    restock(world, number, code, 3)
    before = told(world)
    token = hidden(owner.open(PAGE))

    answer = owner.submit(
        f"{PAGE}?shop_no=1",
        {**token, "product_no": str(number), "variant_code": ""},
    )

    assert (answer.status_code, before) == (303, [])
    assert len(told(world)) == 1
    assert "Nobody waits for a product." in owner.open(PAGE).text


def test_a_product_that_nobody_waits_for_is_said_so(world: World, owner: Browser) -> None:
    token = hidden(owner.open("/admin/message-templates/joined"))

    answer = owner.submit(PAGE, {**token, "product_no": "77", "variant_code": ""})

    assert "Nobody waits for this any more." in owner.open(answer.headers["location"]).text
