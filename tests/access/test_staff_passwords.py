"""Each end of the length of a staff password has a message of its own."""

import pytest

from openmall.access.malls.manager_administration import require_password
from openmall.access.malls.refusals import STAFF_PASSWORD_TOO_LONG, STAFF_PASSWORD_TOO_SHORT
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Refusal


@pytest.mark.parametrize(
    ("password", "refusal"),
    [("x" * 7, STAFF_PASSWORD_TOO_SHORT), ("x" * 1_001, STAFF_PASSWORD_TOO_LONG)],
)
def test_too_short_and_too_long_are_told_apart(password: str, refusal: Refusal) -> None:
    with pytest.raises(Invalid) as error:
        require_password(password)

    assert (error.value.refusal, error.value.parameter) == (refusal, "password")
