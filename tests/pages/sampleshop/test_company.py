"""Terms, privacy policy and the company's data, where shoppers and the law look for them."""

from datetime import timedelta

import pytest

from openmall.contract.moments import moment
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

PAGE = "/admin/company"
COMPANY = {
    "company_name": "Bora Linen Ltd.",
    "president_name": "Kim Haneul",
    "company_registration_no": "123-45-67890",
    "mail_order_sales_registration_number": "2026-Seoul-0001",
    "zipcode": "04524",
    "address1": "1 Sejong-daero",
    "address2": "Floor 2",
    "phone": "02-123-4567",
    "fax": "02-123-4568",
    "email": "office@bora.example.com",
    "customer_service_fax": "02-123-4569",
    "customer_service_hours": "9 to 18",
    "privacy_officer_name": "Lee Bora",
    "privacy_officer_position": "Head of data",
    "privacy_officer_phone": "02-765-4321",
    "privacy_officer_email": "privacy@bora.example.com",
}
CLOSED = {"closes": "shop", "notice": "Back after the holidays", "first_day": "", "last_day": ""}


def save(owner: Browser, act: str, **values: str) -> tuple[int, str]:
    """Send a form of the page; return the status, and the page that follows."""
    answer = owner.submit(PAGE, {**hidden(owner.open(PAGE)), "act": act, **values})
    shown = answer if answer.status_code != 303 else owner.open(answer.headers["location"])
    return answer.status_code, shown.text


@pytest.fixture
def days(world: World) -> dict[str, str]:
    """The day of the clock and those around it."""
    today = moment(world.stage.clock.now()).date()
    return {
        name: (today + timedelta(days=by)).isoformat()
        for name, by in (("yesterday", -1), ("today", 0), ("tomorrow", 1), ("later", 3))
    }


def test_the_company_stands_at_the_foot_of_every_page(
    world: World, owner: Browser, guest: Guest
) -> None:
    before = guest.see("/")

    status, saved = save(owner, "company", **COMPANY)

    assert (status, "The company data was saved." in saved) == (303, True)
    assert "Business registration number" not in before
    for path in ("/", "/cart", "/terms", "/join", "/nowhere"):
        foot = said(guest.open(path).text.partition("<footer")[2])
        for text in (
            "Company Bora Linen Ltd.",
            "Representative Kim Haneul",
            "Business registration number 123-45-67890",
            "Mail-order registration number 2026-Seoul-0001",
            "Address 04524 1 Sejong-daero Floor 2",
            "Phone 02-123-4567",
            "Fax 02-123-4569",
            "E-mail office@bora.example.com",
            "Customer service hours 9 to 18",
            "Privacy officer Lee Bora Head of data",
        ):
            assert text in foot, (path, text)
    store = world.get("store")["store"]
    assert {name: store[name] for name in COMPANY} == COMPANY
    assert store["mail_order_sales_registration"] == "T"


def test_what_the_law_asks_for_is_named_while_it_is_missing(owner: Browser) -> None:
    before = owner.open(PAGE).text
    _, after = save(owner, "company", **COMPANY)
    _, long = save(owner, "company", **{**COMPANY, "fax": "1" * 501})

    assert "A shop in Korea has to show these as well:" in before
    assert "A shop in Korea has to show these as well:" not in after
    assert "This is too long." in long
    assert "02-123-4568" in owner.open(PAGE).text


def test_saving_the_same_again_changes_nothing(owner: Browser) -> None:
    save(owner, "company", **COMPANY)
    _, same = save(owner, "company", **COMPANY)

    assert "No changes to save." in same
    assert said(owner.open("/admin/activity").text).count("Company data changed") == 1


def test_terms_and_privacy_are_pages_and_stand_beside_the_consents(
    world: World, owner: Browser, guest: Guest
) -> None:
    empty = guest.see("/terms")
    world.put(
        "policy",
        terms_using_mall="<h2>Article 1</h2><p>These terms <script>alert(1)</script>hold.</p>",
        privacy_all="We keep your name.\nFor a year.",
        use_privacy_join="T",
        privacy_join="Name and mail, until you leave.",
    )
    save(owner, "company", **COMPANY)

    terms, privacy, join = guest.see("/terms"), guest.see("/privacy"), guest.see("/join")

    assert "The shop has not entered this text yet." in empty
    assert "Article 1 These terms hold." in said(terms)
    assert "alert(1)" not in terms
    assert "We keep your name. For a year." in said(privacy)
    assert "Lee Bora Head of data · 02-765-4321 · privacy@bora.example.com" in said(privacy)
    assert "These terms hold." in join
    assert "Name and mail, until you leave." in join
    assert 'href="/terms"' in join
    assert 'href="/privacy"' in join
    assert "noindex" not in terms


