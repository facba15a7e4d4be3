"""Carriers in the back office: listed, added, changed and removed; and what is refused."""

from typing import Any

import httpx
import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import form_of, problem, said, send
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World

LIST = "/admin/carriers"
NEW = f"{LIST}/new"
VAN = {
    "shipping_carrier": "Our van",
    "track_shipment_url": "https://van.example.com/track?no={number}",
}


def carriers(world: World) -> list[tuple[str, str, str | None]]:
    return [
        (each["shipping_carrier"], each["shipping_carrier_code"], each["track_shipment_url"])
        for each in world.get("carriers")["carriers"]
    ]


def default(world: World) -> list[str]:
    found = world.get("carriers")["carriers"]
    return [each["shipping_carrier"] for each in found if each["default_shipping_carrier"] == "T"]


def add(owner: Browser, code: str) -> httpx.Response:
    token = form_of(owner.open(NEW).text, "save").values["form_token"]
    answer = owner.submit(LIST, {"form_token": token, "deed": "add", "code": code})
    return owner.open(answer.headers["location"]) if answer.status_code == 303 else answer


def test_own_and_builtin_carriers_are_added_changed_and_removed(owner: Browser) -> None:
    world = owner.world
    assert "This shop has no carriers yet." in owner.open(LIST).text

    made = send(owner, NEW, "save", **VAN, contact="02-123-4567")
    added = add(owner, "0003")
    again = add(owner, "0003")
    renamed = send(owner, f"{LIST}/1", "save", shipping_carrier="Our bike", track_shipment_url="")
    same = send(owner, f"{LIST}/1", "save")
    chosen = send(owner, f"{LIST}/2", "default")

    assert [said(each) for each in (made, added, again, renamed, same, chosen)] == [
        "The carrier was added.",
        "The carrier was added.",
        "No changes to save.",
        "The carrier was saved.",
        "No changes to save.",
        "The default carrier was changed.",
    ]
    hanjin = ("Hanjin", "0003")
    assert [each[:2] for each in carriers(world)] == [("Our bike", "0001"), hanjin]
    assert default(world) == ["Hanjin"]
    page = owner.open(LIST).text
    assert "Our bike" in page
    assert "None: buyers get no link." in page
    assert 'value="0003"' not in page  # it is the shop's now

    assert said(send(owner, f"{LIST}/2", "remove")) == "The carrier was removed."
    assert default(world) == ["Our bike"]
    assert said(send(owner, f"{LIST}/1", "remove")) == "The carrier was removed."
    assert carriers(world) == []


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)//",
        "JaVaScRiPt:alert(document.cookie)",
        "data:text/html,<script>",
        "//van.example.com/",
        "van.example.com/track",
        "https://",
        "https:///track",
        "https://user:secret@van.example.com/",
        "https://shop.example.com@evil.example.com/",
        "https://{number}.example.com/",
        "https://van.example.com:{number}/",
        "https://van.example.com:99999/",
        "https://[::1/",
        "https://van.example.com/track?no={no}",
        'https://van.example.com/"onclick="x',
        "https://van.example.com/ track",
        "https://van.example.com/\\track",
        "https://van.example.com/\u202etrack",
    ],
)
def test_an_address_that_is_no_web_page_is_refused_everywhere(owner: Browser, address: str) -> None:
    world = owner.world
    send(owner, NEW, "save", **VAN)

    made = send(owner, NEW, "save", shipping_carrier="Other", track_shipment_url=address)
    changed = send(owner, f"{LIST}/1", "save", track_shipment_url=address)
    sent = {"shipping_carrier_code": "0001", "contact": "", "email": "", "shipping_carrier": "X"}
    answer = world.call(
        "POST", "carriers", json={"request": {**sent, "track_shipment_url": address}}
    )

    for page in (made, changed):
        assert page.status_code == 422
        assert problem(page, "track_shipment_url")
    assert form_of(made.text, "save").values["track_shipment_url"] == address
    assert form_of(made.text, "save").values["shipping_carrier"] == "Other"
    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "track_shipment_url"
    assert carriers(world) == [(VAN["shipping_carrier"], "0001", VAN["track_shipment_url"])]


