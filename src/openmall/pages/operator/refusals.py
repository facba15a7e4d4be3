"""The refusals of the operator's pages."""

from typing import Final

from openmall.contract.refusal import Refusal

OPERATOR_ACCOUNT_UNKNOWN: Final = Refusal(
    "operator_account_unknown",
    "No operator has this account. Sign in with your password and connect the account"
    " on the page Your account.",
    remedy="Sign in with the password, and connect the account.",
)
NO_OPERATOR_PROVIDER: Final = Refusal(
    "no_operator_provider",
    "This installation has no sign-in with another account.",
    remedy="Sign in with the password.",
)
