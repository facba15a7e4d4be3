"""Quantities that a manager or a supplier enters as the stock there is.

Sales may take a stock below 0, and the API sets any quantity; a count of units never is below 0.
"""

from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import TOO_SMALL
from openmall.http.web import typed_numbers


def counted(text: str, field: str) -> str:
    """Return a quantity as the operation takes it; text that is no number as it is.

    Raises Invalid (422), which names the field, for one below 0.
    """
    quantity = typed_numbers.plain(text)
    digits = quantity.removeprefix("-").removeprefix("−")
    if digits != quantity and digits.isdecimal() and digits.strip("0"):
        raise Invalid(TOO_SMALL, parameter=field, expected=Phrase("integer"), least=0)
    return quantity