def test_the_right_of_withdrawal_is_agreed_to_where_the_shop_requires_it(
    world: World, guest: Guest
) -> None:
    number = world.product(price=10_000)["product_no"]
    guest.put(number)
    plain = guest.see("/checkout")
    world.put(
        "policy", use_withdrawal="T", required_withdrawal="T", withdrawal="Within seven days."
    )
    asked = guest.see("/checkout")

    known = {
        "act": "order", "payment_method": "card", "buyer_name": "Guest",
        "buyer_email": "guest@example.com", "buyer_cellphone": "010-2222-2222",
        "receiver_name": "Min Kim", "receiver_address1": "1 Sejong-daero",
        "receiver_zipcode": "04524",
    }  # fmt: skip
    refused = guest.send("/checkout", **known)
    placed = guest.send("/checkout", **known, agree_withdrawal="T")

    assert "Within seven days." not in plain
    assert 'href="/terms"' in plain
    assert "Within seven days." in asked
    assert (refused.status_code, "Please agree to this first." in refused.text) == (422, True)
    assert placed.status_code == 303


def test_a_closed_shop_shows_its_notice_and_takes_no_orders(
    world: World, owner: Browser, guest: Guest
) -> None:
    number = world.product(price=10_000)["product_no"]
    guest.put(number)

    status, _ = save(owner, "closing", **CLOSED)

    answer = guest.open(f"/products/{number}")
    assert (status, answer.status_code, answer.headers["retry-after"]) == (303, 503, "3600")
    assert "Back after the holidays" in answer.text
    assert "We are closed for a while" in answer.text
    assert guest.open("/checkout").status_code == 503
    assert [guest.open(path).status_code for path in ("/terms", "/privacy", "/orders")] == [200] * 3
    assert world.get("products")["products"]
    save(owner, "closing", **{**CLOSED, "closes": ""})
    assert guest.open(f"/products/{number}").status_code == 200


def test_on_holidays_products_are_shown_and_orders_refused(
    world: World, owner: Browser, guest: Guest, days: dict[str, str]
) -> None:
    number = world.product(price=10_000)["product_no"]
    guest.put(number)
    values = {"closes": "orders", "notice": "Chuseok", "last_day": days["tomorrow"]}

    save(owner, "closing", **values, first_day=days["tomorrow"])
    announced = guest.see(f"/products/{number}")
    before = guest.order()
    guest.put(number)
    save(owner, "closing", **values, first_day=days["today"])
    status, text = guest.refused(
        "/checkout", act="order", payment_method="card", buyer_name="Guest",
        buyer_email="guest@example.com", buyer_cellphone="010-2222-2222",
        receiver_name="Min Kim", receiver_zipcode="04524", receiver_address1="1 Sejong-daero",
    )  # fmt: skip
    world.stage.clock.pass_(2 * 86_400)
    after = guest.order()

    assert "Chuseok" in announced
    assert f"Closed from {days['tomorrow']} to {days['tomorrow']}" in announced
    assert before != after
    assert (status, text) == (403, "The shop is closed and takes no orders now.")
    assert "Chuseok" not in guest.see("/")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"first_day": "2026-02-30"}, "Enter a day such as 2026-12-24."),
        ({"last_day": "tomorrow"}, "Enter a day such as 2026-12-24."),
        (
            {"first_day": "2026-03-02", "last_day": "2026-03-01"},
            "The last day is before the first one.",
        ),
        ({"notice": "x" * 2_001}, "This is too long."),
    ],
)
def test_wrong_days_are_refused(
    owner: Browser, guest: Guest, values: dict[str, str], message: str
) -> None:
    status, page = save(owner, "closing", **{**CLOSED, **values})

    assert (status, message in page) == (422, True)
    assert guest.open("/").status_code == 200


@pytest.mark.parametrize("name", ["email", "customer_service_email", "privacy_officer_email"])
def test_an_address_of_mail_that_is_none_is_refused_at_its_field(owner: Browser, name: str) -> None:
    save(owner, "company", **COMPANY)

    status, shown = save(owner, "company", **COMPANY | {name: "call us"})

    assert status == 422
    field = shown.partition(f'name="{name}"')[2].partition("</label>")[0]
    assert "Enter an e-mail address such as help@example.com." in shown
    assert 'aria-invalid="true"' in field
    assert COMPANY.get(name, "no address") not in field
