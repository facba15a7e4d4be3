"""Two pages of the same thing, open at once: what is saved in one is not undone by the other."""

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, forms, send


def test_the_second_page_of_a_product_saves_what_was_changed_in_it(owner: Browser) -> None:
    world = owner.world
    number = world.product(product_name="Cup", price="1000", product_tag=["old"])["product_no"]
    address = f"/admin/products/{number}"
    first, second = (form_of(owner.open(address).text, "details") for _ in range(2))

    owner.submit(first.action, {**first.values, "product_name": "Mug", "product_tag": "new"})
    saved = owner.submit(second.action, {**second.values, "price": "1,200"})

    product = world.get(f"products/{number}")["product"]
    assert saved.headers["location"].endswith("done=details")
    assert (product["product_name"], product["price"]) == ("Mug", "1200.00")
    assert product["product_tag"] == ["new"]


def test_a_page_that_is_refused_keeps_what_it_showed(owner: Browser) -> None:
    world = owner.world
    number = world.product(product_name="Cup", price="1000")["product_no"]
    address = f"/admin/products/{number}"

    refused = send(owner, address, "details", product_name="Mug", price="cheap")
    world.call("PUT", f"products/{number}", json={"request": {"summary_description": "Blue"}})
    again = form_of(refused.text, "details")
    owner.submit(again.action, {**again.values, "price": "1200"})

    product = world.get(f"products/{number}")["product"]
    assert (product["product_name"], product["price"]) == ("Mug", "1200.00")
    assert product["summary_description"] == "Blue"


def test_nothing_changed(owner: Browser) -> None:
    number = owner.world.product(price="1000")["product_no"]

    same = form_of(owner.open(f"/admin/products/{number}").text, "details")

    answer = owner.submit(same.action, same.values)
    assert answer.headers["location"].endswith("done=same")


def test_the_second_page_of_a_customer_saves_what_was_changed_in_it(owner: Browser) -> None:
    world = owner.world
    join(world, "hana", cellphone="010-1111-1111", address1="1 Old street")
    first, second = (form_of(owner.open("/admin/customers/hana").text, "edit") for _ in range(2))

    owner.submit(first.action, {**first.values, "address1": "2 New street", "sms": "T"})
    owner.submit(second.action, {**second.values, "cellphone": "010-2222-2222"})

    stored = world.get("customersprivacy/hana")["customersprivacy"]
    [customer] = world.get("customers", member_id="hana")["customers"]
    assert (stored["address1"], stored["cellphone"]) == ("2 New street", "010-2222-2222")
    assert customer["sms"] == "T"


def test_the_second_page_of_a_category_saves_what_was_changed_in_it(owner: Browser) -> None:
    world = owner.world
    made = world.post("categories", category_name="Lamps", use_display="T")["category"]
    number = str(made["category_no"])
    first, second = (
        next(
            form
            for form in forms(owner.open("/admin/categories").text)
            if form.values.get("category_no") == number and form.values["deed"] == "save"
        )
        for _ in range(2)
    )

    owner.submit(first.action, {**first.values, "category_name": "Lights"})
    hidden = {name: text for name, text in second.values.items() if name != "use_display"}
    saved = owner.submit(second.action, hidden)
    same = owner.submit(second.action, second.values)

    category = world.get(f"categories/{number}")["category"]
    assert saved.headers["location"].endswith("done=saved")
    assert same.headers["location"].endswith("done=same")
    assert (category["category_name"], category["use_display"]) == ("Lights", "F")


def test_the_second_page_of_an_order_saves_what_was_changed_of_its_recipient(
    owner: Browser,
) -> None:
    world = owner.world
    order_id = paid(world, wanted(stocked(world, 5)[1]))
    address = f"/admin/orders/{order_id}"
    first, second = (form_of(owner.open(address).text, "receiver") for _ in range(2))

    owner.submit(first.action, {**first.values, "to-address1": "2 New street"})
    refused = owner.submit(second.action, {**second.values, "to-name": ""})
    again = form_of(refused.text, "receiver")
    owner.submit(again.action, {**again.values, "to-name": "Lee"})

    [receiver] = world.get(f"orders/{order_id}", embed="receivers")["order"]["receivers"]
    assert refused.status_code == 422
    assert (receiver["name"], receiver["address1"]) == ("Lee", "2 New street")
