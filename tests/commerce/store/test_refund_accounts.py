"""The number of an account that refunds are paid to can be one, wherever it is sent."""

import pytest

from openmall.commerce.store import accounts
from openmall.contract.errors import Invalid
from tests.storefront.shopper_client import Shopper
from tests.world import World

FIELD = "refund_bank_account_no"


@pytest.mark.parametrize("number", ["my account", "<b>1</b>", "계좌", "1" * 51, "-1", "12--3"])
def test_a_text_that_is_no_number_is_refused(number: str) -> None:
    with pytest.raises(Invalid) as error:
        accounts.require_refund_account({FIELD: number})

    assert error.value.parameter == FIELD


@pytest.mark.parametrize("code", ["my bank", "<b>", "은행", "bank;", "a.b"])
def test_a_text_that_is_no_code_of_a_bank_is_refused(code: str) -> None:
    with pytest.raises(Invalid) as error:
        accounts.require_refund_account({"refund_bank_code": code})

    assert error.value.parameter == "refund_bank_code"
    assert str(error.value.reason.text()) == ("Wrong format: expected a-z, A-Z, 0-9, _ and - only.")


@pytest.mark.parametrize("code", ["", "004", "bank_02", "KB", "kb-kookmin"])
def test_codes_of_banks_and_none_are_taken(code: str) -> None:
    accounts.require_refund_account({"refund_bank_code": code, FIELD: ""})


def test_a_customer_has_a_number_or_none(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up("haneul")
    path = "customersprivacy/haneul"

    own = shopper.refused("PUT", "customers/me", **{FIELD: "my account"})
    staff = world.call("PUT", path, json={"request": {FIELD: "my account"}})

    assert own[0] == staff.status_code == 422
    assert own[1].endswith(f"(parameter.{FIELD})")
    assert staff.json()["error"]["more_info"]["parameter"] == FIELD
    for number in ("110-2", "DE89 3704 0044 0532 0130 00", ""):
        answer = world.call("PUT", path, json={"request": {FIELD: number}})
        assert answer.status_code == 200, answer.text
