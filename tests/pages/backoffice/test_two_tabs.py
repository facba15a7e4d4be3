"""Two pages of the same thing, open at once: what is saved in one is not undone by the other."""

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.pages.backoffice.page_forms import form_of, send


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
