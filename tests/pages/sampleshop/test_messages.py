"""Messages of the shop: those of the API in the words and the language of shoppers."""

import pytest

from openmall.contract.errors import ApiError, InternalError, Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import (
    NO_DECIMALS,
    NO_SUCH,
    TOO_MANY_DECIMALS,
    TOO_SHORT,
    UNKNOWN_ENUM_VALUE,
)
from openmall.http.refusals import INTERNAL_FAILURE
from openmall.pages.sampleshop.checkout_fields import SeveralInvalid, require_valid
from openmall.pages.sampleshop.messages import alert_of, error_text, message_of
from openmall.translations import catalogues

VALUES = {
    "buyer_name": "Hana",
    "buyer_email": "hana@example.com",
    "buyer_cellphone": "010-0000-0000",
    "receiver_name": "Min",
    "receiver_address1": "1 Sejong-daero",
    "use_points": "",
    "use_credits": "",
    "payment_method": "card",
    "agree_withdrawal": "T",
}


def korean(text: str) -> str:
    return catalogues.translate("ko", "sampleshop", text)


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (Invalid(UNKNOWN_ENUM_VALUE, value="'gold'"), "Please choose one of the options."),
        (Invalid(NO_DECIMALS, currency="KRW"), "Please enter a whole amount."),
        (
            Invalid(TOO_MANY_DECIMALS, currency="USD", decimals=2),
            "The amount has too many decimals.",
        ),
        (Invalid(TOO_SHORT, expected=Phrase("string"), least=1), "Please fill this in."),
        (
            Invalid(TOO_SHORT, expected=Phrase("string"), least=4),
            "Please enter at least 4 characters.",
        ),
        (
            NotFound(NO_SUCH, resource=Phrase("product on sale")),
            "This product is currently not for sale.",
        ),
    ],
)
def test_refusals_have_words_for_shoppers(error: ApiError, shown: str) -> None:
    assert message_of(error, lambda text: text) == shown
    assert message_of(error, korean) not in (shown, error.message)


def test_a_defect_is_told_in_the_language_of_the_page_with_its_number() -> None:
    defect = InternalError(INTERNAL_FAILURE, request_id="12-ab")

    assert error_text(defect, lambda text: text) == (
        "Something went wrong on our side. Please try again later, "
        "and quote 12-ab if you report it."
    )
    assert "12-ab" in error_text(defect, korean)
    assert "Internal" not in error_text(defect, korean)
    assert error_text(NotFound(NO_SUCH, resource=Phrase("order")), lambda text: text) == (
        "This page does not exist or is no longer available."
    )


@pytest.mark.parametrize(
    ("wrong", "parameters"),
    [
        ({}, []),
        ({"use_points": "many"}, ["use_points"]),
        ({"use_points": "NaN"}, ["use_points"]),
        ({"use_credits": "1e999999"}, ["use_credits"]),
        ({"use_points": "0.5", "payment_method": ""}, ["use_points", "payment_method"]),
        ({"use_points": "1,000.00"}, []),
        ({"agree_withdrawal": ""}, ["agree_withdrawal"]),
        ({"buyer_cellphone": "", "receiver_name": ""}, ["buyer.cellphone", "receiver.name"]),
    ],
)
def test_fields_of_the_checkout(wrong: dict[str, str], parameters: list[str]) -> None:
    found = _problems({**VALUES, **wrong})

    assert [each.parameter for each in found] == parameters
    if len(found) > 1:
        assert alert_of(SeveralInvalid(found), korean) == korean("Please check these fields:")


def _problems(values: dict[str, str]) -> list[Invalid]:
    try:
        require_valid(values, is_guest=True, must_agree=True, currency="KRW", methods={"card"})
    except SeveralInvalid as problem:
        return problem.problems
    except Invalid as problem:
        return [problem]
    return []
