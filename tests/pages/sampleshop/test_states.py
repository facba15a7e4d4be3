"""Every state an item can be in has words for its buyer."""

import pytest

from openmall.commerce.order.states import STATES
from openmall.pages.sampleshop import status_labels


def test_every_state_is_said() -> None:
    said = {status: status_labels.label_of(status) for status in STATES}

    assert [status for status, words in said.items() if words == status] == []
    assert said["N30"] == "In transit"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("C34", "Being cancelled"),
        ("C47", "Cancelled"),
        ("R13", "Being returned"),
        ("R42", "Returned"),
        ("E20", "Being exchanged"),
        ("E51", "Exchange withdrawn"),
        ("X99", "X99"),
    ],
)
def test_states_that_buyers_need_not_tell_apart(status: str, words: str) -> None:
    assert status_labels.label_of(status) == words
