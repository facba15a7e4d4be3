"""Quantities that a manager or a supplier enters as the stock there is.

Sales may take a stock below 0, and the API sets any quantity; a count of units never is below 0.
"""

import re
from typing import Final

from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import TOO_SMALL
from openmall.http.web import typed_numbers
from openmall.pages.backoffice.refusals import NO_STOCK_NUMBER

_QUANTITY: Final = re.compile(r"[0-9]{1,9}|[-−]0{1,9}")


def counted(text: str, field: str) -> str:
    """Return a quantity as the operation takes it; empty where nothing was typed.

    Forms check it before their first write, which a later refusal would not take back.
    Raises Invalid (422), which names the field, for one below 0 and for any other text.
    """
    quantity = typed_numbers.plain(text)
    digits = quantity.removeprefix("-").removeprefix("−")
    if digits != quantity and digits.isdecimal() and digits.strip("0"):
        raise Invalid(TOO_SMALL, parameter=field, expected=Phrase("integer"), least=0)
    if quantity and not _QUANTITY.fullmatch(quantity):
        raise Invalid(NO_STOCK_NUMBER, parameter=field)
    return quantity.replace("−", "-")
