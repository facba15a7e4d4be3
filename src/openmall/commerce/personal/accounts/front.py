"""The storefront's operations on a shopper's own account. All of them are ours.

`PUT customers/me` is of `notification.own_account`, which sends messages.
"""

from typing import Final

from openmall.commerce.personal.accounts import rules as account_rules
from openmall.commerce.personal.accounts.shape import Myself, SignedIn
from openmall.commerce.personal.accounts.takes import SignIn, SignUp, Withdrawal
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_SESSION: Final = Resource(SignedIn, area="personal", key="session")
_CUSTOMER: Final = Resource(Myself, area="personal", key="customer")

OPERATIONS = [
    _SESSION.post(
        "customers", account_rules.sign_up, takes=SignUp, prepare=account_rules.hash_password
    ),
    _CUSTOMER.get("customers/me", account_rules.retrieve, takes=ShopParams),
    _SESSION.post(
        "customers/me/withdrawal",
        account_rules.leave,
        takes=Withdrawal,
        prepare=account_rules.prove_leaving,
    ),
    _SESSION.post("sessions", account_rules.sign_in, takes=SignIn, prepare=account_rules.prove),
    _SESSION.delete("sessions/current", account_rules.sign_out, takes=ShopParams),
]