def test_what_is_wrong_is_said_beside_its_field(owner: Browser) -> None:
    nameless = send(owner, NEW, "save", **{**VAN, "shipping_carrier": "  "})
    long = send(owner, NEW, "save", **{**VAN, "shipping_carrier": "x" * 81})
    mail = send(owner, NEW, "save", **VAN, email="nobody")
    send(owner, NEW, "save", **VAN)
    emptied = send(owner, f"{LIST}/1", "save", shipping_carrier="")

    assert problem(nameless, "shipping_carrier") == "This field is required."
    assert problem(emptied, "shipping_carrier") == "This field is required."
    assert problem(long, "shipping_carrier") == "Enter at most 80 characters."
    assert problem(mail, "email")
    assert len(carriers(owner.world)) == 1
    for path in (f"{LIST}/99", f"{LIST}/nowhere", f"{LIST}/0"):
        assert owner.open(path).status_code == 404
    assert add(owner, "0018").status_code == 422


def test_a_shop_has_its_own_carriers_and_roles_decide(owner: Browser, world: World) -> None:
    send(owner, NEW, "save", **VAN)
    views = sub_admin(world, "views", {"settings": "view"})
    clerk = sub_admin(world, "clerk", {"products": "edit"})

    assert "Our van" in views.open(LIST).text
    assert send(views, f"{LIST}/1", "save", shipping_carrier="Theirs").status_code == 403
    assert clerk.open(LIST).status_code == 403
    assert [each[0] for each in carriers(world)] == ["Our van"]


def test_name_and_address_are_text_on_the_page(owner: Browser) -> None:
    name = '<img src=x onerror="alert(1)">'
    send(owner, NEW, "save", **{**VAN, "shipping_carrier": name})

    for path in (LIST, f"{LIST}/1"):
        page = owner.open(path).text
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


def test_a_carrier_gets_fees_of_its_own_and_gives_them_up(owner: Browser) -> None:
    world = owner.world
    send(owner, NEW, "save", **VAN)
    page = f"{LIST}/1-fees"
    assert page in owner.open(f"{LIST}/1").text

    shown = send(owner, page, "fields", shipping_fee_setting="T", shipping_fee_type="M")
    form = form_of(shown.text, "save")
    assert {"shipping_fee", "min_price", "shipping_fee_criteria"} <= form.values.keys()
    typed = {"shipping_fee": "4,000", "min_price": "50000", "max_shipping_period": "5"}
    missing = owner.submit(form.action, {**form.values, **typed, "min_price": ""})
    saved = owner.submit(form.action, {**form.values, **typed})

    assert saved.status_code == 303, saved.text
    assert missing.status_code == 422
    assert problem(missing, "min_price") == "This field is required."
    assert said(owner.open(saved.headers["location"])) == (
        "The shipping fees of the carrier were saved."
    )
    found = world.get("carriers/1")["carrier"]
    home = found["shipping_fee_setting_detail"]["shipping_fee_setting_domestic"]
    assert found["shipping_fee_setting"] == "T"
    assert (home["shipping_fee_type"], home["shipping_fee"], home["min_price"]) == (
        "M", "4000.00", "50000.00"
    )  # fmt: skip
    assert "A fee of its own" in owner.open(LIST).text
    assert said(send(owner, page, "save")) == "No changes to save."

    tiers = {
        "min_value-0": "0", "max_value-0": "10000", "shipping_fee-0": "3000",
        "min_value-1": "20000", "max_value-1": "30000", "shipping_fee-1": "2000",
    }  # fmt: skip
    shown = send(owner, page, "fields", shipping_fee_type="D")
    form = form_of(shown.text, "save")
    gap = owner.submit(form.action, {**form.values, **tiers})
    assert gap.status_code == 422
    assert world.get("carriers/1")["carrier"] == found

    send(owner, page, "save", shipping_fee_setting="F")
    assert world.get("carriers/1")["carrier"]["shipping_fee_setting"] == "F"
    assert owner.open(f"{LIST}/99-fees").status_code == 404


