"""What forms say about wrong input: in the manager's language, at the field, in plain words."""

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, forms, problem, send
from tests.pages.backoffice.test_settings import address
from tests.pages.backoffice.test_settings import send as send_setting

HANA = "/admin/customers/hana"


@pytest.mark.parametrize(
    ("language", "field", "typed", "message"),
    [
        ("en", "email", "hana", "Enter an email address, such as name@example.com."),
        ("ko", "email", "hana", "name@example.com과 같은 이메일 주소를 입력해 주세요."),
        ("ko", "cellphone", "☎", "전화번호는 숫자, +, -, 점, 공백, 괄호만 입력할 수 있습니다."),
    ],
)
def test_contacts_of_a_customer(
    owner: Browser, language: str, field: str, typed: str, message: str
) -> None:
    join(owner.world, "hana")
    owner.cookies["openmall-language"] = language

    refused = send(owner, HANA, "edit", **{field: typed})

    assert (refused.status_code, problem(refused, field)) == (422, message)


def test_settings(owner: Browser) -> None:
    owner.cookies["openmall-language"] = "ko"

    refused = send_setting(owner, address("points"), payment_period="366")

    assert refused.status_code == 422
    assert problem(refused, "payment_period") == "0 이상 365 이하로 입력해 주세요."


def test_too_many_tags(owner: Browser) -> None:
    number = owner.world.product()["product_no"]
    owner.cookies["openmall-language"] = "ko"

    tags = ",".join(map(str, range(101)))
    refused = send(owner, f"/admin/products/{number}", "details", product_tag=tags)

    assert problem(refused, "product_tag") == "값은 100개까지 입력할 수 있습니다."


def test_more_than_were_bought(owner: Browser) -> None:
    world = owner.world
    number = paid(world, wanted(stocked(world, 5)[1], 2))
    address = f"/admin/orders/{number}"
    form = form_of(owner.open(address).text, "cancel")
    claim = {
        "item-0": f"{number}-01", "quantity-0": "3", "claim_reason_type": "A", "reason": "Late",
    }  # fmt: skip

    refused = owner.submit(form.action, {**form.values, **claim})

    assert refused.status_code == 422
    assert "Enter 2 or less." in refused.text


def test_the_alert_names_the_field_and_leads_to_it(owner: Browser) -> None:
    join(owner.world, "hana")

    refused = send(owner, HANA, "edit", email="hana")

    assert '<a href="#f-email">Email:</a> Enter an email address' in refused.text


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "What was entered is too long. Nothing was changed: go back, shorten it"),
        ("ko", "입력한 내용이 너무 깁니다. 변경된 내용은 없습니다."),
    ],
)
def test_a_form_that_is_too_long(owner: Browser, language: str, message: str) -> None:
    join(owner.world, "hana")
    owner.cookies["openmall-language"] = language

    refused = send(owner, HANA, "memo", note="가" * 40_000)

    assert refused.status_code == 413
    assert message in refused.text
    assert "bytes" not in refused.text


def test_a_form_that_cannot_be_read(owner: Browser) -> None:
    join(owner.world, "hana")

    refused = send(owner, HANA, "memo", note="a\0b")

    assert refused.status_code == 400
    assert "What was sent could not be read. Nothing was changed." in refused.text


@pytest.mark.parametrize("number", ["9" * 40, "-1", "x"])
def test_a_draft_of_a_design_there_is_not(owner: Browser, number: str) -> None:
    page = owner.open("/admin/storefront").text
    form = next(each for each in forms(page) if each.values.get("act") == "draft")

    answer = owner.submit(form.action, {**form.values, "skin_no": number})

    assert answer.headers["location"].endswith("done=same")
