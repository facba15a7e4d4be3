"""Phone numbers of recipients that a manager types.

Orders take any text, as what marketplaces and earlier systems send of their buyers is kept. What is
typed is checked as the phone numbers of customers are.
"""

import re
from collections.abc import Mapping
from typing import Final

from openmall.contract import patterns
from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import WRONG_FORMAT

_PHONE: Final = re.compile(patterns.PHONE)


def require(typed: Mapping[str, Encodable], *names: str) -> None:
    """Raise Invalid (422) for the first of these fields that was typed and is no phone number."""
    for name in names:
        if not _PHONE.match(str(typed.get(name, ""))):
            expected = Phrase(patterns.expected(patterns.PHONE))
            raise Invalid(WRONG_FORMAT, parameter=name, expected=expected)
