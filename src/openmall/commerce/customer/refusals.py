"""The refusals of accounts of other services that customers have linked."""

from typing import Final

from openmall.contract.refusal import Refusal

ACCOUNT_LINKED_ELSEWHERE: Final = Refusal(
    "account_linked_elsewhere",
    "The account is linked to another customer.",
    remedy="Unlink the account from the other customer first.",
)
