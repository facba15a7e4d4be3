"""The consents that waiting messages need: packages above know the customers who gave them.

Days pass between the first attempt of a message and its last, or its resending by an operator. Who
has withdrawn a consent since then is sent no advertising.
"""

from collections.abc import Awaitable, Sequence
from typing import Final

from openmall.contract.hooks import Hook
from openmall.database.session import Session
from openmall.events.messages.store import Claimed

WITHDRAWN: Final = Hook[[Session, Sequence[Claimed]], Awaitable[frozenset[int]]](
    "numbers of the messages that advertise to customers who do not agree to that any more"
)
ANSWER: Final = "the customer does not agree to advertising any more"
"""What the log of attempts says of such a message."""
