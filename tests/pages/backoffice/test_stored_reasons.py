"""Refusals of rows are stored as texts, and read back by the declared messages."""

import pytest
from openmall.pages.backoffice.stored_reasons import reason_of

from openmall.contract import refusals
from openmall.contract.refusal import Phrase, Reason, Refusal


@pytest.mark.parametrize(
    ("refusal", "values"),
    [
        (refusals.MISSING, {}),
        (refusals.TOO_SMALL, {"expected": "integer", "least": "1"}),
        (refusals.WRONG_TYPE, {"expected": "integer", "got": "string, so to say"}),
        (refusals.NO_SUCH, {"resource": "variant"}),
        (refusals.TOO_MANY_DECIMALS, {"currency": "USD", "decimals": "2"}),
    ],
)
def test_a_stored_text_is_a_refusal_with_values(refusal: Refusal, values: dict[str, str]) -> None:
    assert reason_of(Reason(refusal, {**values}).text()) == Reason(refusal, {**values})


@pytest.mark.parametrize("text", ["", "Of no refusal", "An amount in ", "x" * 5_000])
def test_other_texts_are_of_no_refusal(text: str) -> None:
    assert reason_of(text) is None


def test_a_phrase_is_read_as_its_text() -> None:
    stored = Reason(refusals.DOES_NOT_EXIST, {"resource": Phrase("product")}).text()

    assert reason_of(stored) == Reason(refusals.DOES_NOT_EXIST, {"resource": "product"})
