"""Shipping origins are made, changed and deleted; the default one is the sender on labels."""

from io import BytesIO

from pypdf import PdfReader

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import problem, said, send
from tests.world import World

LIST = "/admin/shipping-origins"
NEW = f"{LIST}/new"
PLACE = {"origin_name": "Depot", "address1": "7 Harbour Road", "address2": "Gate 2"}


def origins(world: World) -> list[tuple[str, str, str]]:
    found = world.get("shippingorigins")["shippingorigins"]
    return [(each["origin_name"], each["default"], each["contact"]) for each in found]


def test_the_first_origin_is_the_default_until_another_is(owner: Browser) -> None:
    assert "There are no shipping origins yet." in owner.open(LIST).text

    made = send(owner, NEW, "save", **PLACE, contact="031-000-0000")
    send(owner, NEW, "save", **{**PLACE, "origin_name": "Shop"}, default="T")

    assert said(made) == "The shipping origin was created."
    assert origins(owner.world) == [("Depot", "F", "031-000-0000"), ("Shop", "T", "")]


def test_an_origin_is_changed_and_deleted(owner: Browser) -> None:
    send(owner, NEW, "save", **PLACE)
    [made] = owner.world.get("shippingorigins")["shippingorigins"]
    path = f"{LIST}/{made['origin_code']}"

    changed = send(owner, path, "save", origin_name="Big depot")
    same = send(owner, path, "save")
    kept = send(owner, path, "save", default=None)
    send(owner, NEW, "save", **PLACE)
    refused = send(owner, path, "remove")
    gone = send(owner, f"{LIST}/{second(owner)}", "remove")

    assert said(changed) == "The shipping origin was saved."
    assert said(same) == "No changes to save."
    assert (kept.status_code, problem(kept, "default")) == (
        422,
        "Make another origin the default first.",
    )
    assert refused.status_code == 422
    assert "The default origin cannot be deleted while there are others." in refused.text
    assert said(gone) == "The shipping origin was deleted."
    assert origins(owner.world) == [("Big depot", "T", "")]


def second(owner: Browser) -> str:
    code: str = owner.world.get("shippingorigins")["shippingorigins"][1]["origin_code"]
    return code


def test_what_is_wrong_is_said_beside_its_field(owner: Browser) -> None:
    nameless = send(owner, NEW, "save", **{**PLACE, "origin_name": ""})
    phone = send(owner, NEW, "save", **PLACE, contact="call me")

    assert (nameless.status_code, problem(nameless, "origin_name")) == (
        422,
        "This field is required.",
    )
    assert 'value="7 Harbour Road"' in nameless.text
    assert problem(phone, "contact")
    assert origins(owner.world) == []
    for path in (f"{LIST}/W9999999", f"{LIST}/nowhere"):
        assert owner.open(path).status_code == 404


def test_the_default_origin_is_the_sender_on_labels(owner: Browser) -> None:
    number = paid(owner.world, wanted(stocked(owner.world, 5)[1]))
    before = text_of(owner, number)

    send(owner, NEW, "save", **PLACE, contact="031-000-0000")

    after = text_of(owner, number)
    assert "Harbour" not in before
    for words in ("7 Harbour Road Gate 2", "(Depot)", "031-000-0000"):
        assert words in after


def text_of(owner: Browser, number: str) -> str:
    content = owner.open(f"/admin/dispatch/labels?order_id={number}").content
    return PdfReader(BytesIO(content)).pages[0].extract_text()
