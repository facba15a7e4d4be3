"""A merchant confirms a charge of an app in the back office, ends it, or takes a payment back."""

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.application import charges
from tests.page_content import form_token
from tests.world import World


def path_of(world: World, owner: Browser, **values: str) -> str:
    """Create a charge, open its confirmation and return the path of the page it leads to."""
    address = charges.create(world, **values)["confirmation_url"]
    address = address.replace(world.staff_address, "/admin")
    answer = owner.open(address)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def press(owner: Browser, path: str, **form: str) -> tuple[int, str]:
    """Send the form of a page; return the status, and the page it leads to or is answered."""
    token = form_token(owner.open(path).text)
    answer = owner.submit(path, {"form_token": token, **form})
    if answer.status_code == 303:
        return 303, owner.open(answer.headers["location"]).text
    return answer.status_code, answer.text


def test_nobody_confirms_who_is_not_signed_in(world: World, browser: Browser) -> None:
    address = charges.create(world)["confirmation_url"].replace(world.staff_address, "/admin")

    answer = browser.open(address)

    assert answer.status_code == 303
    assert "/oauth/sign-in" in answer.headers["location"]


def test_the_page_says_what_is_paid_and_to_whom(world: World, owner: Browser) -> None:
    page = owner.open(path_of(world, owner, automatic_payment="T")).text

    for text in ("Premium plan", "Test app", "1,000 KRW each month", "Waiting for your"):
        assert text in page, text
    assert "Pay 1,000 KRW each month" in page


def test_a_confirmed_charge_is_paid(world: World, owner: Browser) -> None:
    path = path_of(world, owner)

    status, page = press(owner, path, deed="pay", outcome="approved")

    assert status == 303
    assert "The charge was paid." in page
    assert "Test app asked" in page
    assert "1,000 KRW · Approval number" in page
    assert 'value="pay"' not in page
    assert 'href="https://app.example.com/billing"' in page
    period = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
    assert world.get("appstore/payments/count", **period) == {"count": 1}
    [log] = world.get("activitylogs", action="app charge pay", **period)["activitylogs"][:1]
    assert log["manager_id"] == "owner"
    assert press(owner, path, deed="pay", outcome="approved")[0] == 409


def test_a_declined_card_is_told_and_can_be_tried_again(world: World, owner: Browser) -> None:
    path = path_of(world, owner)

    status, page = press(owner, path, deed="pay", outcome="declined")

    assert status == 422
    assert "The payment was declined. Nothing was paid." in page
    assert press(owner, path, deed="pay", outcome="approved")[0] == 303


def test_a_charge_is_cancelled(world: World, owner: Browser) -> None:
    path = path_of(world, owner)

    status, page = press(owner, path, deed="cancel")

    assert status == 303
    assert "The charge was cancelled. Nothing was paid." in page
    assert press(owner, path, deed="pay", outcome="approved")[0] == 409


def test_monthly_payments_are_ended_and_a_payment_taken_back(world: World, owner: Browser) -> None:
    path = path_of(world, owner, automatic_payment="T")
    press(owner, path, deed="pay", outcome="approved")
    assert f'href="{path}"' in owner.open("/admin/apps").text

    ended, page = press(owner, path, deed="end")
    refunded, after = press(owner, path, deed="refund", cycle="1")

    assert (ended, refunded) == (303, 303)
    assert "Nothing more will be paid." in page
    assert 'value="end"' not in page
    assert "given back" in after
    assert press(owner, path, deed="refund", cycle="1")[0] == 409


def test_what_is_no_charge_or_no_deed_is_refused(world: World, owner: Browser) -> None:
    path = path_of(world, owner)

    assert owner.open("/admin/apps?charge=guessed").status_code == 404
    assert owner.open("/admin/apps/app-20261121-9").status_code == 404
    assert press(owner, path, deed="steal")[0] == 400
    assert press(owner, path, deed="pay", outcome="free")[0] == 422
    assert press(owner, path, deed="refund", cycle="1")[0] == 422
    assert owner.submit(path, {"deed": "pay", "outcome": "approved"}).status_code == 403