def test_fees_abroad_that_an_app_set_outlive_the_form(owner: Browser) -> None:
    world = owner.world
    abroad = {"shipping_country_list": [{"country_code": "JP"}], "maximum_quantity": 3}
    home = {"shipping_fee_type": "R", "shipping_fee": "2000"}
    world.post(
        "carriers",
        shipping_carrier_code="0003",
        contact="",
        email="",
        shipping_fee_setting="T",
        shipping_fee_setting_detail={
            "shipping_fee_setting_domestic": home,
            "shipping_fee_setting_oversea": abroad,
            "shipping_information": "By night",
        },
    )

    send(owner, f"{LIST}/1-fees", "save", shipping_fee="2500")

    detail = world.get("carriers/1")["carrier"]["shipping_fee_setting_detail"]
    assert detail["shipping_fee_setting_domestic"]["shipping_fee"] == "2500.00"
    assert detail["shipping_fee_setting_oversea"]["maximum_quantity"] == 3
    assert [
        each["country_code"]
        for each in detail["shipping_fee_setting_oversea"]["shipping_country_list"]
    ] == ["JP"]
    assert detail["shipping_information"] == "By night"


def test_built_in_carriers_have_names_in_the_language_of_the_reader(owner: Browser) -> None:
    owner.cookies["openmall-language"] = "ko"
    offered = owner.open(LIST).text

    add(owner, "0002")

    assert "<strong>CJ대한통운</strong> <code>0002</code>" in offered
    assert "CJ대한통운" in owner.open(LIST).text
    assert 'value="CJ대한통운"' in owner.open(f"{LIST}/1").text
    owner.cookies["openmall-language"] = "en"
    assert "CJ Logistics" in owner.open(LIST).text
    assert carriers(owner.world)[0][:2] == ("CJ Logistics", "0002")


def own_fees(world: World, **home: Any) -> None:
    """Add a carrier with fees of its own, as an app does."""
    world.post(
        "carriers",
        shipping_carrier_code="0003",
        contact="",
        email="",
        shipping_fee_setting="T",
        shipping_fee_setting_detail={"shipping_fee_setting_domestic": home},
    )


def test_tiers_and_what_amounts_count_outlive_the_form(owner: Browser) -> None:
    world = owner.world
    tiers = [
        {"min_value": str(number), "max_value": str(number + 1), "shipping_fee": "1000"}
        for number in range(60)
    ]
    own_fees(
        world,
        shipping_fee_type="W",
        shipping_fee_criteria="A",
        domestic_shipping_fee_list=tiers,
    )

    saved = send(owner, f"{LIST}/1-fees", "save", **{"shipping_fee-59": "900"})

    assert said(saved) == "The shipping fees of the carrier were saved."
    detail = world.get("carriers/1")["carrier"]["shipping_fee_setting_detail"]
    home = detail["shipping_fee_setting_domestic"]
    fees = [each["shipping_fee"] for each in home["domestic_shipping_fee_list"]]
    assert fees == ["1000.00"] * 59 + ["900.00"]
    # handling fees abroad are percentages of it
    assert home["shipping_fee_criteria"] == "A"


@pytest.mark.parametrize(
    "typed", [{"shipping_fee_type": "X"}, {"shipping_fee_setting": "Y"}, {"shipping_type": "Z"}]
)
@pytest.mark.parametrize("deed", ["save", "fields"])
def test_a_choice_that_the_form_does_not_offer_makes_nothing_free(
    owner: Browser, deed: str, typed: dict[str, str]
) -> None:
    world = owner.world
    own_fees(world, shipping_fee_type="R", shipping_fee="4000")
    before = world.get("carriers/1")

    answer = send(owner, f"{LIST}/1-fees", deed, **typed)

    offered_by_operation = "shipping_type" in typed
    assert answer.status_code == (422 if deed == "save" else 200) if offered_by_operation else 400
    assert world.get("carriers/1") == before
